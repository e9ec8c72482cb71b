// A popover points at what is seen of its element, wherever that stands in a stretched box.

import Drawing
import Geometry
import Layers
import Testing

@testable import Interface
@testable import Stage

@Suite struct PopoverPlaceTests {
    private func card(_ view: View, _ glass: ElementGlass) throws -> (card: Rect, tip: Point) {
        let card = SheetCard(.beside(view), spoken: Spoken(.dialog, "")) { _, _ in Size(120, 60) }
        let frame = card.frame(on: glass.stage, .leftToRight, above: 0)
        return (frame.card, try #require(frame.arrow).tip)
    }

    @Test(arguments: [TextAlignment.start, .center, .end], [LayoutDirection.leftToRight, .rightToLeft])
    func `its arrow is at the words of a text that fills its column`(
        _ alignment: TextAlignment, _ direction: LayoutDirection
    ) throws {
        let glass = ElementGlass {
            Column(alignment: .stretch) {
                Text("What is it?").alignment(alignment)
                Text("Somewhere").popover { Text("…") }
            }
        }
        glass.stage.direction = direction
        glass.settle()
        let isMirrored = direction == .rightToLeft
        let labels = glass.all(LabelView.self)
        let boxes: [View] = [labels[0], glass.all(Tappable.TapView.self)[0]]
        for (box, (label, place)) in zip(boxes, zip(labels, [alignment, .start])) {
            #expect(box.bounds.width == 1000)
            let (tip, half) = (try card(box, glass).tip, label.naturalSize.width / 2)
            let middle =
                switch place {
                case .center: 500.0
                case .start: isMirrored ? 1000 - half : half
                case .end: isMirrored ? half : 1000 - half
                }
            #expect(abs(tip.x - middle) <= 2, "\(place): \(tip.x), \(middle)")
        }
    }

    @Test func `a text stays where it is when it gets a popover`() throws {
        let glass = ElementGlass {
            Column(alignment: .stretch) {
                Text("Plain")
                Text("Plain").popover { Text("…") }
            }
        }
        #expect(Set(glass.all(LabelView.self).map { glass.frame(of: $0).minX }).count == 1)
    }

    @Test func `a ground, a picture and a control are seen as a whole, and an empty view has its own place`() throws {
        let empty = View()
        empty.frame.size = Size(1000, 40)
        let glass = ElementGlass {
            Column(alignment: .stretch) {
                Text("On a ground").frame(width: .share(1)).background(.surface).onTap {}
                Button("A button") {}
                Slider("A slider", value: 0) { _ in }
                empty
            }
        }
        for view in [glass.all(Tappable.TapView.self)[0], glass.all(SliderView.self)[0], empty] as [View] {
            #expect(try abs(card(view, glass).tip.x - 500) <= 16, "\(type(of: view))")
        }
        let button = glass.all(ButtonView.self)[0]
        #expect(try card(button, glass).tip.x == glass.frame(of: button).center.x)
    }
}
