// How many pixels a client's buffers should have: what surfaces are told of the scale, by the client's version of the protocol.

import CWayland
import CWaylandServer
import Geometry
import Linux
import Testing

@testable import Guests

@MainActor @Suite final class ScaleTests {
    private func output(_ scale: Double) -> GuestOutput {
        GuestOutput(
            pixels: PixelSize(120, 80), millimetres: Size(120, 80), scale: scale, refresh: .milliseconds(16))
    }

    @Test(arguments: [1, 4, 5, 6] as [UInt32])
    func `a surface is told of the scale from version 6 on, at once and whenever it changes`(version: UInt32) throws {
        let server = GuestServer(output: output(1.5))
        defer { server.close() }
        let client = try TestClient(server)
        let compositor = TestProxy(client, bezel_wl_compositor(), version: version)
        let surface = compositor.request("create_surface", [.new])!
        client.exchange()
        func heard() -> [String] { surface.takeEvents().filter { $0.hasPrefix("preferred") } }
        let isTold = version >= 6
        #expect(heard() == (isTold ? ["preferred_buffer_scale 2"] : []))
        server.change(to: output(3))
        client.exchange()
        #expect(heard() == (isTold ? ["preferred_buffer_scale 3"] : []))
        server.change(to: output(1))
        client.exchange()
        #expect(heard() == (isTold ? ["preferred_buffer_scale 1"] : []))
        #expect(client.error == nil)
    }

    @Test func `a program is offered wl_compositor 6`() throws {
        let server = GuestServer(output: output(1))
        defer { server.close() }
        #expect(try TestClient(server).globals["wl_compositor"]?.version == 6)
    }
}
