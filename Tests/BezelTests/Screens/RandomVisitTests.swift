// Random visits to pages with sliders and rows with actions: nothing is stuck, and a stage in the same state shows the same picture.

import Drawing
import Geometry
import Gestures
import Glibc
import Layers
import Pages
import TestFolders
import TestRandomness
import Testing
import TouchScript

@testable import Machine
@testable import Stage

@Suite struct RandomVisitTests {
    private static let settings = """
        language = "en"
        start = ["home", "page"]
        languages = ["en", "ar"]
        [theme]
        night-from = "light"
        [gestures]
        pop = "full-screen"
        [slider.year]
        from = 1850
        to = 2000
        step = STEP
        start = 1900
        [slider.floor]
        steps = [-1, 0, 7]

        """
    private nonisolated static let page = """
        # In {{year}}

        ![Year](slider:year)

        ![Town](town-{{year}}.png)

        - [Home](home.md) [Page](page.md "action")
        - [Page](page.md "action sheet") [Home](home.md "action") [Rules](home.md "sheet")

        ![Floor](slider:floor)

        Floor {{floor}} in {{year}}

        | {{floor}} | |
        |---|---|
        | 0 | ground, in {{year}} |
        | 1 | up |

        MORE

        """
    private static let panels = [
        Panel(pixels: PixelSize(540, 960), millimetres: Size(296, 527)),
        Panel(pixels: PixelSize(960, 540), millimetres: Size(527, 296)),
    ]

    /// One visitor after the other on a stage whose kiosk is reloaded.
    private final class Visit {
        private let folder = TemporaryFolder()
        var dice: SplitMix
        var screens: StartScreens
        let stage: Stage
        /// How many reloads there were.
        private var reloads = 0

        init(seed: UInt64) throws {
            dice = SplitMix(seed)
            for year in stride(from: 1850, through: 2000, by: 25) {
                let bitmap = Bitmap(
                    size: PixelSize(60, 20 + year % 40), isOpaque: true, filledWith: Color(UInt32(year * 777)))
                folder.write(bitmap.png(), to: "town-\(year).png")
            }
            try Self.write(folder, step: 50, more: "")
            screens = try StartScreens(kiosk: folder.path, on: Configuration()) { Issue.record("\($0)") }
            stage = try screens.stage(on: panels[0], stack: seed % 2 == 0 ? ["home", "page!"] : ["home", "page"])
            stage.advance(to: stage.now + .seconds(3))
        }

        private static func write(_ folder: TemporaryFolder, step: Int, more: String) throws {
            let texts = [
                "kiosk.toml": settings.replacing("STEP", with: "\(step)"), "home.md": "[page](page.md) in {{year}}\n",
                "home.ar.md": "[page](page.md) {{year}}\n",
                "page.md": page.replacing("MORE", with: more),
                "page.ar.md": page.replacing("MORE", with: "مدينة " + more),
            ]
            for (name, text) in texts { folder.write(Array(text.utf8), to: name) }
        }

