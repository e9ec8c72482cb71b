// Controls that change, are disabled or leave while fingers are on them, and screens that are covered.

import Drawing
import Geometry
import Gestures
import Layers
import Observation
import Stage
import Testing
import TouchScript

@testable import Interface

@Observable private final class Trip {
    var slots = (1...9).map { "Slot \($0)" }
    var slot = 2
    var amount = 0.25
    var isThere = true
    var isPaid = false
    var focus: Int?
    @ObservationIgnored var told = 0
}

@Suite struct LeftControlTests {
    /// What happens to a control while a finger is on it.
    enum Event: CaseIterable {
        case leaves, changes, isDisabled
    }

    @Test(arguments: [false, true], Event.allCases)
    func `what happens to a control is not told of as if the finger had done it`(_ isWheel: Bool, _ event: Event) throws
    {
        let trip = Trip()
        let glass = ElementGlass {
            Column {
                if trip.isThere {
                    if isWheel {
                        Wheel("Slot", trip.slots, selected: trip.slot) {
                            trip.told += 1
                            trip.slot = $0
                        }
                    } else {
                        Slider("Amount", value: trip.amount, stops: trip.slots.count) {
                            trip.told += 1
                            trip.amount = $0
                        }
                    }
                }
            }
            .disabled(trip.isPaid)
        }
        let control = try #require(isWheel ? glass.all(WheelView.self).first : glass.all(SliderView.self).first)
        let frame = glass.frame(of: control)
        let top = glass.screen.view.content.frame.minY
        let start = Point(isWheel ? frame.center.x : frame.minX + frame.width / 4, frame.center.y)
        func send(_ phase: TouchFrame.Phase, _ way: Double) {
            let place = Point(start.x / 4 + (isWheel ? 0 : way), (start.y + top) / 4 - (isWheel ? way : 0))
            glass.stage.handle(
                TouchFrame(
                    time: glass.stage.now + .milliseconds(16),
                    changes: [TouchFrame.Change(contact: 1, phase: phase, position: place)]))
        }
        send(.began, 0)
        for step in 1...8 { send(.moved, Double(step) * 1.3) }
        let (told, slot, amount) = (trip.told, trip.slot, trip.amount)
        switch event {
        case .leaves: trip.isThere = false
        case .changes: trip.slots = ["Slot 1", "Slot 2"]
        case .isDisabled: trip.isPaid = true
        }
        glass.stage.advance(to: glass.stage.now + .milliseconds(50))
        for step in 9...12 { send(.moved, Double(step) * 1.3) }
        send(.ended, 16)
        glass.settle()
        #expect(trip.told == told && trip.slot == slot && trip.amount == amount)
        if event == .isDisabled {
            let shown = isWheel ? glass.all(WheelView.self).first?.selected : nil
            #expect(shown ?? slot == slot)
            if let slider = glass.all(SliderView.self).first { #expect(abs(slider.value - amount) < 0.001) }
        }
    }

    @Test func `a small element that can be tapped is hit by a fingertip beside it, and not through another`() {
        let trip = Trip()
        let glass = ElementGlass {
            Overlay {
                Column {
                    Row(spacing: .px(8)) {
                        Fill(.black).frame(width: .px(8), height: .px(8)).onTap { trip.told = 1 }
                        Fill(.black).frame(width: .px(8), height: .px(8)).onTap { trip.told = 2 }
                            .disabled(!trip.isThere)
                        Button("Third") { trip.told = 3 }
                        Spacer()
                    }
                    Spacer()
                }
                .padding(.px(100))
                if trip.isPaid { Fill(.black) }
            }
        }
        let taps = glass.all(Tappable.TapView.self)
        let top = glass.screen.view.content.frame.minY
        func tap(_ view: View, _ x: Double, _ y: Double) -> Int {
            trip.told = 0
            let center = glass.frame(of: view).center
            glass.touch { $0.tap(at: Point((center.x + x) / 4, (center.y + y + top) / 4)) }
            glass.settle()
            return trip.told
        }
        // 9 mm are 36 px: 18 on each side.
        #expect(tap(taps[0], 0, 0) == 1 && tap(taps[1], 0, 0) == 2)
        #expect(tap(taps[0], 0, 17) == 1 && tap(taps[0], -17, -17) == 1 && tap(taps[0], 0, 19) == 0)
        #expect(tap(taps[0], 7, 12) == 1 && tap(taps[0], 9, 12) == 2, "the nearer one")
        #expect(tap(glass.all(ButtonView.self)[0], 0, 0) == 3)
        trip.isThere = false
        glass.settle()
        #expect(tap(taps[1], -3, 0) == 0 && tap(taps[0], 7, 12) == 1, "a disabled one keeps its place")
        trip.isPaid = true
        glass.settle()
        #expect(tap(taps[0], 0, 0) == 0 && tap(taps[0], 0, 12) == 0)
    }

    @Test(arguments: [1, 5, 15, 30]) func `a time is set as it is shown`(_ step: Int) throws {
        for minute in 0..<60 {
            var time = TimeOfDay(18 * 60 + minute)
            let glass = ElementGlass { TimeChoice(time, step: step) { time = $0 } }
            let wheels = glass.all(WheelView.self)
            let shown = wheels[1].titles[wheels[1].selected]
            wheels[0].onChange?(19)
            #expect(time.hour == 19 && time.minute == Int(shown))
        }
    }

    @Test(arguments: [9, 99, 999, 1000, -100, 54321]) func `a number with buttons stands in one line`(_ number: Int)
        throws
    {
        let bounds = min(number, 0)...max(number, 0)
        let glass = ElementGlass { Row { Stepper(number, in: bounds) { _ in } } }
        let label = try #require(glass.all(LabelView.self).first { $0.text.string == "\(number)" })
        #expect(label.bounds.width >= label.naturalSize.width)
    }

    @Test(arguments: [0, 19, -1]) func `the taken tab stays in view when lines begin at the other side`(_ taken: Int)
        throws
    {
        let glass = ElementGlass { Tabs((0..<20).map { "Tab number \($0)" }, selected: taken) { _ in } }
        let scroll = try #require(glass.all(ScrollView.self).first)
        for direction in [LayoutDirection.rightToLeft, .leftToRight, .rightToLeft] {
            glass.stage.direction = direction
            glass.settle()
            let tab = glass.all(Tappable.TapView.self)[max(0, taken)].frame
            #expect(
                tab.minX >= scroll.offset - 1 && tab.maxX <= scroll.offset + scroll.bounds.width + 1, "\(direction)")
        }
    }

