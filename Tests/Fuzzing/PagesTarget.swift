// Pages: Markdown with front matter, laid out and drawn.

import Drawing
import Geometry
import Layers
import Pages
import Settings
import Stage
import TestFolders

/// Makes a page of the bytes, shows it, taps on it, and shows where that leads.
@MainActor
final class PagesTarget: FuzzTarget {
    nonisolated static let name = "pages"

    private let folder = TemporaryFolder()
    private let panel = Panel(pixels: PixelSize(240, 160), millimetres: Size(240, 160))
    private let picture = Bitmap(size: PixelSize(240, 160), isOpaque: true, filledWith: .black)

    init() {
        folder.write(Array("# More\n\n[Home](home.md)\n".utf8), to: "more.md")
        folder.write(Bitmap(size: PixelSize(12, 8), isOpaque: true).png(), to: "picture.png")
        folder.write(Array("\u{89}PNG no picture".utf8), to: "broken.png")
        folder.write(Array("[slider.n]\nfrom = 1\nto = 3\n".utf8), to: "kiosk.toml")
        for step in 1...3 {
            folder.write(Bitmap(size: PixelSize(12, 8 * step), isOpaque: true).png(), to: "p-\(step).png")
        }
    }

    func take(_ bytes: [UInt8]) throws {
        let file = folder.write(bytes, to: "home.md")
        let (kiosk, diagnostics) = Kiosk.load(folder.path, decodingPictures: true)
        try demand(kiosk != nil || diagnostics.contains { $0.severity == .error }, "no kiosk, and no reason")
        let lines = lineCount(bytes)
        for diagnostic in diagnostics where diagnostic.file == file {
            try demand(!"\(diagnostic)".contains("\n"), "two lines for one fault: \(diagnostic)")
            if diagnostic.line != nil { try demandPlace("\(diagnostic)"[...], in: file, lines: lines) }
        }
        guard let kiosk, let home = PageLibrary(kiosk: kiosk).screen(named: "home") else { return }
        try withExtendedLifetime(home) { try show(home) }
    }

    private func show(_ home: Screen) throws(Flaw) {
        let stage = Stage(
            panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(), root: home)
        var now = Instant.zero
        draw(stage, at: now)
        // Fingers move up, down and across the page, and one touches its middle.
        let ways = [
            (Point(120, 130), Point(120, 30)), (Point(120, 30), Point(120, 130)), (Point(180, 80), Point(60, 80)),
            (Point(120, 80), Point(120, 80)),
        ]
        for (contact, (from, to)) in ways.enumerated() {
            for step in 0...4 {
                let place = from + (to - from) * (Double(step) / 4)
                let phase: TouchFrame.Phase = step == 0 ? .began : step == 4 ? .ended : .moved
                stage.handle(
                    TouchFrame(
                        time: now,
                        changes: [.init(contact: contact + 1, phase: phase, position: place)]))
                now = now + .milliseconds(16)
            }
            draw(stage, at: now)
            now = now + .milliseconds(1500)
            stage.advance(to: now)
            draw(stage, at: now)
        }
        stage.cancelAllTouches()
        try demand(stage.gesturesUnderWay.isEmpty, "\(stage.gesturesUnderWay) is stuck")
    }

    private func draw(_ stage: Stage, at instant: Instant) {
        let frame = stage.plan(at: instant)
        stage.draw(frame, into: picture.surface, region: Region(PixelRect(0, 0, 240, 160)))
    }
}
