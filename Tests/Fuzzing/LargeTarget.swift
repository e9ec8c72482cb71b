// Large pages: few bytes, repeated until they are as many as a page may have.

import Drawing
import Geometry
import Glibc
import Pages
import Settings
import Stage
import TestFolders

/// Reads a page that repeats the bytes after the first two, and lays it out unless a kiosk would leave it out because that takes too
/// long. The first byte says how large the page is, and the second what stands between two repetitions.
@MainActor
final class LargeTarget: FuzzTarget {
    nonisolated static let name = "large"

    /// Whether a page that takes too long is a flaw. Only the fuzzer says so: a busy machine must not fail a test.
    nonisolated(unsafe) static var isTimed = false

    /// How many times as long as a byte of the sample pages a byte may take: what takes longer with each byte takes far more in the
    /// end.
    private static let mostTimes = 10.0
    /// How many times as long as half of it a page may take. With the square of its length it takes four times as long.
    private static let mostGrowth = 2.8
    /// How many times a page is measured that seems to take too long.
    private static let measurements = 3
    /// Less time (s) for a whole page is no flaw, whatever it has.
    private static let shortest = 0.1

    private let folder = TemporaryFolder()
    private let panel = Panel(pixels: PixelSize(240, 160), millimetres: Size(240, 160))
    /// The time (s) of the processor for a byte of the sample pages.
    private var sample = Cost()
    /// The time (s) in which a page must be laid out on trial.
    private var limit = 0.0

    /// What pages cost.
    private struct Cost {
        /// The time (s) of the processor, for a page or for a byte of it.
        var reading = 0.0, layout = 0.0
        var bytes = 0
    }

    init() throws {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
        let samples = ["museum", "gallery"].map { "\(root)/config/\($0)" }
        // The first time loads fonts.
        for path in samples { _ = try show(path, onTrial: false) }
        var all = Cost()
        for path in samples {
            let cost = try show(path, onTrial: false)
            all = Cost(
                reading: all.reading + cost.reading, layout: all.layout + cost.layout, bytes: all.bytes + cost.bytes)
        }
        sample = Cost(reading: all.reading / Double(all.bytes), layout: all.layout / Double(all.bytes))
        let reference = Self.seconds { Self.trial.carryOut(on: LayoutTrial.reference) }
        limit = max(LayoutTrial.leastLimit.seconds, reference * Double(LayoutTrial.mostReferences))
    }

    func take(_ bytes: [UInt8]) throws {
        guard bytes.count > 2 else { return }
        let between = [[], [32], [10], [10, 10]][Int(bytes[1] & 3)] as [UInt8]
        let size = (1 + Int(bytes[0] & 7)) * 8192 - 100
        let piece = bytes.dropFirst(2) + between
        var page: [UInt8] = []
        while page.count + piece.count <= size { page += piece }
        let cost = try show(page)
        let half = Array(page.prefix(page.count / piece.count / 2 * piece.count))
        for (what, part, usual) in [
            ("reading", \Cost.reading, sample.reading), ("laying out", \Cost.layout, sample.layout),
        ] {
            let isLong = { (time: Double) in
                time >= Self.shortest && time >= Self.mostTimes * usual * Double(page.count)
            }
            if !Self.isTimed || !isLong(cost[keyPath: part]) { continue }
            // Other programs disturb a measurement, so the least of some counts. What takes long, but twice as long for twice as much,
            // ends at the limit for the time.
            let time = try least(part, of: page)
            let less = try least(part, of: half)
            try demand(
                !isLong(time) || time < Self.mostGrowth * less,
                "\(what) \(page.count) bytes took \(time) s, \(time / Double(page.count) / usual) times as long as a byte of the "
                    + "sample pages, and half of them \(less) s")
        }
    }

    private func least(_ part: KeyPath<Cost, Double>, of page: [UInt8]) throws -> Double {
        try (0..<Self.measurements).map { _ in try show(page)[keyPath: part] }.min() ?? 0
    }

    private func show(_ page: [UInt8]) throws -> Cost {
        folder.write(page, to: "home.md")
        return try show(folder.path, onTrial: LayoutTrial.isNeeded(for: page[...]))
    }

    private static let trial = LayoutTrial(language: "en", direction: .leftToRight)

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let begin = clock()
        try body()
        return Double(clock() - begin) / 1e6
    }

    /// Reads the kiosk in `path`, and lays its pages out. With `onTrial`, pages whose trial takes too long are left out, as a kiosk
    /// leaves them out.
    private func show(_ path: String, onTrial: Bool) throws -> Cost {
        var cost = Cost()
        var read: Kiosk?
        try cost.reading = Self.seconds {
            let (kiosk, diagnostics) = Kiosk.load(path)
            try demand(kiosk != nil || diagnostics.contains { $0.severity == .error }, "no kiosk, and no reason")
            read = kiosk
        }
        guard let kiosk = read else { return cost }
        let library = PageLibrary(kiosk: kiosk)
        for name in kiosk.pages.keys.sorted() {
            guard let screen = library.screen(named: name), let page = kiosk.pages[name] else { continue }
            var status = stat()
            if stat(page.file, &status) == 0 { cost.bytes += Int(status.st_size) }
            if onTrial, Self.seconds({ Self.trial.carryOut(on: page.blocks) }) > limit { continue }
            cost.layout += Self.seconds {
                let stage = Stage(
                    panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(), root: screen)
                _ = stage.plan(at: .zero)
            }
        }
        return cost
    }
}
