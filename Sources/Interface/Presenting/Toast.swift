// Toasts: words that come and go by themselves.

import Drawing
import Geometry
import Layers
public import Stage

extension Screen {
    /// Says `words` at the bottom of the glass, over everything, for as long as it takes to read them. It takes no touches, and leaves when
    /// this screen leaves its stack, or when another one is said. A screen that is already leaving says it for the screen beneath.
    public func toast(_ words: String) { show(Toast(words)) }

    /// Says `words` in the same way, with a button called `action`, which does `perform` once.
    public func toast(_ words: String, action: String, perform: @escaping () -> Void) {
        guard let stage = navigator?.stage else { return }
        let toast = Toast(words, button: ButtonView(action, theme: shownTheme(on: stage)) {})
        let banner = show(toast)
        toast.button?.onTap = { [unowned banner] in
            banner.leave()
            perform()
        }
    }

    @discardableResult
    private func show(_ toast: Toast) -> BannerView {
        let banner = BannerView(Spoken(.status, toast.words)) { toast.place($0, on: $1, $2, $3) }
        for view in [toast.label, toast.button].compactMap({ $0 as View? }) { banner.addSubview(view) }
        banner.show(for: self, toast.time)
        return banner
    }
}

/// What a toast consists of.
final class Toast {
    let words: String
    let label = LabelView(AttributedText())
    let button: ButtonView?

    init(_ words: String, button: ButtonView? = nil) { (self.words, self.button) = (words, button) }

    /// The time for which it is shown: to notice it, and to read some 15 letters a second; twice that with a button to decide about.
    var time: Instant.Span {
        let seconds = min(max(2 + Double(words.count) / 15, 3), 10)
        return .milliseconds(Int((seconds * (button == nil ? 1 : 2) * 1000).rounded()))
    }

    /// Places `banner` and what is in it at the bottom of `glass`.
    func place(_ banner: BannerView, on glass: Rect, _ theme: Theme, _ direction: LayoutDirection) {
        let em = theme.em
        banner.layer.backgroundColor = theme.text
        banner.layer.cornerRadius = theme.radius(0.7).rounded()
        label.text = AttributedText(words, theme.style(color: theme.background))
        button?.theme = theme
        let (side, gap) = ((1.2 * em).rounded(), button == nil ? 0 : (1.2 * em).rounded())
        let action = button?.naturalSize ?? .zero
        let room = min(glass.width - 4 * side, 40 * em) - 2 * side - gap - action.width
        let width = min(label.naturalSize.width, max(em, room))
        let height = label.height(forWidth: width)
        let vertical = ((button == nil ? 0.8 : 0.5) * em).rounded()
        let inner = max(height, action.height)
        let size = Size(width + gap + action.width + 2 * side, inner + 2 * vertical)
        banner.frame = Rect(
            ((glass.width - size.width) / 2).rounded(), (glass.maxY - 1.5 * em - size.height).rounded(), size.width,
            size.height)
        func place(_ view: View, _ x: Double, _ own: Size) {
            let left = direction == .leftToRight ? x : size.width - x - own.width
            view.frame = Rect(left, (vertical + (inner - own.height) / 2).rounded(), own.width, own.height)
        }
        place(label, side, Size(width, height))
        if let button { place(button, side + width + gap, action) }
    }
}
