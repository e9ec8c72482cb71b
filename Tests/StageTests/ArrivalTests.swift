// Results that an app waits for: from any thread, in order, for as long as they are wanted.

import Geometry
import Glibc
import Stage
import Testing

/// Threads that do one thing each.
nonisolated private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let threads = (0..<count).map { number in
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work { body(number) }).toOpaque()
        let failure = pthread_create(
            &thread, nil,
            {
                Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().body()
                return nil
            }, work)
        guard failure == 0 else { fatalError("pthread_create") }
        return thread
    }
    for thread in threads { pthread_join(thread, nil) }
}

extension Stage {
    fileprivate func takeAll(at milliseconds: Int = 0) {
        for arrival in arrivals.take() { arrived(arrival, at: .zero + .milliseconds(milliseconds)) }
    }
}

@Suite struct ArrivalTests {
    @Test func `a result is taken at its instant, after what was due before, and is traced`() {
        let glass = Glass()
        var heard: [String] = []
        glass.stage.onArrival = { heard.append("\($0.time.nanoseconds / 1_000_000) \($0.what)") }
        let weather = glass.stage.expect("weather") { (text: String) in
            heard.append("\(text) at \(glass.stage.now.nanoseconds / 1_000_000)")
        }
        let animation = Animation()
        animation.start(on: glass.stage, for: .milliseconds(300)) { heard.append("moved") }
        onThreads(1) { _ in weather.arrive("rain") }
        #expect(heard.isEmpty)
        glass.stage.takeAll(at: 512)
        #expect(heard.count == 3 && heard[0] == "moved" && heard[2] == "rain at 512")
        #expect(heard[1].hasPrefix("512 ") && heard[1].contains("weather"))
        #expect(glass.lines("arrived") == [#"{"t":0.512,"kind":"arrived","name":"weather","number":1}"#])
        withExtendedLifetime(animation) {}
    }

    @Test func `values arrive unchanged, and one of another type causes a warning`() {
        let glass = Glass()
        var numbers: [Double] = []
        let sum = glass.stage.expect("sum") { (number: Double) in numbers.append(number) }
        for number in [0.1 + 0.2, -0.0, 1e300] { sum.arrive(number) }
        glass.stage.takeAll()
        #expect(numbers == [0.1 + 0.2, -0.0, 1e300])
        glass.stage.arrived(Arrival(.init(name: "sum", number: 1, value: "many")), at: .zero)
        #expect(numbers.count == 3)
        #expect(!glass.lines("warning").isEmpty && glass.lines("warning").allSatisfy { $0.contains("many") })
    }

    @Test func `eight threads lose nothing and keep their order`() {
        let glass = Glass()
        var taken = [[Int]](repeating: [], count: 8)
        let posters = (0..<8).map { poster in
            glass.stage.expect("poster \(poster)") { (number: Int) in taken[poster].append(number) }
        }
        onThreads(8) { poster in for number in 0..<500 { posters[poster].arrive(number) } }
        glass.stage.takeAll()
        #expect(taken == Array(repeating: Array(0..<500), count: 8))
    }

    @Test func `the thread that decides is woken once for results that come together`() {
        let glass = Glass()
        let rings = Rings()
        let one = glass.stage.expect("one") { (_: Int) in }
        one.arrive(1)
        glass.stage.arrivals.wake { rings.ring() }
        #expect(rings.count == 1)
        one.arrive(2)
        #expect(rings.count == 1)
        #expect(glass.stage.arrivals.take(atMost: 1).count == 1)
        #expect(!glass.stage.arrivals.isEmpty)
        glass.stage.takeAll()
        one.arrive(3)
        #expect(rings.count == 2)
    }