    /// What covers a form.
    enum Cover: CaseIterable { case page, sheet, alert }

    @Test(arguments: Cover.allCases) func `a field that is chosen while its screen is covered waits for it`(
        _ cover: Cover
    ) throws {
        let trip = Trip()
        let form = BodyScreen {
            TextField("Name", text: "") { _ in }.focused(trip.focus, equals: 1) { trip.focus = $0 }
        }
        let glass = ElementGlass(form)
        let upper = ElementScreen("upper") { TextField("Code", text: "") { _ in } }
        switch cover {
        case .page: form.push(upper)
        case .sheet: form.present(upper)
        case .alert: form.alert("Sure?")
        }
        glass.settle()
        let front = glass.stage.frontNavigator.top
        if cover != .alert {
            let field = try #require(ElementGlass.views(in: upper.view).compactMap { $0 as? FieldView }.first)
            field.beginEditing()
            glass.settle()
        }
        trip.focus = 1
        glass.settle()
        #expect(glass.stage.dock?.screen !== form)
        #expect(cover == .alert || glass.stage.dock?.screen === upper, "the keyboard that is typed on stays")
        if cover == .page { front.navigator?.pop() } else { front.dismiss() }
        glass.settle()
        #expect(glass.stage.dock?.screen === form && trip.focus == 1)
    }
}
