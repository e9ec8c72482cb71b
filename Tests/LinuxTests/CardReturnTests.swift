// What another session leaves on the glass, and what the kiosk leaves in the card.

import CDRM
import Geometry
import Testing

@testable import Linux

extension CardTests {
    @Suite struct Return {
        @Test func `frames come to the glass, one a vblank`() throws {
            let scene = try CardScene()
            try scene.show(1)
            try scene.present(2)
            try scene.present(3)
            #expect(scene.card.pixel() == 1)
            #expect(try scene.display.freeBuffer() == nil)
            try scene.vblank()
            #expect(scene.card.pixel() == 2)
            try scene.vblank()
            #expect(scene.card.pixel() == 3)
            #expect(scene.presented == 3)
            #expect(scene.card.collisions == 0)
            scene.close()
            #expect(scene.card.buffers.isEmpty && scene.card.framebuffers.isEmpty && scene.card.blobs.isEmpty)
        }

        @Test func `a card that has no room for the mode of an atomic commit is asked by the legacy calls alone`()
            throws
        {
            let card = TestCard()
            card.hasNoRoomForBlobs = true
            let scene = try CardScene(card)
            try scene.show(1)
            #expect(!card.isAskedAtomically)
            #expect(card.commits.first?.flags == 0)
            scene.close()
        }

        @Test(arguments: [true, false]) func `nothing of another session is on the glass when the kiosk begins`(
            isAtomic: Bool
        ) throws {
            let card = TestCard(isAtomic: isAtomic)
            card.anotherSession()
            (card.isMaster, card.isHeldByOthers) = (true, false)
            let scene = try CardScene(card)
            try scene.show(1)
            #expect(card.cleanliness(isAtomic) == [])
            #expect(scene.warnings == [])
            scene.close()
        }

        @Test(arguments: [true, false]) func `nothing of another session is on the glass when the kiosk comes back`(
            isAtomic: Bool
        ) throws {
            let scene = try CardScene(TestCard(isAtomic: isAtomic))
            try scene.show(1)
            for number in 2...4 as ClosedRange<UInt32> {
                try scene.leave()
                #expect(scene.card.pixel() == nil)
                try scene.comeBack()
                try scene.vblank()
                #expect(scene.card.pixel() == number - 1)
                #expect(scene.card.cleanliness(isAtomic) == [])
                try scene.show(number)
            }
            #expect(scene.warnings == [])
            #expect(scene.card.strays == 0)
            scene.close()
        }

        @Test func `all that another session has left goes in one commit with the mode`() throws {
            let scene = try CardScene()
            try scene.show(1)
            try scene.leave()
            let before = scene.card.commits.count
            try scene.comeBack()
            #expect(scene.card.commits.count == before + 1)
            let commit = try #require(scene.card.commits.last)
            #expect(commit.flags & UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET) != 0)
            for name in [
                "cursor 0 CRTC_ID", "cursor 0 FB_ID", "overlay 0 CRTC_ID", "overlay 0 FB_ID", "CRTC 0 GAMMA_LUT",
                "CRTC 0 DEGAMMA_LUT", "CRTC 0 CTM",
            ] { #expect(commit.values[name] == 0, "\(name)") }
            #expect(commit.values["CRTC 0 ACTIVE"] == 1)
            #expect(commit.values["primary 0 FB_ID"] != UInt64(TestCard.foreignFramebuffer))
            scene.close()
        }

        @Test func `planes of another display are left alone`() throws {
            let card = TestCard(plugs: 2)
            card.anotherSession(TestCard.crtc(1))
            (card.isMaster, card.isHeldByOthers) = (true, false)
            let scene = try CardScene(card)
            try scene.show(1)
            #expect(card.leftovers(on: 1).count == 5)
            scene.close()
        }

        @Test(arguments: ["GAMMA_LUT", "DEGAMMA_LUT", "CTM", "cursor 0"])
        func `a driver that refuses to reset one of these still shows the picture, with one warning`(
            refused: String
        ) throws {
            let scene = try CardScene()
            try scene.show(1)
            scene.card.refused = [refused]
            for number in 2...4 as ClosedRange<UInt32> {
                try scene.leave()
                try scene.comeBack()
                try scene.vblank()
                #expect(scene.card.pixel() == number - 1)
                #expect(scene.card.leftovers() == [refused])
                try scene.show(number)
            }
            #expect(scene.warnings.count == 1)
            #expect(scene.warnings.first?.contains(refused == "cursor 0" ? "plane 36" : refused) == true)
            #expect(scene.failures == [])
            scene.close()
        }

        @Test func `a legacy driver that refuses a gamma ramp shows the picture all the same`() throws {
            let scene = try CardScene(TestCard(isAtomic: false))
            scene.card.refused = ["gamma"]
            try scene.show(1)
            try scene.leave()
            try scene.comeBack()
            try scene.vblank()
            #expect(scene.card.pixel() == 1)
            #expect(scene.warnings.count == 1)
            scene.close()
        }

        @Test func `a legacy driver without a gamma ramp is not asked for one`() throws {
            let scene = try CardScene(TestCard(isAtomic: false))
            scene.card.gammaSize = 0
            scene.card.refused = ["gamma"]
            try scene.show(1)
            #expect(scene.warnings == [])
            scene.close()
        }

        @Test func `a mode that is refused is an error, and no property is blamed`() throws {
            let scene = try CardScene()
            scene.card.refused = ["MODE_ID"]
            #expect(throws: DisplayError.self) { try scene.present(1) }
            #expect(scene.warnings == [])
            scene.card.refused = []
            try scene.show(2)
            scene.close()
        }

        @Test func `the buffers of planes are freed before the card is closed`() throws {
            let scene = try CardScene()
            try scene.show(1)
            // The kiosk's transitions hold on to the planes.
            let planes = try scene.display.planes.get()
            try planes.prepare()
            #expect(scene.card.buffers.count == 6)
            scene.close()
            #expect(scene.card.buffers.isEmpty && scene.card.framebuffers.isEmpty)
            #expect(throws: PlaneRefusal.self) { try planes.prepare() }
        }
    }
}

extension TestCard {
    /// What another session has left on the glass.
    fileprivate func cleanliness(_ isAtomic: Bool) -> [String] {
        if isAtomic { return leftovers() }
        return leftovers().filter { !$0.hasSuffix("LUT") && $0 != "CTM" } + (ramps.isEmpty ? [] : ["ramp"])
            + (cursors.isEmpty ? [] : ["cursor"])
    }
}
