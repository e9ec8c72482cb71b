// `bezel benchmark long`: measures how fast pages of 40,000 lines open and scroll.

import Drawing
import Geometry
import Layers
import Linux
import Machine
import Pages
import Settings
import Stage

/// Opens pages of 40,000 lines at 1080p, throws them at 8000 px/s: 600 frames at the top, in the middle and at the end, and reloads them
/// with lines more at their top while their middle is on the glass. Times are processor time of the decision thread. The reference is the time to draw a screenful of the same page of which nothing is cached.
@MainActor
struct BenchmarkLong {
    private let size = PixelSize(1920, 1080)
    private let pages: PageLibrary
    /// The kiosk with lines more at the top of each page.
    private let changed: StartScreens

    /// The time (ms) in which a page opens.
    private static let openingGoal = 500.0
    /// The time (ms) in which another version of a page takes its place: that of opening it, and as much for what was on the glass.
    private static let reloadGoal = 1000.0
    private static let frames = 600
    private static let speed = 8000.0

    static func rows() throws(Failure) -> [BenchmarkCommand.Row] {
        let folder = try BenchmarkFolder(long: 40_000)
        var rules = ContentRules()
        (rules.pageSize, rules.elements) = (1 << 20, 400_000)
        let (kiosk, diagnostics) = Kiosk.load(folder.path, rules: rules)
        guard let kiosk else { throw Failure(.failed, diagnostics.map(\.description).joined(separator: "\n")) }
        let other = try BenchmarkFolder(long: 40_000, introduction: "This is new.\n\n")
        var machine = Configuration()
        machine.content = rules
        let changed = try StartScreens(kiosk: other.path, on: machine) { _ in }
        let bench = BenchmarkLong(pages: PageLibrary(kiosk: kiosk), changed: changed)
        var rows: [BenchmarkCommand.Row] = []
        for page in kiosk.start.dropFirst() { rows += try bench.rows(of: page) }
        return rows
    }

    private func rows(of page: String) throws(Failure) -> [BenchmarkCommand.Row] {
        let panel = Panel(pixels: size, millimetres: Size(527, 296))
        guard let root = pages.screen(named: pages.kiosk.start[0]) else { fatalError("there is no first page") }
        let stage = Stage(panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(), root: root)
        stage.onWarning = { _ in }
        let bitmap = Bitmap(size: size, isOpaque: true)
        func draw() { stage.draw(stage.plan(at: stage.now), into: bitmap.surface, region: Region(size.bounds)) }
        draw()
        let opening = time {
            guard let screen = pages.screen(named: page) else { fatalError("there is no page \(page)") }
            stage.navigator.push(screen, animated: false)
            draw()
        }
        let views = stage.navigator.top.view.content.subviews
        guard let scroll = views.lazy.compactMap({ $0 as? ScrollView }).first else { fatalError("it does not scroll") }
        var (worst, planning, moving) = (0.0, 0.0, 0.0)
        for share in [0, 0.5, 0.99] {
            scroll.scroll(to: scroll.ends.upperBound * share, along: .vertical, animated: false)
            _ = stage.plan(at: stage.now)
            while stage.hasMoreAhead { stage.drawAhead() }
            for _ in 0..<Self.frames {
                let move = time {
                    scroll.setOffset(min(scroll.offset + Self.speed / 60, scroll.ends.upperBound), along: .vertical)
                }
                let plan = time { _ = stage.plan(at: stage.now) }
                let ahead = time { stage.drawAhead() }
                (moving, planning) = (max(moving, move), max(planning, plan))
                worst = max(worst, move + plan + ahead)
            }
        }
        let screenful = screenful(stage, scroll)
        var opens = BenchmarkCommand.Row(name: "\(page): opened to its first frame", value: opening * 1000, unit: "ms")
        opens.goal = Self.openingGoal
        (opens.reference, opens.ratio) = ("drawing a screenful", opening / screenful)
        var frame = BenchmarkCommand.Row(
            name: "\(page): longest frame of a throw", value: worst / screenful, unit: "screenfuls")
        (frame.reference, frame.ratio) = ("drawing a screenful", worst / screenful)
        // A whole screen is laid out and drawn in less than two of these.
        frame.goal = 2
        frame.details = [
            ("ms", worst * 1000), ("laying out", moving * 1000), ("planning", planning * 1000),
            ("a screenful", screenful * 1000),
        ]
        return [opens, frame, try reload(of: page, on: stage, scroll, screenful, draw)]
    }

    /// Another version of `page` takes its place on `stage`, whose middle is on the glass.
    private func reload(
        of page: String, on stage: Stage, _ scroll: ScrollView, _ screenful: Double, _ draw: () -> Void
    ) throws(Failure) -> BenchmarkCommand.Row {
        scroll.scroll(to: scroll.ends.upperBound * 0.5, along: .vertical, animated: false)
        draw()
        let shown = (stage.navigator.top as? PageScreen)?.shown
        let start = ProcessorClock.now()
        try changed.replace(on: stage, scale: 1, record: nil)
        draw()
        let whole = (ProcessorClock.now() - start).seconds
        // Keeping the place once more finds it once more.
        let finding = time { if let shown { (stage.navigator.top as? PageScreen)?.keep(shown) } }
        var row = BenchmarkCommand.Row(name: "\(page): reloaded to its first frame", value: whole * 1000, unit: "ms")
        row.goal = Self.reloadGoal
        (row.reference, row.ratio) = ("drawing a screenful", whole / screenful)
        row.details = [("finding what was on the glass, in ms", finding * 1000)]
        return row
    }

    /// The time to lay out and draw a screen of which nothing is cached, in seconds: the median of many.
    private func screenful(_ stage: Stage, _ scroll: ScrollView) -> Double {
        let memory = stage.memory
        stage.memory = 0
        let times = (0..<15).map { index in
            time {
                let offset = scroll.ends.upperBound * Double(index * 7 % 15) / 15
                scroll.scroll(to: offset, along: .vertical, animated: false)
                _ = stage.plan(at: stage.now)
            }
        }
        stage.memory = memory
        return times.sorted()[times.count / 2]
    }

    /// The processor time of this thread that `body` takes, in seconds.
    private func time(_ body: () -> Void) -> Double {
        let start = ProcessorClock.now()
        body()
        return (ProcessorClock.now() - start).seconds
    }
}
