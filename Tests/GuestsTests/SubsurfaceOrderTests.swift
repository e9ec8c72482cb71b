// The order of many surfaces on one.

import CWayland
import CWaylandServer
import Geometry
import Layers
import Linux
import Testing

@testable import Guests

@Suite final class SubsurfaceOrderTests {
    private let server = GuestServer(
        output: GuestOutput(pixels: PixelSize(60, 40), millimetres: Size(60, 40), refresh: .milliseconds(16)))

    isolated deinit { server.close() }

    @Test func `a commit brings all subsurfaces into another order at once`() throws {
        let client = try TestClient(server)
        let compositor = client.bind(bezel_wl_compositor(), version: 4)
        let subcompositor = client.bind(bezel_wl_subcompositor(), version: 1)
        let surfaces = (0..<GuestServer.mostSurfaces).map { _ in wl_compositor_create_surface(compositor)! }
        let subsurfaces = surfaces.dropFirst().map {
            wl_subcompositor_get_subsurface(subcompositor, $0, surfaces[0])!
        }
        /// Commits the parent. Returns how often its sublayers have changed.
        func commit() -> Int {
            let parent = server.surfaces[0].layer
            let before = parent.arrangements
            wl_surface_commit(surfaces[0])
            for _ in 0..<8 { client.exchange() }
            return parent.arrangements - before
        }
        for _ in 0..<8 { client.exchange() }
        #expect(server.surfaces.count == surfaces.count)
        let children = server.surfaces.dropFirst().map(\.layer)
        func order() -> [Int] {
            server.surfaces[0].layer.sublayers.dropFirst().map { layer in children.firstIndex { $0 === layer }! }
        }
        #expect(commit() == 1)
        let all = Array(children.indices)
        #expect(order() == all)
        #expect(commit() == 0)

        wl_subsurface_place_above(subsurfaces[0], surfaces.last!)
        #expect(commit() == 1)
        #expect(order() == all.dropFirst() + [0])
        for subsurface in subsurfaces.dropFirst() { wl_subsurface_place_above(subsurface, surfaces[0]) }
        #expect(commit() == 1)
        #expect(order() == all.dropFirst().reversed() + [0])
        #expect(children.allSatisfy { $0.superlayer === server.surfaces[0].layer })
        #expect(client.error == nil)
    }
}
