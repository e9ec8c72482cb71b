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

    /// The keys of `plane`, those of `layout`, for a text of `kind`, in `width` (px) below `top`. `density` is the number of pixels per
    /// millimetre along each axis.
    init(
        _ plane: KeyPlane, of layout: KeyboardLayout?, isShifted: Bool, hasOtherLayouts: Bool, for kind: TextKind,
        below top: Double, width: Double, density: Size
    ) {
        let rows: [[WideKey]] =
            switch (kind.isPad, plane, layout) {
            case (true, _, _): Self.pad(kind)
            case (false, .letters, let layout?):
                Self.letters(layout, isShifted, hasOtherLayouts, kind)
            case (false, .signs, let layout?): Self.signs(layout, kind)
            case (false, _, _): Self.digits(layout, kind)
            }
        let columns = rows.map { $0.reduce(0) { $0 + $1.width } }.max() ?? 1
        // On a narrow glass keys are as wide as there is room.
        let pitch = (min(width / columns, Self.most * density.width)).rounded(.down)
        let rowHeight = (min(max(Self.least, pitch / density.width * 0.8), 18) * density.height).rounded(.up)
        height = rowHeight * Double(rows.count)
        for (index, row) in rows.enumerated() {
            var x = (width - pitch * row.reduce(0) { $0 + $1.width }) / 2
            for key in row {
                let (left, right) = (x.rounded(), (x + key.width * pitch).rounded())
                keys.append(Key(action: key.action, frame: Rect(left, top + Double(index) * rowHeight, right - left, rowHeight)))
                x += key.width * pitch
            }
        }
    }

    // MARK: Rows

    private static func type(_ text: String, _ variants: [String] = []) -> WideKey { (.type(text, variants: variants), 1) }

    private static func letters(
        _ layout: KeyboardLayout, _ isShifted: Bool, _ hasOthers: Bool, _ kind: TextKind
    ) -> [[WideKey]] {
        var rows = layout.rows.map { row in
            row.map { isShifted ? type($0.shifted, $0.shiftedVariants) : type($0.text, $0.variants) }
        }
        if layout.hasCapitals { rows[rows.count - 1].insert((.shift, 1.5), at: 0) }
        rows[rows.count - 1].append((.backspace, 1.5))
        return rows + [lastRow(other: .digits, hasOthers, kind, isArabic: layout.name.hasPrefix("ar") || layout.name == "ir")]
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
            + [type(before, kind == .mail ? ["_", "-", "+"] : []), (.space, hasOthers ? 3 : 4), type(after, marks), (.enter, 1.75)]
        return row
    }

    /// The most usual signs, in the order in which people look for them on a telephone.
    private static let commonSigns = ["@", "#", "&", "%", "+", "-", "/", "(", ")", "=", "\"", "'", ":", ";", "!", "?", "*"]

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
        let usual = ["€", "$", "£", "_", "[", "]", "{", "}", "<", ">", "\\", "|", "~", "^", "°", "§", "„", "“", "”", "«", "»", "…", "–", "·", "•", "¿", "¡"]
        let own = layout.signs.filter { !known.contains($0) && !usual.contains($0) }
        let all = (usual + own).prefix(27).map { type($0) }
        return [
            Array(all[..<10]), Array(all[10..<20]), [(.plane(.digits), 1.5)] + all[20...] + [(.backspace, 1.5)],
            lastRow(other: .letters, false, kind),
        ]
    }

    /// Large keys in the order of telephones, for numbers.
    private static func pad(_ kind: TextKind) -> [[WideKey]] {
        let (before, after): (WideKey?, WideKey?) =
            switch kind {
            case .phone: (type("+", ["*", "#"]), (.space, 1))
            case .number: (type("."), type(","))
            default: (nil, nil)
            }
        func wide(_ keys: [WideKey]) -> [WideKey] { keys.map { ($0.action, 1.5) } }
        let sign: [WideKey] = kind == .number ? [type("-")] : kind == .phone ? [type("-")] : []
        let rows: [[WideKey]] = [
            "123".map { type(String($0)) } + [(.backspace, 1)],
            "456".map { type(String($0)) } + sign,
            "789".map { type(String($0)) },
            [before, type("0"), after].compactMap(\.self) + [(.enter, 1)],
        ]
        return rows.map(wide)
    }
}
