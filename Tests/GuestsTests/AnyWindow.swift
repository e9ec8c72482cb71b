// A window of a test's client, in whichever shell.

import CWayland
import CWaylandServer
import Geometry

@testable import Guests

/// A window, or a panel, of any shell.
final class AnyWindow {
    enum Shell: CaseIterable { case xdg, unstable, oldest }

    let client: TestClient
    let surface: TestProxy
    /// The object that is told the size.
    let window: TestProxy
    private let shm: TestProxy
    private var buffers: [TestBuffer] = []

    init(_ client: TestClient, _ shell: Shell) {
        (self.client, surface, shm) = (client, AnyWindow.surface(client), AnyWindow.shm(client))
        switch shell {
        case .oldest:
            window = TestProxy(client, bezel_wl_shell(), version: 1).request(
                "get_shell_surface", [.new, .object(surface.handle)])!
            window.request("set_toplevel")
        case .xdg, .unstable:
            let shell = shell == .xdg ? bezel_xdg_wm_base()! : bezel_zxdg_shell_v6()!
            window = TestProxy(client, shell, version: 1)
                .request("get_xdg_surface", [.new, .object(surface.handle)])!.request("get_toplevel", [.new])!
        }
        surface.request("commit")
        client.exchange()
    }

    /// A panel at `edges`, as bits, whose requests are made in `body` before the first commit.
    init(panelOf client: TestClient, layer: Int32 = 2, _ body: (TestProxy) -> Void) {
        (self.client, surface, shm) = (client, AnyWindow.surface(client), AnyWindow.shm(client))
        window = TestProxy(client, bezel_zwlr_layer_shell_v1(), version: 4).request(
            "get_layer_surface", [.new, .object(surface.handle), .object(nil), .number(layer), .text("panel")])!
        body(window)
        surface.request("commit")
        client.exchange()
    }

    private static func surface(_ client: TestClient) -> TestProxy {
        TestProxy(client, bezel_wl_compositor(), version: 4).request("create_surface", [.new])!
    }

    private static func shm(_ client: TestClient) -> TestProxy { TestProxy(client, bezel_wl_shm(), version: 1) }

    func show(_ width: Int, _ height: Int, _ color: UInt32 = 0xFF11_2233) {
        let buffer = TestBuffer(shm.handle, PixelSize(width, height), color, WL_SHM_FORMAT_XRGB8888)
        buffers.append(buffer)
        surface.request("attach", [.object(buffer.buffer), .number(0), .number(0)])
        surface.request("commit")
        client.exchange()
    }

    func hide() {
        surface.request("attach", [.object(nil), .number(0), .number(0)])
        surface.request("commit")
        client.exchange()
    }

    /// The numbers of the last event `configure`.
    func configured() -> [Int]? {
        client.exchange()
        return window.takeEvents().last { $0.hasPrefix("configure ") }?.split(separator: " ").compactMap { Int($0) }
    }
}
