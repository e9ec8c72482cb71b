// Tasks and timers of screens: when they go on, and that they end with their screen.

import Geometry
import Testing

@testable import Stage

private struct Refused: Error, CustomStringConvertible { let description = "refused" }

/// A stage with a screen over its root, whose tasks a test has run.
private final class Desk {
    let stage: Stage
    let screen = ContentScreen("work") { _ in }
    var log: [String] = []

    init() {
        stage = Stage(
            panel: PictureStage.panel, theme: PictureStage.theme, gestures: GestureSettings(),
            root: ContentScreen("root") { _ in })
        stage.navigator.push(screen, animated: false)
    }

    /// Advances the time to `milliseconds`.
    func advance(to milliseconds: Int) { stage.advance(to: .zero + .milliseconds(milliseconds)) }

    /// Has everything run that can, until `isDone`. Another thread runs the main actor in tests.
    func settle(until isDone: () -> Bool) async {
        while !isDone() {
            for arrival in stage.arrivals.take() { stage.arrived(arrival, at: stage.now) }
            stage.tasks.run()
            await Task.yield()
        }
    }

    /// Has everything run that can without anything that is awaited. More rounds than any task here has parts.
    func settle() async {
        for _ in 0..<50 {
            stage.tasks.run()
            await Task.yield()
        }
    }
}

@Suite struct ScreenTaskTests {
    @Test func `a timer calls its action at its instants in the stage's time, until it is cancelled`() {
        let desk = Desk()
        var calls: [Int64] = []
        let timer = desk.screen.after(.milliseconds(100), repeats: true) { calls.append(desk.stage.now.nanoseconds) }
        desk.screen.after(.milliseconds(250)) { desk.log.append("once") }
        desk.advance(to: 1000)
        #expect(calls == (1...10).map { Int64($0) * 100_000_000 } && desk.log == ["once"] && timer.isRunning)
        timer.cancel()
        desk.advance(to: 2000)
        #expect(calls.count == 10 && !timer.isRunning && desk.stage.nextDeadline == nil)
    }

    @Test func `timers of a screen that has left its stack call nothing`() {
        let desk = Desk()
        desk.screen.after(.milliseconds(500), repeats: true) { desk.log.append("repeated") }
        desk.screen.after(.milliseconds(500)) { desk.log.append("once") }
        desk.stage.navigator.pop(animated: false)
        desk.advance(to: 5000)
        #expect(desk.log.isEmpty)
        desk.screen.after(.milliseconds(1)) { desk.log.append("nowhere") }
        desk.advance(to: 6000)
        #expect(desk.log.isEmpty)
    }

    /// How a screen leaves with the stack that it is on.
    enum Departure: CaseIterable { case dismissed, dismissedAtOnce, underAnother, begun, ended }

    @Test(arguments: Departure.allCases)
    func `timers and tasks of a screen end with its stack`(departure: Departure) async {
        let desk = Desk()
        let screen = ContentScreen("sheet") { _ in }
        desk.stage.present(screen, animated: false)
        let sheet = desk.stage.sheets[0]
        screen.after(.milliseconds(500), repeats: true) { desk.log.append("repeated") }
        screen.task {
            try? await screen.sleep(for: .seconds(3))
            desk.log.append(Task.isCancelled ? "cancelled" : "slept")
        }
        await desk.settle()
        switch departure {
        case .dismissed: sheet.dismiss()
        case .dismissedAtOnce: sheet.dismiss(animated: false)
        case .underAnother:
            sheet.navigator.push(ContentScreen("above") { _ in }, animated: false)
            sheet.dismiss(animated: false)
        case .begun: desk.stage.begin(with: ContentScreen("new") { _ in })
        case .ended: desk.stage.end()
        }
        // A sheet that leaves visibly is there for a moment.
        desk.advance(to: 1500)
        desk.log.removeAll { $0 == "repeated" }
        desk.advance(to: 5000)
        await desk.settle { desk.log.contains("cancelled") || desk.log.contains("slept") }
        #expect(desk.log == ["cancelled"] && screen.navigator == nil)
    }

    @Test func `a repeated timer has an interval that time can pass`() {
        let desk = Desk()
        var count = 0
        desk.screen.after(.zero, repeats: true) { count += 1 }
        desk.advance(to: 100)
        #expect(count == 25)
    }

    @Test func `a task sleeps in the stage's time`() async {
        let desk = Desk()
        desk.screen.task {
            desk.log.append("begun")
            try? await desk.screen.sleep(for: .milliseconds(300))
            desk.log.append("slept until \(desk.stage.now.nanoseconds / 1_000_000)")
        }
        await desk.settle { desk.log.count == 1 }
        await desk.settle()
        desk.advance(to: 299)
        await desk.settle()
        #expect(desk.log == ["begun"])
        desk.advance(to: 300)
        await desk.settle { desk.log.count == 2 }
        #expect(desk.log[1] == "slept until 300")
    }

