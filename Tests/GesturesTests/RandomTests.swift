// Random fingers on random views with random delegates: whatever happens, the invariants hold.
//
// The long run, from a seed:
// BEZEL_SEQUENCES=1000000 BEZEL_SEED=7 swift test -c release -Xswiftc -enable-testing --filter RandomTests

import Geometry
import Gestures
import Glibc
import Testing

/// A small generator that gives the same numbers everywhere (SplitMix64).
struct Dice: RandomNumberGenerator {
    var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
    mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
    mutating func point() -> Point { Point(Double(below(5000)) / 10, Double(below(3000)) / 10) }
}

/// Views with recognizers, a delegate that answers at random, and a record of what each view was told.
final class Playground: RecognizerDelegate {
    final class Spot: Responder {
        unowned let ground: Playground
        weak var around: Responder?
        let rect: Rect
        var down: Set<ObjectIdentifier> = []

        init(_ ground: Playground, _ rect: Rect, in around: Responder?) {
            self.ground = ground
            self.rect = rect
            self.around = around
        }
        override var next: Responder? { around }
        override func touchesBegan(_ touches: [Touch]) {
            for touch in touches { ground.check(down.insert(ObjectIdentifier(touch)).inserted, "a touch began twice") }
        }
        override func touchesMoved(_ touches: [Touch]) {
            for touch in touches {
                ground.check(down.contains(ObjectIdentifier(touch)), "a touch moved that had not begun")
            }
        }
        override func touchesEnded(_ touches: [Touch]) { leave(touches) }
        override func touchesCancelled(_ touches: [Touch]) { leave(touches) }
        private func leave(_ touches: [Touch]) {
            for touch in touches {
                ground.check(
                    down.remove(ObjectIdentifier(touch)) != nil, "a touch was over that had not begun, or twice")
            }
        }
    }

    var dice: Dice
    var spots: [Spot] = []
    var recognizers: [Recognizer] = []
    var required: [(Recognizer, Recognizer)] = []
    private(set) var faults: [String] = []
    private(set) var dispatcher: TouchDispatcher!
    var time = Instant.zero
    var down: [Int: Point] = [:]
    private var hasCircle = false

    init(seed: UInt64) {
        dice = Dice(seed)
        dispatcher = TouchDispatcher { [unowned self] point in spots.last { $0.rect.contains(point) } }
        dispatcher.onGesture = { [unowned self] in verifyBeginning($0) }
        dispatcher.onWarning = { [unowned self] in if $0.contains("circle") { hasCircle = true } }
        let root = Spot(self, Rect(0, 0, 500, 300), in: nil)
        spots = [root]
        for _ in 0..<(1 + dice.below(4)) { addSpot() }
        for _ in 0..<(2 + dice.below(7)) { addRecognizer() }
        for _ in 0..<dice.below(5) {
            let (a, b) = (recognizers[dice.below(recognizers.count)], recognizers[dice.below(recognizers.count)])
            if a !== b {
                a.require(toFail: b)
                required.append((a, b))
            }
        }
    }

    func check(_ holds: Bool, _ what: String) { if !holds { faults.append(what) } }

    private func addSpot() {
        let around = spots[dice.below(spots.count)]
        let spot = Spot(self, Rect(Double(dice.below(400)), Double(dice.below(250)), 200, 150), in: around)
        spot.isIndependent = dice.chance(4)
        spots.append(spot)
    }

    private func addRecognizer() {
        let recognizer: Recognizer
        switch dice.below(5) {
        case 0: recognizer = TapRecognizer()
        case 1: recognizer = ScreenEdgePanRecognizer(name: "edge", edges: .left, panelSize: Size(500, 300))
        case 2:
            let pan = PanRecognizer(name: "catch")
            pan.beginsAtTouchDown = true
            recognizer = pan
        default:
            let pan = PanRecognizer(name: "pan", directions: [.all, .horizontal, .vertical, .right][dice.below(4)])
            pan.maximumTouches = 1 + dice.below(3)
            pan.minimumTouches = 1 + dice.below(min(2, pan.maximumTouches))
            recognizer = pan
        }
        recognizer.delaysTouchesBegan = dice.chance(5)
        recognizer.cancelsTouchesInView = !dice.chance(5)
        if dice.chance(2) { recognizer.delegate = self }
        recognizer.onAction { [unowned self] _ in
            // Recognizers that switch each other off and on, from within an action.
            if dice.chance(12) {
                let other = recognizers[dice.below(recognizers.count)]
                other.isEnabled = false
                other.isEnabled = true
            }
        }
        spots[dice.below(spots.count)].addRecognizer(recognizer)
        recognizers.append(recognizer)
    }

