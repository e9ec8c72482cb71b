// What libxkbcommon knows of a keyboard layout.

internal import CKeyboard
import Glibc

/// A keyboard layout as libxkbcommon has read it.
final class Keymap {
    /// The keys of the three rows of letters, by the names of their places. A keyboard of 105 keys has one more left of the Z.
    static let letterRows = [names("AD", 12), names("AC", 12) + ["BKSL"], ["LSGT"] + names("AB", 11)]
    /// The keys of the row of digits.
    static let digitRow = ["TLDE"] + names("AE", 13)

    private static func names(_ row: String, _ count: Int) -> [String] {
        (1...count).map { "\(row)\($0 < 10 ? "0" : "")\($0)" }
    }

    /// What a key types.
    struct Texts: Hashable {
        let base: String
        /// With the shift key.
        let shifted: String
        /// With the third-level key (AltGr), and with both.
        let third: [String]

        var all: [String] { [base, shifted] + third }
        /// The capital of the letter; nil for scripts that have none.
        var capital: String? {
            // The layout knows better than Unicode what the capital is: that of the Turkish i has a dot.
            let isCapital = shifted.count == 1 && shifted.lowercased() != shifted
            if isCapital, shifted.lowercased().unicodeScalars.first == base.unicodeScalars.first { return shifted }
            let capital = base.uppercased()
            return capital.count == 1 && capital != base ? capital : nil
        }
        /// Whether the key types a letter.
        var isLetter: Bool { base.count == 1 && base.first?.isLetter == true }
    }

    private let context: OpaquePointer
    private let keymap: OpaquePointer

    /// The layout `name`, with a variant in brackets; nil if there is none.
    init?(named name: String) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
        // What is wrong is said by whoever asked for the layout.
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        let parts = name.split(separator: "(", maxSplits: 1)
        let layout = parts.first.map(String.init) ?? ""
        let variant = parts.count > 1 ? String(parts[1].prefix { $0 != ")" }) : ""
        // An empty name would be the one in the environment.
        let keymap: OpaquePointer? =
            layout.isEmpty
            ? nil
            : "evdev".withCString { rules in
                "pc105".withCString { model in
                    layout.withCString { layout in
                        variant.withCString { variant in
                            var names = xkb_rule_names(
                                rules: rules, model: model, layout: layout, variant: variant, options: nil)
                            return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
                        }
                    }
                }
            }
        guard let keymap else {
            xkb_context_unref(context)
            return nil
        }
        (self.context, self.keymap) = (context, keymap)
    }

    deinit {
        xkb_keymap_unref(keymap)
        xkb_context_unref(context)
    }

    /// The layout in XKB's text format.
    var text: String {
        guard let text = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1) else { return "" }
        defer { free(text) }
        return String(cString: text)
    }

    /// The state of a keyboard with this layout; the caller releases it.
    func makeState() -> OpaquePointer? { xkb_state_new(keymap) }

    /// What dead keys and their letters become, by the tables of X11; nil where those are not installed. The caller releases it.
    func makeCompose() -> OpaquePointer? {
        guard let table = xkb_compose_table_new_from_locale(context, "en_US.UTF-8", XKB_COMPOSE_COMPILE_NO_FLAGS) else {
            return nil
        }
        defer { xkb_compose_table_unref(table) }
        return xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS)
    }

    /// What the key called `name` types; nil if there is no such key, or it types nothing without a modifier.
    func texts(ofKey name: String) -> Texts? {
        let key = xkb_keymap_key_by_name(keymap, name)
        guard key != xkb_keycode_t.max else { return nil }
        let levels = (0..<min(4, xkb_keymap_num_levels_for_key(keymap, key, 0))).map { text(of: key, level: $0) }
        guard let base = levels.first.flatMap(\.self) else { return nil }
        return Texts(
            base: base, shifted: levels.count > 1 ? levels[1] ?? base : base,
            third: levels.dropFirst(2).compactMap(\.self))
    }

    /// What `key` types at `level`; nil for nothing that can be seen, as for accents that wait for their letter.
    private func text(of key: xkb_keycode_t, level: xkb_level_index_t) -> String? {
        var symbols: UnsafePointer<xkb_keysym_t>?
        let count = xkb_keymap_key_get_syms_by_level(keymap, key, 0, level, &symbols)
        guard count > 0, let symbols else { return nil }
        let text = (0..<Int(count)).map { Self.text(of: symbols[$0]) }.joined()
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return nil }
        // A key with two letters has their ligature in some layouts, which nothing finds again in a text.
        let normal = KeyVariants.compatible(text)
        return normal.isEmpty || normal == " " ? nil : normal
    }

    /// What a key symbol types.
    static func text(of symbol: xkb_keysym_t) -> String {
        var buffer = [CChar](repeating: 0, count: 16)
        guard xkb_keysym_to_utf8(symbol, &buffer, buffer.count) > 1 else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether `text` is a sign that can be typed by itself, and neither a letter nor a digit.
    static func isSign(_ text: String) -> Bool {
        guard text.count == 1, let scalar = text.unicodeScalars.first else { return false }
        return switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .otherSymbol, .modifierSymbol:
            true
        default: false
        }
    }
}
