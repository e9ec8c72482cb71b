// Everything that can happen to a display, in any order.

import CDRM
import Geometry
import Glibc
import TestRandomness
import Testing

@testable import Linux

extension CardTests {
    @Suite struct RandomSequences {
        private enum Event: String {
            case frame, vblank, planes, look
            case switchSession, steal, busy, veryBusy, loseFlip, alarm, unplug, otherMode, badLink, power
            /// The last fault ends.
            case recovery

            private static let usual = [frame, frame, vblank, vblank, vblank, planes, recovery, recovery, recovery]
            private static let rare = [
                look, switchSession, steal, busy, veryBusy, loseFlip, alarm, unplug, otherMode, badLink, power,
            ]
            /// Nearly four usual events for each rare one.
            static let all = usual + usual + usual + usual + rare
        }

        /// A scene, and what a kiosk knows of it.
        private final class Kiosk {
            let scene: CardScene
            private let isAtomic: Bool
            private var number: UInt32 = 0
            private var isAway = false
            private var isStolen = false
            /// How often planes moved.
            private(set) var slides = 0

            init(isAtomic: Bool, buffers: Int) throws {
                self.isAtomic = isAtomic
                scene = try CardScene(TestCard(isAtomic: isAtomic), buffers: buffers)
            }

            private var card: TestCard { scene.card }
            private var display: KMSDisplay? { scene.outputs.displays[0] }

            func meet(_ event: Event) throws {
                let strays = card.strays
                switch event {
                case .frame: try draw()
                case .vblank: try scene.vblank()
                case .switchSession:
                    if isAway {
                        try comeBack()
                    } else {
                        try scene.leave()
                        (isAway, isStolen) = (true, false)
                    }
                case .steal:
                    guard !isAway else { return }
                    card.anotherSession()
                    isStolen = true
                case .busy: card.faults = [EBUSY]
                case .veryBusy: card.faults = [EBUSY, EBUSY, EBUSY]
                case .loseFlip: card.loseFlip()
                case .alarm: if display?.alarm.deadline != nil { display?.waitedTooLong() }
                case .unplug:
                    card.sockets[0].isConnected = false
                    scene.look()
                case .otherMode:
                    let isLarge = card.sockets[0].modes[0].hdisplay == 64
                    card.sockets[0].modes = [isLarge ? TestCard.mode(32, 24) : TestCard.mode(64, 48)]
                    scene.look()
                case .badLink:
                    card.objects[60]?.values["link-status"] = UInt64(DRM_MODE_LINK_STATUS_BAD)
                    scene.look()
                case .power: switchLight()
                case .recovery: try recover()
                case .look: scene.look()
                case .planes: slide()
                }
                try scene.turn()
                if isAway { #expect(card.strays == strays, "shown while another session is there, \(scene.story)") }
                if isAtomic { #expect(card.collisions == 0, "two flips at once, \(scene.story)") }
            }

            private func draw() throws {
                guard display?.freeBuffer() != nil else { return }
                number += 1
                // A refused mode is reported, and the frame is drawn again.
                do { try scene.present(number) } catch is DisplayError {}
            }

            /// The switch is refused while the card is busy or another program's; then the light stays as it is.
            private func switchLight() {
                guard let display else { return }
                _ = try? display.setPower(display.isAway && !display.isPaused)
            }

            private func recover() throws {
                if isAway {
                    try comeBack()
                } else if isStolen {
                    card.otherSessionLeaves()
                    isStolen = false
                    scene.outputs.reclaim()
                } else if !card.sockets[0].isConnected {
                    card.sockets[0].isConnected = true
                    scene.look()
                } else if let display, display.isAway, !display.isPaused {
                    switchLight()
                } else if display?.alarm.deadline != nil, card.flips.values.allSatisfy(\.isLost) {
                    display?.waitedTooLong()
                }
            }

            /// Moves planes by one step, where the display is ready for that.
            private func slide() {
                guard let display, display.freeBuffer() != nil, let planes = try? display.planes.get() else { return }
                number += 1
                let wants = PlaneWants(
                    lowerMoves: false, dimsLower: false, coversScreen: true, shadow: nil, movesAsOne: false)
                guard planes.isShown || (try? planes.choose(wants)) != nil else { return }
                let x = Int(number) % display.size.width
                do {
                    try display.present(
                        .planes(.init(lower: .init(buffer: 0, x: 0, y: 0), upper: .init(buffer: 1, x: x, y: 0))))
                    slides += 1
                } catch {}
            }

            private func comeBack() throws {
                try scene.comeBack()
                isAway = false
            }

            /// Ends all faults, and returns whether a frame reaches the glass.
            func recovers() throws -> Bool {
                card.faults = []
                card.sockets[0].isConnected = true
                card.otherSessionLeaves()
                if isAway { try comeBack() } else { scene.outputs.reclaim() }
                scene.look()
                _ = try display?.setPower(true)
                for _ in 0..<20 {
                    card.findFlip()
                    // What a timer does after three seconds.
                    scene.outputs.reclaim()
                    try draw()
                    // The frame may wait behind another.
                    for _ in 0..<2 { try scene.vblank() }
                    if number > 0, card.pixel() == number { return card.leftovers().isEmpty || !isAtomic }
                    // Nothing is under way in the card, so a display that waits is told that its time is over.
                    if card.flips.isEmpty, display?.alarm.deadline != nil { display?.waitedTooLong() }
                }
                return false
            }
        }

        @Test(arguments: [true, false], [1, 2, 3])
        func `whatever happens, no flip meets another and the picture comes back`(isAtomic: Bool, buffers: Int) throws {
            var (slides, frames) = (0, 0)
            for seed in 1...25 as ClosedRange<UInt64> {
                var random = SplitMix(seed)
                let kiosk = try Kiosk(isAtomic: isAtomic, buffers: buffers)
                var events = ""
                for _ in 0..<60 {
                    let event = Event.all.randomElement(using: &random)!
                    events += " \(event.rawValue)"
                    kiosk.scene.story = "after\(events) of seed \(seed)"
                    try kiosk.meet(event)
                }
                #expect(try kiosk.recovers(), "dark \(kiosk.scene.story)")
                (slides, frames) = (slides + kiosk.slides, frames + kiosk.scene.presented)
                kiosk.scene.close()
                let card = kiosk.scene.card
                #expect(card.buffers.isEmpty && card.framebuffers.isEmpty && card.blobs.isEmpty, "seed \(seed)")
            }
            // The sequences do show frames.
            #expect(frames > 40, "\(frames)")
            #expect(slides > 3 || !isAtomic, "\(slides)")
        }
    }
}
