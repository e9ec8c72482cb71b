// What controls say in the languages of visitors, to whoever cannot see them.

/// The words of controls in one language.
package struct ControlWords: Hashable, Sendable {
    package let tag: String
    /// The names of the buttons for the month before and the next one.
    package let previousMonth, nextMonth: String
    /// The names of the wheels of a time of day.
    package let hours, minutes, halfOfDay: String
    /// What a switch is set to.
    package let on, off: String
    /// The names of the buttons that empty a field, and that show one more and one less.
    package let clear, more, less: String
    /// The name of the cross of a sheet.
    package let close: String
    /// The names of the wheels of a month.
    package let month, year: String

    /// The words of `language` (BCP 47), or else English.
    package init(_ language: String) { self = LanguageTable.row(of: language, in: Self.all, tag: \.tag) }

    private init(_ line: Substring) {
        let parts = line.split(separator: "; ", omittingEmptySubsequences: false).map(String.init)
        (tag, previousMonth, nextMonth, hours, minutes) = (parts[0], parts[1], parts[2], parts[3], parts[4])
        (halfOfDay, on, off, clear, more, less) = (parts[5], parts[6], parts[7], parts[8], parts[9], parts[10])
        (close, month, year) = (parts[11], parts[12], parts[13])
    }

    package static let all: [ControlWords] = table.split(separator: "\n").map { ControlWords($0) }

    private static let table = """
        en; Previous month; Next month; Hours; Minutes; AM or PM; On; Off; Clear; More; Less; Close; Month; Year
        zh; 上个月; 下个月; 小时; 分钟; 上午或下午; 开; 关; 清除; 增加; 减少; 关闭; 月; 年
        zh-Hant; 上個月; 下個月; 小時; 分鐘; 上午或下午; 開; 關; 清除; 增加; 減少; 關閉; 月; 年
        ar; الشهر السابق; الشهر التالي; الساعات; الدقائق; صباحًا أو مساءً; مشغّل; متوقف; مسح; زيادة; إنقاص; إغلاق; الشهر; السنة
        fr; Mois précédent; Mois suivant; Heures; Minutes; Matin ou après-midi; Activé; Désactivé; Effacer; Plus; Moins; Fermer; Mois; Année
        de; Vorheriger Monat; Nächster Monat; Stunden; Minuten; Vor- oder Nachmittag; Ein; Aus; Löschen; Mehr; Weniger; Schließen; Monat; Jahr
        es; Mes anterior; Mes siguiente; Horas; Minutos; Mañana o tarde; Activado; Desactivado; Borrar; Más; Menos; Cerrar; Mes; Año
        pt; Mês anterior; Mês seguinte; Horas; Minutos; Manhã ou tarde; Ativado; Desativado; Limpar; Mais; Menos; Fechar; Mês; Ano
        it; Mese precedente; Mese successivo; Ore; Minuti; Mattina o pomeriggio; Attivo; Non attivo; Cancella; Più; Meno; Chiudi; Mese; Anno
        cy; Mis blaenorol; Mis nesaf; Oriau; Munudau; Bore neu brynhawn; Ymlaen; I ffwrdd; Clirio; Mwy; Llai; Cau; Mis; Blwyddyn
        el; Προηγούμενος μήνας; Επόμενος μήνας; Ώρες; Λεπτά; Πρωί ή απόγευμα; Ενεργό; Ανενεργό; Διαγραφή; Περισσότερα; Λιγότερα; Κλείσιμο; Μήνας; Έτος
        uk; Попередній місяць; Наступний місяць; Години; Хвилини; До чи після полудня; Увімкнено; Вимкнено; Очистити; Більше; Менше; Закрити; Місяць; Рік
        he; החודש הקודם; החודש הבא; שעות; דקות; לפני או אחרי הצהריים; פועל; כבוי; ניקוי; יותר; פחות; סגירה; חודש; שנה
        hi; पिछला महीना; अगला महीना; घंटे; मिनट; पूर्वाह्न या अपराह्न; चालू; बंद; मिटाएँ; ज़्यादा; कम; बंद करें; महीना; साल
        ja; 前の月; 次の月; 時; 分; 午前・午後; オン; オフ; 消去; 増やす; 減らす; 閉じる; 月; 年
        ko; 이전 달; 다음 달; 시; 분; 오전 또는 오후; 켜짐; 꺼짐; 지우기; 늘리기; 줄이기; 닫기; 월; 연도
        tr; Önceki ay; Sonraki ay; Saat; Dakika; Öğleden önce veya sonra; Açık; Kapalı; Temizle; Daha fazla; Daha az; Kapat; Ay; Yıl
        nl; Vorige maand; Volgende maand; Uren; Minuten; Voor- of namiddag; Aan; Uit; Wissen; Meer; Minder; Sluiten; Maand; Jaar
        pl; Poprzedni miesiąc; Następny miesiąc; Godziny; Minuty; Przed lub po południu; Włączone; Wyłączone; Wyczyść; Więcej; Mniej; Zamknij; Miesiąc; Rok
        cs; Předchozí měsíc; Další měsíc; Hodiny; Minuty; Dopoledne nebo odpoledne; Zapnuto; Vypnuto; Vymazat; Více; Méně; Zavřít; Měsíc; Rok
        da; Forrige måned; Næste måned; Timer; Minutter; Formiddag eller eftermiddag; Til; Fra; Ryd; Flere; Færre; Luk; Måned; År
        sv; Föregående månad; Nästa månad; Timmar; Minuter; Förmiddag eller eftermiddag; På; Av; Rensa; Fler; Färre; Stäng; Månad; År
        nb; Forrige måned; Neste måned; Timer; Minutter; Formiddag eller ettermiddag; På; Av; Tøm; Flere; Færre; Lukk; Måned; År
        fi; Edellinen kuukausi; Seuraava kuukausi; Tunnit; Minuutit; Aamu- tai iltapäivä; Päällä; Pois; Tyhjennä; Enemmän; Vähemmän; Sulje; Kuukausi; Vuosi
        hu; Előző hónap; Következő hónap; Óra; Perc; Délelőtt vagy délután; Be; Ki; Törlés; Több; Kevesebb; Bezárás; Hónap; Év
        ro; Luna anterioară; Luna următoare; Ore; Minute; Dimineața sau după-amiaza; Pornit; Oprit; Șterge; Mai mult; Mai puțin; Închide; Luna; Anul
        ru; Предыдущий месяц; Следующий месяц; Часы; Минуты; До или после полудня; Включено; Выключено; Очистить; Больше; Меньше; Закрыть; Месяц; Год
        """
}
