// Padding around what scrolls lies within it: content runs under it to the edge of the glass, and the scroll indicator stands in it.

import Geometry
import Gestures
import Layers
import Stage
import Testing
import TouchScript

@testable import Interface

@Suite struct PaddedScrollTests {
    private static let padding = EdgeMeasures(leading: .px(50), top: .px(30), trailing: .px(70), bottom: .px(40))

    @ElementBuilder private static func rows() -> Elements {
        for row in 0..<60 { Fill(.black).frame(height: .px(30)).onTap(as: Spoken(.button, "\(row)")) {} }
    }

    /// The glass, and its views that scroll.
    private func glass(_ direction: LayoutDirection = .leftToRight, @ElementBuilder _ content: @escaping () -> Elements)
        -> (ElementGlass, [ScrollView])
    {
        let screen = BodyScreen(content)
        screen.direction = direction
        let glass = ElementGlass(screen)
        return (glass, glass.all(ScrollView.self))
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `content runs to the edges of the glass, and rests within the padding`(_ direction: LayoutDirection) throws {
        let all: [Elements] = [
            Elements(slots: [.one(Scroll { Self.rows() }.padding(Self.padding))]),
            Elements(slots: [.one(List { Self.rows() }.padding(Self.padding))]),
            Elements(slots: [.one(Column { Scroll { Self.rows() } }.padding(Self.padding))]),
            Elements(slots: [
                .one(
                    Scroll { Self.rows() }.padding(.px(20)).padding(
                        EdgeMeasures(leading: .px(30), top: .px(10), trailing: .px(50), bottom: .px(20))))
            ]),
        ]
        for content in all {
            let (glass, scrolls) = glass(direction) { content }
            let scroll = try #require(scrolls.first)
            #expect(scroll.frame == Rect(0, 0, 1000, 600))
            func check(_ index: Int, _ end: KeyPath<Rect, Double>, _ place: Double) throws {
                let rows = glass.all(Tappable.TapView.self)
                let frame = glass.frame(of: try #require(index < 0 ? rows.last : rows.first))
                #expect(frame[keyPath: end] == place)
                #expect(frame.minX == (direction == .leftToRight ? 50 : 70))
                #expect(frame.maxX == (direction == .leftToRight ? 930 : 950))
            }
            try check(0, \.minY, 30)
            scroll.scroll(to: 1e6, along: .vertical, animated: false)
            try check(-1, \.maxY, 560)
            scroll.scroll(to: -1e6, along: .vertical, animated: false)
            try check(0, \.minY, 30)
        }
    }

    @Test func `only edges between which and the padding nothing else stands are left`() throws {
        let (glass, scrolls) = glass {
            Column(spacing: .px(0), alignment: .stretch) {
                Text("Above")
                Row(spacing: .px(20), alignment: .stretch) {
                    Scroll { Self.rows() }.frame(width: .share(1), height: .share(1))
                    Scroll { Self.rows() }.frame(width: .share(1), height: .share(1))
                }
            }
            .padding(Self.padding)
        }
        let frames = scrolls.map { glass.frame(of: $0) }
        let above = glass.frame(of: try #require(glass.all(LabelView.self).first))
        #expect(frames.count == 2 && frames.allSatisfy { $0.minY == above.maxY && $0.maxY == 600 })
        #expect(frames[0].minX == 0 && frames[0].maxX == 480 && frames[1].minX == 500 && frames[1].maxX == 1000)
        let boxed = self.glass {
            Scroll { Self.rows() }.padding(Self.padding).background(.white).padding(.px(10))
        }
        #expect(boxed.0.frame(of: try #require(boxed.1.first)) == Rect(10, 10, 980, 580), "the ground ends it")
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `the scroll indicator is over no control`(_ direction: LayoutDirection) throws {
        let (glass, scrolls) = glass(direction) { Scroll { Self.rows() }.padding(.em(1)) }
        let scroll = try #require(scrolls.first)
        glass.touch { $0.down(at: Point(100, 120)).drag(to: Point(100, 60), over: .milliseconds(200)).cancel() }
        let indicator = try #require(scroll.layer.sublayers.first { $0.name == "indicator" })
        #expect(!indicator.isHidden && indicator.frame.height > 0)
        for row in glass.all(Tappable.TapView.self) { #expect(!row.frame.intersects(indicator.frame)) }
    }
}