    @Test(arguments: ["sleep", "recorded", "sequence", "endless"])
    func `what a task waits for ends with its screen`(kind: String) async {
        let desk = Desk()
        let (stream, source) = AsyncStream<Int>.makeStream()
        desk.screen.task {
            defer { desk.log.append("over") }
            do {
                desk.log.append("begun")
                switch kind {
                case "sleep": try await desk.screen.sleep(for: .seconds(1e6))
                case "recorded":
                    _ = try await desk.screen.recorded("never") { () async throws -> Int in
                        try await Task.sleep(for: .seconds(1_000_000))
                        return 1
                    }
                case "sequence": for try await _ in desk.screen.recorded("never", from: stream) {}
                default: while !Task.isCancelled { await Task.yield() }
                }
                try Task.checkCancellation()
                desk.log.append("went on")
            } catch { desk.log.append("\(type(of: error))") }
        }
        await desk.settle { desk.log == ["begun"] }
        await desk.settle()
        desk.stage.navigator.pop(animated: false)
        await desk.settle { desk.log.last == "over" }
        #expect(desk.log == ["begun", "CancellationError", "over"])
        source.finish()
    }

    @Test func `results and errors come when the stage takes them, under their names`() async {
        let desk = Desk()
        var records: [ArrivalRecord.Result] = []
        desk.stage.onArrival = { if case .result(let result) = $0.what { records.append(result) } }
        desk.screen.task {
            do {
                desk.log.append("\(try await desk.screen.recorded("number") { 42 })")
                desk.log.append(
                    try await desk.screen.recorded("refusal") { () async throws -> String in throw Refused() })
            } catch { desk.log.append("error: \(error)") }
            let long = String(repeating: "x", count: (64 << 10) + 1)
            do { _ = try await desk.screen.recorded("long") { long } } catch { desk.log.append("\(error)") }
        }
        await desk.settle { desk.log.count == 3 }
        #expect(desk.log == ["42", "error: refused", "the result has more than 64 KiB as text"])
        #expect(
            records == [
                .init(name: "number", number: 1, value: "42"),
                .init(name: "refusal", number: 1, value: "refused", isError: true),
                .init(name: "long", number: 1, value: desk.log[2], isError: true),
            ])
    }

    @Test func `the elements of a sequence come one by one, and its end is recorded`() async {
        let desk = Desk()
        let (stream, source) = AsyncStream<Int>.makeStream()
        desk.screen.task {
            do {
                for try await number in desk.screen.recorded("door", from: stream) { desk.log.append("\(number)") }
                desk.log.append("end")
            } catch { desk.log.append("\(error)") }
        }
        for number in 1...3 { source.yield(number) }
        await desk.settle { desk.log.count == 3 }
        source.finish()
        await desk.settle { desk.log.count == 4 }
        #expect(desk.log == ["1", "2", "3", "end"])
    }

    @Test func `in a replay the recording's results come, and no work is done`() async {
        let desk = Desk()
        desk.stage.suppliedResults = .named(["weather"])
        let worked = WorkCount()
        desk.screen.task {
            for _ in 0..<2 {
                do {
                    desk.log.append(
                        try await desk.screen.recorded("weather") {
                            await worked.add()
                            return "sun"
                        })
                } catch { desk.log.append("\(error)") }
            }
            desk.log.append(try! await desk.screen.recorded("other") { "work" })
        }
        await desk.settle { desk.stage.awaitedResults.count == 1 }
        desk.stage.arrived(Arrival(.init(name: "weather", number: 1, value: "rain")), at: desk.stage.now)
        await desk.settle { desk.stage.awaitedResults.contains { $0.number == 2 } }
        desk.stage.arrived(
            Arrival(.init(name: "weather", number: 2, value: "no network", isError: true)), at: desk.stage.now)
        await desk.settle { desk.log.count == 3 }
        #expect(desk.log == ["rain", "no network", "work"])
        #expect(await worked.count == 0)
    }

    @Test func `a task that has not begun when its screen leaves does nothing, also if the screen is gone`() async {
        let desk = Desk()
        var screen: ContentScreen? = ContentScreen("short") { _ in }
        desk.stage.navigator.push(screen!, animated: false)
        screen!.task { [unowned screen = screen!] in desk.log.append(screen.name) }
        desk.stage.navigator.pop(animated: false)
        screen = nil
        await desk.settle()
        #expect(desk.log.isEmpty)
    }

    @Test func `a value of another type is an error to the app`() async {
        let desk = Desk()
        desk.stage.suppliedResults = .all
        desk.screen.task {
            do { _ = try await desk.screen.recorded("n") { 1 } } catch { desk.log.append("\(error)") }
        }
        await desk.settle { desk.stage.awaitedResults.count == 1 }
        desk.stage.arrived(Arrival(.init(name: "n", number: 1, value: "one")), at: desk.stage.now)
        await desk.settle { !desk.log.isEmpty }
        #expect(desk.log == ["\"one\" is no Int"])
    }

    @Test func `another visitor ends what the one before waits for`() async {
        let desk = Desk()
        desk.screen.task {
            do {
                _ = try await desk.screen.recorded("n") { () async throws -> Int in
                    try await Task.sleep(for: .seconds(1_000_000)); return 1
                }
            } catch {
                desk.log.append("\(type(of: error))")
            }
        }
        await desk.settle()
        desk.stage.begin(with: ContentScreen("new") { _ in })
        await desk.settle { !desk.log.isEmpty }
        #expect(desk.log == ["CancellationError"])
    }
}

private actor WorkCount {
    private(set) var count = 0
    func add() { count += 1 }
}
