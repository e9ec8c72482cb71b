// The title of the list of languages, in the languages of the calibration.

/// The word for "language" in each language.
package enum LanguageWords {
    /// The word in `language` (BCP 47), or in the same language in another country or script, or else in English.
    static func title(in language: String) -> String {
        let primary = language.prefix { $0 != "-" }
        let entry = titles.first { $0.tag == language } ?? titles.first { $0.tag.prefix { $0 != "-" } == primary }
        return (entry ?? titles[0]).title
    }

    /// The words by their languages, English first.
    package static let titles: [(tag: String, title: String)] = [
        ("en", "Language"), ("zh-Hans", "语言"), ("ar", "اللغة"), ("fr", "Langue"), ("de", "Sprache"), ("es", "Idioma"),
        ("pt", "Idioma"), ("it", "Lingua"), ("cy", "Iaith"), ("el", "Γλώσσα"), ("uk", "Мова"), ("he", "שפה"),
        ("hi", "भाषा"), ("ja", "言語"), ("ko", "언어"), ("tr", "Dil"),
    ]
}
