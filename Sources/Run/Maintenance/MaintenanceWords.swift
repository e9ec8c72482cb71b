// The texts of the maintenance pages, in the languages of the calibration.

import Stage

/// The texts of one language. `%1` is a placeholder for a figure.
struct MaintenanceWords: Hashable, Sendable {
    /// The language tag, such as `de`.
    let tag: String
    var direction = LayoutDirection.leftToRight
    let title, pin, wrong: String
    /// Says how many seconds to wait.
    let wait: String
    let calibrate, devices, log, restart, reboot, powerOff, cancel: String
    /// Says that the machine refuses an action.
    let refused: String

    /// The words of `language`, a tag such as `de` or `de-AT`, or else English.
    init(_ language: String?) {
        let main = language?.split(separator: "-").first
        self = Self.all.first { $0.tag.split(separator: "-").first == main } ?? Self.all[0]
    }

    private init(
        _ tag: String, _ title: String, pin: String, wrong: String, wait: String, calibrate: String, devices: String,
        log: String, restart: String, reboot: String, powerOff: String, cancel: String,
        refused: String
    ) {
        self.tag = tag
        direction = ["ar", "he"].contains(tag) ? .rightToLeft : .leftToRight
        (self.title, self.pin, self.wrong, self.wait) = (title, pin, wrong, wait)
        (self.calibrate, self.devices, self.log) = (calibrate, devices, log)
        (self.restart, self.reboot, self.powerOff, self.cancel) = (restart, reboot, powerOff, cancel)
        self.refused = refused
    }

    /// The title of the button for `action`.
    func title(of action: Maintenance.Action) -> String {
        switch action {
        case .calibrate: calibrate
        case .restart: restart
        case .reboot: reboot
        case .powerOff: powerOff
        }
    }

    /// `template` with `figure` in place of `%1`.
    static func filled(_ template: String, _ figure: String) -> String { template.replacing("%1", with: figure) }

