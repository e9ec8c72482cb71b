// The windows of a guest as a view: its size, its fingers and its frames.

package import Geometry
package import Gestures
import Layers
package import Stage

/// Shows the windows of a guest, and gives it fingers. `GuestPlace`, which contains it, says which are the guest's.
package final class GuestView: View {
    private let server: GuestServer
    private let refresh: Instant.Span

    /// A view of the windows of `server`, on a display that shows a frame each `refresh`.
    package init(_ server: GuestServer, refresh: Instant.Span) {
        (self.server, self.refresh) = (server, refresh)
        super.init()
        layer.masksToBounds = true
        layer.backgroundColor = .black
        layer.addSublayer(server.layer)
    }

    package override func layout() {
        guard let panel, !bounds.isEmpty else { return }
        let size = PixelSize(Int(bounds.width), Int(bounds.height))
        let millimetres = Size(
            bounds.width / panel.density(.horizontal), bounds.height / panel.density(.vertical))
        server.layer.frame = bounds
        server.change(
            to: GuestOutput(
                pixels: size, millimetres: millimetres, scale: GuestView.scale(on: panel), refresh: refresh))
    }

    /// How many pixels of `panel` a unit of a guest has, in quarters. A unit is what CSS calls a pixel: 1/96 inch, seen from 28 inches
    /// (711 mm), and larger where the panel is read from farther away.
    package static func scale(on panel: Panel) -> Double {
        let size = panel.millimetres
        // As far as people stand from a panel of that size (`ReadingSize`).
        let distance = 400 + 0.64 * (size.width * size.width + size.height * size.height).squareRoot()
        let unit = 25.4 / 96 * distance / 711
        return max(1, (panel.density(.vertical) * unit * 4).rounded() / 4)
    }

    // MARK: Fingers

    package override func touchesBegan(_ touches: [Touch]) {
        for touch in touches { server.touchDown(touch.number, at: touch.location(in: self), touch.time) }
    }

    package override func touchesMoved(_ touches: [Touch]) {
        for touch in touches { server.touchMoved(touch.number, to: touch.location(in: self), touch.time) }
    }

    package override func touchesEnded(_ touches: [Touch]) {
        for touch in touches { server.touchUp(touch.number, touch.time) }
    }

    package override func touchesCancelled(_ touches: [Touch]) {
        for touch in touches { server.touchCancelled(touch.number) }
    }
}
