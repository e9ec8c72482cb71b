// Grids, choices, wheels, calendars, tabs, icons and buttons: where they are, what fingers do with them, and what they say.

import Drawing
import Geometry
import Gestures
import Layers
import Observation
import Stage
import Testing
import TouchScript

@testable import Interface

@Observable private final class Order {
    var selected = 0
    var count = 5
    var width = 800.0
    var date = CalendarDate("2026-12-24")
    var time = TimeOfDay(18 * 60 + 30)
    var isEnabled = true
}

@Suite struct MoreControlTests {
    private func glass(
        _ direction: LayoutDirection = .leftToRight, @ElementBuilder _ content: @escaping () -> Elements
    ) -> ElementGlass {
        let screen = BodyScreen(content)
        screen.direction = direction
        return ElementGlass(screen)
    }

    /// The view that says `label`.
    private func view(_ label: String, _ glass: ElementGlass) throws -> View {
        try #require(glass.all(View.self).first { $0.spoken?.label == label }, "\(glass.stage.spokenText)")
    }

    // MARK: Grid

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `a grid has as many equal columns as fit, and rows as high as their highest`(_ direction: LayoutDirection)
        throws
    {
        let order = Order()
        let glass = glass(direction) {
            Column {
                Grid(minimum: .px(180), spacing: .px(20)) {
                    for card in 0..<7 {
                        Fill(.black)
                            .frame(width: .share(1), height: .px(50 + Double(card) * 10), alignment: .topStart)
                    }
                }
                .frame(width: .px(order.width))
            }
        }
        func cells() -> [Rect] {
            glass.all(View.self).filter { $0.subviews.isEmpty && $0.layer.backgroundColor == .black }.map(\.frame)
        }
        #expect(cells().count == 7)
        let top = cells().filter { $0.minY == cells()[0].minY }
        #expect(top.count == 4 && Set(top.map(\.width)) == [185])
        #expect(cells()[4].minY >= cells()[3].maxY + 20)
        #expect(direction == .leftToRight ? cells()[0].minX == 0 : cells()[0].maxX == 1000)
        #expect(direction == .leftToRight ? cells()[0].maxX < cells()[1].minX : cells()[0].minX > cells()[1].maxX)
        order.width = 379
        glass.settle()
        #expect(Set(cells().map(\.width)) == [379], "one column where two do not fit")
        order.width = 380
        glass.settle()
        #expect(Set(cells().map(\.width)) == [180])
    }

    // MARK: Choices and wheels

    @Test func `of choices one is taken, marked and said`() throws {
        let order = Order()
        var changes = 0
        let glass = glass {
            Column {
                Choices("Size", ["S", "M", "L"], selected: order.selected) {
                    order.selected = $0
                    changes += 1
                }
            }
        }
        let rows = glass.all(Tappable.TapView.self)
        #expect(rows.count == 3 && rows.allSatisfy { $0.frame.height >= 36 && $0.frame.width == 1000 })
        glass.tap(rows[2])
        glass.tap(rows[2])
        #expect(order.selected == 2 && changes == 1)
        #expect(rows.map(\.spoken?.isOn) == [false, false, true] && rows.allSatisfy { $0.spoken?.role == .radio })
        #expect(glass.all(SymbolView.self).map { $0.color != .clear } == [false, false, true])
    }

    @Test func `choices in a list are rows of it`() throws {
        let glass = glass {
            List {
                Text("before")
                Choices("Size", ["S", "M"], selected: 0) { _ in }
            }
        }
        let scroll = try #require(glass.all(ScrollView.self).first)
        #expect(glass.all(Tappable.TapView.self).allSatisfy { $0.superview === scroll && $0.frame.width == 1000 })
    }

    // MARK: Dates and times

    /// The days of a calendar.
    private func cells(_ glass: ElementGlass) -> [Tappable.TapView] {
        glass.all(Tappable.TapView.self).filter { $0.spoken?.role == .gridCell }
    }

    private func title(_ glass: ElementGlass) throws -> Tappable.TapView {
        try #require(glass.all(Tappable.TapView.self).first { $0.spoken?.role == .button })
    }

