// `bezel benchmark backing`: measures what long pages and deep stacks cost, in memory and in time.

import CSwiftRuntime
import Drawing
import Frames
import Geometry
import Glibc
import Layers
import Linux
import Machine
import Pages
import Settings
import Stage

/// Scrolls a page of some 100,000 px from its top to its bottom and back, at 8000 px/s and 60 frames per second. One page
/// has paragraphs and 50 pictures (PNG and JPEG files), the other has texts as long as a page may have. Frames come by the
/// clock, so the threads that read pictures have as much time as in a kiosk. A last part stacks ten pages on one another.
///
/// Times are processor time of the decision thread. A screenful is the time to draw a screen of which nothing is cached, with
/// its pictures read by the same thread: the median of many. R is the time to copy one frame.
@MainActor
struct BenchmarkBacking {
    private static let height = 100_000.0
    private static let speed = 8000.0

    private let name: String
    private let size: PixelSize
    private let pages: PageLibrary

    static func rows() throws(Failure) -> [BenchmarkCommand.Row] {
        var rows: [BenchmarkCommand.Row] = []
        for (name, size) in [("1080p", PixelSize(1920, 1080)), ("4K", PixelSize(3840, 2160))] {
            let folder = try BenchmarkFolder(height: height, on: size)
            // A page of this height has more text than a kiosk allows by default.
            var rules = ContentRules()
            rules.pageSize = SourceText.largest
            let (kiosk, diagnostics) = Kiosk.load(folder.path, rules: rules)
            guard let kiosk else { throw Failure(.failed, diagnostics.map(\.description).joined(separator: "\n")) }
            let bench = BenchmarkBacking(name: name, size: size, pages: PageLibrary(kiosk: kiosk))
            rows += bench.longPage("paragraphs", "paragraphs and 50 pictures")
            rows += bench.longPage("text", "long texts")
            rows += bench.stack()
        }
        return rows
    }

    // MARK: A long page

    private func longPage(_ page: String, _ what: String) -> [BenchmarkCommand.Row] {
        let before = residentBytes()
        let bitmap = Bitmap(size: size, isOpaque: true)
        var stage: Stage!
        let first = time {
            stage = makeStage(page)
            show(stage, in: bitmap)
        }
        let atFirst = residentBytes() - before
        guard let scroll = scrollView(of: stage.navigator.root) else { fatalError("a page that does not scroll") }
        let end = scroll.ends.upperBound
        let step = Self.speed / 60
        let readers = PictureReaders(postingTo: stage.arrivals) { $0.read() }
        var (longest, longestAhead, longestFrame, kept, resident, came) = (0.0, 0.0, 0.0, 0, 0, 0)
        var due = MonotonicClock.now()
        var offsets = Array(stride(from: 0, to: end, by: step))
        offsets += offsets.reversed()
        for (number, offset) in offsets.enumerated() {
            scroll.setOffset(offset, along: .vertical)
            let arrivals = stage.arrivals.take()
            came += arrivals.count
            let arriving = time {
                for arrival in arrivals {
                    readers.isRead()
                    stage.arrived(arrival, at: stage.now)
                }
            }
            let planning = time { _ = stage.plan(at: stage.now) }
            let ahead = time {
                try? readers.feed(from: stage)
                stage.drawAhead()
            }
            (longest, longestAhead) = (max(longest, planning), max(longestAhead, ahead))
            longestFrame = max(longestFrame, arriving + planning + ahead)
            due = due + .seconds(1 / 60.0)
            let left = due - MonotonicClock.now()
            if left > .zero { usleep(UInt32(left.nanoseconds / 1000)) }
            kept = max(kept, stage.memoryInUse)
            if number % 50 == 0 { resident = max(resident, residentBytes() - before) }
        }
        let after = residentBytes() - before
        // The same scrolling, with nothing drawn ahead.
        var unaided = 0.0
        for offset in stride(from: 0, to: min(end, 200 * step), by: step) {
            scroll.setOffset(end - offset, along: .vertical)
            unaided = max(unaided, time { _ = stage.plan(at: stage.now) })
        }
        let (screenful, text) = screenful(of: page)
        let copy = copySeconds()
        let budget = Stage.standardMemory(size)
        func row(_ figure: String, _ value: Double, _ unit: String) -> BenchmarkCommand.Row {
            BenchmarkCommand.Row(name: "\(name), \(what): \(figure)", value: value, unit: unit)
        }
        var keeps = row("most memory kept for drawn bitmaps", mebibytes(kept), "MiB")
        keeps.goal = mebibytes(budget)
        var frame = row("longest total work of a frame of the fling", longestFrame / screenful, "screenfuls")
        (frame.reference, frame.ratio, frame.goal) = ("drawing a screenful", longestFrame / screenful, 0.25)
        frame.details = [
            ("ms", longestFrame * 1000), ("R", longestFrame / copy), ("planning", longest / screenful),
            ("ahead", longestAhead / screenful), ("with nothing drawn ahead", unaided / screenful),
            ("of a screenful without pictures", longestFrame / text), ("pictures that came", Double(came)),
        ]
        var memory = row("resident memory added, most", mebibytes(resident), "MiB")
        memory.details = [("at the first frame", mebibytes(atFirst)), ("after the fling", mebibytes(after))]
        var screen = row("a screenful drawn", screenful * 1000, "ms")
        (screen.reference, screen.ratio) = ("R", screenful / copy)
        return [row("first frame", first * 1000, "ms"), memory, keeps, screen, frame] + whole(page, what, screenful)
    }

