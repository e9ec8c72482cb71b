// The table [theme]: the look that a kiosk gives itself.

import Drawing
package import Geometry
import Layers
import Settings
package import Stage

/// The look of a kiosk: one of the themes, and what the kiosk changes in it.
package struct ThemeTable: Hashable, Sendable {
    /// The theme that is changed.
    package var base: Theme.Name
    private var colors = ColorTable()
    /// The font families of text and of headings; nil for those of the theme.
    private var font: String?
    private var headingFont: String?
    /// The ratio from one level of headings to the next; nil for the sizes of the theme.
    private var typeScale: Double?
    private var corners: Double?
    /// The logo in the bar in the default language, and those in other languages that have one of their own.
    private var logo: Picture?
    private var logos: [String: Picture] = [:]
    /// The same at night.
    private var nightLogo: Picture?
    private var nightLogos: [String: Picture] = [:]
    private var backgroundPicture: Picture?
    /// The look at night; nil when it is the same.
    package private(set) var night: NightTable?

    /// The files to which it refers.
    private(set) var targets = PageTargets()

    /// The theme `base`, unchanged.
    package init(base: Theme.Name = .paper) { self.base = base }

    /// The look at the key `theme` of `kiosk`, the whole file: the name of a theme, or a table. Nil when there is none. `references`
    /// finds its pictures.
    init?(reading kiosk: Settings, _ references: KioskReferences) {
        guard kiosk.isTable("theme"), let table = kiosk.table("theme") else {
            guard let name = kiosk.choice("theme", Theme.Name.self) else { return nil }
            self.init(base: name)
            return
        }
        self.init(table: table, references)
    }

    private init(table: Settings, _ references: KioskReferences) {
        base = table.choice("base", Theme.Name.self) ?? .paper
        colors = ColorTable(reading: table)
        colors.check(colors.palette(over: base), table)
        font = FontFamily.read("font", table)
        headingFont = FontFamily.read("heading-font", table)
        typeScale = table.number("type-scale", in: 1...2)
        corners = table.number("corners", in: 0...3)
        func read(_ key: String) -> Picture? {
            guard let path = table.string(key) else { return nil }
            let found = references.picture(at: path, on: Self.place)
            if let problem = found.problem { table.report(key, problem) }
            return found.picture
        }
        (logo, nightLogo, backgroundPicture) = (read("logo"), read("logo-night"), read("background-picture"))
        targets = references.targets(of: Self.place)
        /// The versions of the picture `standard` at `key` in other languages.
        func versions(_ key: String, of standard: Picture?) -> [String: Picture] {
            guard let standard, let path = table.string(key) else { return [:] }
            var versions: [String: Picture] = [:]
            for language in references.languages.all where language != references.languages.standard {
                let place = "\(Self.place).\(language)"
                let found = references.picture(at: path, on: place)
                targets.add(references.targets(of: place))
                if let problem = found.problem { table.report(key, "in \(language): \(problem)") }
                if let picture = found.picture, picture != standard { versions[language] = picture }
            }
            return versions
        }
        (logos, nightLogos) = (versions("logo", of: logo), versions("logo-night", of: nightLogo))
        night = NightTable(reading: table)
        let bars: [(key: String, picture: Picture?, bar: Color?, when: String, advice: String)] = [
            ("logo", logo, colors.palette(over: base).bar, "", "name another picture, or another colour for bar"),
            (
                "logo", nightLogo == nil ? logo : nil, night?.palette.bar, "at night ",
                "name a picture for it with logo-night"
            ),
            ("logo-night", nightLogo, night?.palette.bar, "", "name another picture"),
        ]
        for (key, picture, bar, when, advice) in bars {
            guard let picture, let bar, let problem = references.contrast(of: picture)?.problem(on: bar) else {
                continue
            }
            table.report(key, "\(when)\(problem); \(advice)", severity: .warning)
        }
        for (key, picture) in [("logo", logo), ("logo-night", nightLogo)] {
            guard let picture, let omissions = references.omissions(of: picture) else { continue }
            table.report(key, "\"\(picture.name)\" \(omissions)", severity: .warning)
        }
        if night == nil, table.has("logo-night") {
            table.report(
                "logo-night", "it is never night here, so this logo is never shown: add night-from", severity: .warning)
        }
    }

    /// The page on which the pictures of a theme are sought, which stands for `kiosk.toml`.
    private static let place = "kiosk"

    /// Whether it is one of the themes, unchanged.
    package var isPlain: Bool { self == ThemeTable(base: base) }

    /// Whether text is lighter than its background.
    package var isDark: Bool {
        let palette = colors.palette(over: base)
        return Contrast.between(palette.background, .black) < Contrast.between(palette.text, .black)
    }

    /// The themes on `panel`, with all sizes multiplied by `scale`, and which of them is shown when it `isNight`. Day and night
    /// differ in colours and pictures alone, so that nothing moves when one follows the other.
    package func looks(
        on panel: Panel, scale: Double = 1, readingDistance: Length? = nil, isNight: Bool = false
    ) -> DayAndNight {
        var day = Theme(
            base, font: font, headingFont: headingFont, on: panel, scale: scale, readingDistance: readingDistance)
        if let typeScale {
            day.headingSizes = [
                typeScale * typeScale * typeScale, typeScale * typeScale, typeScale, (1 + typeScale) / 2, 1, 1,
            ]
        }
        day.corners = corners ?? 1
        day.colorScheme = isDark ? .dark : .light
        day.colors = colors.palette(over: base)
        (day.logo, day.logos, day.backgroundPicture) = (logo, logos, backgroundPicture)
        guard let night else { return DayAndNight(day: day, isNight: isNight) }
        var dark = day
        dark.colorScheme = .dark
        dark.colors = night.palette
        (dark.logo, dark.logos) = nightLogo.map { ($0, nightLogos) } ?? (logo, logos)
        dark.backgroundPicture = nil
        return DayAndNight(day: day, night: dark, isNight: isNight)
    }
}
