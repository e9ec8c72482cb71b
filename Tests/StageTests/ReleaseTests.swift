// Pages that are released: they themselves, and observers of their pictures, may look at the stage meanwhile.

import Drawing
import Geometry
import TestRandomness
import Testing

@testable import Stage

@Suite struct ReleaseTests {
    /// Looks at all of a stage that an observer can look at, and counts how often.
    private final class Onlooker {
        weak var stage: Stage?
        private(set) var looks = 0

        func look() {
            guard let stage else { return }
            looks += 1
            _ = (stage.isPrivate, stage.frontNavigator.top.name, stage.sheets.count, stage.stackNames, stage.isBusy)
            _ = (stage.isMoving, stage.nextDeadline, stage.stateAtRest, stage.picturesHere, stage.focus)
        }
    }

    /// A screen with a picture that looks at the stage when it is released.
    private final class Leaving: Screen {
        private let onlooker: Onlooker
        private let picture: PictureView

        init(_ name: String, picture: Picture, _ onlooker: Onlooker) {
            self.onlooker = onlooker
            self.picture = PictureView(picture, description: name, theme: Theme(.paper, on: Glass.panel))
            super.init(name: name, title: name)
        }

        isolated deinit { onlooker.look() }

        override func load(into content: View) { content.addSubview(picture) }
        override func layout(_ content: View) { picture.frame = Rect(10, 10, 100, 80) }
    }

    /// Pages with pictures that come and go at random.
    private struct Visit {
        let onlooker = Onlooker()
        private(set) var count = 0
        private(set) var glass: Glass!
        private var numbers: SplitMix
        private let folder = PictureFolder()

        init(seed: Int) throws {
            numbers = SplitMix(UInt64(seed))
            glass = Glass(root: try page()) { $0.trailing = .forward }
            onlooker.stage = glass.stage
            glass.stage.onArrival = { [onlooker] _ in onlooker.look() }
        }

        private mutating func page() throws -> Screen {
            count += 1
            let path = folder.write("\(count).png", PixelSize(40, 30))
            return Leaving("page \(count)", picture: try Picture(path), onlooker)
        }

        /// Makes a random move. Reads the pictures that are seen, or only sometimes.
        mutating func move(readsAll: Bool) throws {
            let stage = glass.stage
            let isAnimated = Bool.random(using: &numbers)
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0...2: stage.frontNavigator.push(try page(), animated: isAnimated)
            case 3: stage.frontNavigator.pop(animated: isAnimated)
            case 4: stage.frontNavigator.replaceAll(with: [try page(), try page()], animated: isAnimated)
            case 5: stage.present(try page(), animated: isAnimated)
            case 6: stage.sheets.last?.dismiss(animated: isAnimated)
            case 7: stage.goHome()
            case 8: stage.begin(with: try page())
            default: glass.settle()
            }
            _ = stage.plan(at: stage.now)
            if readsAll || Bool.random(using: &numbers) { stage.readSeenPictures() }
            if Bool.random(using: &numbers) { stage.advance(to: stage.now + .milliseconds(70)) }
        }

        mutating func leave() { glass = nil }
    }

    @Test(arguments: 1...20) func `an observer can look at the stage while pages go, and nothing crashes`(seed: Int)
        throws
    {
        var visit = try Visit(seed: seed)
        for _ in 0..<60 { try visit.move(readsAll: true) }
        visit.glass.settle()
        visit.glass.stage.begin(with: TestScreen("end"))
        #expect(visit.glass.stage.stackNames == ["end"] && visit.onlooker.looks >= visit.count - 1)
    }

    @Test(arguments: 1...20) func `nothing of a stage outlives it, whatever it was doing`(seed: Int) throws {
        var visit = try Visit(seed: seed)
        for _ in 0..<seed { try visit.move(readsAll: false) }
        weak let stage = visit.glass.stage
        weak let store = visit.glass.stage.backings.pictures
        #expect(store != nil)
        visit.leave()
        #expect(stage == nil && store == nil)
    }
}