    /// The cost of drawing the text as a whole. Cairo's pictures are at most 32,767 px high, so the text is drawn in four
    /// pieces.
    private func whole(_ page: String, _ what: String, _ screenful: Double) -> [BenchmarkCommand.Row] {
        guard page == "text" else { return [] }
        let stage = makeStage(page)
        guard let view = scrollView(of: stage.navigator.root)?.subviews.last else { return [] }
        // Planning lays the text out.
        _ = stage.plan(at: stage.now)
        let before = residentBytes()
        var pieces: [Bitmap] = []
        let seconds = time {
            let piece = view.bounds.height / 4
            for index in 0..<4 {
                let bitmap = Bitmap(
                    size: PixelSize(Int(view.bounds.width), Int(piece.rounded(.up))), isOpaque: true)
                view.draw(on: Canvas(bitmap, origin: Point(0, (Double(index) * piece).rounded())))
                pieces.append(bitmap)
            }
        }
        var row = BenchmarkCommand.Row(
            name: "\(name), \(what): drawn whole, without strips", value: seconds / screenful, unit: "screenfuls")
        (row.reference, row.ratio) = ("drawing a screenful", seconds / screenful)
        row.details = [("ms", seconds * 1000), ("MiB", mebibytes(residentBytes() - before))]
        return [row]
    }

    /// The time to draw a screen of which nothing is cached: all of it, and without reading pictures.
    private func screenful(of page: String) -> (all: Double, text: Double) {
        let stage = makeStage(page)
        stage.memory = 0
        guard let scroll = scrollView(of: stage.navigator.root) else { fatalError("a page that does not scroll") }
        var (times, texts): ([Double], [Double]) = ([], [])
        for index in 0..<31 {
            scroll.setOffset(scroll.ends.upperBound * Double(index * 17 % 31) / 31, along: .vertical)
            let text = time { _ = stage.plan(at: stage.now) }
            texts.append(text)
            times.append(text + time { stage.readSeenPictures() })
        }
        return (times.sorted()[times.count / 2], texts.sorted()[texts.count / 2])
    }

    // MARK: A deep stack

    private func stack() -> [BenchmarkCommand.Row] {
        let before = residentBytes()
        let bitmap = Bitmap(size: size, isOpaque: true)
        let stage = makeStage("paragraphs")
        var kept = 0
        for number in 1...10 {
            if number > 1, let screen = pages.screen(named: "paragraphs") {
                stage.navigator.push(screen, animated: false)
            }
            show(stage, in: bitmap)
            while stage.hasMoreAhead { stage.drawAhead() }
            kept = max(kept, stage.memoryInUse)
        }
        var row = BenchmarkCommand.Row(
            name: "\(name), ten stacked pages: most memory kept", value: mebibytes(kept), unit: "MiB",
            goal: mebibytes(Stage.standardMemory(size)))
        row.details = [("resident memory added", mebibytes(residentBytes() - before))]
        return [row]
    }

    // MARK: Parts

    private func makeStage(_ page: String) -> Stage {
        let panel = Panel(pixels: size, millimetres: Size(527, 296))
        guard let root = pages.screen(named: page) else { fatalError("there is no page \(page)") }
        let stage = Stage(panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(), root: root)
        stage.onWarning = { _ in }
        return stage
    }

    private func show(_ stage: Stage, in bitmap: Bitmap) {
        stage.draw(stage.plan(at: stage.now), into: bitmap.surface, region: Region(size.bounds))
    }

    private func scrollView(of screen: Screen) -> ScrollView? {
        screen.view.content.subviews.lazy.compactMap { $0 as? ScrollView }.first
    }

    private func copySeconds() -> Double {
        let (source, target) = (Bitmap(size: size, isOpaque: true), Bitmap(size: size, isOpaque: true))
        let times = (0..<21).map { _ in time { memcpy(target.pixels, source.pixels, size.width * size.height * 4) } }
        return times.sorted()[times.count / 2]
    }

    /// The processor time of this thread that `body` takes, in seconds.
    private func time(_ body: () -> Void) -> Double {
        let start = ProcessorClock.now()
        body()
        return (ProcessorClock.now() - start).seconds
    }

    private func mebibytes(_ bytes: Int) -> Double { Double(bytes) / 0x1p20 }

    /// The resident memory of this process, in bytes.
    private func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 256)
        let count = fread(&line, 1, line.count, file)
        let words = line.prefix(count).split(separator: UInt8(ascii: " "))
        return words.count > 1
            ? (Int(String(decoding: words[1], as: UTF8.self)) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }
}
