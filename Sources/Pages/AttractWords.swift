// The call to touch the panel, in the languages of the calibration.

/// The call of a kiosk that does not have one of its own.
package enum AttractWords {
    /// The call in `language` (BCP 47), or in the same language in another country or script, or else in English.
    package static func call(in language: String) -> AttractTable.Call {
        let primary = language.prefix { $0 != "-" }
        let related = calls.first { $0.language.prefix { $0 != "-" } == primary }
        return calls.first { $0.language == language } ?? related ?? calls[0]
    }

    /// The calls, English first.
    package static let calls: [AttractTable.Call] = [
        ("en", "Touch to begin"), ("zh-Hans", "触摸屏幕开始"), ("ar", "المس الشاشة للبدء"), ("fr", "Touchez pour commencer"),
        ("de", "Zum Starten berühren"), ("es", "Toque para empezar"), ("pt", "Toque para começar"),
        ("it", "Tocchi per iniziare"), ("cy", "Cyffyrddwch i ddechrau"), ("el", "Αγγίξτε για έναρξη"),
        ("uk", "Торкніться, щоб почати"), ("he", "געו במסך כדי להתחיל"), ("hi", "शुरू करने के लिए छुएँ"),
        ("ja", "画面にタッチして開始"), ("ko", "화면을 터치하여 시작하세요"), ("tr", "Başlamak için dokunun"),
    ].map { AttractTable.Call(language: $0.0, text: $0.1) }
}
