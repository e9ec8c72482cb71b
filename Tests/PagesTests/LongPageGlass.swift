// A long page on a stage, and fingers on it.

import Geometry
import Stage
import Testing

@testable import Pages

/// A long page on a stage.
final class LongPageGlass {
    static let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
    let library: PageLibrary
    let stage: Stage
    let screen: PageScreen

    static func kiosk(_ text: String, others: [String: String] = [:]) -> Kiosk? {
        var rules = ContentRules()
        (rules.pageSize, rules.elements) = (1 << 20, 100_000)
        var files = ["home.md": text]
        for number in 0..<10 { files["p\(number).md"] = "# Page \(number)\n\n[Home](home.md)" }
        return TestFolder(files.merging(others) { $1 }).load(rules: rules)
    }

    init(_ kiosk: Kiosk, state: StageState? = nil, clock: WallClock? = nil) {
        library = PageLibrary(kiosk: kiosk)
        screen = library.screen(named: "home")!
        var gestures = GestureSettings()
        gestures.isResampling = false
        stage = Stage(
            panel: Self.panel, theme: Theme(.paper, on: Self.panel), gestures: gestures, root: screen,
            values: StageValues(clock: clock))
        if let state { stage.scroll(to: state) }
    }

    var list: ListView { screen.view.content.subviews.compactMap { $0 as? ListView }.first! }
    var pieces: [View] { list.subviews.filter { $0 is PieceView } }

    /// The tops of the pieces that can be seen, on the glass.
    var seen: [ObjectIdentifier: Double] {
        let shown = list.bounds
        let views = pieces.filter { $0.frame.maxY > shown.minY && $0.frame.minY < shown.maxY }
        return Dictionary(uniqueKeysWithValues: views.map { (ObjectIdentifier($0), $0.frame.minY - shown.minY) })
    }

    /// Whether what can be seen is covered by pieces that meet.
    var isWhole: Bool {
        let shown = list.bounds
        let views = pieces.filter { $0.frame.maxY > shown.minY && $0.frame.minY < shown.maxY }
            .sorted { $0.frame.minY < $1.frame.minY }
        guard let first = views.first, let last = views.last else { return false }
        return zip(views, views.dropFirst()).allSatisfy { $0.frame.maxY == $1.frame.minY }
            && first.frame.minY <= max(0, shown.minY) && last.frame.maxY >= min(shown.maxY, list.contentSize.height)
    }

    func touch(_ phase: TouchFrame.Phase, _ point: Point, after milliseconds: Double) {
        stage.handle(
            TouchFrame(
                time: stage.now + .seconds(milliseconds / 1000),
                changes: [.init(contact: 1, phase: phase, position: point)]))
    }

    /// Lets time run in steps of a frame until nothing moves.
    func settle(_ check: () -> Void = {}) {
        while let due = stage.nextDeadline {
            stage.advance(to: min(due, stage.now + .milliseconds(16)))
            check()
        }
    }

    /// Drags from `start` by `way` (mm) and lets go at that speed.
    func fling(from start: Point, by way: Double, over milliseconds: Double = 60, _ check: () -> Void = {}) {
        touch(.began, start, after: 10)
        for step in 1...6 {
            touch(.moved, Point(start.x, start.y + way * Double(step) / 6), after: milliseconds / 6)
            check()
        }
        touch(.ended, Point(start.x, start.y + way), after: 1)
        check()
    }
}
