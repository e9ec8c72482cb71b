// A finger that comes in from an edge over the keyboard pops the page, and the keyboard goes with the page that owns it.

import Drawing
import Geometry
import Gestures
import Layers
import Observation
import Stage
import Testing
import TouchScript

@testable import Interface

@Observable private final class Letter {
    var text = "Ada Lovelace"
}

@Suite struct KeyboardEdgeTests {
    /// Keys reach the edges of this glass.
    private static let panel = Panel(pixels: PixelSize(1024, 600), millimetres: Size(154, 90))

    /// A page with a field that is typed in, over another page or as the first one.
    private final class Trip {
        let letter = Letter()
        let glass: ElementGlass
        let page: Screen
        let field: FieldView
        var stage: Stage { glass.stage }
        var keyboard: KeyboardView? { stage.dock?.view as? KeyboardView }

        init(isPushed: Bool = true, _ direction: LayoutDirection = .leftToRight) throws {
            let letter = letter
            page = BodyScreen { Scroll { TextField("Name", text: letter.text) { letter.text = $0 } } }
            page.direction = direction
            let root = isPushed ? BodyScreen { Text("Behind") } : page
            glass = ElementGlass(root, bar: true, panel: KeyboardEdgeTests.panel)
            if isPushed { glass.stage.navigator.push(page) }
            glass.settle()
            field = try #require(
                ElementGlass.views(in: page.view.content).lazy.compactMap { $0 as? FieldView }.first)
            field.beginEditing()
            field.select(letter.text.count..<letter.text.count)
            glass.settle()
        }

        /// The point (mm) `inwards` from the leading edge and `down` from the top of the keyboard.
        func place(_ inwards: Double, _ down: Double) throws -> Point {
            let (size, density) = (KeyboardEdgeTests.panel.millimetres, KeyboardEdgeTests.panel.density(.vertical))
            let top = try #require(keyboard).panelOrigin.y / density
            return Point(page.direction == .rightToLeft ? size.width - inwards : inwards, top + down)
        }

