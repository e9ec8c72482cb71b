// Results and pictures that arrive in a running kiosk: the kiosk does not wait for them, and a replay of its recording is the
// same.

import Drawing
import Frames
import Geometry
import Glibc
import Layers
import Stage
import Synchronization
import TestRandomness
import Testing
import TouchScript

@testable import Bezel
@testable import Machine

@Suite struct ArrivalReplayTests {
    private static var flicks: [TouchFrame] {
        let touch = TouchScript(start: .zero + .milliseconds(50))
        for index in 0..<6 {
            let isUp = index < 4
            touch.down(at: Point(260, isUp ? 250 : 60)).drag(
                to: Point(260, isUp ? 60 : 250), over: .milliseconds(60)
            ).lift()
            touch.wait(.milliseconds(250))
        }
        return touch.frames
    }

    @Test func `while pictures cannot be read, frames are drawn and fingers are followed`() async throws {
        do {
            let kiosk = try PictureKiosk(12)
            let gate = Gate()
            let running = try ArrivingKiosk(try kiosk.screens()) { order in
                gate.pass()
                return order.read()
            }
            try running.play(Self.flicks)
            #expect(running.arrivals.isEmpty)
            // A busy machine draws few.
            #expect(running.frameLoop.frames > 3)
            #expect(running.trace.contains { $0.contains(#""name":"scroll""#) && $0.contains("began") })
            gate.open(for: 1000)
            try running.run { running.pictures >= 2 && running.hasRead }
            try running.runToRest()
            // The last frame on the glass, with no picture left to wait for, is the last frame of a replay.
            let shown = try ArrivingKiosk.replay(running.text, on: try kiosk.screens())
            var seen: FrameHash?
            try running.run { running.frameLoop.presentedFrames == running.hashes.count }
            running.frameLoop.capture { seen = FrameHash(of: $0.surface) }
            try running.run { seen != nil }
            #expect(shown.hashes.max { $0.key < $1.key }?.value == seen)
        }
    }

