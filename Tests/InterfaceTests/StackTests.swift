// Stacks, boxes and scrolling: where elements stand.

import Drawing
import Geometry
import Layers
import Stage
import TestRandomness
import Testing

@testable import Interface

@Suite struct StackTests {
    /// A rectangle of `width` × `height` px.
    private func box(_ width: Double, _ height: Double) -> some Element {
        Fill(.black).frame(width: .px(width), height: .px(height))
    }

    private func frames(_ glass: ElementGlass) -> [Rect] {
        glass.all(View.self).filter { type(of: $0) == View.self && $0.subviews.isEmpty }.map { glass.frame(of: $0) }
    }

    @Test func `a column places its elements below each other, and a row side by side`() {
        let glass = ElementGlass {
            Column(spacing: .px(10)) {
                self.box(100, 40)
                Row(spacing: .px(5), alignment: .end) {
                    self.box(30, 20); self.box(50, 60)
                }
            }
        }
        #expect(frames(glass) == [Rect(0, 0, 100, 40), Rect(0, 90, 30, 20), Rect(35, 50, 50, 60)])
    }

    @Test(arguments: [
        (StackDistribution.start, [0.0, 100, 200]), (.center, [350, 450, 550]), (.end, [700, 800, 900]),
        (.spaceBetween, [0, 450, 900]), (.spaceEvenly, [175, 450, 725]),
    ])
    func `what is left stands where the distribution says`(distribution: StackDistribution, expected: [Double]) {
        let glass = ElementGlass {
            Row(spacing: .px(0), distribution: distribution) { for _ in 0..<3 { self.box(100, 10) } }
        }
        #expect(frames(glass).map(\.minX) == expected)
    }

    @Test func `shares divide what the others leave`() {
        let glass = ElementGlass {
            Row(spacing: .px(0), alignment: .stretch) {
                Fill(.black).frame(width: .share(1))
                self.box(100, 10)
                Fill(.black).frame(width: .share(2))
            }
        }
        #expect(frames(glass).map(\.minX) == [0, 300, 400] && frames(glass).map(\.width) == [300, 100, 600])
    }

    @Test func `room is mirrored where lines begin at the right`() {
        let screen = BodyScreen {
            Row(spacing: .px(10)) {
                self.box(100, 10); self.box(50, 10)
            }
        }
        screen.direction = .rightToLeft
        #expect(frames(ElementGlass(screen)).map(\.minX) == [900, 840])
    }

    @Test func `millimetres and text units become pixels of this panel`() {
        let glass = ElementGlass { Fill(.black).frame(width: .mm(20), height: .em(2)).padding(.mm(1)) }
        let em = glass.stage.theme.em
        #expect(frames(glass).map(\.size) == [Size(80, (2 * em).rounded())])
    }

    @Test func `where there is too little room, those of low priority become smaller first, the largest first`() {
        func widths(_ priorities: [Double]) -> [Double] {
            let screen = BodyScreen {
                Row(spacing: .px(0), alignment: .start) {
                    Text(String(repeating: "many words ", count: 30)).layoutPriority(priorities[0])
                    Text(String(repeating: "many words ", count: 20)).layoutPriority(priorities[1])
                    Text("few")
                }
            }
            return ElementGlass(screen).all(LabelView.self).map(\.frame.width)
        }
        let equal = widths([0, 0])
        #expect(equal[0] == equal[1] && equal[2] > 20 && equal.reduce(0, +) == 1000)
        let unequal = widths([-1, 0])
        #expect(unequal[0] < unequal[1])
    }

    @Test func `texts wrap in the width that they get, and the column grows`() {
        let glass = ElementGlass {
            Column(spacing: .px(0)) {
                Text(String(repeating: "word ", count: 60))
                Text("below")
            }.frame(width: .px(300), alignment: .topStart)
        }
        let labels = glass.all(LabelView.self)
        #expect(labels[0].frame.width == 300 && labels[0].frame.height > 100)
        #expect(labels[1].frame.minY == labels[0].frame.maxY)
    }

    @Test func `a scroll is as large as its room, and its content as long as it must be`() throws {
        let glass = ElementGlass { Scroll { for index in 0..<100 { Text("line \(index)") } } }
        let scroll = try #require(glass.all(ScrollView.self).first)
        #expect(scroll.frame == Rect(0, 0, 1000, 600) && scroll.contentSize.height > 2000)
    }

    @Test func `a change of one label measures and places nothing that it does not touch`() {
        let model = Model()
        /// A view that counts how often it is placed and measured.
        final class Counter: View { var (measured, placed) = (0, 0); override func layout() { placed += 1 } }
        struct Probe: ViewElement {
            func makeView(in environment: Environment) -> Counter { Counter() }
            func update(_ view: Counter, from old: Probe?, in environment: Environment) -> Bool { old == nil }
            func size(of view: Counter, in proposal: Proposal, _ environment: Environment) -> Size {
                view.measured += 1
                return Size(100, 20)
            }
        }
        let glass = ElementGlass {
            Column {
                Row {
                    Text("\(model.count)"); Spacer()
                }
                for _ in 0..<50 {
                    Row {
                        Probe(); Probe()
                    }
                }
            }
        }
        let probes = glass.all(Counter.self)
        let before = probes.map { $0.measured + $0.placed }
        model.count = 5
        glass.settle()
        model.count = 123_456
        glass.settle()
        #expect(probes.map { $0.measured + $0.placed } == before && probes.count == 100)
    }

    @Test func `after random changes everything stands where it would stand if it were new`() {
        for seed in 0..<40 {
            var random = SplitMix(UInt64(seed))
            let model = Model()
            @ElementBuilder func content() -> Elements {
                Column(spacing: .px(4), alignment: .stretch) {
                    if model.isShown { Text("shown \(model.other)") }
                    ForEach(model.members, id: \.self) { member in
                        Row {
                            Text("\(member) \(String(repeating: "word ", count: member % 40))")
                            Spacer()
                            if member % 2 == model.count % 2 { self.box(40, 30) }
                        }
                    }
                    Slider("value", value: model.value) { model.value = $0 }
                    Overlay(alignment: .bottomEnd) {
                        Fill(.white); Text("\(model.count)")
                    }.frame(height: .share(1))
                }
                .padding(.px(Double(model.other % 5) * 3))
            }
            let glass = ElementGlass(content)
            for _ in 0..<25 {
                switch random.below(6) {
                case 0: model.isShown.toggle()
                case 1: model.count += 1
                case 2: model.other = random.below(50)
                case 3: model.members.insert(random.below(10_000), at: random.below(model.members.count + 1))
                case 4: if !model.members.isEmpty { model.members.remove(at: random.below(model.members.count)) }
                default: glass.stage.direction = random.below(2) == 0 ? .leftToRight : .rightToLeft
                }
                model.members = Array(Set(model.members)).sorted()
                glass.settle()
            }
            let new = BodyScreen(content)
            new.direction = glass.stage.direction
            let fresh = ElementGlass(new)
            func places(_ glass: ElementGlass) -> [Rect] {
                glass.all(View.self).dropFirst().map { glass.frame(of: $0) }
            }
            #expect(places(glass) == places(fresh), "seed \(seed)")
        }
    }

    @Test func `words of another script begin where the lines of the screen begin`() throws {
        let glass = ElementGlass(BodyScreen { Column(alignment: .stretch) { Text("Latin").size(1) } })
        #expect(glass.all(LabelView.self).map(\.alignment) == [.start])
        glass.screen.direction = .rightToLeft
        glass.settle()
        #expect(glass.all(LabelView.self).map(\.alignment) == [.end])
    }
}
