// What a stage tells a display engine of its transitions.

import Geometry
import Layers
import Testing

@testable import Stage

@Suite struct StagePlanesTests {
    /// Gives every transition one look.
    private final class Looks: NavigatorDelegate {
        let look: TransitionAnimator
        init(_ look: TransitionAnimator) { self.look = look }
        func animator(for operation: Transition.Operation, from: Screen, to: Screen) -> TransitionAnimator? { look }
    }

    private final class Cards: Screen {
        override func load(into content: View) {
            for index in 0..<12 {
                let card = Card()
                card.frame = Rect(Double(index % 4) * 400 + 50, Double(index / 4) * 250 + 20, 300, 200)
                content.addSubview(card)
            }
        }
    }

    private final class Card: View {
        init() { super.init(drawsContents: true) }
    }

    private func popping(_ look: TransitionAnimator) throws -> (Glass, Transition, Looks) {
        let glass = Glass(root: Cards(name: "home", title: ""))
        let looks = Looks(look)
        glass.stage.navigator.addDelegate(looks)
        glass.stage.navigator.push(Cards(name: "hours", title: ""), animated: false)
        glass.stage.advance(to: Instant(nanoseconds: 1_000_000_000))
        glass.stage.navigator.pop()
        return (glass, try #require(glass.stage.onlyTransition), looks)
    }

    @Test func `a parallax moves and dims the lower screen, and the upper has a shadow`() throws {
        let (glass, transition, _) = try popping(.parallax)
        let scenes = try glass.stage.planeScenes(along: transition)
        #expect(scenes.map(\.upper.x) == [0, 960, 1920])
        #expect(scenes.map(\.lower.x) == [-576, -288, 0])
        #expect(scenes.map(\.dim) == [0.1, 0.05, 0])
        #expect(scenes.allSatisfy { $0.shadow != nil && $0.coversScreen })
        #expect(scenes.contains { !$0.isSideBySide })
    }

    @Test func `looks that do more than move are refused`() throws {
        for (look, why) in [
            (TransitionAnimator.scale, "the lower screen is scaled"),
            (.crossFade, "the upper screen is translucent"),
        ] {
            let (glass, transition, _) = try popping(look)
            #expect(throws: PlaneScene.Refusal.self) { try glass.stage.planeScenes(along: transition) }
            do { _ = try glass.stage.planeScenes(along: transition) } catch { #expect(error.description == why) }
        }
    }

    @Test func `along a slide nothing of the screens changes, from the first frame on`() throws {
        let (glass, transition, _) = try popping(.slide)
        let size = Glass.panel.pixels
        #expect(try glass.stage.planeScenes(along: transition).allSatisfy(\.isSideBySide))
        var (lower, upper) = (FlatScreen(size: size), FlatScreen(size: size))
        var places: Set<Int> = []
        for frame in 0..<20 {
            let instant = Instant(nanoseconds: 1_000_000_000 + Int64(frame) * 16_666_667)
            glass.stage.advance(to: instant)
            let scene = try glass.stage.planeScene(at: instant)
            let changes = (lower.look(at: scene.lower.layer), upper.look(at: scene.upper.layer))
            #expect(changes == (frame == 0, frame == 0), "frame \(frame)")
            places.insert(scene.upper.x)
            // A picture that is planned meanwhile does not discard what the screens have drawn.
            if frame % 3 == 1 { _ = glass.stage.plan(at: instant) }
        }
        #expect(places.count > 10)
    }

    @Test func `the line of a page that would leave is a small change of the upper screen`() throws {
        let (glass, transition, _) = try popping(.slide)
        var upper = FlatScreen(size: Glass.panel.pixels)
        _ = try glass.stage.planeScenes(along: transition)
        _ = upper.look(at: transition.upper.view.layer)
        transition.upper.view.showArmed(true, at: .left)
        let isChanged = upper.look(at: transition.upper.view.layer)
        #expect(isChanged)
        #expect(upper.region(over: 1).bounds.width < 20)
        #expect(upper.region(over: 1).bounds.height == 1080)
    }

    @Test func `two transitions at once are more than a display engine shows`() throws {
        let (glass, _, _) = try popping(.slide)
        glass.stage.navigator.push(Cards(name: "terms", title: ""))
        #expect(glass.stage.onlyTransition == nil)
        #expect(throws: PlaneScene.Refusal.self) { try glass.stage.planeScene(at: glass.stage.now) }
    }

    @Test func `a look at where the screens will be leaves them where they are`() throws {
        let (glass, transition, _) = try popping(.parallax)
        let before = glass.stage.plan(at: glass.stage.now)
        _ = try glass.stage.planeScenes(along: transition)
        _ = try glass.stage.planeScene(at: Instant(nanoseconds: 1_200_000_000))
        #expect(glass.stage.plan(at: glass.stage.now).damage(since: before).isEmpty)
    }
}
