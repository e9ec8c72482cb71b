// A card that the kernel replaces by another: that of the firmware by that of the display engine's driver.

import CDRM
import Geometry
import Glibc
import TestFolders
import Testing

@testable import Linux

extension CardTests {
    @Suite struct Handover {
        /// The kiosk's screen is missing, and is not a failure: the kiosk waits for it.
        private func expectAbsence(_ scene: CardScene, _ when: String) {
            scene.look()
            guard case .noDisplay = scene.absence else {
                Issue.record("\(when): \(String(describing: scene.absence))")
                return
            }
            #expect(scene.outputs.displays[0] == nil && scene.outputs.path == nil, "\(when)")
        }

        /// How many calls a kiosk makes up to its third frame.
        private func calls() throws -> (start: Int, all: Int) {
            let card = TestCard(.simple)
            let scene = try CardScene(card)
            let start = card.calls
            for number in 1...3 { try scene.show(UInt32(number)) }
            let all = card.calls
            scene.close()
            return (start, all)
        }

        @Test func `a card that goes while the kiosk starts is waited for, and the next one is used`() throws {
            let start = try calls().start
            #expect(start > 20)
            for call in 0..<start {
                let folder = TemporaryFolder()
                let simple = TestCard(.simple, in: folder)
                simple.lastCall = call
                let scene = try CardScene(simple)
                // What comes with ENODEV is an absence. What fails as anything else ends the kiosk.
                if let absence = scene.absence {
                    guard case .noDisplay = absence else {
                        Issue.record("after \(call) calls: \(absence)")
                        continue
                    }
                }
                expectAbsence(scene, "after \(call) calls")
                try move(scene, to: TestCard(.stm32mp1, in: folder, number: 1), "after \(call) calls")
            }
        }

        @Test func `a card that goes during the first frames is waited for, and the next one is used`() throws {
            let (start, all) = try calls()
            for call in start..<all {
                let folder = TemporaryFolder()
                let simple = TestCard(.simple, in: folder)
                let scene = try CardScene(simple)
                simple.lastCall = call
                do {
                    for number in 1...3 {
                        try scene.present(UInt32(number))
                        simple.vblank()
                        try scene.turn()
                    }
                } catch let error as DisplayError {
                    guard case .noDisplay = error else {
                        Issue.record("after \(call) calls: \(error)")
                        continue
                    }
                }
                #expect(scene.failures == [], "after \(call) calls")
                expectAbsence(scene, "after \(call) calls")
                try move(scene, to: TestCard(.stm32mp1, in: folder, number: 1), "after \(call) calls")
            }
        }

        @Test func `a splash that holds the card is an error, and once it has gone the card is used`() throws {
            let card = TestCard(.stm32mp1)
            (card.isMaster, card.isHeldByOthers) = (false, true)
            let scene = try CardScene(card)
            guard case .busy(let text) = scene.absence else {
                Issue.record("\(String(describing: scene.absence))")
                return
            }
            #expect(text.contains("holds DRM master"))
            #expect(card.strays == 0)
            card.otherSessionLeaves()
            scene.look()
            #expect(scene.absence == nil)
            try scene.show(1)
            scene.close()
        }

        @Test func `the next card may have the name of the one that went`() throws {
            let folder = TemporaryFolder()
            let simple = TestCard(.simple, in: folder)
            let scene = try CardScene(simple)
            try scene.show(1)
            simple.vanish()
            // udev's event for the removal comes when the next card is already there.
            try move(scene, to: TestCard(.stm32mp1, in: folder), "at once")
        }

        @Test func `a flip that ends with its card is no failure`() throws {
            let folder = TemporaryFolder()
            let simple = TestCard(.simple, in: folder)
            let scene = try CardScene(simple)
            try scene.show(1)
            try scene.present(2)
            simple.vanish()
            // No event comes, and the alarm for lost flips is the first to notice.
            try scene.display.waitedTooLong()
            for failure in scene.failures {
                guard case .noDisplay = failure else {
                    Issue.record("\(failure)")
                    return
                }
            }
            expectAbsence(scene, "after the alarm")
            try move(scene, to: TestCard(.stm32mp1, in: folder, number: 1), "after the alarm")
        }

        @Test func `a card that stays beside the firmware's is used when it is named`() throws {
            let folder = TemporaryFolder()
            let simple = TestCard(.simple, in: folder)
            let real = TestCard(.h3, in: folder, number: 1)
            let scene = try CardScene(simple, output: "HDMI-A-1")
            try scene.show(1, on: real)
            #expect(simple.commits.isEmpty)
            scene.close()
        }

        /// The display engine's own card comes.
        private func move(_ scene: CardScene, to card: TestCard, _ when: String) throws {
            scene.look()
            #expect(scene.absence == nil, "\(when)")
            try scene.show(1, on: card)
            try scene.show(2, on: card)
            scene.close()
            #expect(card.buffers.isEmpty && card.framebuffers.isEmpty, "\(when)")
        }
    }
}
