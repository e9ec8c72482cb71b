// The fingers on a field.

import Drawing
import Geometry
import Gestures
import Layers
import Stage

/// Lets fingers put the caret, select, and drag under a loupe.
final class FieldFingers {
    private unowned let field: FieldView
    private let loupe = Loupe()

    init(of field: FieldView) {
        self.field = field
        let tap = TapRecognizer(name: "caret")
        tap.onAction { [unowned self, unowned field, unowned tap] _ in tapped(at: tap.location(in: field)) }
        let double = TapRecognizer(name: "word")
        double.numberOfTapsRequired = 2
        double.onAction { [unowned field, unowned double] _ in
            field.selectWord(at: field.offset(nearest: double.location(in: field)))
        }
        let press = LongPressRecognizer(name: "loupe")
        press.onAction { [unowned self, unowned press] _ in pressed(press) }
        for recognizer in [tap, double, press] as [Recognizer] { field.addRecognizer(recognizer) }
        for handle in field.handles {
            handle.pan.onAction { [unowned self, unowned handle] _ in dragged(handle) }
        }
    }

    isolated deinit { loupe.removeFromSuperview() }

    /// No finger is on the field any more.
    func end() { loupe.removeFromSuperview() }

    private func tapped(at point: Point) {
        let isNew = !field.isEditing
        field.beginEditing()
        let place = field.offset(nearest: point)
        // The first tap on a text that is there already goes on at its end, if the finger is behind it.
        field.select(isNew && field.text.string.isEmpty ? 0..<0 : place..<place)
    }

    private func pressed(_ press: LongPressRecognizer) {
        if press.state == .began { field.beginEditing() }
        // The keyboard may have been pulled away meanwhile.
        guard press.state.isActive, field.isEditing else { return loupe.removeFromSuperview() }
        let finger = press.location(in: field)
        let place = field.offset(nearest: finger)
        field.select(place..<place)
        loupe.show(field, at: place, finger: finger)
    }

    private func dragged(_ handle: SelectionHandle) {
        // What was selected may have been deleted meanwhile.
        guard handle.pan.state.isActive, field.isEditing, !field.text.selection.isEmpty,
            let density = field.panel?.density(.vertical)
        else { return loupe.removeFromSuperview() }
        var finger = handle.pan.location(in: field)
        // The finger is on the knob, beside the line.
        finger.y += handle.end == .start ? 3 * density : -3 * density
        let range = field.text.selection
        let other = handle.end == .start ? range.upperBound : range.lowerBound
        var place = field.offset(nearest: finger)
        // The ends never meet: a selection without characters would have no handles.
        if place == other { place = handle.end == .start ? other - 1 : other + 1 }
        if (place < other) != (handle.end == .start) {
            for handle in field.handles { handle.end = handle.end == .start ? .end : .start }
        }
        field.select(min(place, other)..<max(place, other))
        loupe.show(field, at: place, finger: finger)
    }
}

extension FieldView {
    /// What a loupe shows around the character `offset`: the line that it is in, in larger letters, and its byte there.
    func enlarged(_ offset: Int) -> (Theme, AttributedText, byte: Int) {
        let all = Array(shown)
        let offset = min(max(offset, 0), all.count)
        let start = (all[..<offset].lastIndex { $0.isNewline } ?? -1) + 1
        let end = all[offset...].firstIndex { $0.isNewline } ?? all.count
        let style = theme.style(1.4)
        let words = AttributedText(String(all[start..<end]), style, language: environment.language ?? "en")
        return (theme, words, String(all[start..<offset]).utf8.count)
    }
}

/// Shows what is under a finger enlarged above it, in front of the page and of the keyboard.
final class Loupe: View {
    private var text: TextLayout?
    private var caret = Rect.zero
    private var theme: Theme?

    init() {
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    /// Shows the text of `field` around the character `offset`, above `finger` (px of the field).
    func show(_ field: FieldView, at offset: Int, finger: Point) {
        guard let stage = field.screen?.navigator?.stage, let panel = field.panel else { return }
        let (theme, words, byte) = field.enlarged(offset)
        let text = TextLayout(words)
        (self.text, self.theme, caret) = (text, theme, text.caret(atByte: byte))
        let size = Size((36 * panel.density(.horizontal)).rounded(), (text.size.height + 0.8 * theme.em).rounded())
        let place = finger + (field.panelOrigin - .zero)
        var origin = Point(place.x - size.width / 2, place.y - size.height - 8 * panel.density(.vertical))
        let width = panel.pixels.size.width
        if origin.y < 0 {
            // Where there is no room above the finger, it is beside it.
            let aside = size.width / 2 + 10 * panel.density(.horizontal)
            origin.x += origin.x + aside + size.width <= width ? aside : -aside
            origin.y = max(0, origin.y + size.height / 2 + 8 * panel.density(.vertical))
        }
        origin.x = min(max(0, origin.x), max(0, width - size.width))
        stage.showInFront(self)
        frame = Rect(origin.x.rounded(), origin.y.rounded(), size.width, size.height)
        setNeedsDisplay()
    }

    override func draw(on canvas: Canvas) {
        guard let text, let theme else { return }
        let radius = theme.radius(0.6)
        let y = ((bounds.height - text.size.height) / 2).rounded()
        canvas.fill(bounds, theme.mark, cornerRadius: radius)
        let inner = bounds.inset(by: Insets(left: 2, top: 2, right: 2, bottom: 2))
        canvas.fill(inner, theme.background, cornerRadius: max(0, radius - 2))
        canvas.clipped(to: Path(inner, cornerRadius: max(0, radius - 2))) {
            canvas.draw(text, at: Point((bounds.width / 2 - caret.minX).rounded(), y))
        }
        canvas.fill(Rect((bounds.width / 2 - 1).rounded(), y + caret.minY, 3, caret.height), theme.accent)
    }
}
