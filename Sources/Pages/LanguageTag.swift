// The tag of a language (BCP 47) in a setting, and what is wrong with it.

import Settings

/// What is wrong with a tag such as `de` or `zh-Hant`, which decides about fonts, line breaks and direction.
enum LanguageTag {
    /// The codes of ISO 639-1.
    private static let codes = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu
        fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn
        ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os
        pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt
        tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// What people write instead of a code: the name of a language, or the code of a country.
    private static let mistaken = [
        "english": "en", "us": "en", "gb": "en", "german": "de", "deutsch": "de", "french": "fr", "français": "fr",
        "spanish": "es", "español": "es", "italian": "it", "italiano": "it", "dutch": "nl", "portuguese": "pt",
        "polish": "pl", "czech": "cs", "cz": "cs", "danish": "da", "dk": "da", "swedish": "sv", "greek": "el",
        "gr": "el",
        "ukrainian": "uk", "russian": "ru", "turkish": "tr", "arabic": "ar", "hebrew": "he", "hindi": "hi",
        "chinese": "zh",
        "cn": "zh", "japanese": "ja", "jp": "ja", "korean": "ko",
    ]

    /// The codes of three letters (ISO 639-2) of languages that have one of two, which their tags then begin with (RFC 5646, 2.2.1).
    private static let shorter = Dictionary(
        uniqueKeysWithValues: """
            afr af, amh am, ara ar, aze az, bel be, ben bn, bos bs, bul bg, cat ca, ces cs, cym cy, dan da, deu de, ell el, eng en, \
            epo eo, est et, eus eu, fas fa, fin fi, fra fr, gle ga, glg gl, guj gu, heb he, hin hi, hrv hr, hun hu, hye hy, ind id, \
            isl is, ita it, jpn ja, kan kn, kat ka, kaz kk, khm km, kor ko, lao lo, lat la, lav lv, lit lt, ltz lb, mal ml, mar mr, \
            mkd mk, mlt mt, mon mn, msa ms, mya my, nep ne, nld nl, nno nn, nob nb, nor no, pan pa, pol pl, por pt, ron ro, rus ru, \
            sin si, slk sk, slv sl, som so, spa es, sqi sq, srp sr, swa sw, swe sv, tam ta, tel te, tha th, tur tr, ukr uk, urd ur, \
            uzb uz, vie vi, zho zh, alb sq, arm hy, baq eu, bur my, chi zh, cze cs, dut nl, fre fr, geo ka, ger de, gre el, ice is, \
            mac mk, may ms, per fa, rum ro, slo sk, wel cy
            """.split(separator: ", ").map { pair in
                let codes = pair.split(separator: " ")
                return (String(codes[0]), String(codes[1]))
            })

    /// What is wrong with `tag`; nil for nothing.
    static func problem(of tag: String) -> String? {
        let parts = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        let first = parts[0]
        let isWellFormed =
            (2...3).contains(first.count) && first.allSatisfy { $0.isASCII && $0.isLetter }
            && parts.dropFirst().allSatisfy {
                (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
        if isWellFormed, let code = shorter[first] {
            return "the code of \(LanguageNames.names(of: code).english) is \"\(code)\", not \"\(first)\""
        }
        if isWellFormed, first.count == 3 || codes.contains(first) { return nil }
        return "there is no language \"\(tag)\"; "
            + (meant(by: tag).map { "did you mean \"\($0)\"?" }
                ?? "write its code, such as \"en\", \"de\" or \"zh-Hant\"")
    }

    /// The tag that was probably meant by `tag`, which has a problem; nil where that is not known.
    static func meant(by tag: String) -> String? {
        let parts = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        if let code = shorter[parts[0]] { return usual(([code] + parts.dropFirst()).joined(separator: "-")) }
        let hyphened = tag.replacing("_", with: "-")
        return mistaken[parts[0]] ?? (hyphened != tag && problem(of: hyphened) == nil ? hyphened : nil)
    }
}

extension LanguageTag {
    /// Whether `tag` is the tag of a known language in its usual spelling. A part of a file's name is a language only then: many words
    /// have three letters.
    static func isUsual(_ tag: String) -> Bool {
        guard problem(of: tag) == nil, usual(tag) == tag else { return false }
        let primary = String(tag.prefix { $0 != "-" })
        return primary.count == 2 || LanguageNames.has(primary)
    }

    /// `tag` in its usual spelling (RFC 5646, 2.1.1), such as `de`, `zh-Hant` or `pt-BR`.
    static func usual(_ tag: String) -> String {
        tag.split(separator: "-", omittingEmptySubsequences: false).enumerated().map { index, part in
            switch (index, part.count) {
            case (1..., 4): part.prefix(1).uppercased() + part.dropFirst().lowercased()
            case (1..., 2): part.uppercased()
            default: part.lowercased()
            }
        }.joined(separator: "-")
    }
}

extension Settings {
    /// The language of the text, as a tag. One that is unknown is kept, with a warning.
    var language: String? {
        guard let tag = string("language") else { return nil }
        if let problem = LanguageTag.problem(of: tag) { report("language", problem, severity: .warning) }
        return tag
    }
}
