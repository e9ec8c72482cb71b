// The windows of a guest as a view: its size, its fingers and its frames.

package import Geometry
package import Gestures
import Layers
package import Stage

/// Shows the windows of a guest, and gives it fingers. `GuestPlace`, which contains it, says which are the guest's.
package final class GuestView: View {
    let server: GuestServer
    private let refresh: Instant.Span
    package weak var dock: Dock?
    let tap = GuestTap()
    /// Where the field was tapped (px of the windows) that is typed into.
    var tapPlace = Point.zero
    /// What the keyboard was told of the field.
    var content = FieldContent()
    /// The screen that is private as long as something secret is typed.
    weak var secretScreen: Screen?
    /// What the windows scroll in. Its lower part is behind the keyboard, so nothing is bare while that comes and goes.
    private let port = Layer()
    private var scrolling: Animation?

    /// A view of the windows of `server`, on a display that shows a frame each `refresh`.
    package init(_ server: GuestServer, refresh: Instant.Span) {
        (self.server, self.refresh) = (server, refresh)
        super.init()
        port.masksToBounds = true
        port.backgroundColor = .black
        port.addSublayer(server.layer)
        layer.addSublayer(port)
        server.textInputs.onChange = { [weak self] in self?.textInputChanged($0) }
    }

    package override func layout() {
        guard let panel, !bounds.isEmpty else { return }
        // A program that was left comes back with its field, maybe on another screen.
        keepSecret(isPrivate)
        if let stage = screen?.navigator?.stage, stage.focus == nil { stage.focus = self }
        let windows = server.layer.bounds.size
        // The keyboard covers a part of the windows, which keep their size: a browser lays out its page in the same width and height, as
        // those of phones do, and does not paint all of it anew each time that the keyboard comes or goes.
        if isTyping, bounds.width == windows.width, bounds.height <= windows.height { return showCursor() }
        let size = PixelSize(Int(bounds.width), Int(bounds.height))
        let millimetres = Size(
            bounds.width / panel.density(.horizontal), bounds.height / panel.density(.vertical))
        for layer in [port, server.layer] { layer.frame = Rect(origin: .zero, size: bounds.size) }
        server.change(
            to: GuestOutput(
                pixels: size, millimetres: millimetres, scale: GuestView.scale(on: panel), refresh: refresh))
        showCursor()
    }

    /// How far the windows are scrolled (px).
    var offset: Double { port.bounds.minY }

    /// Scrolls the windows so far that what is typed is seen over the keyboard.
    func showCursor() {
        guard let stage = screen?.navigator?.stage else { return }
        let (old, hidden) = (self.offset, port.bounds.height - bounds.height)
        var offset = 0.0
        if isTyping, hidden > 0 {
            let place = typedPlace
            let margin = GuestView.margin * stage.panel.density(.vertical)
            let goal = min(max(old, place.maxY + margin - bounds.height), max(0, place.minY - margin))
            offset = min(max(0, goal), hidden).rounded()
        }
        guard offset != old else { return }
        let seen = port.presentation.bounds.minY
        port.bounds.origin.y = offset
        scrolling?.animator.stop()
        let scrolling = Animation()
        scrolling.animator.add(.boundsY, of: port, from: seen - offset, to: 0)
        // They go along with a keyboard that moves.
        scrolling.start(on: stage, Animation.asked ?? Dock.manner)
        self.scrolling = scrolling
    }

    /// The room (mm) that is seen around the caret: most of a field, and of its label.
    static let margin = 6.0

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
    private func place(of touch: Touch) -> Point { port.fromSuperlayer(touch.location(in: self)) }

    package override func touchesBegan(_ touches: [Touch]) {
        screen?.navigator?.stage.focus = self
        for touch in touches { tap.began(touch, at: place(of: touch)) }
        for touch in touches { server.touchDown(touch.number, at: place(of: touch), touch.time) }
    }

    package override func touchesMoved(_ touches: [Touch]) {
        for touch in touches { tap.moved(touch, to: place(of: touch), panel) }
        for touch in touches { server.touchMoved(touch.number, to: place(of: touch), touch.time) }
    }

    package override func touchesEnded(_ touches: [Touch]) {
        for touch in touches { server.touchUp(touch.number, touch.time) }
        for touch in touches { tap.ended(touch, on: screen) { [weak self] in self?.tapped() } }
    }

    package override func touchesCancelled(_ touches: [Touch]) {
        for touch in touches { tap.cancelled(touch) }
        for touch in touches { server.touchCancelled(touch.number) }
    }

    // MARK: Hardware keys

    package override func pressesBegan(_ presses: [Press]) {
        for press in presses {
            if case .other(let code) = press.kind { pressed(code, press.time) } else { super.pressesBegan([press]) }
        }
    }

    package override func pressesEnded(_ presses: [Press]) { released(presses) { super.pressesEnded($0) } }
    package override func pressesCancelled(_ presses: [Press]) { released(presses) { super.pressesCancelled($0) } }

    private func released(_ presses: [Press], others: ([Press]) -> Void) {
        for press in presses {
            if case .other(let code) = press.kind {
                server.keyboard.release(code, press.time)
            } else {
                others([press])
            }
        }
    }
}
