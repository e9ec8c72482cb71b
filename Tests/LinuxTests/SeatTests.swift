// A virtual terminal that is taken, switched, and given back.

import CLinux
import Geometry
import Glibc
import Testing

@testable import Linux

extension CardTests {
    @Suite struct SeatOnTerminal {
        /// A seat on `terminal`, and what it has reported.
        private final class Scene {
            let terminal: TestTerminal
            let loop: EventLoop
            let seat: Seat
            /// What the kernel had been told at each report of the seat.
            private(set) var disabled: [[String]] = []
            private(set) var enabled: [[String]] = []

            init(_ terminal: TestTerminal, timeLimit: Instant.Span = .seconds(60)) throws {
                self.terminal = terminal
                loop = try EventLoop()
                var options = Seat.Options()
                (options.providers, options.tty, options.timeLimit) = ([.direct], terminal.path, timeLimit)
                seat = try Seat(loop: loop, options: options)
                seat.onDisable = { [unowned self] in disabled.append(terminal.told) }
                seat.onEnable = { [unowned self] in enabled.append(terminal.told) }
            }

            func turn() throws { while try loop.runOnce(until: MonotonicClock.now()) {} }
        }

        @Test func `a terminal is taken with its keyboard and its text, and given back as it was`() throws {
            let scene = try Scene(TestTerminal())
            #expect(scene.seat.tty == scene.terminal.path)
            #expect(scene.terminal.told == ["VT_SETMODE process", "KDSKBMODE 4", "KDSETMODE 1"])
            scene.seat.close()
            #expect(!scene.terminal.isGraphics && !scene.terminal.isSwitchedByProcess)
            #expect(scene.terminal.keyboard == 3)
            let told = scene.terminal.told.count
            scene.seat.close()
            #expect(scene.terminal.told.count == told)
        }

        @Test func `the kernel is told that the terminal is free when all users have stopped, and only then`() throws {
            let scene = try Scene(TestTerminal())
            let taken = scene.terminal.told
            scene.terminal.switchAway()
            try scene.turn()
            #expect(!scene.seat.isEnabled)
            #expect(scene.disabled == [taken])
            #expect(scene.terminal.told == taken + ["VT_RELDISP 1"])
            scene.terminal.switchBack()
            try scene.turn()
            #expect(scene.seat.isEnabled)
            // 2 is VT_ACKACQ.
            #expect(scene.enabled == [taken + ["VT_RELDISP 1", "VT_RELDISP 2"]])
            scene.seat.close()
        }

        @Test func `signals that come twice change nothing`() throws {
            let scene = try Scene(TestTerminal())
            for _ in 0..<2 {
                scene.terminal.switchAway()
                try scene.turn()
            }
            #expect(scene.disabled.count == 1)
            for _ in 0..<2 {
                scene.terminal.switchBack()
                try scene.turn()
            }
            #expect(scene.enabled.count == 1)
            scene.seat.close()
        }

        @Test func `a terminal in the background is brought to the foreground`() throws {
            let scene = try Scene(TestTerminal(isActive: false))
            #expect(scene.terminal.isActive)
            #expect(scene.terminal.told.suffix(2) == ["VT_ACTIVATE 0", "VT_RELDISP 2"])
            #expect(scene.disabled.isEmpty && scene.enabled.isEmpty)
            scene.seat.close()
        }

        @Test func `a terminal that is not let go of is given back, with an error`() throws {
            let terminal = TestTerminal(isActive: false)
            terminal.othersLetGo = false
            let error = #expect(throws: SeatError.self) { try Scene(terminal, timeLimit: .zero) }
            #expect(error?.description.contains("ioctl(VT_ACTIVATE)") == true)
            #expect(error?.description.contains("virtual terminal 1 did not let go") == true)
            #expect(!terminal.isGraphics && !terminal.isSwitchedByProcess && terminal.keyboard == 3)
        }

        @Test func `a keyboard that a killed process left off is on afterwards`() throws {
            let terminal = TestTerminal()
            terminal.keyboard = K_OFF
            let scene = try Scene(terminal)
            scene.seat.close()
            #expect(terminal.keyboard == K_UNICODE)
        }
    }
}