        /// The depths (mm) of all rows, that of the tools first.
        func rows() throws -> [Double] {
            let keyboard = try #require(keyboard)
            let middles = Set((keyboard.tools + keyboard.keys).map(\.key.frame.center.y))
            return middles.sorted().map { $0 / keyboard.density.height }
        }
    }

    private nonisolated static let directions = [LayoutDirection.leftToRight, .rightToLeft]

    @Test(arguments: directions, [1.0, 4, 7.5])
    func `a swipe from the edge over the keys pops the page with its keyboard, and types nothing`(
        _ direction: LayoutDirection, _ inwards: Double
    ) throws {
        for row in try Trip(direction).rows() {
            let trip = try Trip(direction)
            let keyboard = try #require(trip.keyboard)
            let (start, end) = (try trip.place(inwards, row), try trip.place(inwards + 70, row))
            let (face, text) = (keyboard.face, trip.letter.text)
            let touch = TouchScript(rate: 60, start: trip.stage.now + .milliseconds(8))
            touch.down(at: start).drag(to: end, over: .milliseconds(700)).lift()
            for frame in touch.frames {
                trip.stage.handle(frame)
                trip.stage.advance(to: trip.stage.now)
                #expect(keyboard.panelOrigin.x == trip.page.view.panelOrigin.x, "it goes with its page")
            }
            #expect(trip.page.transition?.isLeaving == true, "from \(start)")
            while trip.stage.isMoving, trip.page.navigator != nil {
                trip.stage.advance(to: trip.stage.now + .milliseconds(8))
                if trip.page.navigator != nil {
                    #expect(keyboard.panelOrigin.x == trip.page.view.panelOrigin.x)
                }
            }
            trip.glass.settle()
            #expect(trip.stage.navigator.top !== trip.page && trip.stage.dock == nil)
            #expect(trip.letter.text == text && keyboard.face == face, "from \(start): nothing was pressed")
            #expect(!trip.field.isEditing && keyboard.keys.allSatisfy { !$0.isPressed })
        }
    }

    @Test(arguments: directions) func `a swipe that goes back leaves the keyboard as it was`(
        _ direction: LayoutDirection
    )
        throws
    {
        for row in try Trip(direction).rows() {
            let trip = try Trip(direction)
            let keyboard = try #require(trip.keyboard)
            let (start, end) = (try trip.place(3, row), try trip.place(25, row))
            let (face, text) = (keyboard.face, trip.letter.text)
            trip.glass.touch {
                $0.down(at: start).drag(to: end, over: .milliseconds(200)).drag(to: start, over: .milliseconds(300))
                    .hold(for: .milliseconds(200)).lift()
            }
            trip.glass.settle()
            #expect(trip.stage.navigator.top === trip.page && trip.keyboard === keyboard && trip.field.isEditing)
            #expect(trip.letter.text == text && keyboard.face == face, "from \(start)")
            #expect(keyboard.panelOrigin.x == 0 && keyboard.keys.allSatisfy { !$0.isPressed })
            try type(in: trip)
            #expect(trip.letter.text == text + "y")
        }
    }

    /// Taps the letter y, far from both edges.
    private func type(in trip: Trip) throws {
        let keyboard = try #require(trip.keyboard)
        let key = try #require(keyboard.keys.first { ["y", "Y", "غ"].contains($0.key.action.caption ?? "") })
        if keyboard.face.shift.isOn { keyboard.endCapitals() }
        let corner = key.panelOrigin + Vector(key.bounds.width / 2, key.bounds.height / 2)
        guard key.key.action.caption == "y" else { return trip.field.take(.text("y")) }
        let panel = Self.panel
        trip.glass.touch {
            $0.tap(at: Point(corner.x / panel.density(.horizontal), corner.y / panel.density(.vertical)))
        }
    }

    @Test(arguments: directions, [1.0, 4, 7.5])
    func `a tap beside the edge does at its lift what it does where no page can be popped`(
        _ direction: LayoutDirection, _ inwards: Double
    ) throws {
        for row in try Trip(direction).rows() {
            let trips = [try Trip(isPushed: false, direction), try Trip(direction)]
            for trip in trips {
                let place = try trip.place(inwards, row)
                trip.glass.touch { $0.tap(at: place) }
            }
            #expect(trips[0].letter.text == trips[1].letter.text)
            #expect(trips[0].keyboard?.face == trips[1].keyboard?.face)
            #expect(trips[0].field.isEditing == trips[1].field.isEditing)
            // The next finger counts after it, also when it comes first.
            for trip in trips where trip.field.isEditing {
                let place = try trip.place(inwards, row)
                let other = try trip.place(77, row > 40 ? 15 : 45)
                trip.glass.touch {
                    let first = $0.down(at: place)
                    $0.wait(.milliseconds(30))
                    let second = $0.down(at: other)
                    $0.wait(.milliseconds(30))
                    first.lift()
                    second.lift()
                }
            }
            #expect(trips[0].letter.text == trips[1].letter.text, "with another finger, at \(inwards), \(row)")
            #expect(trips[0].keyboard?.face == trips[1].keyboard?.face)
        }
    }

    @Test func `a finger that rests on the key that deletes beside the edge deletes on and on`() throws {
        let trip = try Trip(.rightToLeft)
        let keyboard = try #require(trip.keyboard)
        let key = try #require(keyboard.keys.first { $0.key.action == .backspace })
        let place = try trip.place(4, key.key.frame.center.y / keyboard.density.height)
        #expect(keyboard.key(at: Point(1024 - 4 * keyboard.density.width, key.key.frame.center.y)) === key)
        let before = trip.letter.text.count
        trip.glass.touch { $0.tap(at: place, for: .milliseconds(1500)) }
        trip.glass.settle()
        #expect((5...12).contains(before - trip.letter.text.count), "\(trip.letter.text)")
        #expect(trip.stage.navigator.top === trip.page)
    }

    @Test(arguments: directions) func `elsewhere on the keys no drag pops a page or pulls a sheet`(
        _ direction: LayoutDirection
    ) throws {
        // The tools can be pulled, and the last row has the enter key.
        for row in try Trip(direction).rows().dropFirst().dropLast() {
            for isSheet in [false, true] {
                let trip = try Trip(direction)
                if isSheet {
                    let sheet = BodyScreen { TextField("Name", text: "Eva") { _ in } }
                    sheet.direction = direction
                    trip.stage.present(sheet)
                    trip.glass.settle()
                    let fields = ElementGlass.views(in: sheet.view.content).lazy.compactMap { $0 as? FieldView }
                    try #require(fields.first).beginEditing()
                    trip.glass.settle()
                }
                let (start, across) = (try trip.place(20, row), try trip.place(80, row))
                for end in [across, start + Vector(0, 15), start + Vector(0, -30)] {
                    trip.glass.touch { $0.down(at: start).drag(to: end, over: .milliseconds(300)).lift() }
                    trip.glass.settle()
                }
                let edge = try trip.place(4, row)
                trip.glass.touch { $0.down(at: edge).drag(to: edge + Vector(0, 15), over: .milliseconds(200)).lift() }
                trip.glass.settle()
                #expect(trip.stage.navigator.top === trip.page && trip.stage.sheets.count == (isSheet ? 1 : 0))
                #expect(trip.stage.dock != nil)
            }
        }
    }

    @Test func `a finger on the keys while another one pops the page types nothing, and catches the page`() throws {
        let trip = try Trip()
        let text = trip.letter.text
        let (middle, other) = (Point(60, 20), try trip.place(77, 30))
        trip.glass.touch {
            let first = $0.down(at: Point(2, 20)).drag(to: middle, over: .milliseconds(300))
            let second = $0.down(at: other).hold(for: .milliseconds(60))
            second.lift()
            first.drag(to: Point(2, 20), over: .milliseconds(300)).hold(for: .milliseconds(200)).lift()
        }
        trip.glass.settle()
        #expect(trip.letter.text == text && trip.stage.navigator.top === trip.page)
    }
}
