// Bursts of changes, simulated: whoever writes how often, no file holds back another.

import Geometry
import TestRandomness
import Testing

@testable import Linux

@Suite struct ChangeBurstTests {
    private struct Event {
        let time: Int
        let path: String
        let step: ChangeBurst.Step
    }

    /// The times (ms) of the reports, each with the paths of what has changed since the last one. The last one comes at the
    /// deadline after all events.
    private static func reports(
        of events: [Event], patience: Int = 10_000, longest: Int = 60_000
    ) -> [(time: Int, paths: Set<String>)] {
        var burst = ChangeBurst(patience: .milliseconds(patience), longest: .milliseconds(longest))
        var reports: [(time: Int, paths: Set<String>)] = []
        var paths: Set<String> = []
        var lastEvent = Instant.zero
        func reportDue(by end: Instant?) {
            while let deadline = burst.deadline, end.map({ deadline <= $0 }) ?? true {
                // What is overdue is reported as soon as the loop comes to it.
                let now = max(deadline, lastEvent)
                burst.report(at: now)
                reports.append((Int((now - Instant.zero).nanoseconds / 1_000_000), paths))
                paths = []
            }
        }
        for event in events.sorted(by: { $0.time < $1.time }) {
            let time = Instant.zero + .milliseconds(event.time)
            reportDue(by: time)
            lastEvent = time
            burst.add(event.path, event.step, at: time)
            paths.insert(event.path)
        }
        reportDue(by: nil)
        return reports
    }

    private static func report(of path: String, after time: Int, in events: [Event]) -> Int? {
        reports(of: events).first { $0.paths.contains(path) && $0.time >= time }?.time
    }

    /// A program that replaces a file by another, or writes it in place, every `pause` ms.
    private static func writer(
        _ path: String, every pause: Int, inPlace: Bool, taking length: Int = 3, until end: Int = 20_000
    ) -> [Event] {
        stride(from: 0, to: end, by: pause).flatMap { time in
            inPlace
                ? [
                    Event(time: time, path: path, step: .written),
                    Event(time: time + length, path: path, step: .completed),
                ] : [Event(time: time, path: path, step: .completed)]
        }
    }

    @Test(arguments: [1, 5, 20, 50, 90, 99], [false, true])
    func `a file that is written all the time holds back no other`(pause: Int, inPlace: Bool) throws {
        let steady = Self.writer("live.json", every: pause, inPlace: inPlace, taking: min(3, pause - 1))
        for time in [0, 7, 150, 1990, 4321, 9999] {
            let page = [
                Event(time: time, path: "home.md", step: .written),
                Event(time: time + 2, path: "home.md", step: .completed),
            ]
            let shown = try #require(Self.report(of: "home.md", after: time, in: steady + page))
            #expect(shown - time <= 300, "\(pause) ms, at \(time) ms")
        }
        // It is shown itself, without having the folder read all the time.
        let own = Self.reports(of: steady).map(\.time)
        #expect(own[0] <= 300)
        for (one, next) in zip(own, own.dropFirst()) { #expect((900...1300).contains(next - one)) }
    }

    /// A file that is written all the time is read between two writes, and one that has rested is a file like any other.
    @Test(arguments: [(20, 15), (60, 40), (99, 60)]) func `no file is reported half written`(pause: Int, length: Int) {
        let steady = Self.writer("live.json", every: pause, inPlace: true, taking: length, until: 5000)
        let later = [
            Event(time: 60_000, path: "live.json", step: .written),
            Event(time: 60_700, path: "live.json", step: .completed),
            Event(time: 90_000, path: "live.json", step: .completed),
            Event(time: 90_050, path: "live.json", step: .completed),
        ]
        let reports = Self.reports(of: steady + later).map(\.time)
        for time in reports where time < 5000 {
            #expect(time % pause >= length || time % pause == 0, "\(time)")
        }
        #expect(reports.filter { $0 > 50_000 } == [60_800, 90_150], "\(reports.suffix(4))")
    }

    @Test func `a file that is never closed holds back others once, not each time`() throws {
        let open = stride(from: 0, to: 60_000, by: 50).map { Event(time: $0, path: "log.csv", step: .written) }
        for time in [10_400, 25_000, 50_010] {
            let page = Event(time: time, path: "home.md", step: .completed)
            let shown = try #require(Self.report(of: "home.md", after: time, in: open + [page]))
            #expect(shown - time <= 300)
        }
        #expect(try #require(Self.reports(of: open).first).time == 10_000)
    }

    @Test func `a file that is being written is not reported, and what comes with it waits`() {
        let events = [
            Event(time: 0, path: "plan.png", step: .written), Event(time: 10, path: "home.md", step: .completed),
            Event(time: 4000, path: "plan.png", step: .written), Event(time: 5000, path: "plan.png", step: .completed),
        ]
        let reports = Self.reports(of: events)
        #expect(reports.map(\.time) == [5100])
    }

    @Test func `whatever happens, each change is reported after it, and within the longest burst`() {
        var random = SplitMix(7)
        for _ in 0..<200 {
            var time = 0
            let names = (0...Int.random(in: 0...6, using: &random)).map { "\($0)" }
            let events = (0..<300).map { _ in
                time += Int.random(in: 0...Int.random(in: 1...400, using: &random), using: &random)
                let step: [ChangeBurst.Step] = [.written, .completed, .changed]
                return Event(
                    time: time, path: names.randomElement(using: &random)!, step: step.randomElement(using: &random)!)
            }
            let reports = Self.reports(of: events, longest: 20_000)
            for event in events {
                let shown = reports.first { $0.time >= event.time && $0.paths.contains(event.path) }
                #expect(shown.map { $0.time - event.time <= 20_000 } == true)
            }
        }
    }
}