    @Test(
        arguments: [
            (nil, 1906...2046, 1954), ("2026-02-10"..."2027-11-20", 2026...2027, 2026),
        ] as [(ClosedRange<String>?, ClosedRange<Int>, Int)])
    func `month and year are turned on wheels, within what can be taken`(
        _ texts: ClosedRange<String>?, _ years: ClosedRange<Int>, _ year: Int
    ) throws {
        let order = Order()
        let range = try texts.map {
            try #require(CalendarDate($0.lowerBound))...(try #require(CalendarDate($0.upperBound)))
        }
        let today = try #require(CalendarDate("2026-12-09"))
        let glass = glass {
            Column {
                DateChoice(order.date, today: today, in: range) { order.date = $0 }
                Text("below")
            }
        }
        let below = glass.frame(of: try #require(glass.all(LabelView.self).last))
        glass.tap(try title(glass))
        glass.settle()
        #expect(cells(glass).isEmpty)
        var wheels = glass.all(WheelView.self)
        #expect(wheels.map { $0.titles[$0.selected] } == ["December", "2026"])
        #expect(wheels[1].titles == years.map { "\($0)" })
        #expect(glass.frame(of: try #require(glass.all(LabelView.self).last)) == below)
        wheels[1].onChange?(year - years.lowerBound)
        glass.settle()
        wheels = glass.all(WheelView.self)
        wheels[0].onChange?(0)
        glass.settle()
        // What comes before the first day that can be taken shows that day's month.
        let name = range == nil ? "January \(year)" : "February \(year)"
        #expect(glass.texts[0] == name)
        glass.tap(try title(glass))
        glass.settle()
        #expect(
            glass.all(WheelView.self).isEmpty
                && cells(glass).count == CivilTime.length(ofMonth: range == nil ? 1 : 2, in: year))
    }