        /// Does something at random, and lets everything come to rest.
        func move() throws {
            let size = stage.panel.millimetres
            func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &dice) }
            let place = Point(random(0...size.width), random(0...size.height))
            switch dice.below(14) {
            case 0...3: drag(from: on(SliderView.self) ?? place, by: Vector(random(-150...150), random(-8...8)))
            case 4, 5: drag(from: on(SwipeRow.self) ?? place, by: Vector(random(-180...180), random(-8...8)))
            case 6, 7:
                let touch = TouchScript(start: stage.now)
                touch.tap(at: dice.chance(2) ? place : on(SliderView.self) ?? place)
                play(touch)
            case 8: drag(from: place, by: Vector(random(-150...150), random(-150...150)))
            case 9: stage.arrived(Arrival(night: dice.chance(2)), at: stage.now)
            case 10: stage.change(to: RandomVisitTests.panels[dice.below(2)])
            case 11: stage.show(in: dice.chance(2) ? "ar" : nil, because: "test")
            case 12:
                reloads += 1
                try Self.write(folder, step: [25, 50, 150][dice.below(3)], more: "Reload \(reloads).")
                screens = try StartScreens(kiosk: folder.path, on: Configuration()) { _ in }
                try screens.replace(on: stage, scale: 1, record: nil)
            default: try screens.begin(anew: stage)
            }
            stage.advance(to: stage.now + .seconds(3))
            // Most of a visit is on the page with everything.
            if !stage.frontNavigator.top.name.hasPrefix("page"), !dice.chance(4) {
                let page = try #require(try screens.screen("page", in: stage.language) as? PageScreen)
                page.push(on: stage.frontNavigator)
            }
            stage.advance(to: stage.now + .seconds(3))
        }

        private func drag(from start: Point, by way: Vector) {
            let touch = TouchScript(start: stage.now)
            let finger = touch.down(at: start).drag(to: start + way, over: .milliseconds(30 + dice.below(400)))
            if dice.chance(6) { finger.cancel() } else { finger.lift() }
            play(touch)
        }

        private func play(_ touch: TouchScript) { for frame in touch.frames { stage.handle(frame) } }

        /// A random place (mm) on a view of a kind on the screen in front; nil when there is none.
        private func on<Kind: View>(_ kind: Kind.Type) -> Point? {
            func find(_ view: View) -> [View] { (view is Kind ? [view] : []) + view.subviews.flatMap(find) }
            guard let view = find(stage.frontNavigator.top.view).randomElement(using: &dice) else { return nil }
            let corner = Point.zero + (Point.zero - view.convert(fromPanel: .zero))
            let panel = stage.panel
            let share = Double.random(in: 0...1, using: &dice)
            return panel.millimetres(
                Point(corner.x + share * view.bounds.width, corner.y + view.bounds.height / 2))
        }

        /// What a new stage in the same state shows; nil where it cannot be compared.
        func fresh() throws -> FrameHash? {
            guard let state = stage.stateAtRest else { return nil }
            let fresh = try screens.stage(
                on: stage.panel, scale: 1, stack: state.stack, measured: nil, language: state.language,
                sliders: state.sliders, isNight: stage.isNight)
            fresh.scroll(to: state)
            fresh.advance(to: fresh.now + .seconds(3))
            guard fresh.scrollOffsets == state.offsets else { return nil }
            return RandomVisitTests.picture(of: fresh)
        }
    }

    /// What is on the glass of `stage`, with all its pictures.
    private static func picture(of stage: Stage) -> FrameHash {
        let bitmap = Bitmap(size: stage.panel.pixels, isOpaque: true)
        var frame = stage.plan(at: stage.now)
        while stage.readSeenPictures() {
            // A picture that comes fades in.
            stage.advance(to: stage.now + .seconds(1))
            frame = stage.plan(at: stage.now)
        }
        stage.draw(frame, into: bitmap.surface, region: Region(frame.size.bounds))
        return FrameHash(of: bitmap.surface)
    }

    /// What a visit shows after each move.
    private func played(_ seed: UInt64) throws -> [String] {
        let visit = try Visit(seed: seed)
        var (seen, compared): ([String], Int) = ([], 0)
        for _ in 0..<18 {
            try visit.move()
            let stage = visit.stage
            #expect(stage.gesturesUnderWay.isEmpty, "seed \(seed): \(stage.gesturesUnderWay)")
            let picture = Self.picture(of: stage)
            seen.append("\(stage.stackNames) \(stage.sliders.sliderTexts) \(stage.scrollOffsets) \(picture)")
            if let fresh = try visit.fresh() {
                compared += 1
                #expect(picture == fresh, "seed \(seed): \(seen.suffix(3))")
            }
        }
        #expect(compared > 3, "seed \(seed) compares nothing")
        return seen
    }

    /// The seeds that are played. BEZEL_SEED=100 BEZEL_SEQUENCES=500 plays 500 visits from seed 100 on.
    private nonisolated static let seeds: [UInt64] = {
        func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
        let first = number("BEZEL_SEED") ?? 0
        return Array(first..<first + (number("BEZEL_SEQUENCES") ?? 8))
    }()

    @Test(arguments: seeds)
    func `whatever fingers, reloads, night, sizes, languages and visitors do, what is shown follows from the state`(
        seed: UInt64
    ) throws {
        #expect(try played(seed) == played(seed))
    }
}
