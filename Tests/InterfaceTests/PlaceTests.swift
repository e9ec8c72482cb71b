// Where elements stand: in bars, on common lines, in the direction of a language, and above the keyboard.

import Drawing
import Geometry
import Layers
import Observation
import Stage
import Testing
import TouchScript

@testable import Interface

@Observable private final class Cart {
    var count = 3
    var taps = 0
}

@Suite struct PlaceTests {
    // MARK: Bars

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft], Theme.Name.allCases)
    func `elements in a bar have the size that they need, work, and grow`(
        _ direction: LayoutDirection, _ name: Theme.Name
    )
        throws
    {
        let cart = Cart()
        let screen = BodyScreen { Text("Body") }
        screen.direction = direction
        screen.trailingView = ElementView {
            Button(cart.count > 99 ? "Your cart, \(cart.count) things" : "Cart \(cart.count)", icon: .cart) {
                cart.taps += 1
            }
        }
        let glass = ElementGlass(screen, bar: true)
        glass.stage.theme = Theme(name, on: ElementGlass.panel)
        let view = try #require(screen.trailingView)
        let bar = try #require(view.superview)
        func button() throws -> ButtonView {
            try #require(ElementGlass.views(in: view).compactMap { $0 as? ButtonView }.first)
        }
        #expect(try view.bounds.size == button().naturalSize && view.frame.maxX <= bar.bounds.width)
        #expect((view.frame.center.x > 500) == (direction == .leftToRight))
        #expect(abs(view.frame.center.y - bar.bounds.height / 2) <= 1)
        let place = Point((view.frame.center.x) / 4, view.frame.center.y / 4)
        glass.touch { $0.tap(at: place) }
        #expect(cart.taps == 1)
        #expect(try button().color != button().ground)
        let before = view.frame
        cart.count = 123
        glass.settle()
        #expect(try view.bounds.size == button().naturalSize && view.bounds.width > before.width + 20)
        #expect(direction == .leftToRight ? view.frame.maxX == before.maxX : view.frame.minX == before.minX)
        // A bar on a colour of its own has the words of that.
        #expect(try button().theme.text == glass.stage.theme.barText)
    }

    @Test func `what is too wide for a bar has half of it`() throws {
        let screen = BodyScreen { Text("Body") }
        screen.trailingView = ElementView { Text(String(repeating: "wide ", count: 60)).lineLimit(1) }
        let glass = ElementGlass(screen, bar: true)
        #expect(try #require(screen.trailingView).bounds.width <= glass.screen.view.bounds.width / 2)
    }

    // MARK: Lines

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `the first lines of a row are on one line, whatever is around the words`(_ direction: LayoutDirection) throws {
        let screen = BodyScreen {
            Row(alignment: .firstTextBaseline) {
                Text("12").size(3)
                Text("pieces in two lines of small words").size(0.8).frame(width: .px(120))
                Text("padded").padding(.px(11)).background(.black)
                Column {
                    Text("first").size(1.4)
                    Text("second")
                }
                Button("Buy") {}
                Fill(.white).frame(width: .px(9), height: .px(9))
            }
        }
        screen.direction = direction
        let glass = ElementGlass(screen)
        let labels = glass.all(LabelView.self)
        let lines = labels.dropLast(1).map { glass.frame(of: $0).minY + $0.baseline(forWidth: $0.bounds.width) }
        let button = try #require(glass.all(ButtonView.self).first)
        let all = lines + [glass.frame(of: button).minY + button.baseline(inHeight: button.bounds.height)]
        #expect(labels.count == 5 && all.allSatisfy { abs($0 - all[0]) <= 1 }, "\(all)")
        let fill = try #require(glass.all(View.self).first { $0.layer.backgroundColor == .white })
        #expect(abs(glass.frame(of: fill).maxY - all[0]) <= 1, "what has no words stands on the line")
        #expect(glass.all(View.self).allSatisfy { glass.frame(of: $0).minY >= 0 })
    }

    // MARK: Languages

    @Test func `screens that are declared go in the direction of the visitor's language`() throws {
        let own = BodyScreen { Text("Own") }
        let screen = BodyScreen { Row { Text("First") } }
        let glass = ElementGlass(screen)
        own.direction = .leftToRight
        let stage = glass.stage
        func isMirrored() -> Bool { glass.frame(of: glass.all(LabelView.self)[0]).maxX == 1000 }
        #expect(!isMirrored())
        stage.show(in: "ar", because: "test")
        #expect(isMirrored() && stage.direction == .rightToLeft)
        stage.show(in: "he", because: "test")
        #expect(isMirrored())
        stage.show(in: "de", because: "test")
        #expect(!isMirrored())
        stage.show(in: "fa-IR", because: "test")
        #expect(isMirrored())
        stage.navigator.push(own, animated: false)
        #expect(own.textDirection == .leftToRight)
        stage.navigator.pop(animated: false)
        stage.show(in: nil, because: "test")
        #expect(!isMirrored() && stage.direction == .leftToRight)
        // An app that begins at the right does so again when nobody has chosen a language.
        stage.direction = .rightToLeft
        stage.show(in: "en", because: "test")
        #expect(!isMirrored())
        stage.show(in: nil, because: "test")
        #expect(isMirrored())
    }

    @Test func `the next visitor has the direction of the usual language`() {
        let glass = ElementGlass { Text("First") }
        glass.stage.show(in: "ar", because: "test")
        glass.stage.begin(with: BodyScreen { Text("Next") })
        #expect(glass.stage.direction == .leftToRight && glass.stage.language == nil)
    }
}
