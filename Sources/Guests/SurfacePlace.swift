// Whether a surface is on the glass, and where.

import CWaylandServer
import Geometry
import Layers

extension Surface {
    /// Whether something of the surface is on the glass, apart from what covers it.
    var isOnGlass: Bool {
        guard buffer != nil else { return false }
        var layer = self.layer
        while let around = layer.superlayer, layer !== server.layer, !layer.isHidden { layer = around }
        return layer === server.layer
    }

    /// Tells the client, if it does not know yet, whether the surface and those in it are on the screen.
    func followOutputs() {
        guard let handle, isOnGlass != hasEntered else { return }
        hasEntered.toggle()
        for output in server.outputs where output.client == client {
            guard let output = output.handle else { continue }
            hasEntered ? wl_surface_send_enter(handle, output) : wl_surface_send_leave(handle, output)
        }
        forEachSubsurface { $0.surface?.followOutputs() }
    }

    /// The point of the surface at `point` (pixels of the glass, in the windows' space), also outside of it; nil while the surface is
    /// not on the glass.
    func point(fromWindows point: Point) -> Point? {
        var layers: [Layer] = []
        var layer: Layer? = self.layer
        while let one = layer, one !== server.layer { (layer, _) = (one.superlayer, layers.append(one)) }
        guard layer != nil else { return nil }
        let inside = layers.reversed().reduce(point) { $1.fromSuperlayer($0) }
        return Point(inside.x / server.scale, inside.y / server.scale)
    }
}
