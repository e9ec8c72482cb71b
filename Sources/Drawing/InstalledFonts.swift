// Queries what the installed fonts can draw, through Pango and fontconfig, as drawing text does.

internal import CPango

/// The installed fonts.
package enum InstalledFonts {
    /// Gives up the fonts that this thread has loaded. The next text loads those that it needs anew, which can take longer than laying
    /// it out.
    package static func unload() { pango_cairo_font_map_set_default(nil) }

    /// The number of families.
    package static var familyCount: Int { families().count }

    /// The names of the families, in no order.
    package static func families() -> [String] {
        var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
        var count: Int32 = 0
        pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &count)
        defer { g_free(families) }
        return (0..<Int(count)).compactMap { index in
            pango_font_family_get_name(families?[index]).map { String(cString: $0) }
        }
    }

    /// The family that draws Latin text of `style`. Nil when there is none.
    package static func family(for style: TextStyle = TextStyle(size: 20)) -> String? {
        let map = pango_cairo_font_map_get_default()
        guard let context = pango_font_map_create_context(map) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        let wanted = TextAttributes.description(of: style)
        defer { pango_font_description_free(wanted) }
        guard let font = pango_font_map_load_font(map, context, wanted) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(font)) }
        let found = pango_font_describe(font)
        defer { pango_font_description_free(found) }
        return pango_font_description_get_family(found).map { String(cString: $0) }
    }

    /// Whether a font of the family `name` is installed, or one that fontconfig takes for it, such as Liberation Sans for Arial.
    package static func has(family name: String) -> Bool {
        guard let found = family(for: TextStyle(family: name, size: 20)) else { return false }
        return found.lowercased() == name.lowercased() || found != fallback
    }

    /// The family that is taken where none of the wanted ones is installed.
    private static var fallback: String? { family(for: TextStyle(family: "no such family", size: 20)) }

    /// The characters of `text`, which is in `language`, that no font can draw. Each is listed once, in order of appearance.
    package static func missing(in text: String, language: String) -> [Character] {
        let style = TextStyle(size: 20)
        guard TextLayout(AttributedText(text, style, language: language)).unknownGlyphCount > 0 else { return [] }
        var seen: Set<Character> = []
        return text.filter { character in
            seen.insert(character).inserted
                && TextLayout(AttributedText(String(character), style, language: language)).unknownGlyphCount > 0
        }.map(\.self)
    }

    /// The script of `character` as an ISO 15924 code, such as `Hani`. `Zyyy` for characters that all scripts share.
    package static func script(of character: Character) -> String {
        let own = character.unicodeScalars.lazy.map { g_unichar_get_script($0.value) }
            .first { $0 != G_UNICODE_SCRIPT_COMMON && $0 != G_UNICODE_SCRIPT_INHERITED }
        let code = g_unicode_script_to_iso15924(own ?? G_UNICODE_SCRIPT_COMMON)
        return String(decoding: [24, 16, 8, 0].map { UInt8(code >> $0 & 255) }, as: UTF8.self)
    }
}
