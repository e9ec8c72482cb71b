// Flips that are refused, lost, or under way when something else comes.

import CDRM
import Geometry
import Glibc
import Testing

@testable import Linux

extension CardTests {
    @Suite struct Flips {
        private static let cover = PlaneWants(
            lowerMoves: false, dimsLower: false, coversScreen: true, shadow: nil, movesAsOne: false)

        private static func slide(_ x: Int) -> PlanePicture {
            .planes(.init(lower: .init(buffer: 0, x: 0, y: 0), upper: .init(buffer: 1, x: x, y: 0)))
        }

        /// A display that is lit and whose planes show the first picture of a transition, at the next vblank.
        private func sliding(_ card: TestCard = TestCard()) throws -> CardScene {
            let scene = try CardScene(card)
            try scene.show(1)
            let planes = try scene.display.planes.get()
            _ = try planes.choose(Self.cover)
            try scene.display.present(Self.slide(10))
            return scene
        }

        // MARK: Under way

        @Test func `a frame that is presented while planes wait for their vblank waits for it too`() throws {
            let scene = try sliding()
            let commits = scene.card.commits.count
            try scene.present(2)
            #expect(scene.card.commits.count == commits)
            #expect(scene.card.collisions == 0)
            try scene.vblank()
            #expect(scene.presented == 2)
            #expect(scene.card.commits.count == commits + 1)
            try scene.vblank()
            #expect(scene.card.pixel() == 2)
            #expect(scene.presented == 3)
            scene.close()
        }

        @Test func `planes do not move again before their last movement is shown`() throws {
            let scene = try sliding()
            let commits = scene.card.commits.count
            #expect(throws: PlaneRefusal.self) { try scene.display.present(Self.slide(20)) }
            #expect(scene.card.commits.count == commits && scene.card.collisions == 0)
            try scene.vblank()
            try scene.display.present(Self.slide(20))
            try scene.vblank()
            #expect(scene.card.value(TestCard.overlay(), "CRTC_X") == 20)
            #expect(scene.presented == 3)
            scene.close()
        }

        @Test func `planes are not assigned anew before the frame that removes them`() throws {
            let scene = try sliding()
            let planes = try scene.display.planes.get()
            try scene.present(2)
            #expect(throws: PlaneRefusal.self) { try planes.choose(Self.cover) }
            try scene.vblank()
            try scene.vblank()
            #expect(scene.card.value(TestCard.overlay(), "FB_ID") == 0)
            _ = try planes.choose(Self.cover)
            scene.close()
        }

        @Test func `planes that a transition has put elsewhere in depth are back in their places after it`() throws {
            let card = TestCard()
            func places() -> [UInt64?] { [TestCard.primary(), TestCard.overlay()].map { card.value($0, "zpos") } }
            card.objects[TestCard.primary()]?.values["zpos"] = 2
            card.objects[TestCard.overlay()]?.values["zpos"] = 0
            let scene = try sliding(card)
            #expect(places() == [0, 1])
            try scene.vblank()
            try scene.show(2)
            #expect(places() == [2, 0])
            scene.close()
        }

        @Test(arguments: [true, false]) func `a mode that is set anew during a flip ends in one frame on the glass`(
            isAtomic: Bool
        ) throws {
            let scene = try CardScene(TestCard(isAtomic: isAtomic))
            try scene.show(1)
            try scene.present(2)
            try scene.display.relight()
            try scene.turn()
            #expect(scene.presented == 1)
            try scene.vblank()
            // A legacy driver is busy with the flip before, and is asked again at the next refresh.
            while scene.card.flips.isEmpty, scene.presented == 1 { try scene.loop.runOnce() }
            try scene.vblank()
            #expect(scene.presented == 2)
            #expect(scene.card.pixel() == 2)
            #expect(scene.failures == [])
            try scene.show(3)
            scene.close()
        }

        // MARK: EBUSY

        @Test(arguments: [true, false], [1, 2]) func `a frame that meets a busy card is shown a little later`(
            isAtomic: Bool, times: Int
        ) throws {
            let scene = try CardScene(TestCard(isAtomic: isAtomic))
            try scene.show(1)
            scene.card.faults = Array(repeating: EBUSY, count: times)
            try scene.present(2)
            while scene.card.flips.isEmpty { try scene.loop.runOnce() }
            // Another frame waits for it.
            try scene.present(3)
            try scene.vblank()
            #expect(scene.card.pixel() == 2)
            try scene.vblank()
            #expect(scene.card.pixel() == 3)
            #expect(scene.presented == 3)
            #expect(scene.failures == [] && scene.warnings == [])
            scene.close()
        }

        @Test func `a card that stays busy is a failure, after which the next frame is tried`() throws {
            let scene = try CardScene(TestCard(isAtomic: false))
            try scene.show(1)
            scene.card.faults = Array(repeating: EBUSY, count: 10_000)
            try scene.present(2)
            var tries = 0
            while scene.failures.isEmpty, tries < 10_000 {
                try scene.display.waitedTooLong()
                tries += 1
            }
            guard case .busy = scene.failures.first else {
                Issue.record("\(scene.failures) after \(tries) tries")
                return
            }
            #expect(scene.failures.count == 1)
            #expect(try scene.display.alarm.deadline == nil)
            scene.card.faults = []
            try scene.show(3)
            scene.close()
        }

