// The colours that a kiosk sets itself, and the palette that follows from them.

import Layers
import Settings
import Stage

/// The colours in `[theme]` or `[theme.night]`. What is not set comes from the theme below, or follows from what is set.
package struct ColorTable: Hashable, Sendable {
    /// The names of the colours, as in `kiosk.toml`.
    enum Name: String, CaseIterable, Sendable {
        case background, text, secondary, accent, marks, separator, pressed, placeholder, behind, bar
        case barText = "bar-text"
        case barAccent = "bar-accent"
    }

    private var colors: [Name: Color] = [:]

    /// No colours.
    init() {}

    /// The colours in `settings`.
    init(reading settings: Settings) {
        for name in Name.allCases {
            guard let text = settings.string(name.rawValue) else { continue }
            if let color = Color(hex: text) {
                colors[name] = color
            } else {
                settings.reject(
                    name.rawValue, "must be a colour, # and six digits or letters from A to F, such as \"#1D2A3C\"")
            }
        }
    }

    /// The palette of `base` with these colours.
    func palette(over base: Theme.Name) -> Palette {
        var all = Palette(base)
        all.background = colors[.background] ?? all.background
        all.text = colors[.text] ?? all.text
        all.accent = colors[.accent] ?? all.accent
        if colors[.background] != nil || colors[.text] != nil { follow(&all) }
        all.secondaryText = colors[.secondary] ?? all.secondaryText
        all.mark = colors[.marks] ?? all.mark
        all.separator = colors[.separator] ?? all.separator
        all.pressed = colors[.pressed] ?? Self.pressed(all)
        all.placeholder = colors[.placeholder] ?? all.placeholder
        all.error = Self.error(all)
        all.destructive = all.error
        all.ground = colors[.behind] ?? all.ground
        dressBar(&all, over: base)
        return all
    }

    /// Mixes the lesser colours from the background and the text, as pale as they may be.
    private func follow(_ all: inout Palette) {
        let (background, text) = (all.background, all.text)
        func mixed(_ shares: [Double], least: Double) -> Color {
            let colors = shares.map { text.mixed(with: background, $0) }
            return colors.first { Contrast.between($0, background) >= least } ?? text
        }
        all.secondaryText = mixed([0.25, 0.15, 0.05], least: Contrast.text)
        all.mark = mixed([0.4, 0.25, 0.1], least: Contrast.mark)
        let lines = (6...20).map { background.mixed(with: text, Double($0) / 40) }
        all.separator = lines.first { Contrast.between($0, background) >= Contrast.line } ?? lines[lines.count - 1]
        all.placeholder = background.mixed(with: text, 0.08)
        all.ground = background.mixed(with: Color.black, 0.45)
        all.pressed = background.mixed(with: text, 0.08)
        all.surface = background.mixed(with: text, 0.04)
    }

    /// A red that can be read in `all`, or else the colour of text.
    private static func error(_ all: Palette) -> Color {
        let reds = [all.error] + Theme.Name.allCases.map { Palette($0).error }
        return reds.first { red in
            [all.background, all.pressed, all.surface].allSatisfy { Contrast.between(red, $0) >= Contrast.text }
        } ?? all.text
    }

    /// The ground of a pressed row in `all`: its own, or a paler one where the words on it would lose their contrast.
    private static func pressed(_ all: Palette) -> Color {
        let choices = [all.pressed] + [0.06, 0.04, 0.03].map { all.background.mixed(with: all.text, $0) }
        return choices.first { ground in
            [all.text, all.secondaryText, all.accent].allSatisfy { Contrast.between($0, ground) >= Contrast.text }
        } ?? choices[choices.count - 1]
    }

    /// Sets the colours of the bar. On a bar of its own colour the words have those of the other colours that can be read there.
    private func dressBar(_ all: inout Palette, over base: Theme.Name) {
        let theirs = Palette(base)
        let bar = colors[.bar] ?? (theirs.bar == theirs.background ? all.background : theirs.bar)
        let isPlain = bar == all.background
        // Black or white can be read on any colour.
        func readable(_ choices: [Color]) -> Color {
            (choices + [.white, .black]).first { Contrast.between($0, bar) >= Contrast.text } ?? .black
        }
        all.bar = bar
        all.barText = colors[.barText] ?? (isPlain ? all.text : readable([all.text, all.background]))
        all.barAccent = colors[.barAccent] ?? (isPlain ? all.accent : readable([all.accent, all.barText]))
    }

    // MARK: What cannot be read

    /// A colour that stands on others.
    private struct Stand {
        let name: Name
        let color: Color
        let grounds: [(name: Name, color: Color)]
        let least: Double
    }

    /// Warns of each colour of `settings` that can hardly be read in `palette`, which these colours have made.
    func check(_ palette: Palette, _ settings: Settings) {
        // What is under a finger is not read at that moment, and no colour is wrong because of a ground that was only mixed.
        let pressed = colors[.pressed].map { [(Name.pressed, $0)] } ?? []
        let grounds = [(Name.background, palette.background)] + pressed
        let bar = [(Name.bar, palette.bar)]
        let all = [
            Stand(name: .text, color: palette.text, grounds: grounds, least: Contrast.text),
            Stand(name: .secondary, color: palette.secondaryText, grounds: grounds, least: Contrast.text),
            Stand(name: .accent, color: palette.accent, grounds: grounds, least: Contrast.text),
            Stand(name: .marks, color: palette.mark, grounds: grounds, least: Contrast.mark),
            Stand(name: .barText, color: palette.barText, grounds: bar, least: Contrast.text),
            Stand(name: .barAccent, color: palette.barAccent, grounds: bar, least: Contrast.text),
        ]
        for one in all {
            guard
                let ground = one.grounds.first(where: { Contrast.between(one.color, $0.color) < one.least }),
                // What the kiosk does not set is mixed from what it does set.
                let key = [one.name, ground.name, .background, .text].first(where: { colors[$0] != nil })
            else { continue }
            settings.report(key.rawValue, Self.words(one, on: ground), severity: .warning)
        }
    }

    private static func words(_ one: Stand, on ground: (name: Name, color: Color)) -> String {
        // Rounded down, so that 4.49 does not read as 4.5.
        let tenths = Int(Contrast.between(one.color, ground.color) * 10)
        let better = Contrast.nearest(to: one.color, on: one.grounds.map(\.color), least: one.least)
        return "\(one.name.rawValue) \(one.color.hex) on \(ground.name.rawValue) \(ground.color.hex) has a contrast of "
            + "\(tenths / 10).\(tenths % 10):1, and \(one.least == Contrast.text ? "text needs 4.5:1" : "marks need 3:1"); "
            + (better.map { "\(one.name.rawValue) = \"\($0.hex)\" would do" }
                ?? "choose a lighter or a darker \(ground.name.rawValue)")
    }
}