    func shouldReceive(_ frame: TouchFrame, by recognizer: Recognizer) -> Bool { !dice.chance(10) }
    func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool { !dice.chance(10) }
    func shouldBegin(_ recognizer: Recognizer) -> Permission { dice.chance(5) ? false : .yes }
    func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool { dice.chance(3) }
    func shouldRequireFailure(_ recognizer: Recognizer, of other: Recognizer) -> Bool { dice.chance(6) }
    func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool { dice.chance(6) }

    /// One thing that can happen.
    func step() {
        switch dice.below(20) {
        case 0: time = time + .milliseconds(dice.below(5000))
        case 1: time = time - .milliseconds(dice.below(50))
        case 2:
            dispatcher.cancelTouches()
            down = [:]
        case 3 where spots.count > 1:
            let spot = spots.remove(at: 1 + dice.below(spots.count - 1))
            let inner = spots.filter { $0.isWithin(spot) }
            spots.removeAll { $0.isWithin(spot) }
            dispatcher.remove(spot)
            check(([spot] + inner).allSatisfy(\.down.isEmpty), "a view that is gone still holds a touch")
            down = down.filter { number, _ in dispatcher.touchesDown.contains { $0.number == number } }
        case 4 where spots.count < 6: addSpot()
        case 5: recognizers[dice.below(recognizers.count)].isEnabled.toggle()
        default: touch()
        }
        verify()
    }

    private func touch() {
        time = time + .milliseconds(dice.below(30))
        var changes: [TouchFrame.Change] = []
        for _ in 0...dice.below(4) {
            let contact = 1 + dice.below(6)
            let phase: TouchFrame.Phase
            if down[contact] == nil {
                phase = dice.chance(15) ? .moved : .began
            } else {
                phase = [.moved, .moved, .moved, .moved, .ended, .cancelled, .began][dice.below(7)]
            }
            let from = down[contact] ?? dice.point()
            let place =
                phase == .began
                ? dice.point() : from + Vector(Double(dice.below(200)) / 10 - 10, Double(dice.below(200)) / 10 - 10)
            changes.append(.init(contact: contact, phase: phase, position: place))
            switch phase {
            case .began: down[contact] = place
            case .moved: if down[contact] != nil { down[contact] = place }
            case .ended, .cancelled: down[contact] = nil
            }
        }
        dispatcher.handle(TouchFrame(time: time, changes: changes))
    }

    private func verify() {
        for recognizer in recognizers where !dispatcher.recognizersUnderWay.contains(where: { $0 === recognizer }) {
            check(recognizer.state == .possible, "\(recognizer.name) is \(recognizer.state) with no attempt under way")
        }
    }

    /// Nobody begins while something that it requires to fail, and that follows one of its fingers, is under way.
    private func verifyBeginning(_ event: GestureEvent) {
        guard event.state == .began, let one = recognizers.first(where: { $0.id == event.id }) else { return }
        // A requirement that closed a circle was dropped.
        for (waiting, other) in required where !hasCircle && waiting === one && other.state.isActive {
            let shares = waiting.touches.contains { touch in other.touches.contains { $0 === touch } }
            check(!shares, "\(waiting.name) began though \(other.name), which it requires to fail, has begun")
        }
    }

    /// All fingers leave and time runs on.
    func finish() {
        dispatcher.cancelTouches()
        while let due = dispatcher.nextDeadline { dispatcher.advance(to: due) }
        check(dispatcher.touchesDown.isEmpty, "a touch is still down")
        check(
            dispatcher.recognizersUnderWay.isEmpty, "\(dispatcher.recognizersUnderWay.map(\.name)) are still under way")
        check(recognizers.allSatisfy { $0.state == .possible }, "a recognizer is not possible")
        check(spots.allSatisfy(\.down.isEmpty), "a view holds a touch that is gone")
    }
}

@Suite struct RandomTests {
    static func number(_ name: String, else value: Int) -> Int {
        getenv(name).flatMap { Int(String(cString: $0)) } ?? value
    }

    @Test func `the invariants hold after each step of random sequences`() {
        let sequences = Self.number("BEZEL_SEQUENCES", else: 3000)
        let seed = UInt64(Self.number("BEZEL_SEED", else: 1))
        for index in 0..<sequences {
            let ground = Playground(seed: seed &* 1_000_003 &+ UInt64(index))
            for _ in 0..<(5 + index % 40) {
                ground.step()
                if !ground.faults.isEmpty { break }
            }
            if ground.faults.isEmpty { ground.finish() }
            if !ground.faults.isEmpty {
                Issue.record("sequence \(index) of seed \(seed): \(ground.faults)")
                return
            }
        }
    }
}
