// Long lists: only rows near the glass are made, and they are where they would be if all were.

import Drawing
import Geometry
import Gestures
import Layers
import Observation
import Stage
import TestRandomness
import Testing
import TouchScript

@testable import Interface

/// Rows of uneven height, and how often a body of one of them was run.
@Observable private final class Crowd {
    struct Member: Identifiable {
        let id: Int
        var height: Double
        /// How many rows it has.
        var rows = 1
    }
    var members: [Member] = []
    var width = 1000.0
    var em = 16.0
    /// How many members stand in a section; nil for all of them.
    var sectionSize: Int?
    @ObservationIgnored var bodies = 0

    init(_ count: Int, _ height: (Int) -> Double = { 40 + Double($0 * 7919 % 97) }) {
        members = (0..<count).map { Member(id: $0, height: height($0)) }
    }

    /// The theme with the text's size.
    var theme: Theme {
        var theme = Theme(.paper, on: ElementGlass.panel)
        theme.em = em
        return theme
    }

    @ElementBuilder func rows() -> Elements {
        Section("First") { Text("One of its own") }
        if let sectionSize {
            ForEach(Array(stride(from: 0, to: members.count, by: sectionSize)), id: \.self) { [self] start in
                Section("From \(start)") {
                    people(members[start..<min(start + sectionSize, members.count)])
                }
            }
        } else {
            Section("Members") { people(members[...]) }
        }
        Text("The last one")
    }

    private func people(_ members: ArraySlice<Member>) -> some Element {
        ForEach(members) { [self] member in
            for row in 0..<member.rows { Person(name: "\(member.id).\(row)", height: member.height, crowd: self) }
        }
    }
}

private struct Person: Element {
    let name: String
    let height: Double
    let crowd: Crowd

    var body: some Element {
        count()
        return Column(spacing: .px(0)) {
            Text(name)
            Fill(.black).frame(width: .px(10), height: .px(height))
        }
    }

    private func count() { crowd.bodies += 1 }
}

/// A list, and the same rows where all of them are made.
private final class Pair {
    let crowd: Crowd
    let position = ScrollPosition()
    let glass: ElementGlass
    let all: ElementGlass

    init(_ crowd: Crowd) {
        self.crowd = crowd
        let position = position
        glass = ElementGlass {
            List(position) { crowd.rows() }.environment(\.theme, crowd.theme).frame(width: .px(crowd.width))
        }
        all = ElementGlass {
            Scroll { Rows { crowd.rows() } }.environment(\.theme, crowd.theme).frame(width: .px(crowd.width))
        }
    }

    var scroll: ScrollView { glass.all(ScrollView.self)[0] }

    /// The words in `glass` with their places (px) from the top of the content.
    private func words(_ glass: ElementGlass) -> [(String, Double)] {
        let offset = glass.all(ScrollView.self)[0].offset
        return glass.all(LabelView.self).filter { !$0.isLeaving }.map {
            ($0.text.string, glass.frame(of: $0).minY + offset)
        }
    }

    /// The words that are seen, with their places (px) on the glass.
    var seen: [(words: String, top: Double)] {
        let (offset, height) = (scroll.offset, scroll.bounds.height)
        return words(glass).map { ($0.0, $0.1 - offset) }.filter { $0.1 > 0 && $0.1 < height }
    }

    /// What is wrong with what is seen.
    var problem: String? {
        let seen = seen
        guard let first = seen.first else { return "nothing is seen" }
        let expected = words(all)
        guard let start = expected.first(where: { $0.0 == first.words }) else {
            return "\(first.words) should not be there"
        }
        let shift = first.top - start.1
        let should = expected.map { ($0.0, $0.1 + shift) }.filter { $0.1 > 0 && $0.1 < scroll.bounds.height }
        guard should.map(\.0) == seen.map(\.words) else {
            return "\(seen.map(\.words)) instead of \(should.map(\.0))"
        }
        for (one, other) in zip(seen, should) where abs(one.top - other.1) > 0.5 {
            return "\(one.words) at \(one.top) instead of \(other.1)"
        }
        return nil
    }

    func settle() {
        glass.settle()
        all.settle()
    }
}

