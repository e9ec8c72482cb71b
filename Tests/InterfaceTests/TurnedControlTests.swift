// Wheels that are turned while something else happens, and titles that are longer than their buttons.

import Geometry
import Gestures
import Layers
import Observation
import Stage
import Testing
import TouchScript

@testable import Interface

@Observable private final class Order {
    var count = 5
    var time = TimeOfDay(18 * 60 + 30)
    @ObservationIgnored var told: [Int] = []
}

@Suite struct TurnedControlTests {
    private func glass(@ElementBuilder _ content: @escaping () -> Elements) -> ElementGlass { ElementGlass(content) }

    /// A wheel of guests on a glass.
    @MainActor private final class Guests {
        let order = Order()
        /// What the wheel has told.
        var told: [Int] { order.told }
        let glass: ElementGlass
        let wheel: WheelView

        init() throws {
            let order = order
            glass = ElementGlass {
                Column {
                    Wheel("Guests", (1...60).map { "\($0)" }, selected: order.count) {
                        order.told.append($0)
                        order.count = $0
                    }
                }
            }
            wheel = try #require(glass.all(WheelView.self).first)
        }

        /// The middle of the wheel (px of the content).
        var middle: Point { glass.frame(of: wheel).center }

        /// The place (mm) `y` below the middle.
        func place(_ y: Double) -> Point {
            Point(middle.x / 4, (middle.y + glass.screen.view.content.frame.minY) / 4 + y)
        }
    }

    @Test(arguments: [120.0, 200, 400, 1000]) func `a title that is too long for its button has lines`(
        _ width: Double
    ) throws {
        let title = "Choose another day, or another place"
        let glass = glass {
            Column(alignment: .start) {
                Button(title, icon: .calendar) {}.frame(width: .px(width))
                Button(title) {}.frame(width: .px(width))
            }
        }
        for button in glass.all(ButtonView.self) {
            let natural = button.naturalSize
            #expect(button.bounds.size == button.size(forWidth: button.bounds.width))
            #expect(button.bounds.width <= width && button.bounds.height >= natural.height)
            #expect((button.bounds.height > natural.height) == (width < natural.width - 30))
        }
    }

    @Test func `a wheel that is flung rests at a value, tells it once, and goes where the model says`() throws {
        let guests = try Guests()
        let (order, glass, wheel, middle) = (guests.order, guests.glass, guests.wheel, guests.middle)
        #expect(wheel.spoken == Spoken(.spinButton, "Guests", value: "6", share: 5.0 / 59))
        glass.touch { $0.down(at: guests.place(15)).drag(to: guests.place(-15), over: .milliseconds(80)).lift() }
        glass.settle()
        #expect(guests.told.count == 1 && order.count > 10 && guests.told.last == order.count, "\(guests.told)")
        let strip = try #require(glass.all(ScrollView.self).first)
        let rows = strip.subviews.filter { !$0.layer.isHidden && $0.drawsContents }
        #expect(abs(glass.frame(of: rows[order.count]).center.y - middle.y) <= 1, "the value is in the middle")
        #expect(rows[order.count].layer.opacity > 0.95 && rows[order.count + 1].layer.opacity < 0.8)
        // A slow drag by less than half a row goes back.
        let before = order.count
        glass.touch {
            $0.down(at: guests.place(0)).drag(to: guests.place(-3), over: .milliseconds(600)).hold(
                for: .milliseconds(200)
            ).lift()
        }
        glass.settle()
        #expect(order.count == before && guests.told.count == 1)
        // A tap on a neighbour brings it to the middle.
        glass.touch { $0.tap(at: guests.place(wheel.bounds.height / 20)) }
        glass.settle()
        #expect(order.count == before + 1)
        order.count = 0
        glass.settle()
        #expect(wheel.selected == 0 && guests.told.count == 2 && abs(glass.frame(of: rows[0]).center.y - middle.y) <= 1)
    }

    @Test func `a value counts when the finger lifts, and an app that sets another one while the wheel turns gets it`()
        throws
    {
        let guests = try Guests()
        let (order, glass, wheel, middle) = (guests.order, guests.glass, guests.wheel, guests.middle)
        func shown() throws -> Int {
            let strip = try #require(glass.all(ScrollView.self).first)
            let rows = strip.subviews.filter { !$0.layer.isHidden && $0.drawsContents }
            return try #require(rows.firstIndex { abs(glass.frame(of: $0).center.y - middle.y) <= 1 })
        }
        for (from, to) in [(15.0, -15.0), (-15, 15), (-15, 200), (15, -8)] {
            glass.touch { $0.down(at: guests.place(from)).drag(to: guests.place(to), over: .milliseconds(80)).lift() }
            let counted = order.count
            #expect(guests.told.last == counted && wheel.isMoving)
            glass.settle()
            #expect(try shown() == counted && order.count == counted)
        }
        glass.touch { $0.down(at: guests.place(15)).drag(to: guests.place(-15), over: .milliseconds(80)).lift() }
        glass.stage.advance(to: glass.stage.now + .milliseconds(50))
        #expect(wheel.isMoving)
        order.count = 3
        glass.settle()
        #expect(try shown() == 3 && wheel.selected == 3 && order.count == 3)
        // Another change of the body lets the wheel turn.
        glass.touch { $0.down(at: guests.place(15)).drag(to: guests.place(-15), over: .milliseconds(80)).lift() }
        let counted = order.count
        glass.screen.translate()
        glass.settle()
        #expect(try shown() == counted && counted > 5)
    }

    @Test func `two wheels that are let go at once both count`() throws {
        let order = Order()
        order.time = TimeOfDay(8 * 60)
        let glass = glass { TimeChoice(order.time) { order.time = $0 } }
        let wheels = glass.all(WheelView.self)
        let top = glass.screen.view.content.frame.minY
        func send(_ phase: TouchFrame.Phase, _ y: Double) {
            let changes = wheels.enumerated().map { index, wheel in
                let place = glass.frame(of: wheel).center
                return TouchFrame.Change(
                    contact: index + 1, phase: phase, position: Point(place.x / 4, (place.y + top) / 4 + y))
            }
            glass.stage.handle(TouchFrame(time: glass.stage.now + .milliseconds(16), changes: changes))
        }
        send(.began, 0)
        for step in 1...10 { send(.moved, -Double(step) * 1.5) }
        send(.ended, -15)
        glass.settle()
        #expect(order.time.hour != 8 && order.time.minute != 0)
        #expect(
            wheels.map { $0.titles[$0.selected] }
                == [order.time.hour, order.time.minute].map { $0 < 10 ? "0\($0)" : "\($0)" })
    }
}
