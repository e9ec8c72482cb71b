// The controls: what a finger does with them, and what they show.

import Drawing
import Geometry
import Gestures
import Layers
import Observation
import Stage
import Testing
import TouchScript

@testable import Interface

@Suite struct ControlTests {
    @Observable final class Order {
        var isGift = false
        var count = 2
        var size = 0
        var share: Double? = 0.5
        var taps = 0
    }

    @Test func `a tap anywhere on a switch turns it, and its knob glides`() throws {
        let order = Order()
        let glass = ElementGlass { Column { Toggle("A gift", isOn: order.isGift) { order.isGift = $0 } } }
        let label = try #require(glass.all(LabelView.self).first)
        let knob = try #require(glass.all(View.self).last)
        let before = glass.frame(of: knob)
        glass.tap(label)
        #expect(order.isGift && glass.frame(of: knob).minX > before.minX)
        #expect(glass.all(View.self).last === knob, "the same knob")
        glass.tap(knob)
        #expect(!order.isGift && glass.frame(of: knob) == before)
    }

    @Test func `a slider with other stops rests at them`() throws {
        let order = Order()
        let glass = ElementGlass { Slider("Size", value: 0, stops: order.count) { _ in } }
        #expect(glass.all(SliderView.self).map(\.stops) == [2])
        order.count = 5
        glass.settle()
        #expect(glass.all(SliderView.self).map(\.stops) == [5])
    }

    @Test func `a stepper stays within its bounds`() throws {
        let order = Order()
        let glass = ElementGlass { Stepper(order.count, in: 1...4) { order.count = $0 } }
        let (less, more) = (glass.all(ButtonView.self)[0], glass.all(ButtonView.self)[1])
        for _ in 0..<5 { glass.tap(more) }
        #expect(order.count == 4 && !more.isEnabled && less.isEnabled)
        for _ in 0..<5 { glass.tap(less) }
        #expect(order.count == 1 && more.isEnabled && !less.isEnabled)
    }

    @Test func `of segments one is taken, and a tap on it does nothing`() throws {
        let order = Order()
        var changes = 0
        let glass = ElementGlass {
            Segments(["S", "M", "L"], selected: order.size) { index in
                changes += 1
                order.size = index
            }
        }
        let buttons = glass.all(ButtonView.self)
        glass.tap(buttons[2])
        glass.tap(buttons[2])
        #expect(order.size == 2 && changes == 1 && buttons.map(\.isStrong) == [false, false, true])
    }

    @Test func `a bar is filled from where lines begin, and one without a share moves until it is gone`() throws {
        let order = Order()
        let screen = BodyScreen { Progress(order.share).frame(width: .px(400)) }
        screen.direction = .rightToLeft
        let glass = ElementGlass(screen)
        let bar = try #require(glass.all(ProgressView.self).first?.subviews.first)
        #expect(bar.frame.minX == 200 && bar.frame.width == 200)
        #expect(!glass.stage.isMoving)
        order.share = nil
        glass.settle()
        #expect(glass.stage.isMoving)
        order.share = 1
        glass.settle()
        #expect(!glass.stage.isMoving && bar.frame.width == 400)
    }

    @Test func `an element that takes taps is dimmed under a finger, and one in it takes its own`() throws {
        let order = Order()
        let glass = ElementGlass {
            Column {
                Text("A row"); Button("Own") { order.taps += 100 }
            }.padding(.em(1)).onTap { order.taps += 1 }
        }
        glass.tap(try #require(glass.all(LabelView.self).first))
        #expect(order.taps == 1)
        glass.tap(try #require(glass.all(ButtonView.self).first))
        #expect(order.taps == 101)
    }

    @Test func `a reader runs again when its environment changes`() {
        let glass = ElementGlass {
            EnvironmentReader { environment in Text(environment.direction == .leftToRight ? "left" : "right") }
        }
        #expect(glass.texts == ["left"])
        glass.stage.direction = .rightToLeft
        glass.settle()
        #expect(glass.texts == ["right"])
    }
}
