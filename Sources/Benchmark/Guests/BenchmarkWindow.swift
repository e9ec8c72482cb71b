// The window of another program that `bezel benchmark guests` measures.

import Geometry
import Glibc
import Linux
import Machine

/// A program with a window that covers its screen, and each of whose frames is new from edge to edge. It is a client like any other, of
/// the compositor that WAYLAND_DISPLAY names.
@MainActor
package struct BenchmarkWindow {
    /// When it commits its next frame.
    package enum Pace: String, CaseIterable, Sendable {
        /// As soon as the compositor asks for it, as most programs do.
        case answering
        /// At any moment of a refresh after that, evenly distributed.
        case anytime
        /// Sixty times a second, whether the compositor asks or not.
        case steady
    }

    private static let period = Instant.Span(nanoseconds: 16_666_667)

    /// Shows the window until the compositor is gone. For each frame the file `report` gets a line: when it was committed, and when the
    /// compositor says that it was seen, in nanoseconds of CLOCK_MONOTONIC.
    static func run(_ pace: Pace, report: String) throws(Failure) {
        let file = FileDescriptor(owning: try openToWrite(report))
        let (loop, display) = try open()
        defer { display.close() }
        var random = SeededGenerator(seed: 11)
        var frame: UInt32 = 0
        var next = MonotonicClock.now()
        func show() {
            guard let buffer = display.freeBuffer() else { return }
            frame += 1
            let count = buffer.surface.size.height * buffer.surface.pitch / 4
            // A colour that differs in all channels from frame to frame.
            buffer.surface.base.withMemoryRebound(to: UInt32.self, capacity: count) {
                $0.update(repeating: frame &* 0x01_0305, count: count)
            }
            display.present(damage: Region(buffer.surface.size.bounds))
        }
        var isDue: () -> Void = {}
        let due = loop.timer { isDue() }
        isDue = {
            show()
            guard pace == .steady else { return }
            next = next + period
            due.setDeadline(next)
        }
        // This process is killed at the end, so a line is written at once.
        display.onSeen = { committed, seen in
            let line = "\(committed.nanoseconds) \(seen.nanoseconds)\n"
            _ = line.utf8.withContiguousStorageIfAvailable { write(file.number, $0.baseAddress, $0.count) }
        }
        display.onFailure = { _ in loop.stop() }
        display.onPresented = { _ in
            switch pace {
            case .answering: due.setDeadline(MonotonicClock.now())
            case .anytime: due.setDeadline(MonotonicClock.now() + .seconds(random.uniform(0...1) * period.seconds))
            case .steady: break
            }
        }
        isDue()
        do { try loop.run() } catch { throw Failure(error) }
    }

    private static func open() throws(Failure) -> (EventLoop, WaylandDisplay) {
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw Failure(error) }
        do { return (loop, try WaylandDisplay(loop: loop) { _, _ in }) } catch { throw Failure(error) }
    }
}
