// Visitors of the museum who change the language between all other moves, and in the middle of them.

import Calibration
import Geometry
import Layers
import Machine
import Pages
import Stage
import TestRandomness
import Testing
import TouchScript

@Suite struct LanguageTests {
    private static let panels = [
        Panel(pixels: PixelSize(800, 480), millimetres: Size(154, 86)),
        Panel(pixels: PixelSize(600, 1024), millimetres: Size(90, 154)),
    ]

    private func settle(_ stage: Stage) { while let due = stage.nextDeadline { stage.advance(to: due) } }

    /// The frames of a tap or a swipe.
    private func move(on stage: Stage, _ random: inout SplitMix) -> [TouchFrame] {
        let script = TouchScript(start: stage.now + .milliseconds(10))
        let size = stage.panel.pixels.size
        func point() -> Point {
            Point(Double(random.below(Int(size.width))), Double(random.below(Int(size.height))))
        }
        if random.chance(2) {
            script.tap(at: point())
        } else {
            script.down(at: point()).drag(to: point(), over: .milliseconds(150)).lift()
        }
        return script.frames
    }

    @Test(arguments: 0..<6)
    func `after a change of language and back, everything is where it was`(seed: Int) throws {
        var random = SplitMix(UInt64(seed))
        let kiosk = try StartScreens(kiosk: "\(repository)/config/museum", on: Configuration()) { _ in }
        let stage = try kiosk.stage(on: Self.panels[seed % 2], scale: 1, stack: [])
        settle(stage)
        for _ in 0..<25 {
            for frame in move(on: stage, &random) { stage.handle(frame) }
            settle(stage)
            let (language, stack, offsets) = (stage.language, stage.stackNames, stage.scrollOffsets)
            stage.show(in: language == nil ? "de" : nil, because: "test")
            settle(stage)
            #expect(stage.stackNames == stack)
            stage.show(in: language, because: "test")
            settle(stage)
            #expect(stage.stackNames == stack && stage.scrollOffsets == offsets, "\(stack)")
        }
    }

    @Test(arguments: 0..<6)
    func `a finger on the glass does not stick when the language changes under it`(seed: Int) throws {
        var random = SplitMix(UInt64(seed) + 100)
        let kiosk = try StartScreens(kiosk: "\(repository)/config/museum", on: Configuration()) { _ in }
        let stage = try kiosk.stage(on: Self.panels[seed % 2], scale: 1, stack: [])
        settle(stage)
        for _ in 0..<25 {
            let frames = move(on: stage, &random)
            let middle = random.below(frames.count)
            for (index, frame) in frames.enumerated() {
                if index == middle { stage.show(in: stage.language == nil ? "de" : nil, because: "test") }
                stage.handle(frame)
            }
            settle(stage)
            #expect(!stage.isBusy, "\(stage.stackNames)")
        }
    }

    @Test func `another visitor begins in the default language`() throws {
        let kiosk = try StartScreens(kiosk: "\(repository)/config/museum", on: Configuration()) { _ in }
        let stage = try kiosk.stage(on: Self.panels[0], scale: 1, stack: [])
        stage.show(in: "de", because: "test")
        #expect(stage.language == "de")
        try kiosk.begin(anew: stage)
        #expect(stage.language == nil)
    }

    @Test func `the list of languages has a title in each language of the calibration`() {
        #expect(Set(LanguageWords.titles.map(\.tag)) == Set(CalibrationWords.all.map(\.tag)))
        #expect(LanguageWords.titles.allSatisfy { !$0.title.isEmpty })
    }

    @Test(arguments: [320, 480, 600, 800, 1280, 3840])
    func `the languages take no more than a third of the bar, and are as large as a fingertip`(width: Int) throws {
        let kiosk = try StartScreens(kiosk: "\(repository)/config/museum", on: Configuration()) { _ in }
        for density in [3.5, 6.0, 12.0] {
            let (pixels, side) = (PixelSize(width, width * 5 / 8), Double(width) / density)
            let panel = Panel(pixels: pixels, millimetres: Size(side, side * 5 / 8))
            let stage = try kiosk.stage(on: panel, scale: 1, stack: ["home", "hours"])
            for language in [nil, "de"] {
                stage.show(in: language, because: "test")
                settle(stage)
                _ = stage.plan(at: stage.now)
                let button = try #require(stage.navigator.top.trailingView)
                let most = max(Double(width) / 3, 9 * density + stage.theme.em)
                #expect(
                    Double(width) - button.frame.minX <= most + 1 && button.frame.width >= 9 * density, "\(density)")
            }
        }
    }
}