    @Test(arguments: [
        ("en", "Mo"), ("en-US", "Su"), ("de", "Mo"), ("ar", "س"), ("he", "א׳"), ("ja", "日"), ("fr-CA", "di"),
    ])
    func `a calendar speaks the visitor's language, and its weeks begin as there`(_ language: String, _ first: String)
        throws
    {
        let order = Order()
        let glass = glass {
            Column {
                DateChoice(order.date, today: CalendarDate("2026-12-09") ?? CalendarDate(0)) { order.date = $0 }
                    .environment(\.language, language)
            }
        }
        #expect(glass.texts[1] == first)
        let days = cells(glass)
        #expect(days.count == 31 && days.allSatisfy { $0.frame.width >= 36 && $0.frame.height >= 36 })
        glass.tap(days[4])
        #expect(order.date == CalendarDate("2026-12-05"))
        #expect(cells(glass).filter { $0.spoken?.isOn == true }.count == 1)
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `months go on and back, within what can be taken`(_ direction: LayoutDirection) throws {
        let order = Order()
        let range = CalendarDate(year: 2026, month: 12, day: 9)!...CalendarDate(year: 2027, month: 1, day: 3)!
        let glass = glass(direction) {
            Column { DateChoice(order.date, today: range.lowerBound, in: range) { order.date = $0 } }
        }
        let buttons = glass.all(ButtonView.self)
        #expect(buttons.map(\.isEnabled) == [false, true])
        let (back, on) = (glass.frame(of: buttons[0]), glass.frame(of: buttons[1]))
        #expect(direction == .leftToRight ? back.maxX < on.minX : on.maxX < back.minX)
        glass.tap(buttons[1])
        #expect(glass.texts[0] == "January 2027" && buttons.map(\.isEnabled) == [true, false])
        let days = cells(glass)
        // The second day of January 2027 is a Saturday, and the fourth is too late.
        #expect(days.count == 31 && days[2].spoken?.isEnabled == true && days[3].spoken?.isEnabled == false)
        glass.tap(days[3])
        #expect(order.date == CalendarDate("2026-12-24"))
        glass.tap(days[1])
        #expect(order.date == CalendarDate("2027-01-02") && glass.texts[0] == "January 2027")
        glass.tap(buttons[0])
        #expect(glass.texts[0] == "December 2026")
    }

    @Test func `days are where the calendar has them`() throws {
        for year in [1, 1900, 2000, 2024, 2026, 9999] {
            for month in 1...12 {
                let first = CalendarDate(year: year, month: month, day: 1)!
                let glass = glass {
                    Column { DateChoice(nil, today: first) { _ in }.environment(\.language, "en-US") }
                }
                let day = try #require(cells(glass).first)
                let column = Int((day.frame.center.x / (day.frame.width)).rounded(.down))
                #expect(column == first.moment.weekday, "\(first)")
            }
        }
        #expect(CalendarDate(year: 2025, month: 2, day: 29) == nil && CalendarDate("2024-02-29")?.day == 29)
        #expect(CalendarDate("24.12.2026") == nil && CalendarDate("2026-12-24 18:00") == nil)
    }

    @Test func `a time is set on two wheels, or on three where hours are counted to twelve`() throws {
        let order = Order()
        let glass = glass {
            Column {
                TimeChoice(order.time, step: 15) { order.time = $0 }
                TimeChoice(order.time) { order.time = $0 }.environment(\.language, "en-US")
            }
        }
        let wheels = glass.all(WheelView.self)
        #expect(wheels.map { $0.titles[$0.selected] } == ["18", "30", "6", "30", "PM"])
        let place = glass.frame(of: wheels[4])
        let top = glass.screen.view.content.frame.minY
        glass.touch { $0.tap(at: Point(place.center.x / 4, (place.center.y + top - place.height / 5) / 4)) }
        glass.settle()
        #expect(order.time == TimeOfDay(hour: 6, minute: 30))
        #expect(wheels.map { $0.titles[$0.selected] } == ["06", "30", "6", "30", "AM"])
    }

    // MARK: Tabs and marks

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `the line below tabs moves to the taken one`(_ direction: LayoutDirection) throws {
        let order = Order()
        let glass = glass(direction) {
            Column { Tabs(["One", "Two", "Three"], selected: order.selected) { order.selected = $0 } }
        }
        let tabs = glass.all(Tappable.TapView.self)
        let line = try #require(glass.all(ScrollView.self).first?.subviews.last)
        func isBelow(_ index: Int) -> Bool {
            line.frame.minX == tabs[index].frame.minX && line.frame.width == tabs[index].frame.width
        }
        #expect(isBelow(0) && (direction == .leftToRight ? tabs[0].frame.minX == 0 : tabs[0].frame.maxX == 1000))
        glass.tap(tabs[2])
        #expect(isBelow(2) && order.selected == 2 && tabs.map(\.spoken?.isOn) == [false, false, true])
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `of tabs that do not fit the taken one is in view`(_ direction: LayoutDirection) throws {
        let order = Order()
        let glass = glass(direction) {
            Column { Tabs((1...20).map { "Tab number \($0)" }, selected: order.selected) { order.selected = $0 } }
        }
        let scroll = try #require(glass.all(ScrollView.self).first)
        #expect(scroll.ends.upperBound > 0)
        for place in [0, 19, 7, 0] {
            order.selected = place
            glass.settle()
            let tab = glass.all(Tappable.TapView.self)[place].frame
            #expect(tab.minX >= scroll.offset - 1 && tab.maxX <= scroll.offset + scroll.bounds.width + 1, "\(place)")
        }
    }

    @Test func `a badge has no more than two digits, and none for nothing`() {
        let order = Order()
        let glass = glass { Column { Badge(order.count) } }
        #expect(glass.texts == ["5"])
        order.count = 1234
        glass.settle()
        #expect(glass.texts == ["99+"])
        order.count = 0
        glass.settle()
        #expect(glass.texts == [])
    }

    @Test func `a spinner turns until it is gone`() throws {
        let order = Order()
        let glass = glass { Column { if order.isEnabled { Spinner() } } }
        #expect(glass.stage.isMoving && glass.stage.spokenViews.contains { $0.spoken.role == .progress })
        let dots = try #require(glass.all(SpinnerView.self).first).subviews.map(\.layer)
        let before = dots.map(\.opacity)
        glass.stage.advance(to: glass.stage.now + .milliseconds(300))
        #expect(dots.map(\.opacity) != before && dots.filter { $0.opacity > 0.85 }.count >= 1)
        order.isEnabled = false
        glass.settle()
        #expect(!glass.stage.isMoving)
    }

    @Test func `all symbols are within their square, and those that point are mirrored`() {
        for symbol in Symbol.allCases {
            func drawn(_ direction: LayoutDirection) -> [UInt32] {
                let bitmap = Bitmap(size: PixelSize(72, 72), isOpaque: false)
                symbol.draw(on: Canvas(bitmap), in: Rect(12, 12, 48, 48), .black, direction)
                return (0..<72 * 72).map { bitmap.pixels[$0] }
            }
            let (left, right) = (drawn(.leftToRight), drawn(.rightToLeft))
            #expect(left.contains { $0 >> 24 > 200 }, "\(symbol) draws something")
            let isOutside = left.indices.contains { index in
                left[index] != 0 && !(12..<60).contains(index % 72)
                    || left[index] != 0 && !(12..<60).contains(index / 72)
            }
            #expect(!isOutside, "\(symbol)")
            #expect((left != right) == symbol.isDirectional, "\(symbol)")
        }
    }

    // MARK: Buttons

    private func point(_ view: View, _ glass: ElementGlass, _ x: Double = 0) -> Point {
        let center = glass.frame(of: view).center
        return Point(center.x / 4 + x, (center.y + glass.screen.view.content.frame.minY) / 4)
    }

    @Test func `a finger that leaves a button takes the tap back, and may return`() throws {
        let order = Order()
        let glass = glass {
            Column(alignment: .center, distribution: .center) { Button("Buy") { order.count += 1 } }.frame(
                width: .share(1))
        }
        let button = try #require(glass.all(ButtonView.self).first)
        let half = button.bounds.width / 8
        glass.touch {
            $0.down(at: point(button, glass)).drag(to: point(button, glass, half + 8), over: .milliseconds(200)).lift()
        }
        glass.settle()
        #expect(order.count == 6, "near it is still on it")
        glass.touch {
            $0.down(at: point(button, glass)).drag(to: point(button, glass, half + 30), over: .milliseconds(200)).lift()
        }
        glass.settle()
        #expect(order.count == 6)
        glass.touch {
            $0.down(at: point(button, glass)).drag(to: point(button, glass, half + 30), over: .milliseconds(200))
                .drag(to: point(button, glass, 2), over: .milliseconds(200)).lift()
        }
        glass.settle()
        #expect(order.count == 7)
    }

    @Test func `a finger that scrolls from a button taps nothing`() throws {
        let order = Order()
        let glass = glass {
            Scroll { for _ in 0..<40 { Button("Buy") { order.count += 1 } } }
        }
        let button = glass.all(ButtonView.self)[3]
        let start = point(button, glass)
        glass.touch {
            $0.down(at: start).drag(to: Point(start.x, start.y - 15), over: .milliseconds(150)).drag(
                to: start, over: .milliseconds(150)
            ).lift()
        }
        glass.settle()
        #expect(order.count == 5)
    }

    @Test func `a button that repeats goes on while a finger rests, until it is lifted or can no more`() throws {
        let order = Order()
        let glass = glass { Column { Stepper(order.count, in: 0...9) { order.count = $0 } } }
        let (less, more) = (glass.all(ButtonView.self)[0], glass.all(ButtonView.self)[1])
        glass.touch { $0.down(at: point(more, glass)).hold(for: .milliseconds(720)).lift() }
        glass.settle()
        #expect(order.count == 8, "at 500, 600 and 700 ms, and not once more at the lift")
        glass.touch { $0.down(at: point(more, glass)).hold(for: .seconds(2)).lift() }
        glass.settle()
        #expect(order.count == 9 && !more.isEnabled)
        glass.tap(less)
        #expect(order.count == 8)
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `a button with an icon alone is as large as a fingertip and says its title`(_ direction: LayoutDirection)
        throws
    {
        let glass = glass(direction) { Column { Button("Search", icon: .search, isIconOnly: true) {} } }
        let button = try #require(glass.all(ButtonView.self).first)
        #expect(button.bounds.width >= 36 && button.bounds.height >= 36 && button.direction == direction)
        #expect(button.spoken == Spoken(.button, "Search"))
    }
}