    @Test(arguments: 1...3) func `a replay of a recording with arrivals decides and shows the same`(seed: Int)
        async throws
    {
        do {
            let kiosk = try PictureKiosk(14)
            let gate = Gate()
            var numbers = SplitMix(UInt64(seed))
            let running = try ArrivingKiosk(try kiosk.screens()) { order in
                gate.pass()
                return order.read()
            }
            running.stage.memory = seed == 3 ? 700_000 : nil
            running.onFrame = { _ in if numbers.below(6) == 0 { gate.open() } }
            try running.play(Self.flicks)
            gate.open(for: 1000)
            try running.run { running.hasRead }
            try running.runToRest()
            // A busy machine draws few frames, and few pictures are needed in them.
            #expect(running.pictures >= 2)
            let replayed = try ArrivingKiosk.replay(running.text, on: try kiosk.screens()) {
                $0.memory = seed == 3 ? 700_000 : nil
            }
            let pictures = running.hashes.filter { $0.key <= running.frameLoop.frames }
            var differing: [Int] = []
            for (number, hash) in pictures where replayed.hashes[number].map({ $0 != hash }) ?? false {
                differing.append(number)
            }
            #expect(replayed.hashes.count > 3)
            #expect(differing.isEmpty, "frames \(differing.sorted()) of \(pictures.count)")
            #expect(replayed.trace.filter { !$0.contains(#""kind":"end""#) } == running.trace)
            // Placeholders that were visible are in the recording. The same recording without its arrivals shows none.
            let atOnce = try ArrivingKiosk.replay(
                running.text.split(separator: "\n", omittingEmptySubsequences: false)
                    .filter { !$0.contains("\"arrived\"") && !$0.contains("\"left\"") }
                    .joined(separator: "\n").replacing(#","arrivals":true"#, with: ""),
                on: try kiosk.screens())
            #expect(atOnce.hashes != replayed.hashes)
        }
    }

    // A film strip draws few frames. The first frame that shows a picture requests it, whether that frame is drawn or not.
    @Test func `a frame of a replay is the same whichever others are drawn`() throws {
        let kiosk = try PictureKiosk(12)
        let touches = Self.flicks.flatMap { frame in
            frame.changes.map { change in
                #"{"t":\#(Double(frame.time.nanoseconds) / 1e9),"touch":1,"phase":"\#(change.phase)","#
                    + #""x":\#(change.position.x),"y":\#(change.position.y)}"#
            }
        }
        let text = touches.joined(separator: "\n") + "\n"
        let all = try ArrivingKiosk.replay(text, on: try kiosk.screens()).hashes
        let few = try ArrivingKiosk.replay(text, on: try kiosk.screens(), drawing: { $0 % 17 == 5 }).hashes
        #expect(few.count > 4)
        for (number, hash) in few { #expect(all[number] == nil || all[number] == hash, "frame \(number)") }
    }

    @Test func `an app's result reaches its screen, is recorded, and is the same in a replay`() async throws {
        do {
            let first = StartScreens(WeatherApp(), on: Configuration())
            let running = try ArrivingKiosk(first)
            try running.run { !running.arrivals.isEmpty && running.stage.stateAtRest != nil }
            let said = try #require(running.weather)
            #expect(running.text.contains(#""arrived":"result","name":"weather","value":"\#(said)"}"#))
            #expect(running.trace.contains { $0.contains(#""kind":"arrived","name":"weather""#) })
            let replayed = try ArrivingKiosk.replay(running.text, on: StartScreens(WeatherApp(), on: Configuration()))
            #expect(replayed.stage.weather == said)
            #expect(replayed.trace.filter { !$0.contains(#""kind":"end""#) } == running.trace)
            // The app gets a different result each time.
            let touch = #"{"t":0,"touch":1,"phase":"began","x":3,"y":4}"#
            let other = try ArrivingKiosk.replay(touch, on: StartScreens(WeatherApp(), on: Configuration()))
            #expect(other.stage.weather?.hasPrefix("rain") == true && other.stage.weather != said)
            let written = try ArrivingKiosk.replay(
                "\(touch)\n" + #"{"t":0.1,"arrived":"result","name":"weather","value":"snow \"and\" wind"}"#,
                on: StartScreens(WeatherApp(), on: Configuration()))
            #expect(written.stage.weather == #"snow "and" wind"#)
        }
    }

    // On a busy machine a result can come between the drawing of the first frame and its vblank.
    @Test func `what was recorded before the first frame was seen keeps its time in a replay`() throws {
        let replayed = try ArrivingKiosk.replay(
            #"{"t":0,"frame":1,"drawn":-0.016}"# + "\n"
                + #"{"t":-0.0015,"arrived":"result","name":"weather","value":"snow"}"#,
            on: StartScreens(WeatherApp(), on: Configuration()))
        #expect(replayed.stage.weather == "snow")
        #expect(replayed.trace.contains { $0.contains(#""t":-0.0015,"kind":"arrived""#) })
    }

    @Test(arguments: ["", #"{"t":-0.01,"frame":1,"drawn":-0.02}"# + "\n"])
    func `in a replay a result arrives between the same presses as in the recording`(frames: String) throws {
        func press(_ number: Int, at time: Double) -> String {
            ["began", "ended"].enumerated()
                .map { #"{"t":\#(time + 0.01 * Double($0)),"press":\#(number),"button":"home","phase":"\#($1)"}"# }
                .joined(separator: "\n") + "\n"
        }
        let arrived = #"{"t":0.1,"arrived":"result","name":"weather","value":"snow"}"# + "\n"
        let replayed = try ArrivingKiosk.replay(
            frames + press(1, at: 0) + arrived + press(2, at: 0.2),
            on: StartScreens(WeatherApp(), on: Configuration()))
        #expect(replayed.stage.weather == "snow")
        let order = replayed.trace.compactMap { line in
            switch line.field("kind") {
            case "arrived": "arrived"
            case "gesture" where line.field("name") == "home-button" && line.field("state") == "ended": "home"
            default: nil
            }
        }
        #expect(order == ["home", "arrived", "home"])
    }

    @Test func `results from eight threads are all taken while a stage runs, in each thread's order`() async throws {
        do {
            let running = try ArrivingKiosk(StartScreens(WeatherApp(), on: Configuration()))
            var taken = [[Int]](repeating: [], count: 8)
            let posters = (0..<8).map { poster in
                running.stage.expect("poster \(poster)") { (number: Int) in taken[poster].append(number) }
            }
            for (number, poster) in posters.enumerated() { Task.detached { await post(400, to: poster, number) } }
            try running.run { taken.reduce(0) { $0 + $1.count } == 8 * 400 }
            #expect(taken == Array(repeating: Array(0..<400), count: 8))
            #expect(running.arrivals.count >= 8 * 400)
        }
    }

    @Test func `a stage can be released while its pictures are being read, and does not wait for them`() async throws {
        do {
            let kiosk = try PictureKiosk(4)
            let (gate, begun, done) = (Gate(), Gate(), Gate())
            func start() throws {
                let running = try ArrivingKiosk(try kiosk.screens()) { order in
                    begun.open()
                    gate.pass()
                    defer { done.open() }
                    return order.read()
                }
                try running.run { running.frameLoop.presentedFrames > 0 }
                begun.pass()
            }
            try start()
            gate.open(for: 100)
            done.pass()
        }
    }
}

extension ArrivingKiosk {
    fileprivate var weather: String? { stage.weather }
}

extension Stage {
    /// The weather that the first screen shows.
    fileprivate var weather: String? { (navigator.root as? WeatherScreen)?.text }
}

/// Sends the numbers below `count`, yielding to other tasks now and then.
@Sendable nonisolated private func post(_ count: Int, to poster: ExpectedResult<Int>, _ number: Int) async {
    for value in 0..<count {
        while !poster.arrive(value) { await Task.yield() }
        if (value * 7 + number) % 5 == 0 { await Task.yield() }
    }
}

/// Counts, on any thread.
nonisolated private final class Count: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}

nonisolated private let times = Count()

/// A different text each time.
@Sendable nonisolated private func findOut() -> String { "rain \(times.next())" }

private struct WeatherApp: App {
    func root() -> Screen { WeatherScreen() }
}

private final class WeatherScreen: Screen {
    private(set) var text: String?

    init() { super.init(name: "weather", title: "Weather") }

    override func load(into content: View) {
        guard let stage = navigator?.stage else { return }
        let label = View()
        label.frame = Rect(20, 20, 100, 40)
        content.addSubview(label)
        let weather = stage.expect("weather", for: self) { [unowned self] (text: String) in
            self.text = text
            label.layer.backgroundColor = stage.theme.accent
        }
        Task.detached { weather.arrive(findOut()) }
    }
}
