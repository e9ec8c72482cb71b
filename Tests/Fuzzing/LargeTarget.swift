// Large pages: few bytes, repeated until they are as many as a page may have.

import Drawing
import Geometry
import Glibc
import Pages
import Settings
import Stage
import TestFolders

/// Reads a page that repeats the bytes after the first two, and lays it out. The first byte says how large the page is, and the second
/// what stands between two repetitions.
final class LargeTarget: FuzzTarget {
    static let name = "large"

    /// Whether a page that takes too long is a flaw. Only the fuzzer says so: a busy machine must not fail a test.
    nonisolated(unsafe) static var isTimed = false

    /// How many times as long as a byte of the sample pages a byte may take: what takes longer with each byte takes far more in the
    /// end.
    private static let mostTimes = 10.0
    /// Less time (s) for a whole page is no flaw, whatever it has.
    private static let shortest = 0.1

    private let folder = TemporaryFolder()
    private let panel = Panel(pixels: PixelSize(240, 160), millimetres: Size(240, 160))
    /// The time (s) of the processor for a byte of the sample pages.
    private var sample = 0.0

    init() throws {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
        let samples = ["museum", "gallery"].map { "\(root)/config/\($0)" }
        // The first time loads fonts.
        for path in samples { try show(path) }
        let begin = clock()
        var bytes = 0
        for path in samples { bytes += try show(path) }
        sample = Double(clock() - begin) / 1e6 / Double(max(1, bytes))
    }

    func take(_ bytes: [UInt8]) throws {
        guard bytes.count > 2 else { return }
        let between = [[], [32], [10], [10, 10]][Int(bytes[1] & 3)] as [UInt8]
        let size = (1 + Int(bytes[0] & 7)) * 8192 - 100
        let piece = bytes.dropFirst(2) + between
        var page: [UInt8] = []
        while page.count + piece.count <= size { page += piece }
        folder.write(page, to: "home.md")
        let begin = clock()
        try show(folder.path)
        let time = Double(clock() - begin) / 1e6
        let times = time / Double(max(1, page.count)) / sample
        try demand(
            !Self.isTimed || time < Self.shortest || times < Self.mostTimes,
            "\(page.count) bytes took \(time) s, \(times) times as long as a byte of the sample pages")
    }

    /// Reads the kiosk in `path`, and lays its pages out. Returns how many bytes its pages have.
    @discardableResult
    private func show(_ path: String) throws -> Int {
        let (kiosk, diagnostics) = Kiosk.load(path)
        try demand(kiosk != nil || diagnostics.contains { $0.severity == .error }, "no kiosk, and no reason")
        guard let kiosk else { return 0 }
        let library = PageLibrary(kiosk: kiosk)
        var bytes = 0
        for name in kiosk.pages.keys.sorted() {
            guard let screen = library.screen(named: name), let page = kiosk.pages[name] else { continue }
            let stage = Stage(
                panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(), root: screen)
            _ = stage.plan(at: .zero)
            var status = stat()
            if stat(page.file, &status) == 0 { bytes += Int(status.st_size) }
        }
        return bytes
    }
}
