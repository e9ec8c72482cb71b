// Displays that are unplugged and plugged in again, with the same modes or others.

import CDRM
import Geometry
import Testing

@testable import Linux

extension CardTests {
    @Suite struct Replug {
        @Test func `a display that is plugged in again shows the next frame`() throws {
            let scene = try CardScene()
            try scene.show(1)
            try scene.present(2)
            scene.card.sockets[0].isConnected = false
            scene.look()
            guard case .noDisplay = scene.absence else {
                Issue.record("\(String(describing: scene.absence))")
                return
            }
            #expect(scene.outputs.displays[0] == nil)
            #expect(scene.card.value(TestCard.crtc(), "ACTIVE") == 0)
            #expect(scene.card.buffers.isEmpty && scene.card.framebuffers.isEmpty)
            try scene.vblank()
            scene.card.sockets[0].isConnected = true
            scene.look()
            #expect(scene.absence == nil)
            try scene.show(3)
            #expect(scene.failures == [])
            scene.close()
        }

        @Test func `another display on the same plug is shown in its own mode`() throws {
            let scene = try CardScene()
            try scene.show(1)
            scene.card.sockets[0].modes = [TestCard.mode(32, 24)]
            scene.look()
            #expect(try scene.display.size == PixelSize(32, 24))
            try scene.show(2)
            #expect(scene.card.buffers.count == 3)
            #expect(scene.card.value(TestCard.primary(), "CRTC_W") == 32)
            scene.close()
        }

        @Test func `a display that lost its link between two looks is lit anew, with all of the picture`() throws {
            let scene = try CardScene()
            try scene.show(1)
            scene.card.objects[60]?.values["link-status"] = UInt64(DRM_MODE_LINK_STATUS_BAD)
            scene.look()
            #expect(scene.relights == 1)
            #expect(scene.card.value(60, "link-status") == UInt64(DRM_MODE_LINK_STATUS_GOOD))
            let commit = try #require(scene.card.commits.last)
            #expect(commit.flags & UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET) != 0)
            #expect(commit.values["primary 0 FB_DAMAGE_CLIPS"] == nil)
            try scene.vblank()
            #expect(scene.card.pixel() == 1)
            #expect(scene.presented == 2)
            scene.look()
            #expect(scene.relights == 1)
            scene.close()
        }

        @Test(arguments: [true, false]) func `a display that changed while another session was there is used as is`(
            isConnected: Bool
        ) throws {
            let scene = try CardScene()
            try scene.show(1)
            try scene.leave()
            scene.card.sockets[0] = .init(isConnected: isConnected, modes: [TestCard.mode(32, 24)])
            try scene.comeBack()
            #expect((scene.outputs.displays[0] == nil) == !isConnected)
            if !isConnected {
                scene.card.sockets[0].isConnected = true
                scene.look()
            }
            #expect(try scene.display.size == PixelSize(32, 24))
            try scene.show(2)
            #expect(scene.failures == [])
            scene.close()
        }

        @Test func `plugs are not checked while another session is there`() throws {
            let scene = try CardScene()
            try scene.show(1)
            try scene.leave()
            scene.card.sockets[0].isConnected = false
            scene.look()
            #expect(scene.outputs.displays[0] != nil)
            #expect(scene.card.strays == 0)
            scene.close()
            // What the other session shows is not touched.
            #expect(scene.card.strays == 0 && scene.card.glass[TestCard.crtc()] == TestCard.foreignFramebuffer)
        }

        @Test func `a frame that is drawn when the display goes is shown when it is back`() throws {
            let scene = try CardScene()
            try scene.show(1)
            let buffer = try #require(try scene.display.freeBuffer())
            try scene.leave()
            buffer.surface.base.storeBytes(of: 2, as: UInt32.self)
            try scene.display.present(damage: Region(PixelRect(0, 0, 1, 1)))
            #expect(scene.card.strays == 0)
            try scene.comeBack()
            let commit = try #require(scene.card.commits.last)
            #expect(commit.values["CRTC 0 ACTIVE"] == 1)
            #expect(commit.values["primary 0 FB_DAMAGE_CLIPS"] == nil)
            try scene.vblank()
            #expect(scene.card.pixel() == 2)
            scene.close()
        }

        @Test func `a display that is refused on its return is not waited for in vain`() throws {
            let scene = try CardScene()
            try scene.show(1)
            try scene.present(2)
            try scene.leave()
            scene.card.refused = ["MODE_ID"]
            try scene.comeBack()
            #expect(scene.failures.count == 1)
            scene.card.refused = []
            try scene.show(3)
            scene.close()
        }
    }
}
