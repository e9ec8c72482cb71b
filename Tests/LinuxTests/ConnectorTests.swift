// Connectors of boards: their names, panels without EDID, and panels that are mounted at an angle.

import CDRM
import Geometry
import Testing

@testable import Linux

extension CardTests {
    @Suite struct Connectors {
        /// drm_connector_enum_list of drm_connector.c, by DRM_MODE_CONNECTOR_….
        private static let names = [
            "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP",
            "HDMI-A",
            "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
        ]

        /// A board with a CRTC and a primary plane for each of `types`.
        private static func board(_ types: [Int]) -> Board {
            let planes = types.indices.map {
                Board.Plane(name: "primary \($0)", kind: .primary, crtcs: 1 << UInt32($0), formats: ["XR24"])
            }
            return Board(
                name: "connectors", driver: "test", connectors: types.map { UInt32($0) }, screen: PixelSize(800, 480),
                planes: Board.numbered(planes))
        }

        @Test func `connectors have the kernel's names, with a number for each type`() throws {
            // A test card has numbers for 10 of each.
            for types in [Array(0..<10), Array(10..<20), [20, 16, 16, 11, 11]] {
                let scene = try CardScene(TestCard(Self.board(types)))
                let numbers = types.indices.map { index in types.prefix(index + 1).count { $0 == types[index] } }
                #expect(scene.outputs.connectors.map(\.name) == zip(types, numbers).map { "\(Self.names[$0])-\($1)" })
                scene.close()
            }
        }

        private static let panels = [
            DRM_MODE_CONNECTOR_DSI, DRM_MODE_CONNECTOR_DPI, DRM_MODE_CONNECTOR_LVDS, DRM_MODE_CONNECTOR_eDP,
            DRM_MODE_CONNECTOR_HDMIA,
        ].map { Int($0) }

        @Test func `the first connected one is used, and one that is named`() throws {
            let card = TestCard(Self.board(Self.panels))
            for index in 0..<2 { card.sockets[index].isConnected = false }
            let scene = try CardScene(card)
            #expect(try scene.display.output == "LVDS-1")
            scene.close()
            for name in ["LVDS-1", "eDP-1", "HDMI-A-1"] {
                let scene = try CardScene(card, output: name)
                #expect(try scene.display.output == name)
                scene.close()
            }
        }

        @Test func `one whose driver cannot tell is used where none is connected`() throws {
            let card = TestCard(Self.board(Self.panels))
            for index in 0..<5 { card.sockets[index].isConnected = false }
            card.sockets[4] = .init(isConnected: true, modes: [TestCard.mode(1024, 768)], isUnknown: true)
            let scene = try CardScene(card)
            #expect(try scene.display.output == "HDMI-A-1")
            #expect(scene.outputs.connectors[4].status == .unknown)
            scene.close()
            card.sockets[1].isConnected = true
            let second = try CardScene(card)
            #expect(try second.display.output == "DPI-1")
            second.close()
        }

        @Test func `a panel whose driver has no mode yet is not taken for one that is unplugged`() throws {
            let card = TestCard(Self.board([Int(DRM_MODE_CONNECTOR_DSI)]))
            card.sockets[0].modes = []
            let scene = try CardScene(card)
            guard case .noDisplay(let text) = scene.absence else {
                Issue.record("\(String(describing: scene.absence))")
                return
            }
            #expect(text.contains("DSI-1 connected without a mode"))
            card.sockets[0].modes = [TestCard.mode(800, 480)]
            scene.look()
            try scene.show(1)
            scene.close()
        }

        @Test func `a panel without EDID has the size that its driver states, or none`() throws {
            let card = TestCard(Self.board([Int(DRM_MODE_CONNECTOR_DSI)]))
            card.sockets[0].millimetres = PixelSize(154, 86)
            var scene = try CardScene(card)
            #expect(try scene.display.millimetres == Size(154, 86))
            scene.close()
            for size in [PixelSize(0, 0), PixelSize(154, 0)] {
                card.sockets[0].millimetres = size
                scene = try CardScene(card)
                #expect(try scene.display.millimetres == nil)
                try scene.show(1)
                scene.close()
            }
        }

        /// The kernel's names are "Normal", "Upside Down", "Left Side Up" and "Right Side Up", and the side of the panel that is at the
        /// top is where the top of the picture goes.
        @Test(arguments: zip(UInt64(0)...3, [PictureRotation.none, .half, .threeQuarters, .quarter]))
        func `a picture is turned as the panel is mounted`(orientation: UInt64, rotation: PictureRotation) throws {
            let card = TestCard(Self.board([Int(DRM_MODE_CONNECTOR_DSI)]))
            card.objects[60]?.values["panel orientation"] = orientation
            let scene = try CardScene(card)
            let display = try scene.display
            #expect(display.panelRotation == rotation)
            let turned = TurnedDisplay(display, by: rotation)
            let isUpright = orientation < 2
            #expect(turned.size == (isUpright ? PixelSize(800, 480) : PixelSize(480, 800)))
            #expect(turned.millimetres == (isUpright ? Size(530, 300) : Size(300, 530)))
            // The first pixel of the picture, as the viewer sees it: in the panel's corner that is at the top left.
            let corner = rotation.place(of: PixelRect(0, 0, 1, 1), in: display.size)
            let corners = [(0, 0), (799, 479), (0, 479), (799, 0)]
            #expect((corner.x, corner.y) == corners[Int(orientation)])
            scene.close()
        }

        @Test func `a panel whose mounting is unknown turns nothing`() throws {
            let scene = try CardScene(TestCard(Self.board([Int(DRM_MODE_CONNECTOR_DSI)])))
            #expect(try scene.display.panelRotation == nil)
            scene.close()
        }
    }
}
