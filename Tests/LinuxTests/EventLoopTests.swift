// The event loop with real file descriptors, timers and signals.

import Geometry
import Glibc
import Testing

@testable import Linux

/// A pipe that closes its ends when it is released.
final class TestPipe {
    let reader: Int32
    let writer: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { fatalError("pipe") }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        close(writer)
    }

    func send(_ byte: UInt8) {
        var byte = byte
        #expect(write(writer, &byte, 1) == 1)
    }

    func receive() -> UInt8 {
        var byte: UInt8 = 0
        #expect(read(reader, &byte, 1) == 1)
        return byte
    }
}

@Suite struct EventLoopTests {
    @Test func `a watch is called when there is something to read, and told so`() throws {
        let (loop, pipe) = (try EventLoop(), TestPipe())
        var heard: [UInt8] = []
        try loop.watch(pipe.reader) { readiness in
            #expect(readiness == .readable)
            heard.append(pipe.receive())
        }
        pipe.send(7)
        #expect(try loop.runOnce())
        pipe.send(9)
        #expect(try loop.runOnce())
        #expect(heard == [7, 9])
    }

    @Test func `with nothing to do the loop sleeps until its limit and says that nothing happened`() throws {
        let (loop, pipe) = (try EventLoop(), TestPipe())
        try loop.watch(pipe.reader) { _ in Issue.record("nothing was sent") }
        let limit = MonotonicClock.now() + .milliseconds(20)
        #expect(try loop.runOnce(until: limit) == false)
        #expect(MonotonicClock.now() >= limit)
    }

    @Test func `a cancelled watch is not called, not even for what came before`() throws {
        let (loop, first, second) = (try EventLoop(), TestPipe(), TestPipe())
        var calls = 0
        var watches: [EventLoop.Watch] = []
        for pipe in [first, second] {
            watches.append(
                try loop.watch(pipe.reader) { _ in
                    calls += 1
                    for watch in watches { watch.cancel() }
                })
            pipe.send(1)
        }
        #expect(try loop.runOnce())
        #expect(try loop.runOnce(until: .zero) == false)
        #expect(calls == 1)
    }

    @Test func `a writer that has gone is reported unasked`() throws {
        let loop = try EventLoop()
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        var seen: EventLoop.Readiness = []
        try loop.watch(ends[0]) { seen = $0 }
        close(ends[1])
        #expect(try loop.runOnce())
        #expect(seen.isGone)
    }

    @Test func `a watch can wait for writing and change its mind`() throws {
        let (loop, pipe) = (try EventLoop(), TestPipe())
        var calls = 0
        let watch = try loop.watch(pipe.writer, for: .writable) { readiness in
            #expect(readiness == .writable)
            calls += 1
        }
        #expect(try loop.runOnce())
        try watch.wait(for: [])
        #expect(try loop.runOnce(until: .zero) == false)
        #expect(calls == 1)
    }

    @Test func `timers fire once each, in the order of their deadlines, and none before its time`() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        let start = MonotonicClock.now()
        var early: Instant?
        let late = loop.timer { fired.append("late") }
        let soon = loop.timer {
            fired.append("soon")
            early = MonotonicClock.now()
        }
        late.setDeadline(start + .milliseconds(12))
        soon.setDeadline(start + .milliseconds(4))
        while fired.count < 2 { try loop.runOnce() }
        #expect(fired == ["soon", "late"])
        #expect(try #require(early) >= start + .milliseconds(4))
        #expect(try loop.runOnce(until: .zero) == false)
    }

    @Test func `a deadline in the past fires at once, and a withdrawn one never`() throws {
        let loop = try EventLoop()
        var fired = 0
        loop.onDeadline = { fired += 1 }
        loop.setDeadline(Instant(nanoseconds: -5))
        #expect(try loop.runOnce())
        loop.setDeadline(.zero)
        loop.setDeadline(nil)
        #expect(try loop.runOnce(until: .zero) == false)
        #expect(fired == 1)
    }

    @Test func `a timer set by its own closure fires again in another turn`() throws {
        let loop = try EventLoop()
        var fired = 0
        var timer: Timer?
        timer = loop.timer {
            fired += 1
            timer?.setDeadline(.zero)
        }
        timer?.setDeadline(.zero)
        #expect(try loop.runOnce())
        #expect(fired == 1)
        #expect(try loop.runOnce())
        #expect(fired == 2)
        timer?.cancel()
        #expect(try loop.runOnce(until: .zero) == false)
    }

    @Test func `a closure that moves another timer's deadline away keeps it from firing`() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        var second: Timer?
        let first = loop.timer {
            fired.append("first")
            second?.setDeadline(nil)
        }
        second = loop.timer { fired.append("second") }
        first.setDeadline(Instant(nanoseconds: 1))
        second?.setDeadline(Instant(nanoseconds: 2))
        #expect(try loop.runOnce())
        #expect(fired == ["first"])
    }

    @Test func `a signal that the loop listens for arrives as an event and does not kill`() throws {
        let loop = try EventLoop()
        var heard: [Int32] = []
        try loop.onSignals([SIGWINCH]) { heard.append($0) }
        // The signal goes to this thread: a test process has others that do not block it.
        pthread_kill(pthread_self(), SIGWINCH)
        #expect(try loop.runOnce())
        #expect(heard == [SIGWINCH])
    }

    @Test func `stop ends run after the closures that are due, and before the next`() throws {
        let (loop, pipe) = (try EventLoop(), TestPipe())
        var calls = 0
        try loop.watch(pipe.reader) { _ in
            calls += 1
            loop.stop()
        }
        pipe.send(1)
        try loop.run()
        #expect(calls == 1)
        loop.stop()
        try loop.run()
        #expect(calls == 1)
    }

    @Test func `watching what is no descriptor fails with the call's name and the number`() throws {
        let loop = try EventLoop()
        let error = #expect(throws: SystemError.self) { try loop.watch(-1) { _ in } }
        #expect(error?.description == "epoll_ctl file descriptor -1: Bad file descriptor")
    }
}