@Suite struct LongListTests {
    @Test(arguments: 0..<6) func `rows are where they would be if all were made, whatever happens`(_ seed: Int) throws {
        var random = SplitMix(UInt64(seed) + 1)
        let pair = Pair(Crowd(100 + random.below(100)))
        let crowd = pair.crowd
        var next = 10_000
        #expect(pair.problem == nil)
        for round in 0..<60 {
            crowd.bodies = 0
            let (before, offset) = (pair.seen, pair.scroll.offset)
            let isAtEnd = offset <= 0 || offset >= pair.scroll.ends.upperBound
            var isChange = false
            let count = crowd.members.count
            func height() -> Double { 20 + Double(random.below(160)) }
            let change: () -> Void = {
                switch random.below(8) {
                case 0, 1:
                    isChange = true
                    let place = random.below(count + 1)
                    crowd.members.insert(
                        contentsOf: (0..<1 + random.below(30)).map { .init(id: next + $0, height: height()) }, at: place
                    )
                    next += 30
                case 2 where count > 60:
                    isChange = true
                    let place = random.below(count - 20)
                    crowd.members.removeSubrange(place..<place + 1 + random.below(20))
                case 3:
                    let (from, to) = (random.below(count), random.below(count))
                    crowd.members.insert(crowd.members.remove(at: from), at: to)
                case 4: crowd.members[random.below(count)].height = height()
                case 5: crowd.members[random.below(count)].rows = random.below(4)
                case 6: crowd.width = 400 + Double(random.below(600))
                default: crowd.em = 12 + Double(random.below(14))
                }
            }
            switch random.below(6) {
            case 0: change()
            case 1: animate(for: .milliseconds(100)) { change() }
            case 2: pair.scroll.scroll(to: Double(random.below(20_000)), along: .vertical, animated: false)
            case 3: pair.scroll.scroll(to: offset + Double(random.below(3000)) - 1500, along: .vertical)
            case 4: pair.position.scroll(to: crowd.members[random.below(count)].id, animated: random.chance(2))
            default:
                let y = 20 + Double(random.below(100))
                let end = Point(60, min(145, max(5, y + Double(random.below(120)) - 60)))
                pair.glass.touch { $0.down(at: Point(60, y)).drag(to: end, over: .milliseconds(60)).lift() }
            }
            pair.settle()
            #expect(pair.problem == nil, "round \(round)")
            // Two views' heights of rows are made around what is seen, and the rows of a whole view more on the way.
            #expect(pair.glass.all(LabelView.self).count < 200, "round \(round)")
            guard isChange, !isAtEnd, pair.scroll.offset < pair.scroll.ends.upperBound else { continue }
            let kept = before.first { row in pair.seen.contains { $0.words == row.words } }
            #expect(kept != nil || before.allSatisfy { !pair.all.texts.contains($0.words) }, "round \(round)")
            let now = pair.seen.first { $0.words == kept?.words }
            if let kept, let now { #expect(abs(kept.top - now.top) < 0.5, "round \(round), \(kept.words)") }
        }
    }

    @Test(arguments: [3, 20, 60]) func `sections are made as their rows are`(_ size: Int) throws {
        let crowd = Crowd(500)
        crowd.sectionSize = size
        let pair = Pair(crowd)
        var random = SplitMix(UInt64(size))
        #expect(crowd.bodies < 500 + 60, "all in the list where all are made, and some in the other")
        for round in 0..<24 {
            switch random.below(5) {
            case 0: pair.scroll.scroll(to: Double(random.below(40_000)), along: .vertical, animated: false)
            case 1: pair.position.scroll(to: random.chance(2) ? .top : .bottom, animated: random.chance(2))
            case 2: crowd.members.removeSubrange(100 + random.below(50)..<160)
            case 3: crowd.em = 12 + Double(random.below(10))
            default: pair.scroll.scroll(to: pair.scroll.offset + Double(random.below(2000)) - 1000, along: .vertical)
            }
            pair.settle()
            #expect(pair.problem == nil, "round \(round)")
            #expect(pair.glass.all(LabelView.self).count < 200, "round \(round)")
        }
    }

    @Test func `a finger moves a list by as much as itself, however wrong the estimates are`() throws {
        // The first rows are low, and what follows is high and uneven.
        let pair = Pair(Crowd(300) { $0 < 30 ? 0 : Double($0 * 7919 % 400) })
        pair.scroll.scroll(to: 5000, along: .vertical, animated: false)
        pair.settle()
        var random = SplitMix(4)
        for round in 0..<16 {
            let isUp = random.chance(2)
            let touch = TouchScript(start: pair.glass.stage.now + .milliseconds(500))
            touch.down(at: Point(60, isUp ? 20 : 130)).drag(to: Point(60, isUp ? 130 : 20), over: .milliseconds(400))
                .hold(for: .milliseconds(100)).lift()
            var last = pair.seen
            for frame in touch.frames {
                // Rows come and go far above, while the finger is down.
                if random.below(6) == 0 {
                    if random.chance(2), pair.crowd.members.count > 280 {
                        pair.crowd.members.remove(at: random.below(10))
                    } else {
                        let id = 1000 + pair.crowd.members.count + round * 1000 + random.below(500)
                        pair.crowd.members.insert(.init(id: id, height: 100), at: random.below(10))
                    }
                    pair.all.settle()
                }
                pair.glass.stage.handle(frame)
                let seen = pair.seen
                let moves = last.compactMap { row in seen.first { $0.words == row.words }.map { $0.top - row.top } }
                last = seen
                let (least, most) = (try #require(moves.min()), try #require(moves.max()))
                #expect(most - least < 0.5, "round \(round): all rows move together")
                // 110 mm in 400 ms, in steps of 10 ms, and what the prediction adds.
                #expect(abs(least) < 4 * 110 / 40 * 4, "round \(round): moved by \(least)")
            }
            #expect(pair.problem == nil, "round \(round)")
        }
    }

    @Test func `a fling shows no gap, and the list rests where all rows are there`() throws {
        let pair = Pair(Crowd(400))
        for _ in 0..<2 {
            pair.glass.touch { $0.down(at: Point(60, 130)).drag(to: Point(60, 10), over: .milliseconds(50)).lift() }
            for _ in 0..<60 {
                pair.glass.stage.advance(to: pair.glass.stage.now + .milliseconds(16))
                #expect(pair.problem == nil)
            }
        }
        #expect(pair.scroll.offset > 2000)
    }

    @Test(arguments: [1000, 10_000], [nil, 3, 100])
    func `what is made does not depend on how many rows there are`(_ count: Int, _ sectionSize: Int?) throws {
        let crowd = Crowd(count)
        crowd.sectionSize = sectionSize
        let glass = ElementGlass { List { crowd.rows() } }
        let opened = crowd.bodies
        #expect(opened > 5 && opened < 40)
        let scroll = try #require(glass.all(ScrollView.self).first)
        for round in 0..<300 {
            scroll.scroll(to: scroll.offset + 300, along: .vertical, animated: false)
            #expect(glass.all(LabelView.self).count < 70, "round \(round)")
        }
        #expect(crowd.bodies < opened + 300 * 300 / 40 + 60)
        crowd.bodies = 0
        crowd.members.insert(.init(id: -1, height: 50), at: 0)
        glass.settle()
        #expect(crowd.bodies < 100)
    }

    @Test func `rows with pictures, times and searches are given up as others are`() throws {
        for kind in 0..<3 {
            let glass = ElementGlass {
                List {
                    ForEach(0..<400, id: \.self) { number in
                        Row {
                            switch kind {
                            case 0: Image(data: [], description: "").frame(width: .mm(9), height: .mm(9))
                            case 1: TimeChoice(TimeOfDay(number)) { _ in }
                            default: SearchField("Search", text: "") { _ in }
                            }
                            Text("Row \(number)")
                        }
                    }
                }
            }
            let scroll = try #require(glass.all(ScrollView.self).first)
            for _ in 0..<60 { scroll.scroll(to: scroll.offset + 300, along: .vertical, animated: false) }
            #expect(glass.texts.count { $0.hasPrefix("Row ") } < 70, "\(kind)")
        }
    }

    @Test func `ends and rows that were never made can be reached`() throws {
        for isAnimated in [false, true] {
            let pair = Pair(Crowd(600) { $0 < 40 ? 10 : 100 + Double($0 * 31 % 200) })
            func go(_ body: () -> Void) {
                body()
                pair.settle()
                #expect(pair.problem == nil)
            }
            go { pair.position.scroll(to: 500, animated: isAnimated) }
            #expect(pair.seen.first?.words == "500.0")
            go { pair.position.scroll(to: 40, animated: isAnimated) }
            #expect(pair.seen.first?.words == "40.0")
            go { pair.position.scroll(to: .bottom, animated: isAnimated) }
            #expect(pair.seen.last?.words == "The last one" && pair.scroll.offset == pair.scroll.ends.upperBound)
            go { pair.position.scroll(to: 599, animated: isAnimated) }
            #expect(pair.scroll.offset == pair.scroll.ends.upperBound)
            go { pair.position.scroll(to: .top, animated: isAnimated) }
            #expect(pair.scroll.offset == 0)
            go { pair.position.scroll(to: 77_777, animated: isAnimated) }
            #expect(pair.scroll.offset == 0)
            go { pair.scroll.scroll(to: 1e9, along: .vertical, animated: false) }
            #expect(pair.seen.last?.words == "The last one")
        }
    }

    @Test func `a long list in other scrolled content is as high as its rows`() throws {
        let crowd = Crowd(100)
        let glass = ElementGlass {
            Scroll {
                List { ForEach(crowd.members) { Person(name: "\($0.id)", height: $0.height, crowd: crowd) } }
                Text("Below")
            }
        }
        for count in [100, 150, 30] {
            crowd.members = (0..<count).map { .init(id: $0, height: 40 + Double($0 * 7919 % 97)) }
            glass.settle()
            let scrolls = glass.all(ScrollView.self)
            #expect(scrolls.count == 2 && scrolls[1].ends.upperBound == 0, "the list has nothing to scroll")
            let labels = glass.all(LabelView.self)
            #expect(labels.count == count + 1)
            #expect(try glass.frame(of: #require(labels.last)).minY >= glass.frame(of: labels[count - 1]).maxY)
        }
    }

    @Test func `the scroll indicator goes one way while a finger does`() throws {
        let pair = Pair(Crowd(1000) { $0 < 30 ? 0 : Double($0 * 7919 % 400) })
        let scroll = pair.scroll
        var places: [Double] = []
        while scroll.offset < scroll.ends.upperBound {
            scroll.scroll(to: scroll.offset + 200, along: .vertical, animated: false)
            places.append(try #require((scroll as? LazyScrollView)?.content?.estimated(scroll.offset)))
        }
        let steps = zip(places, places.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 >= 0 })
        let content = try #require((scroll as? LazyScrollView)?.content)
        for place in places { #expect(abs(content.estimated(content.offset(atEstimated: place)) - place) < 0.01) }
        // On the way back it is where it was, though all rows are measured now.
        #expect(content.estimatedLength < 1000 * 100)
    }

    @Test func `a row that is used is kept, and its state with it`() throws {
        let crowd = Crowd(500)
        let glass = ElementGlass {
            List {
                ForEach(crowd.members) { member in
                    if member.id == 1 {
                        TextField("Name", text: "Ada") { _ in }
                    } else {
                        Text("\(member.id)")
                    }
                }
            }
        }
        let scroll = try #require(glass.all(ScrollView.self).first)
        let field = try #require(glass.all(FieldView.self).first)
        glass.tap(field)
        #expect(field.isEditing)
        scroll.scroll(to: 8000, along: .vertical, animated: false)
        glass.settle()
        #expect(field.isEditing && glass.all(FieldView.self).first === field)
        field.endEditing()
        for _ in 0..<10 { scroll.scroll(to: scroll.offset + 500, along: .vertical, animated: false) }
        #expect(glass.all(FieldView.self).isEmpty, "it was given up")
        scroll.scroll(to: 0, along: .vertical, animated: false)
        #expect(glass.all(FieldView.self).count == 1)
    }

    @Test func `a body of a row runs again by itself, and a list in a card is as high as its rows`() throws {
        let crowd = Crowd(300)
        let heights = Crowd(1)
        let glass = ElementGlass {
            List {
                ForEach(0..<300, id: \.self) { row in
                    Text("\(row) \(row == 2 ? heights.width : 0)")
                }
            }
        }
        heights.width = 7
        glass.settle()
        #expect(glass.texts.contains("2 7.0"))
        #expect(crowd.bodies == 0)
        let short = ElementGlass { List { ForEach(0..<3, id: \.self) { _ in Text("a\nb\nc\nd") } } }
        let labels = short.all(LabelView.self)
        #expect(labels.count == 3 && zip(labels, labels.dropFirst()).allSatisfy { $0.frame.maxY < $1.frame.minY })
    }
}
