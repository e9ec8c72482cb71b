// Two controls for one value: both show what was set last, whoever did it, also when a finger is taken away.

import Drawing
import Geometry
import Gestures
import Layers
import Observation
import Stage
import Testing

@testable import Interface

@Observable private final class Shared {
    var value = 0.2
    var number = 6
    var time = TimeOfDay(8 * 60)
    /// Whether the app takes each value rounded to tenths.
    @ObservationIgnored var rounds = false

    func take(_ value: Double) { self.value = rounds ? (value * 10).rounded() / 10 : value }
}

@Suite struct SharedValueTests {
    enum Control: CaseIterable { case slider, rounded, stops, wheel, time }
    /// How the finger on the first control ends.
    enum Ending: CaseIterable { case lifted, cancelled, popped, held }
    /// What happens meanwhile.
    enum Change: CaseIterable { case nothing, byFinger, byApp, byAppThenMoved }

    @Test(arguments: Control.allCases, Ending.allCases)
    func `both controls show the value`(_ control: Control, _ ending: Ending) throws {
        for change in Change.allCases { try play(control, ending, change) }
    }

    private func play(_ control: Control, _ ending: Ending, _ change: Change) throws {
        let shared = Shared()
        shared.rounds = control == .rounded
        let page = BodyScreen {
            Row(spacing: .em(2)) {
                for _ in 0..<2 {
                    switch control {
                    case .slider, .rounded: Slider("Value", value: shared.value) { shared.take($0) }
                    case .stops: Slider("Value", value: shared.value, stops: 6) { shared.take($0) }
                    case .wheel:
                        Wheel("Number", (0..<30).map { "\($0)" }, selected: shared.number) { shared.number = $0 }
                    case .time: TimeChoice(shared.time) { shared.time = $0 }
                    }
                }
            }
        }
        let glass = ElementGlass(BodyScreen { Text("Behind") })
        page.isBarShown = false
        glass.stage.navigator.push(page)
        glass.settle()
        let views = ElementGlass.views(in: page.view.content)
        let (sliders, wheels) = (views.compactMap { $0 as? SliderView }, views.compactMap { $0 as? WheelView })
        let isSlider = !sliders.isEmpty
        let pair: [View] = isSlider ? sliders : [wheels[0], wheels[wheels.count / 2]]
        func place(_ view: View) -> Point {
            let corner = view.panelOrigin
            let middle = Point(view.bounds.width / 2, view.bounds.height / 2)
            let point = (view as? SliderView).map { $0.place(of: $0.value) } ?? middle
            return Point((corner.x + point.x) / 4, (corner.y + point.y) / 4)
        }
        func send(_ contact: Int, _ phase: TouchFrame.Phase, _ place: Point) {
            let change = TouchFrame.Change(contact: contact, phase: phase, position: place)
            glass.stage.handle(TouchFrame(time: glass.stage.now + .milliseconds(16), changes: [change]))
            glass.stage.advance(to: glass.stage.now)
        }
        let way = isSlider ? Vector(12, 0) : Vector(0, -16)
        var first = place(pair[0])
        func move(_ contact: Int, _ place: inout Point, _ way: Vector) {
            for _ in 0..<8 {
                place = place + way * 0.125
                send(contact, .moved, place)
            }
        }
        send(1, .began, first)
        move(1, &first, way)
        switch change {
        case .nothing: break
        case .byFinger:
            var second = place(pair[1])
            send(2, .began, second)
            move(2, &second, way * 2)
            send(2, .ended, second)
        case .byApp, .byAppThenMoved:
            (shared.value, shared.number, shared.time) = (0.8, 20, TimeOfDay(20 * 60))
            glass.stage.advance(to: glass.stage.now + .milliseconds(16))
            if change == .byAppThenMoved { move(1, &first, way) }
        }
        let set = (shared.value, shared.number, shared.time)
        switch ending {
        case .lifted: send(1, .ended, first)
        case .cancelled: send(1, .cancelled, first)
        case .popped:
            // Code pops the page, whose fingers lose what they hold, and the page is brought back.
            glass.stage.navigator.pop()
            glass.stage.advance(to: glass.stage.now + .milliseconds(32))
            send(1, .ended, first)
            glass.stage.navigator.push(page)
        case .held:
            glass.stage.advance(to: glass.stage.now + .seconds(1))
            send(1, .ended, first)
        }
        glass.settle()
        let name = "\(control), \(ending), \(change)"
        if isSlider {
            let values = sliders.map(\.value)
            #expect(values.allSatisfy { abs($0 - shared.value) < 1e-9 }, "\(name): \(values), set \(shared.value)")
        } else {
            let numbers = [wheels[0], wheels[wheels.count / 2]].map(\.selected)
            let number = control == .wheel ? shared.number : shared.time.hour
            #expect(numbers.allSatisfy { $0 == number }, "\(name): \(numbers), set \(number)")
            for wheel in wheels { #expect(!wheel.isMoving) }
        }
        // What takes the finger away leaves what others have set since the finger moved last.
        if ending == .cancelled, change == .byApp || change == .byFinger {
            #expect(shared.value == set.0 && shared.number == set.1 && shared.time == set.2, "\(name): \(shared.value)")
        }
    }
}
