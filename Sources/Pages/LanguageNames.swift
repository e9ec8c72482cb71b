// The names of languages: in English for messages, and in each language itself for visitors.

/// The names of a language.
struct LanguageName: Hashable, Sendable {
    /// The name in English, such as `German`.
    let english: String
    /// The name in the language itself, such as `Deutsch`, with a capital where its script has them.
    let own: String
}

/// The names of the languages in ISO 639-1 that the Unicode CLDR (version 47) has data for, and of some variants that have a tag of
/// their own. No library of Debian gives names in the language itself without all of ICU's data, which is 30 MB.
enum LanguageNames {
    /// The names of the language with the tag `tag`. The tag itself stands in for a name that is not known.
    static func names(of tag: String) -> LanguageName {
        if let known = byTag[tag] { return known }
        let primary = String(tag.prefix { $0 != "-" })
        guard let main = byTag[primary] else { return LanguageName(english: "\"\(tag)\"", own: tag) }
        // Two variants of a language are told apart by the rest of their tags.
        let rest = tag.dropFirst(primary.count + 1)
        return LanguageName(english: "\(main.english) (\(rest))", own: "\(main.own) (\(rest))")
    }

    /// Whether the list has the tag `tag`.
    static func has(_ tag: String) -> Bool { byTag[tag] != nil }

    private static let byTag: [String: LanguageName] = {
        var names: [String: LanguageName] = [:]
        for entry in list.split(separator: ";") {
            let parts = entry.drop(while: \.isWhitespace).split(separator: "|").map(String.init)
            names[parts[0]] = LanguageName(english: parts[1], own: parts[2])
        }
        return names
    }()