        // MARK: EACCES

        @Test(arguments: [true, false]) func `a display that is not DRM master any more waits until it may be again`(
            isAtomic: Bool
        ) throws {
            let scene = try CardScene(TestCard(isAtomic: isAtomic))
            try scene.show(1)
            // A second program sets its mode; the seat reports nothing.
            scene.card.anotherSession()
            try scene.present(2)
            #expect(try scene.display.isPaused)
            #expect(try scene.display.freeBuffer() == nil)
            #expect(try scene.display.alarm.deadline == nil)
            #expect(scene.card.strays == 1)
            #expect(scene.failures == [])
            scene.card.otherSessionLeaves()
            scene.outputs.reclaim()
            try scene.vblank()
            #expect(scene.card.pixel() == 2)
            #expect(scene.presented == 2)
            #expect(scene.card.strays == 1)
            try scene.show(3)
            scene.close()
        }

        @Test func `another master that does not go is a failure that names the card`() throws {
            let scene = try CardScene()
            try scene.show(1)
            scene.card.anotherSession()
            try scene.present(2)
            scene.outputs.reclaim()
            guard case .busy(let text) = scene.failures.first else {
                Issue.record("\(scene.failures)")
                return
            }
            #expect(text.contains("card0"))
            #expect(scene.failures.count == 1 && scene.card.strays == 1)
            scene.close()
        }

        // MARK: Lost

        @Test func `an alarm is set while a flip is under way, and no longer`() throws {
            let scene = try CardScene()
            let display = try scene.display
            #expect(display.alarm.deadline == nil)
            let before = MonotonicClock.now()
            try scene.present(1)
            let deadline = try #require(display.alarm.deadline)
            #expect(deadline >= before + KMSDisplay.flipLimit)
            try scene.vblank()
            #expect(display.alarm.deadline == nil)
            try scene.present(2)
            display.pause()
            #expect(display.alarm.deadline == nil)
            try display.resume()
            #expect(display.alarm.deadline != nil)
            try scene.vblank()
            try scene.present(3)
            _ = try display.setPower(false)
            #expect(display.alarm.deadline == nil)
            scene.close()
        }

        @Test(arguments: [true, false]) func `a flip that is lost is followed by a modeset with the newest frame`(
            isQueued: Bool
        ) throws {
            let scene = try CardScene()
            try scene.show(1)
            try scene.present(2)
            if isQueued { try scene.present(3) }
            scene.card.loseFlip()
            try scene.vblank()
            #expect(scene.presented == 1)
            try scene.display.waitedTooLong()
            #expect(scene.relights == 1)
            #expect(scene.warnings.count == 1 && scene.failures == [])
            let commit = try #require(scene.card.commits.last)
            #expect(commit.flags & UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET) != 0)
            try scene.vblank()
            #expect(scene.card.pixel() == (isQueued ? 3 : 2))
            #expect(scene.presented == 2)
            try scene.show(4)
            scene.close()
        }

        @Test func `a modeset that meets a busy card leaves the frame on the glass alone`() throws {
            let scene = try CardScene()
            try scene.show(1)
            try scene.present(2)
            scene.card.loseFlip()
            scene.card.faults = [EBUSY]
            try scene.display.waitedTooLong()
            // Of three buffers, one is on the glass, and the display does not know which.
            #expect(scene.card.pixel() == 1)
            #expect(try scene.display.freeBuffer() == nil)
            while scene.card.pixel() == 1 { try scene.loop.runOnce() }
            try scene.vblank()
            #expect(scene.card.pixel() == 2)
            #expect(scene.presented == 2 && scene.failures == [])
            try scene.show(3)
            scene.close()
        }

        @Test func `a flip that completes when it is taken for lost does not count as the next one`() throws {
            let scene = try CardScene()
            try scene.show(1)
            try scene.present(2)
            // The modeset waits for the flip.
            try scene.display.waitedTooLong()
            try scene.turn()
            #expect(scene.presented == 1)
            #expect(scene.card.flips.count == 1)
            try scene.vblank()
            #expect(scene.presented == 2)
            scene.close()
        }

        @Test func `a driver that loses the modeset's flip too is asked again`() throws {
            let scene = try CardScene()
            try scene.show(1)
            try scene.present(2)
            for count in 1...3 {
                scene.card.loseFlip()
                try scene.display.waitedTooLong()
                #expect(scene.relights == count)
            }
            // There is one warning.
            #expect(scene.warnings.count == 1 && scene.failures == [])
            try scene.vblank()
            #expect(scene.card.pixel() == 2)
            #expect(scene.presented == 2)
            try scene.show(3)
            scene.close()
        }

        @Test func `planes whose flip is lost are taken away, and all of the picture is drawn`() throws {
            let scene = try sliding()
            scene.card.loseFlip()
            try scene.display.waitedTooLong()
            #expect(scene.relights == 1)
            #expect(scene.card.value(TestCard.overlay(), "CRTC_ID") == 0)
            #expect(try !scene.display.planes.get().isShown)
            try scene.vblank()
            #expect(scene.card.pixel() == 1)
            scene.close()
        }
    }
}