    @Test func `a result for a screen, a visitor or a stage that has gone is dropped`() {
        var heard: [String] = []
        let glass = Glass()
        let screen = TestScreen("attic")
        glass.push(screen)
        let ofScreen = glass.stage.expect("screen", for: screen) { (text: String) in heard.append(text) }
        ofScreen.arrive("here")
        glass.stage.takeAll()
        ofScreen.arrive("gone")
        glass.stage.navigator.pop(animated: false)
        glass.stage.takeAll()
        #expect(heard == ["here"])

        let ofVisitor = glass.stage.expect("visitor") { (text: String) in heard.append(text) }
        glass.stage.begin(with: TestScreen("home"))
        let ofNext = glass.stage.expect("visitor") { (text: String) in heard.append("next: \(text)") }
        ofVisitor.arrive("late")
        ofNext.arrive("in time")
        glass.stage.takeAll()
        #expect(heard == ["here", "next: in time"])

        var other: Glass? = Glass()
        let ofStage = other!.stage.expect("stage") { (text: String) in heard.append(text) }
        other = nil
        #expect(!ofStage.arrive("nobody"))
        #expect(heard.count == 2)
    }

    @Test func `a result is awaited only as long as its sender exists`() {
        let glass = Glass()
        var one: ExpectedResult<Int>? = glass.stage.expect("one") { (_: Int) in }
        let two = glass.stage.expect("two") { (_: Int) in }
        #expect(glass.stage.awaitedResults.map(\.name) == ["one", "two"])
        one = nil
        glass.stage.takeAll()
        #expect(one == nil && glass.stage.awaitedResults.map(\.name) == ["two"])
        two.arrive(1)
        glass.stage.takeAll()
        #expect(glass.stage.awaitedResults.isEmpty)
    }

    @Test func `the results that wait are bounded`() {
        let glass = Glass()
        let long = glass.stage.expect("long") { (_: String) in }
        #expect(!long.arrive(String(repeating: "x", count: ExpectedResult<String>.mostBytes + 1)))
        let piece = String(repeating: "x", count: ExpectedResult<String>.mostBytes)
        var count = 0
        while long.arrive(piece) { count += 1 }
        #expect(count == Arrivals.mostBytes / (piece.utf8.count + 4))
        glass.stage.takeAll()
        #expect(long.arrive(piece))
        glass.stage.takeAll()
        count = 0
        while long.arrive("") { count += 1 }
        #expect(count == Arrivals.most)
        var held: [ExpectedResult<Int>] = []
        for _ in 0..<5000 { held.append(glass.stage.expect("many") { (_: Int) in }) }
        #expect(!glass.lines("warning").isEmpty)
        #expect(glass.stage.awaitedResults.count <= 4096)
    }

    @Test func `names without end are forgotten, and a late result goes to no later request of its name`() {
        let glass = Glass()
        var heard: [String] = []
        let kept = glass.stage.expect("kept") { (text: String) in heard.append("kept \(text)") }
        for number in 0..<10_000 {
            glass.stage.expect("name \(number)") { (_: String) in }.arrive("")
            glass.stage.takeAll()
        }
        let second = glass.stage.expect("name 0") { (text: String) in heard.append("second \(text)") }
        glass.stage.arrived(Arrival(.init(name: "name 0", number: 1, value: "late")), at: .zero)
        second.arrive("in time")
        kept.arrive("still")
        glass.stage.takeAll()
        #expect(heard == ["second in time", "kept still"])
    }

    @Test func `a recorded result goes to the request of its number, and otherwise to the newest`() {
        let glass = Glass()
        var heard: [String] = []
        let held = (1...2).map { number in
            glass.stage.expect("door") { (text: String) in heard.append("\(number) \(text)") }
        }
        for number in [2, 1, 7] {
            glass.stage.arrived(Arrival(.init(name: "door", number: number, value: "open")), at: .zero)
        }
        glass.stage.arrived(Arrival(.init(name: "gate", number: 1, value: "open")), at: .zero)
        #expect(heard == ["2 open", "1 open", "2 open"])
        withExtendedLifetime(held) {}
    }
}

/// Counts from any thread.
nonisolated private final class Rings: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var rings = 0
    init() { pthread_mutex_init(lock, nil) }
    deinit { lock.deallocate() }
    func ring() {
        pthread_mutex_lock(lock)
        rings += 1
        pthread_mutex_unlock(lock)
    }
    var count: Int { rings }
}
