// The windows of a guest as a view: its size, its fingers and its frames.

package import Geometry
package import Gestures
import Layers
package import Stage
import Web

/// Shows the windows of a guest, and gives it fingers. `GuestPlace`, which contains it, says which are the guest's.
package final class GuestView: View {
    let server: GuestServer
    private let refresh: Instant.Span
    let tap = GuestTap()
    /// Where the field was tapped (px of the windows) that is typed into.
    var tapPlace = Point.zero
    /// The field of which the place was told last; nil for none.
    var told: TypedField?
    /// Whether something was typed into a secret field, as long as the program runs.
    var hasTypedSecret = false
    /// Whether what was typed there may still be seen.
    var showsSecret = false { didSet { if showsSecret != oldValue { place?.showsSecret = showsSecret } } }
    /// Called with what a visitor does on the windows.
    var onInput: ((VisitorInput) -> Void)?

    /// A view of the windows of `server`, on a display that shows a frame each `refresh`.
    package init(_ server: GuestServer, refresh: Instant.Span) {
        (self.server, self.refresh) = (server, refresh)
        super.init()
        // The fingers come down on the place, which passes them on.
        isUserInteractionEnabled = false
        layer.addSublayer(server.layer)
        server.textInputs.onChange = { [weak self] in self?.textInputChanged($0) }
        server.onPlaying = { [weak self] in self?.tellPlaying() }
    }

    /// The place that shows the view; nil while none does.
    var place: GuestPlace? { superview?.superview as? GuestPlace }

    package override func layout() {
        guard let panel, !bounds.isEmpty else { return }
        let size = PixelSize(Int(bounds.width), Int(bounds.height))
        let millimetres = Size(
            bounds.width / panel.density(.horizontal), bounds.height / panel.density(.vertical))
        server.layer.frame = Rect(origin: .zero, size: bounds.size)
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

    /// Where `touch` is (px of the windows), as they are on the glass.
    private func place(of touch: Touch) -> Point { touch.location(in: self) }

    package override func touchesBegan(_ touches: [Touch]) {
        for touch in touches { tap.began(touch, at: place(of: touch)) }
        for touch in touches { server.touchDown(touch.number, at: place(of: touch), touch.time) }
        for touch in touches { onInput?(.down(touch.number)) }
    }

    package override func touchesMoved(_ touches: [Touch]) {
        for touch in touches { tap.moved(touch, to: place(of: touch), panel) }
        for touch in touches { server.touchMoved(touch.number, to: place(of: touch), touch.time) }
    }

    package override func touchesEnded(_ touches: [Touch]) {
        for touch in touches { server.touchUp(touch.number, touch.time) }
        for touch in touches { onInput?(.up(touch.number)) }
        for touch in touches { tap.ended(touch, on: screen) { [weak self] in self?.tapped() } }
    }

    package override func touchesCancelled(_ touches: [Touch]) {
        for touch in touches { tap.cancelled(touch) }
        for touch in touches { server.touchCancelled(touch.number) }
        for touch in touches { onInput?(.taken(touch.number)) }
    }

    // MARK: Hardware keys

    package override func pressesBegan(_ presses: [Press]) {
        for press in presses { if case .other(let code) = press.kind { pressed(code, press.time) } }
    }

    package override func pressesEnded(_ presses: [Press]) {
        for press in presses { if case .other(let code) = press.kind { server.keyboard.release(code, press.time) } }
    }

    package override func pressesCancelled(_ presses: [Press]) { pressesEnded(presses) }
}
