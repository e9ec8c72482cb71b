// What the descriptions of boards refuse, so that a wrong commit does not pass.

import CDRM
import Geometry
import Testing

@testable import Linux

extension CardTests {
    @Suite struct BoardRefusals {
        /// A commit that shows a picture of the screen's size on a plane, and is right apart from `changes`.
        struct Wrong: Sendable, CustomTestStringConvertible {
            let board: Board
            let plane: String
            let changes: [String: UInt64]
            let refusal: String

            init(_ board: Board, _ plane: String, _ changes: [String: UInt64], _ refusal: String) {
                (self.board, self.plane, self.changes, self.refusal) = (board, plane, changes, refusal)
            }
            var testDescription: String { "\(board.name): \(refusal)" }
        }

        private static let wrong = [
            Wrong(.pi4, "primary 0", ["zpos": 1], "zpos of primary 0 is immutable"),
            Wrong(.pi4, "overlay 3", ["zpos": 18], "zpos 18 of overlay 3 is out of range"),
            Wrong(.pi4, "overlay 3", ["alpha": 65536], "alpha 65536 of overlay 3 is out of range"),
            Wrong(.pi4, "overlay 3", ["rotation": 2], "overlay 3 does not turn by 2"),
            Wrong(.pi4, "primary 1", [:], "primary 1 does not reach CRTC 0"),
            Wrong(.pi4, "overlay 3", ["SRC_X": 1 << 16], "overlay 3 reads beyond its picture"),
            Wrong(.pi4, "overlay 3", ["FB_ID": 0], "overlay 3 has a CRTC or a picture, but not both"),
            Wrong(.pi3, "cursor 0", ["CRTC_W": 0], "cursor 0 does not scale 1920 to 0"),
            Wrong(.rk3399, "win2", ["CRTC_W": 960], "win2 does not scale 1920 to 960"),
            Wrong(.rk3568, "Cluster0", [:], "Cluster0 takes only compressed pictures"),
            Wrong(.s905, "overlay", [:], "overlay does not take XR24"),
            Wrong(.s905, "primary", ["CRTC_X": 1], "primary does not cover the CRTC"),
            Wrong(.imx6, "overlay", ["CRTC_X": UInt64(bitPattern: -1)], "overlay begins in an odd column"),
            Wrong(.imx6, "overlay", ["CRTC_Y": 767], "overlay is 1 rows high"),
            Wrong(.imx6sx, "overlay", ["CRTC_X": 10], "overlay does not cover the CRTC"),
            Wrong(.am62, "vidl1", ["SRC_W": 960 << 16], "vidl1 does not scale 960 to 1920"),
            Wrong(.stm32mp1, "layer 2", ["zpos": 0], "zpos of layer 2 is immutable"),
            Wrong(.stm32mp1, "layer 2", ["CRTC_H": 400], "layer 2 does not scale 800 to 400"),
            Wrong(.a20, "layer 0", ["alpha": 0x8000], "the lowest plane blends"),
        ]

        @Test(arguments: wrong) func `a wrong commit is refused, and the right one is not`(_ wrong: Wrong) throws {
            let card = TestCard(wrong.board)
            let scene = try CardScene(card)
            try scene.show(1)
            let isRefusedAsSuch = wrong.changes.isEmpty
            #expect(try commit(wrong.board, wrong.plane, [:], card, scene) == !isRefusedAsSuch)
            #expect(try !commit(wrong.board, wrong.plane, wrong.changes, card, scene))
            #expect(card.refusals.last == wrong.refusal)
            scene.close()
        }

        @Test func `a plane without alpha has no such property`() throws {
            let card = TestCard(.rk3399)
            let scene = try CardScene(card)
            try scene.show(1)
            #expect(card.value(try #require(card.objects.first { $1.name == "win1" }?.key), "alpha") == nil)
            scene.close()
        }

        @Test func `as many planes are shown as a port has layers, and a Raspberry Pi 3 can read`()
            throws
        {
            for (board, planes, refusal) in [
                (Board.rk3568dual, ["Esmart1", "Esmart0"], nil), (.rk3588, ["Esmart0", "Esmart1", "Esmart2"], nil),
                (.pi3, ["overlay 0"], nil),
                (.pi3, ["overlay 0", "overlay 1", "overlay 2"], "the planes read 1898 MB/s"),
            ] as [(Board, [String], String?)] {
                let card = TestCard(board)
                let scene = try CardScene(card)
                try scene.show(1)
                let accepted = try commit(board, planes, [:], card, scene)
                #expect(accepted == (refusal == nil))
                #expect(card.refusals.last == refusal)
                scene.close()
            }
        }

        @Test func `a picture beyond the limits is not made`() throws {
            for (board, size) in [
                (Board.pi3, PixelSize(2049, 16)), (.imx8mp, PixelSize(64, 800)), (.am62, PixelSize(4, 100)),
                (.stm32mp1, PixelSize(16, 2049)),
            ] {
                let scene = try CardScene(TestCard(board))
                let fd = try #require(scene.outputs.descriptor)
                #expect(throws: SystemError.self, "\(board.name)") {
                    _ = try DumbBuffer(fd: fd, size: size, format: .xrgb8888)
                }
                scene.close()
            }
        }

        private func commit(
            _ board: Board, _ plane: String, _ changes: [String: UInt64], _ card: TestCard, _ scene: CardScene
        ) throws -> Bool { try commit(board, [plane], changes, card, scene) }

        /// Whether the card accepts a test of a commit that shows a picture on `planes`, apart from `changes`.
        private func commit(
            _ board: Board, _ planes: [String], _ changes: [String: UInt64], _ card: TestCard, _ scene: CardScene
        ) throws -> Bool {
            let fd = try #require(scene.outputs.descriptor)
            let picture = try #require(card.pictures.first { $1.size == board.screen }?.key)
            let (width, height) = (UInt64(board.screen.width), UInt64(board.screen.height))
            var values: [String: UInt64] = [
                "FB_ID": UInt64(picture), "CRTC_ID": UInt64(TestCard.crtc()), "SRC_X": 0, "SRC_Y": 0,
                "SRC_W": width << 16, "SRC_H": height << 16, "CRTC_X": 0, "CRTC_Y": 0, "CRTC_W": width,
                "CRTC_H": height,
            ]
            for (name, value) in changes { values[name] = value }
            var request = AtomicRequest()
            request.begin()
            for name in planes {
                let id = try #require(board.planes.first { $1.name == name }?.key)
                let properties = ObjectProperties(fd: fd, object: id, type: DRM_MODE_OBJECT_PLANE)
                for (name, value) in values { request.set(properties, name, value) }
            }
            do throws(SystemError) {
                try request.commit(fd: fd, flags: UInt32(DRM_MODE_ATOMIC_TEST_ONLY), userData: nil)
                return true
            } catch { return false }
        }
    }
}
