// The table [theme]: what a kiosk changes in its look, and what is said of a value that is wrong.

import Drawing
import Geometry
import Layers
import Stage
import TestFolders
import Testing

@testable import Pages

@Suite struct ThemeTableTests {
    private static let panel = Panel(pixels: PixelSize(1280, 720), millimetres: Size(527, 296))

    /// A kiosk with a page, a picture and `settings`.
    private func folder(_ settings: String) -> TestFolder {
        let folder = TestFolder(["home.md": "# Home\n", "kiosk.toml": settings])
        folder.writePicture("logo.png")
        return folder
    }

    private func looks(_ settings: String) -> DayAndNight? {
        folder(settings).load()?.theme?.looks(on: Self.panel)
    }

    @Test(arguments: Theme.Name.allCases)
    func `a name alone is the theme, and so is a table with a base`(_ name: Theme.Name) {
        let theme = Theme(name, on: Self.panel)
        #expect(looks("theme = \"\(name.rawValue)\"\n")?.theme == theme)
        #expect(looks("[theme]\nbase = \"\(name.rawValue)\"\n")?.theme == theme)
    }

    @Test func `each key changes what it names`() throws {
        let folder = folder(
            """
            [theme]
            base = "daylight"
            background = "#FFFFF0"
            text = "#101010"
            accent = "#004D46"
            bar = "#004D46"
            font = "DejaVu Sans"
            heading-font = "DejaVu Serif"
            type-scale = 1.5
            corners = 0
            logo = "logo.png"
            background-picture = "logo.png"
            """)
        #expect(folder.check() == "")
        let theme = try #require(folder.load()?.theme?.looks(on: Self.panel).theme)
        #expect(theme.background == Color(0xFFFFF0) && theme.text == Color(0x101010))
        #expect(theme.accent == Color(0x004D46) && theme.bar == theme.accent)
        #expect(theme.barText == theme.background && theme.barAccent == theme.barText)
        #expect(
            theme.fontFamily.hasPrefix("DejaVu Sans, ") && theme.headingFamily.hasPrefix("DejaVu Serif, DejaVu Sans"))
        #expect(theme.headingSizes == [3.375, 2.25, 1.5, 1.25, 1, 1] && theme.radius(1) == 0)
        #expect(theme.logo?.name == "logo.png" && theme.backgroundPicture?.name == "logo.png")
        // The capitals of the font decide how large it is set.
        #expect(theme.em * TextStyle.capHeight(of: "DejaVu Sans") - 1 < Theme(.paper, on: Self.panel).em)
    }

    @Test(arguments: [
        (##"accent = "#12345""##, "10: error: accent must be a colour, # and six digits"),
        (#"text = "blau""#, #"8: error: text must be a colour, # and six digits or letters from A to F, such as"#),
        (#"bar = 5"#, "7: error: bar must be"),
        (#"base = "papre""#, #"8: error: base must be "paper""#),
        (#"logo = "lgo.png""#, #"8: error: there is no picture "lgo.png"; did you mean "logo.png"?"#),
        (#"logo = "../logo.png""#, #"8: error: "../logo.png" leads out"#),
        (#"type-scale = 9"#, "14: error: type-scale must be"),
        (#"font = """#, #"8: error: font must be the name of an installed font family"#),
        (
            #"font = "DejaVu Sens""#,
            #"8: warning: no font family "DejaVu Sens" is installed here; did you mean "DejaVu Sans"?"#
        ),
        (#"night-from = "24:00""#, "15: error: 24:00 is no time of night-from"),
        (#"night-until = "06:00""#, "15: error: night-until needs night-from"),
        (#"place = [100, 0]"#, "9: error: place must be the latitude"),
        (#"night = "night""#, "9: warning: it is never night here"),
        (#"logo-night = "logo.png""#, "14: warning: it is never night here, so this logo"),
        (
            ##"accent = "#F0A080""##,
            ##"10: warning: accent #F0A080 on background #F6EEDF has a contrast of 1.8:1, and text needs 4.5:1; accent = "#"##
        ),
        (##"colour = "#123456""##, #"1: error: unknown key "colour" in [theme]"#),
    ])
    func `a wrong value has one clear message at its place, and the kiosk is shown without it`(
        _ line: String, _ message: String
    ) throws {
        let folder = folder("[theme]\n\(line)\n")
        let said = folder.check().split(separator: "\n")
        #expect(said.count == 1)
        let (place, words) = try #require(
            message.firstIndex(of: ":").map { (message[..<$0], message[$0...].dropFirst(2)) })
        let text = words.hasPrefix("error: ") ? words.dropFirst(7) : words
        #expect(said.first?.hasPrefix("kiosk/kiosk.toml:2:\(place): \(text)") == true, "\(said)")
        let theme = try #require(folder.load()?.theme?.looks(on: Self.panel).theme)
        if message.contains("error") { #expect(theme == Theme(.paper, on: Self.panel)) }
        #expect(theme.em > 10 && !theme.style().family.isEmpty)
    }

    @Test func `day and night differ in colours and pictures alone, so that nothing moves`() throws {
        let pair = try #require(
            looks(
                """
                [theme]
                base = "daylight"
                font = "DejaVu Serif"
                corners = 2
                type-scale = 1.4
                night-from = "20:00"
                logo = "logo.png"
                logo-night = "logo.png"
                background-picture = "logo.png"
                [theme.night]
                accent = "#FFB000"
                """))
        var night = try #require(pair.night)
        #expect(night.accent == Color(0xFFB000) && night.background == Palette(.night).background)
        #expect(night.backgroundPicture == nil && pair.day.backgroundPicture != nil)
        (night.colorScheme, night.dark) = (.light, pair.day.dark)
        night.backgroundPicture = pair.day.backgroundPicture
        #expect(night == pair.day)
    }

    /// A logo of 40 by 10 pixels, of which `share` is covered with `color`, and nothing else.
    private func logo(_ color: Color, share: Double = 0.5) -> [UInt8] {
        let bitmap = Bitmap(size: PixelSize(40, 10), isOpaque: false)
        for index in 0..<Int(400 * share) { bitmap.pixels[index] = color.premultiplied }
        return bitmap.png()
    }

    @Test(arguments: [0x000000, 0xFFFFFF, 0x1D2A3C, 0xE9E4DA, 0x808080, 0xA63E26, 0x004D46, 0xFFB000])
    func `a logo that disappears in the bar is warned of, by day and by night, and any other is not`(ink: UInt32) {
        let color = Color(ink)
        for base in Theme.Name.allCases {
            let folder = TestFolder([
                "home.md": "# Home\n",
                "kiosk.toml": "[theme]\nlogo = \"logo.png\"\nbase = \"\(base.rawValue)\"\nnight-from = \"20:00\"\n",
            ])
            folder.write("logo.png", logo(color))
            let said = folder.check().split(separator: "\n").filter { $0.contains("of this logo") }
            let (day, night) = (Palette(base).bar, Palette(.night).bar)
            var expected: [String] = []
            if Contrast.between(color, day) < Contrast.mark {
                expected.append(
                    "kiosk/kiosk.toml:2:8: warning: 100 % of this logo can hardly be told from the bar (\(day.hex)); name another "
                        + "picture, or another colour for bar")
            }
            if Contrast.between(color, night) < Contrast.mark {
                expected.append(
                    "kiosk/kiosk.toml:2:8: warning: at night 100 % of this logo can hardly be told from the bar (\(night.hex)); "
                        + "name a picture for it with logo-night")
            }
            #expect(Set(said.map(String.init)) == Set(expected), "\(base)")
        }
    }

    @Test func `a logo with its own ground, and an empty one, disappear nowhere`() {
        let kiosk = ["home.md": "# Home\n", "kiosk.toml": "[theme]\nlogo = \"logo.png\"\nnight-from = \"20:00\"\n"]
        for share in [0, 1.0] {
            let folder = TestFolder(kiosk)
            folder.write("logo.png", logo(.black, share: share))
            #expect(folder.check() == "")
        }
    }

    @Test func `what is left out of the drawing of a logo is said`() {
        let folder = TestFolder(["home.md": "# Home\n", "kiosk.toml": "[theme]\nlogo = \"logo.svg\"\n"])
        folder.write(
            "logo.svg",
            Array(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><text y="9" font-family="Nowhere Sans">A</text></svg>
                """.utf8))
        #expect(
            folder.check().contains(
                "kiosk/kiosk.toml:2:8: warning: \"logo.svg\" is not drawn as it was made: the font \"Nowhere Sans\""))
    }

    @Test func `a logo may have versions in the languages of the kiosk`() throws {
        let folder = TestFolder([
            "home.md": "# Home\n", "home.de.md": "# Start\n", "home.fr.md": "# Accueil\n",
            "kiosk.toml": "languages = [\"en\", \"de\", \"fr\"]\n[theme]\nlogo = \"logo.png\"\n",
        ])
        folder.writePicture("logo.png")
        #expect(try #require(folder.load()).concerns("logo.de.png"))
        folder.writePicture("logo.de.png")
        let kiosk = try #require(folder.load())
        let theme = try #require(kiosk.theme?.looks(on: Self.panel).theme)
        #expect(theme.logo?.name == "logo.png" && theme.logos.mapValues(\.name) == ["de": "logo.de.png"])
        #expect(kiosk.concerns("logo.de.png"))
        let library = PageLibrary(kiosk: kiosk)
        let stage = Stage(
            panel: Self.panel, theme: theme, gestures: GestureSettings(),
            root: try #require(library.screen(named: "home")))
        func shown() -> [String] { stage.frontNavigator.top.view.picturesShown }
        #expect(shown() == ["logo.png"])
        stage.show(in: "de", because: "test")
        #expect(shown() == ["logo.de.png"])
        stage.show(in: "fr", because: "test")
        #expect(shown() == ["logo.png"])
    }

    @Test func `a logo that changes or comes counts as a change of the kiosk`() throws {
        let folder = TestFolder(["home.md": "# Home\n", "kiosk.toml": "[theme]\nlogo = \"logo.png\"\n"])
        let without = try #require(folder.load())
        #expect(without.concerns("logo.png") && without.theme?.looks(on: Self.panel).theme.logo == nil)
        folder.writePicture("logo.png")
        let first = try #require(folder.load())
        #expect(first.concerns("logo.png") && !first.looksLike(without))
        folder.writePicture("logo.png", width: 30)
        let second = try #require(folder.load())
        #expect(!second.looksLike(first))
        // Settings that are refused keep the logo that they had, and a logo that comes later is noticed.
        folder.write("kiosk.toml", Array("[theme]\nlogo = \"later.png\"\n".utf8))
        let third = try #require(Kiosk.load(folder.path, last: second).kiosk)
        #expect(third.concerns("later.png") && third.looksLike(second))
    }
}

extension View {
    /// The names of the pictures that this view and the views in it show.
    fileprivate var picturesShown: [String] {
        subviews.flatMap { view in ((view as? PictureView)?.picture.map { [$0.name] } ?? []) + view.picturesShown }
    }
}
