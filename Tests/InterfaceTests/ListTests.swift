// Lists: where rows and lines are, what rows do, and that what is seen stays where it is.

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

@Observable private final class Guests {
    var members: [Int]
    var taps: [Int] = []
    var isShown = true

    init(_ count: Int) { members = Array(0..<count) }
}

@Suite struct ListTests {
    private func glass(_ guests: Guests, _ direction: LayoutDirection = .leftToRight) -> ElementGlass {
        let screen = BodyScreen {
            List {
                Section("Guests") {
                    ForEach(guests.members, id: \.self) { member in
                        ListRow("Guest \(member)", detail: "T\(member)") { guests.taps.append(member) }
                    }
                }
            }
        }
        screen.direction = direction
        return ElementGlass(screen)
    }

    private func scroll(_ glass: ElementGlass) throws -> ScrollView { try #require(glass.all(ScrollView.self).first) }

    private func label(_ text: String, _ glass: ElementGlass) -> LabelView? {
        glass.all(LabelView.self).first { $0.text.string == text && !$0.isLeaving }
    }

    /// Where `text` is seen (px), as the layers are presented.
    private func seen(_ text: String, _ glass: ElementGlass) throws -> Double {
        let found = try #require(label(text, glass))
        var view: View? = found
        var y = 0.0
        while let one = view, one !== glass.screen.view.content {
            let shown = one.layer.presentation
            y += shown.position.y
            view = one.superview
            y -= view?.layer.presentation.bounds.minY ?? 0
        }
        return y
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `rows fill the width, are as high as a fingertip, and their lines begin where their words do`(
        _ direction: LayoutDirection
    ) throws {
        let glass = glass(Guests(4), direction)
        let rows = glass.all(Tappable.TapView.self)
        #expect(rows.count == 4)
        #expect(rows.allSatisfy { $0.frame.minX == 0 && $0.frame.width == 1000 && $0.frame.height >= 36 })
        #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.frame.maxY == $1.frame.minY })
        let words = glass.frame(of: try #require(label("Guest 0", glass)))
        let lines = try scroll(glass).subviews.filter { $0.frame.height <= 2 }
        #expect(lines.count == 3, "none below the last row")
        for line in lines {
            let margin = Theme(.paper, on: ElementGlass.panel).em.rounded()
            if direction == .leftToRight {
                #expect(line.frame.minX == words.minX && line.frame.maxX == 1000 - margin)
            } else {
                #expect(line.frame.maxX == words.maxX && line.frame.minX == margin)
            }
            #expect(rows.contains { $0.frame.maxY == line.frame.maxY })
        }
        let header = glass.frame(of: try #require(label("Guests", glass)))
        #expect(direction == .leftToRight ? header.minX == words.minX : header.maxX == words.maxX)
        let detail = glass.frame(of: try #require(label("T0", glass)))
        #expect(direction == .leftToRight ? detail.minX > words.maxX : detail.maxX < words.minX)
        // The chevron is beyond the detail, and points where lines end.
        let chevron = try #require(glass.all(SymbolView.self).first)
        #expect(chevron.direction == direction)
        let end = glass.frame(of: chevron)
        #expect(direction == .leftToRight ? end.minX > detail.maxX : end.maxX < detail.minX)
    }

    @Test func `a row says what it is, takes a tap anywhere, and has another ground under a finger`() throws {
        let guests = Guests(3)
        let glass = glass(guests)
        let row = glass.all(Tappable.TapView.self)[1]
        #expect(row.spoken == Spoken(.link, "Guest 1", value: "T1"))
        #expect(label("Guests", glass)?.spoken?.role == .heading)
        var isHighlighted = false
        let y = (glass.frame(of: row).center.y + glass.screen.view.content.frame.minY) / 4
        glass.touch { _ = $0.down(at: Point(2, y)).hold(for: .milliseconds(300)) }
        glass.stage.advance(to: glass.stage.now + .milliseconds(300))
        isHighlighted = row.layer.backgroundColor != nil
        #expect(isHighlighted && row.layer.dim == 0)
        glass.tap(row)
        #expect(guests.taps.contains(1))
    }

    @Test func `what is seen stays where it is while rows come and go before it`() throws {
        let guests = Guests(200)
        let glass = glass(guests)
        let view = try scroll(glass)
        view.scroll(to: 3000, along: .vertical, animated: false)
        glass.settle()
        var random = SplitMix(7)
        for round in 0..<200 {
            // The first row that is seen whole.
            let top = glass.all(Tappable.TapView.self).first { !$0.isLeaving && $0.frame.minY >= view.offset }
            let name = try #require(top?.words?.label)
            let before = try seen(name, glass)
            let kept = guests.members.firstIndex(of: Int(name.dropFirst(6)) ?? 0) ?? 0
            let change = {
                switch random.below(3) {
                case 0: guests.members.insert(1000 + round, at: random.below(max(1, kept - 3)))
                case 1: if kept > 4 { guests.members.remove(at: random.below(kept - 3)) }
                // A list that moves on: one more at its beginning, and one less at its end.
                default:
                    guests.members.insert(1000 + round, at: 0)
                    guests.members.removeLast()
                }
            }
            if random.below(2) == 0 { animate(for: .milliseconds(100), change) } else { change() }
            glass.stage.advance(to: glass.stage.now)
            #expect(abs(try seen(name, glass) - before) < 1, "round \(round)")
            glass.settle()
            #expect(abs(try seen(name, glass) - before) < 1, "round \(round), at rest")
        }
    }

    @Test func `a list at its top stays there`() throws {
        let guests = Guests(50)
        let glass = glass(guests)
        guests.members.insert(99, at: 0)
        glass.settle()
        #expect(try scroll(glass).offset == 0)
    }

    @Test(arguments: [false, true])
    func `content that becomes shorter is not scrolled beyond its end`(_ isAnimated: Bool) throws {
        let guests = Guests(24)
        let glass = glass(guests)
        let view = try scroll(glass)
        view.scroll(to: 1e6, along: .vertical, animated: false)
        let before = try seen("Guest 10", glass)
        let change = { guests.members = Array(0..<11) }
        if isAnimated { animate(for: .milliseconds(200), curve: .linear, change) } else { change() }
        glass.stage.advance(to: glass.stage.now)
        // Animated, it begins where it was.
        if isAnimated { #expect(abs(try seen("Guest 10", glass) - before) < 1) }
        glass.settle()
        #expect(view.offset == view.ends.upperBound)
        guests.members = [1]
        glass.settle()
        #expect(view.offset == 0 && view.contentSize.height == view.bounds.height)
    }

    @Test func `rows of a section that goes take their lines along`() throws {
        let guests = Guests(3)
        let glass = ElementGlass {
            List {
                if guests.isShown { Section("One") { for row in 0..<3 { Text("\(row)") } } }
                Section("Two") {
                    Text("a"); Text("b")
                }
            }
        }
        func lines() throws -> Int { try scroll(glass).subviews.filter { $0.frame.height <= 2 }.count }
        #expect(try lines() == 3)
        guests.isShown = false
        glass.settle()
        #expect(try lines() == 1 && glass.texts == ["Two", "a", "b"])
        animate { guests.isShown = true }
        glass.settle()
        #expect(try lines() == 3)
        #expect(try scroll(glass).subviews.allSatisfy { $0.layer.presentation.opacity == 1 })
    }

    @Test func `only what is near the glass is drawn of a long list`() throws {
        let glass = glass(Guests(1000))
        let labels = glass.all(LabelView.self)
        #expect(labels.count < 100)
        _ = glass.stage.plan(at: glass.stage.now)
        #expect(labels.filter { $0.layer.strips != nil }.count > 30)
    }
}

@Suite struct LeavingTests {
    @Test func `what is gone fades out, takes no fingers and says nothing`() throws {
        let guests = Guests(3)
        let glass = ElementGlass {
            Column(spacing: .px(0)) {
                if guests.isShown { Button("Old") { guests.taps.append(1) } }
                Text("Below")
            }
        }
        let button = try #require(glass.all(ButtonView.self).first)
        let start = glass.stage.now
        animate(for: .milliseconds(200), curve: .linear) { guests.isShown = false }
        glass.stage.advance(to: start + .milliseconds(100))
        #expect(abs(button.layer.presentation.opacity - 0.5) < 0.01)
        #expect(!glass.stage.spokenViews.contains { $0.spoken.label == "Old" })
        #expect(glass.screen.view.content.hitTest(Point(20, 20)) !== button && !button.takesTouches)
        glass.settle()
        #expect(button.superview == nil && guests.taps == [] && glass.stage.nextDeadline == nil)
    }

    @Test func `a finger on what fades out is let go`() throws {
        let guests = Guests(1)
        let glass = ElementGlass { Column { if guests.isShown { Button("Old") { guests.taps.append(1) } } } }
        let center = glass.frame(of: try #require(glass.all(ButtonView.self).first)).center
        let touch = TouchScript(start: glass.stage.now + .milliseconds(10))
        let top = glass.screen.view.content.frame.minY
        touch.down(at: Point(center.x / 4, (center.y + top) / 4)).hold(for: .milliseconds(100)).lift()
        for (index, frame) in touch.frames.enumerated() {
            if index == touch.frames.count - 1 {
                animate(for: .milliseconds(500)) { guests.isShown = false }
                glass.stage.advance(to: glass.stage.now)
            }
            glass.stage.handle(frame)
        }
        glass.settle()
        #expect(guests.taps == [])
    }

    @Test func `what comes back while it fades out is there, and each view ends as it should`() throws {
        let guests = Guests(6)
        let glass = ElementGlass {
            Column(spacing: .px(0)) { ForEach(guests.members, id: \.self) { Text("\($0)") } }
        }
        var random = SplitMix(3)
        for _ in 0..<200 {
            animate(for: .milliseconds(150)) {
                guests.members = (0..<6).shuffled(using: &random).filter { _ in random.below(2) == 0 }
            }
            glass.stage.advance(to: glass.stage.now + .milliseconds(random.below(200)))
            #expect(
                glass.all(LabelView.self).filter { !$0.isLeaving }.map(\.text.string) == guests.members.map { "\($0)" })
        }
        glass.settle()
        #expect(glass.texts == guests.members.map { "\($0)" })
        #expect(glass.all(LabelView.self).allSatisfy { $0.layer.presentation.opacity == 1 && !$0.isLeaving })
    }
}
