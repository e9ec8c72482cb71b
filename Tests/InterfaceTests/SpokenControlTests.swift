// What controls say to whoever cannot see them, and what they do with numbers that are none.

import Drawing
import Geometry
import Gestures
import Layers
import Stage
import Testing

@testable import Interface

@Suite struct SpokenControlTests {
    @Test func `what is tapped is a button, called by the words and pictures in it and not by controls`() throws {
        var taps = 0
        let glass = ElementGlass {
            Row {
                Icon(.close, label: "Remove")
                Text("Ticket")
                Button("More") {}
            }
            .onTap { taps += 1 }
            Fill(.black).frame(width: .mm(9), height: .mm(9)).onTap {}
            Text("Off").onTap {}.disabled()
        }
        let buttons = glass.stage.spokenViews.map(\.spoken).filter { $0.role == .button }
        #expect(buttons.map(\.label) == ["Remove, Ticket", "More", "Off"])
        #expect(buttons.map(\.isEnabled) == [true, true, false])
        let row = try #require(glass.stage.spokenViews.first { $0.spoken.label == "Remove, Ticket" })
        glass.tap(row.view)
        #expect(taps == 1)
    }

    @Test func `segments are choices, of which one is on`() {
        let glass = ElementGlass { Segments(["S", "M", "L"], selected: 1) { _ in } }
        let choices = glass.stage.spokenViews.map(\.spoken)
        #expect(choices.map(\.role) == [.radio, .radio, .radio] && choices.map(\.isOn) == [false, true, false])
    }

    @Test func `a finger that rests does what is done by a long press, and no tap`() throws {
        var (presses, taps) = (0, 0)
        let glass = ElementGlass {
            Button("Ticket") { taps += 1 }.onLongPress { presses += 1 }
            Text("Row").onTap { taps += 1 }.onLongPress { presses += 1 }
            Text("Off").onLongPress { presses += 10 }.disabled()
        }
        for label in ["Ticket", "Row", "Off"] {
            let view = try #require(glass.stage.spokenViews.first { $0.spoken.label == label }).view
            glass.press(view)
        }
        #expect(presses == 2 && taps == 0)
        for label in ["Ticket", "Row", "Off"] {
            glass.tap(try #require(glass.stage.spokenViews.first { $0.spoken.label == label }).view)
        }
        #expect(presses == 2 && taps == 2)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 0, -1, 1e300, 1e-300])
    func `numbers that make no sense leave the other elements on the glass`(number: Double) {
        let measures: [Measure] = [.mm(number), .em(number), .px(number), .spacing(number), .share(number)]
        for measure in measures {
            let glass = ElementGlass {
                Text("first")
                Slider("slider", value: number, in: 0...10) { _ in }
                Progress(number)
                Text("in a ratio").aspectRatio(number)
                Text("in a frame").frame(width: measure, height: measure)
                Text("with padding").padding(measure)
                Column(spacing: measure) {
                    Text("apart")
                    Text("from it")
                }
            }
            glass.stage.readSeenPictures()
            #expect(glass.texts.first == "first")
            let bitmap = Bitmap(size: ElementGlass.panel.pixels, isOpaque: true)
            let region = Region(ElementGlass.panel.pixels.bounds)
            glass.stage.draw(glass.stage.plan(at: glass.stage.now), into: bitmap.surface, region: region)
        }
    }
}
