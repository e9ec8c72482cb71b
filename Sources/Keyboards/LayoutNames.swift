// The keyboard layout of a language.

extension KeyboardLayout {
    /// The names of the layouts for `language` (BCP 47), the best first: that of the region, then that of the language, then the American one,
    /// with which names and addresses of the internet are typed everywhere.
    package static func names(for language: String?) -> [String] {
        let parts = (language ?? "en").split { $0 == "-" || $0 == "_" }.map { $0.lowercased() }
        let tongue = parts.first ?? "en"
        let region = parts.dropFirst().first { $0.count == 2 }
        var names: [String] = []
        if let region, let name = regional["\(tongue)-\(region)"] { names.append(name) }
        names.append(others[tongue] ?? tongue)
        if names.last != "us" { names.append("us") }
        return names
    }

    /// The languages whose layout is not called by their own code (ISO 639), but by that of a country.
    private static let others = [
        "en": "us", "el": "gr", "ar": "ara", "he": "il", "iw": "il", "sv": "se", "da": "dk", "cs": "cz", "uk": "ua",
        "sl": "si", "et": "ee", "nb": "no", "nn": "no", "ja": "us", "ko": "us", "zh": "us", "fa": "ir", "hi": "in",
        "ka": "ge",
        "hy": "am", "sq": "al", "sr": "rs", "be": "by", "kk": "kz", "vi": "us", "ga": "ie", "ca": "es(cat)", "ur": "pk",
        "eu": "es", "gl": "es", "cy": "gb", "af": "za", "bs": "ba", "bn": "bd", "ta": "in(tam)",
    ]

    /// The regions that type their language otherwise.
    private static let regional = [
        "en-gb": "gb", "en-ie": "ie", "de-ch": "ch", "fr-ch": "ch(fr)", "fr-be": "be", "nl-be": "be", "fr-ca": "ca",
        "pt-br": "br",
        "es-mx": "latam", "es-ar": "latam", "es-co": "latam", "es-cl": "latam", "es-pe": "latam", "es-us": "latam",
    ]
}
