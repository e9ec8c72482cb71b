// What stays on the glass when a kiosk ends, and how the next one begins.

import CDRM
import Geometry
import Glibc
import Testing

@testable import Linux

extension CardTests {
    @Suite struct Survival {
        /// The commits of `card` that may set a mode.
        private func modesets(_ card: TestCard) -> Int {
            card.commits.filter { $0.flags & UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET) != 0 }.count
        }

        @Test func `a picture that is left stays with its memory, and the next kiosk's replaces it without a mode`()
            throws
        {
            let card = TestCard()
            let scene = try CardScene(card)
            try scene.show(1)
            #expect(modesets(card) == 1)
            scene.outputs.close(leavingPicture: true)
            scene.seat.close()
            #expect(card.pixel() == 1)
            #expect(card.buffers.count == 3 && card.framebuffers.count == 3)
            #expect(scene.outputs.displays[0] == nil)

            let next = try CardScene(card)
            #expect(card.pixel() == 1)
            try next.show(2)
            #expect(modesets(card) == 1)
            #expect(next.warnings == [] && next.failures == [])
            next.close()
        }

        @Test func `another mode, a link that failed and a glass that is dark need a mode`() throws {
            let changes: [(TestCard) -> Void] = [
                { $0.sockets[0].modes = [TestCard.mode(32, 24)] },
                { $0.objects[60]?.values["link-status"] = UInt64(DRM_MODE_LINK_STATUS_BAD) },
                { $0.objects[40]?.values["ACTIVE"] = 0 },
            ]
            for change in changes {
                let card = TestCard()
                let scene = try CardScene(card)
                try scene.show(1)
                scene.outputs.close(leavingPicture: true)
                scene.seat.close()
                change(card)
                let next = try CardScene(card)
                try next.show(2)
                #expect(modesets(card) == 2)
                next.close()
            }
        }

        @Test func `a driver that does not go on without setting the mode sets it`() throws {
            let card = TestCard()
            let scene = try CardScene(card)
            try scene.show(1)
            scene.outputs.close(leavingPicture: true)
            scene.seat.close()
            card.faults = [EINVAL]
            let next = try CardScene(card)
            try next.show(2)
            #expect(modesets(card) == 2)
            #expect(next.failures == [])
            next.close()
        }

        @Test func `nothing is left of a display that is closed as before`() throws {
            let scene = try CardScene()
            try scene.show(1)
            var lost = 0
            scene.outputs.onLose = { lost += 1 }
            scene.close()
            #expect(lost == 1)
            #expect(scene.card.buffers.isEmpty && scene.card.framebuffers.isEmpty)
        }
    }
}
