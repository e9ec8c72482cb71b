// Which keys stand in which row.

import Geometry
import Keyboards
import Stage

/// A key and how many times as wide as a letter it is.
private typealias WideKey = (action: KeyAction, width: Double)

/// The rows of keys for a kind of text, and where they stand.
nonisolated struct KeyRows {
    /// The keys, with their places on the keyboard (px).
    private(set) var keys: [Key] = []
    /// The height of all rows (px).
    let height: Double

    /// The smallest and the largest distance (mm) between the centres of two keys. A thumb that types fast needs 14 mm; keys further apart
    /// than those of a large keyboard are slower to reach.
    static let (least, most) = (14.0, 22.0)
    /// The largest height (mm) of a key, and the share of the glass that all rows may take if their keys are higher than the least.
    private static let (highest, share) = (18.0, 0.35)

    /// The keys of `plane`, those of `layout`, for a text of `kind`, `top` pixels below the upper edge of a
    /// keyboard on a glass of the size `room` (px). `density` is the number of pixels per
    /// millimetre along each axis.
    init(
        _ plane: KeyPlane, of layout: KeyboardLayout?, isShifted: Bool, hasOtherLayouts: Bool, for kind: TextKind,
        below top: Double, in room: Size, density: Size
    ) {
        let rows: [[WideKey?]] =
            switch (kind.isPad, plane, layout) {
            case (true, _, _): Self.pad(kind)
            case (false, .letters, let layout?):
                Self.letters(layout, isShifted, hasOtherLayouts, kind)
            case (false, .signs, let layout?): Self.signs(layout, kind)
            case (false, _, _): Self.digits(layout, kind)
            }
        func columns(_ row: [WideKey?]) -> Double { row.reduce(0) { $0 + ($1?.width ?? 1) } }
        let widest = rows.map(columns).max() ?? 1
        // On a narrow glass keys are as wide as there is room, and on a low one no higher than they have to be.
        let pitch = min(room.width / widest, (kind.isPad ? 1.5 : 1) * Self.most * density.width).rounded(.down)
        let high = min(
            pitch / density.width * 0.8, room.height / density.height * Self.share / Double(rows.count), Self.highest)
        let rowHeight = (max(Self.least, high) * density.height).rounded(.up)
        height = rowHeight * Double(rows.count)
        for (index, row) in rows.enumerated() {
            var x = (room.width - pitch * columns(row)) / 2
            for key in row {
                let (left, right) = (x.rounded(), (x + (key?.width ?? 1) * pitch).rounded())
                let frame = Rect(left, top + Double(index) * rowHeight, right - left, rowHeight)
                if let key { keys.append(Key(action: key.action, frame: frame)) }
                x += (key?.width ?? 1) * pitch
            }
        }
    }

    // MARK: Rows

    private static func type(_ text: String, _ variants: [String] = []) -> WideKey {
        (.type(text, variants: variants), 1)
    }

    private static func letters(
        _ layout: KeyboardLayout, _ isShifted: Bool, _ hasOthers: Bool, _ kind: TextKind
    ) -> [[WideKey]] {
        var rows = layout.rows.map { row in
            row.map { isShifted ? type($0.shifted, $0.shiftedVariants) : type($0.text, $0.variants) }
        }
        if layout.hasCapitals { rows[rows.count - 1].insert((.shift, 1.5), at: 0) }
        rows[rows.count - 1].append((.backspace, 1.5))
        return rows + [
            lastRow(other: .digits, hasOthers, kind, isArabic: layout.name.hasPrefix("ar") || layout.name == "ir")
        ]
    }

    /// The row with the space bar. What a kind of text needs often has a key there.
    private static func lastRow(
        other: KeyPlane, _ hasOthers: Bool, _ kind: TextKind, isArabic: Bool = false
    ) -> [WideKey] {
        let (before, after): (String, String) =
            switch kind {
            case .mail: ("@", ".")
            case .webAddress: ("/", ".")
            default: (isArabic ? "،" : ",", ".")
            }
        let marks = [isArabic ? "؟" : "?", "!", isArabic ? "؛" : ";", ":", "-", "'"]
        let row: [WideKey] =
            [(.plane(other), 1.5)] + (hasOthers ? [(.layout, 1)] : [])
            + [
                type(before, kind == .mail ? ["_", "-", "+"] : []), (.space, hasOthers ? 3 : 4), type(after, marks),
                (.enter, 1.75),
            ]
        return row
    }

    /// The most usual signs, in the order in which people look for them on a telephone.
    private static let commonSigns = [
        "@", "#", "&", "%", "+", "-", "/", "(", ")", "=", "\"", "'", ":", ";", "!", "?", "*",
    ]

    private static func digits(_ layout: KeyboardLayout?, _ kind: TextKind) -> [[WideKey]] {
        let digits = "1234567890".map { type(String($0)) }
        let common = commonSigns.map { type($0) }
        let more: [WideKey] = layout == nil ? [] : [(.plane(.signs), 1.5)]
        return [
            digits, Array(common[..<10]), more + common[10...] + [(.backspace, 1.5)],
            lastRow(other: layout == nil ? .digits : .letters, false, kind),
        ]
    }

    /// The signs of the layout that are not among the usual ones: those of the language, and those of programmers.
    private static func signs(_ layout: KeyboardLayout, _ kind: TextKind) -> [[WideKey]] {
        let known = Set(commonSigns + [",", "."])
        // Signs that a language uses stand before those that only its layout has.
        let usual = [
            "€", "$", "£", "_", "[", "]", "{", "}", "<", ">", "\\", "|", "~", "^", "°", "§", "„", "“", "”", "«", "»",
            "…", "–", "·", "•", "¿", "¡",
        ]
        let own = layout.signs.filter { !known.contains($0) && !usual.contains($0) }
        let all = (usual + own).prefix(27).map { type($0) }
        return [
            Array(all[..<10]), Array(all[10..<20]), [(.plane(.digits), 1.5)] + all[20...] + [(.backspace, 1.5)],
            lastRow(other: .letters, false, kind),
        ]
    }

    /// Large keys in the order of telephones, for numbers.
    private static func pad(_ kind: TextKind) -> [[WideKey?]] {
        let (sign, before, after): (WideKey?, WideKey?, WideKey?) =
            switch kind {
            case .phone: (type("-"), type("+", ["*", "#"]), (.space, 1))
            case .number: (type("-"), type("."), type(","))
            default: (nil, nil, nil)
            }
        return [
            "123".map { type(String($0)) } + [(.backspace, 1)],
            "456".map { type(String($0)) } + [sign],
            "789".map { type(String($0)) } + [nil],
            [before, type("0"), after, (.enter, 1)],
        ]
    }
}