    /// For each language the tag, the name in English and the name in the language itself.
    private static let list = """
        aa|Afar|Qafar; ab|Abkhazian|Аԥсшәа; af|Afrikaans|Afrikaans; ak|Akan|Akan; am|Amharic|አማርኛ;
        an|Aragonese|Aragonés; ar|Arabic|العربية; as|Assamese|অসমীয়া; az|Azerbaijani|Azərbaycan;
        ba|Bashkir|Башҡорт теле; be|Belarusian|Беларуская; bg|Bulgarian|Български; bm|Bambara|Bamanakan;
        bn|Bangla|বাংলা; bo|Tibetan|བོད་སྐད་; br|Breton|Brezhoneg; bs|Bosnian|Bosanski; ca|Catalan|Català;
        ce|Chechen|Нохчийн; co|Corsican|Corsu; cs|Czech|Čeština; cu|Church Slavic|Церковнослове́нскїй;
        cv|Chuvash|Чӑваш; cy|Welsh|Cymraeg; da|Danish|Dansk; de|German|Deutsch; dv|Divehi|ދިވެހިބަސް;
        dz|Dzongkha|རྫོང་ཁ; ee|Ewe|Eʋegbe; el|Greek|Ελληνικά; en|English|English; eo|Esperanto|Esperanto;
        es|Spanish|Español; et|Estonian|Eesti; eu|Basque|Euskara; fa|Persian|فارسی; ff|Fula|Pulaar; fi|Finnish|Suomi;
        fo|Faroese|Føroyskt; fr|French|Français; fy|Western Frisian|Frysk; ga|Irish|Gaeilge;
        gd|Scottish Gaelic|Gàidhlig; gl|Galician|Galego; gn|Guarani|Avañe’ẽ; gu|Gujarati|ગુજરાતી; gv|Manx|Gaelg;
        ha|Hausa|Hausa; he|Hebrew|עברית; hi|Hindi|हिन्दी; hr|Croatian|Hrvatski; ht|Haitian Creole|Kreyòl Ayisyen;
        hu|Hungarian|Magyar; hy|Armenian|Հայերեն; ia|Interlingua|Interlingua; id|Indonesian|Indonesia;
        ie|Interlingue|Interlingue; ig|Igbo|Igbo; ii|Sichuan Yi|ꆈꌠꉙ; io|Ido|Ido; is|Icelandic|Íslenska;
        it|Italian|Italiano; iu|Inuktitut|ᐃᓄᒃᑎᑐᑦ; ja|Japanese|日本語; jv|Javanese|Jawa; ka|Georgian|Ქართული;
        ki|Kikuyu|Gikuyu; kk|Kazakh|Қазақ тілі; kl|Kalaallisut|Kalaallisut; km|Khmer|ខ្មែរ; kn|Kannada|ಕನ್ನಡ;
        ko|Korean|한국어; ks|Kashmiri|کٲشُر; ku|Kurdish|Kurdî (kurmancî); kw|Cornish|Kernewek; ky|Kyrgyz|Кыргызча;
        la|Latin|Latina; lb|Luxembourgish|Lëtzebuergesch; lg|Ganda|Luganda; ln|Lingala|Lingála; lo|Lao|ລາວ;
        lt|Lithuanian|Lietuvių; lu|Luba-Katanga|Tshiluba; lv|Latvian|Latviešu; mg|Malagasy|Malagasy; mi|Māori|Māori;
        mk|Macedonian|Македонски; ml|Malayalam|മലയാളം; mn|Mongolian|Монгол; mr|Marathi|मराठी; ms|Malay|Melayu;
        mt|Maltese|Malti; my|Burmese|မြန်မာ; nb|Norwegian Bokmål|Norsk bokmål; nd|North Ndebele|IsiNdebele;
        ne|Nepali|नेपाली; nl|Dutch|Nederlands; nn|Norwegian Nynorsk|Norsk nynorsk; no|Norwegian|Norsk;
        nr|South Ndebele|IsiNdebele; nv|Navajo|Diné Bizaad; ny|Nyanja|Nyanja; oc|Occitan|Occitan; om|Oromo|Oromoo;
        or|Odia|ଓଡ଼ିଆ; os|Ossetic|Ирон; pa|Punjabi|ਪੰਜਾਬੀ; pl|Polish|Polski; ps|Pashto|پښتو; pt|Portuguese|Português;
        qu|Quechua|Runasimi; rm|Romansh|Rumantsch; rn|Rundi|Ikirundi; ro|Romanian|Română; ru|Russian|Русский;
        rw|Kinyarwanda|Ikinyarwanda; sa|Sanskrit|संस्कृत भाषा; sc|Sardinian|Sardu; sd|Sindhi|سنڌي;
        se|Northern Sami|Davvisámegiella; sg|Sango|Sängö; si|Sinhala|සිංහල; sk|Slovak|Slovenčina;
        sl|Slovenian|Slovenščina; sn|Shona|ChiShona; so|Somali|Soomaali; sq|Albanian|Shqip; sr|Serbian|Српски;
        ss|Swati|SiSwati; st|Southern Sotho|Sesotho; su|Sundanese|Basa Sunda; sv|Swedish|Svenska; sw|Swahili|Kiswahili;
        ta|Tamil|தமிழ்; te|Telugu|తెలుగు; tg|Tajik|Тоҷикӣ; th|Thai|ไทย; ti|Tigrinya|ትግርኛ; tk|Turkmen|Türkmen dili;
        tl|Tagalog|Tagalog; tn|Tswana|Setswana; to|Tongan|Lea fakatonga; tr|Turkish|Türkçe; ts|Tsonga|Xitsonga;
        tt|Tatar|Татар; ug|Uyghur|ئۇيغۇرچە; uk|Ukrainian|Українська; ur|Urdu|اردو; uz|Uzbek|O‘zbek; ve|Venda|Tshivenḓa;
        vi|Vietnamese|Tiếng Việt; vo|Volapük|Volapük; wa|Walloon|Walon; wo|Wolof|Wolof; xh|Xhosa|IsiXhosa;
        yi|Yiddish|ייִדיש; yo|Yoruba|Èdè Yorùbá; za|Zhuang|Vahcuengh; zh|Chinese|中文; zu|Zulu|IsiZulu;
        zh-Hans|Simplified Chinese|简体中文; zh-Hant|Traditional Chinese|繁體中文;
        pt-BR|Brazilian Portuguese|Português (Brasil); pt-PT|European Portuguese|Português europeu;
        en-GB|British English|British English; en-US|American English|American English;
        sr-Latn|Serbian in Latin letters|Srpski (latinica); sr-Cyrl|Serbian in Cyrillic letters|Српски (ћирилица);
        es-419|Latin American Spanish|Español latinoamericano; fil|Filipino|Filipino;
        gsw|Swiss German|Schwiizertüütsch; hsb|Upper Sorbian|Hornjoserbšćina; dsb|Lower Sorbian|Dolnoserbšćina;
        ckb|Central Kurdish|کوردیی ناوەندی; haw|Hawaiian|ʻŌlelo Hawaiʻi; yue|Cantonese|粵語; kab|Kabyle|Taqbaylit;
        nds|Low German|Neddersass’sch
        """
}