    /// The words of all languages, English first.
    static let all = [
        MaintenanceWords(
            "en", "Maintenance", pin: "PIN", wrong: "Wrong PIN", wait: "Wait %1 s", calibrate: "Calibrate the panel",
            devices: "Panels and screens", log: "Log", restart: "Restart the kiosk", reboot: "Restart the machine",
            powerOff: "Switch off", cancel: "Cancel",
            refused: "Refused: see the log"),
        MaintenanceWords(
            "zh-Hans", "维护", pin: "密码", wrong: "密码错误", wait: "请等待 %1 秒", calibrate: "校准触摸屏", devices: "触摸屏和屏幕",
            log: "日志", restart: "重启信息亭", reboot: "重启机器", powerOff: "关机", cancel: "取消",
            refused: "被拒绝：原因见日志"),
        MaintenanceWords(
            "ar", "الصيانة", pin: "الرمز السري", wrong: "رمز خاطئ", wait: "انتظر %1 ث", calibrate: "معايرة اللوحة",
            devices: "اللوحات والشاشات", log: "السجل", restart: "إعادة تشغيل الكشك", reboot: "إعادة تشغيل الجهاز",
            powerOff: "إيقاف التشغيل", cancel: "إلغاء",
            refused: "رُفض الطلب: السبب في السجل"),
        MaintenanceWords(
            "fr", "Maintenance", pin: "Code PIN", wrong: "Code erroné", wait: "Attendez %1 s",
            calibrate: "Calibrer la dalle", devices: "Dalles et écrans", log: "Journal", restart: "Relancer la borne",
            reboot: "Redémarrer la machine", powerOff: "Éteindre", cancel: "Annuler",
            refused: "Refusé : voir le journal"),
        MaintenanceWords(
            "de", "Wartung", pin: "PIN", wrong: "Falsche PIN", wait: "Bitte %1 s warten",
            calibrate: "Panel kalibrieren", devices: "Panels und Bildschirme", log: "Protokoll",
            restart: "Kiosk neu starten", reboot: "Gerät neu starten", powerOff: "Ausschalten", cancel: "Abbrechen",
            refused: "Abgelehnt: Das Protokoll sagt, warum"),
        MaintenanceWords(
            "es", "Mantenimiento", pin: "PIN", wrong: "PIN incorrecto", wait: "Espere %1 s",
            calibrate: "Calibrar el panel", devices: "Paneles y pantallas", log: "Registro",
            restart: "Reiniciar el quiosco", reboot: "Reiniciar el equipo", powerOff: "Apagar", cancel: "Cancelar",
            refused: "Denegado: consulte el registro"),
        MaintenanceWords(
            "pt", "Manutenção", pin: "PIN", wrong: "PIN errado", wait: "Aguarde %1 s", calibrate: "Calibrar o painel",
            devices: "Painéis e ecrãs", log: "Registo", restart: "Reiniciar o quiosque", reboot: "Reiniciar a máquina",
            powerOff: "Desligar", cancel: "Cancelar",
            refused: "Recusado: consulte o registo"),
        MaintenanceWords(
            "it", "Manutenzione", pin: "PIN", wrong: "PIN errato", wait: "Attendere %1 s",
            calibrate: "Calibrare il pannello", devices: "Pannelli e schermi", log: "Registro",
            restart: "Riavviare il chiosco", reboot: "Riavviare la macchina", powerOff: "Spegnere", cancel: "Annulla",
            refused: "Rifiutato: vedere il registro"),
        MaintenanceWords(
            "cy", "Cynnal a chadw", pin: "PIN", wrong: "PIN anghywir", wait: "Arhoswch %1 eiliad",
            calibrate: "Graddnodi’r panel", devices: "Paneli a sgriniau", log: "Cofnod", restart: "Ailgychwyn y ciosg",
            reboot: "Ailgychwyn y peiriant", powerOff: "Diffodd", cancel: "Canslo",
            refused: "Gwrthodwyd: gweler y cofnod"),
        MaintenanceWords(
            "el", "Συντήρηση", pin: "PIN", wrong: "Λάθος PIN", wait: "Περιμένετε %1 δ.",
            calibrate: "Βαθμονόμηση οθόνης",
            devices: "Πάνελ και οθόνες", log: "Αρχείο καταγραφής", restart: "Επανεκκίνηση περιπτέρου",
            reboot: "Επανεκκίνηση μηχανής", powerOff: "Απενεργοποίηση", cancel: "Άκυρο",
            refused: "Απορρίφθηκε: δείτε το αρχείο καταγραφής"),
        MaintenanceWords(
            "uk", "Обслуговування", pin: "PIN-код", wrong: "Неправильний PIN-код", wait: "Зачекайте %1 с",
            calibrate: "Калібрувати панель", devices: "Панелі та екрани", log: "Журнал",
            restart: "Перезапустити кіоск", reboot: "Перезавантажити машину", powerOff: "Вимкнути", cancel: "Скасувати",
            refused: "Відмовлено: див. журнал"),
        MaintenanceWords(
            "he", "תחזוקה", pin: "קוד", wrong: "קוד שגוי", wait: "המתינו %1 שניות", calibrate: "כיול הלוח",
            devices: "לוחות ומסכים", log: "יומן", restart: "הפעלת הקיוסק מחדש", reboot: "הפעלת המכשיר מחדש",
            powerOff: "כיבוי", cancel: "ביטול",
            refused: "הבקשה נדחתה: ראו ביומן"),
        MaintenanceWords(
            "hi", "रखरखाव", pin: "पिन", wrong: "ग़लत पिन", wait: "%1 सेकंड रुकें", calibrate: "पैनल कैलिब्रेट करें",
            devices: "पैनल और स्क्रीन", log: "लॉग", restart: "कियोस्क फिर शुरू करें", reboot: "मशीन फिर शुरू करें",
            powerOff: "बंद करें", cancel: "रद्द करें",
            refused: "अस्वीकृत: लॉग देखें"),
        MaintenanceWords(
            "ja", "メンテナンス", pin: "暗証番号", wrong: "暗証番号が違います", wait: "%1 秒お待ちください",
            calibrate: "パネルを校正する", devices: "パネルと画面", log: "ログ", restart: "キオスクを再起動",
            reboot: "本体を再起動", powerOff: "電源を切る", cancel: "キャンセル",
            refused: "拒否されました：ログを見てください"),
        MaintenanceWords(
            "ko", "유지 보수", pin: "PIN", wrong: "PIN이 틀렸습니다", wait: "%1초 기다리세요", calibrate: "패널 보정",
            devices: "패널과 화면", log: "로그", restart: "키오스크 다시 시작", reboot: "기기 다시 시작", powerOff: "전원 끄기",
            cancel: "취소",
            refused: "거부됨: 로그를 확인하세요"),
        MaintenanceWords(
            "tr", "Bakım", pin: "PIN", wrong: "Yanlış PIN", wait: "%1 sn bekleyin", calibrate: "Paneli kalibre et",
            devices: "Paneller ve ekranlar", log: "Günlük", restart: "Kiosku yeniden başlat",
            reboot: "Makineyi yeniden başlat", powerOff: "Kapat", cancel: "İptal",
            refused: "Reddedildi: günlüğe bakın"),
    ]
}
