// A page that comes and goes with its own look.

import Bezel

/// A page with a drawing of its look, and a row that leads to the next look. While it exists, it is the navigator's delegate.
final class LookScreen: Screen, NavigatorDelegate {
    private let look: Look

    init(_ look: Look) {
        self.look = look
        super.init(name: look.name, title: look.title)
    }

    /// Runs before the delegate is asked for the look of this screen's push. When the screen is released, the previous
    /// delegate is asked again.
    override func load(into content: View) { navigator?.addDelegate(self) }

    override func layout(_ content: View) { content.rebuild { build(in: content) } }

    private func build(in content: View) {
        guard let theme = navigator?.stage.theme else { return }
        let column = Column(in: content, theme: theme)
        column.addHeading(look.title, look.summary)
        let figure = LookFigure(look, theme: theme)
        column.add(figure, height: column.width * 0.4, gap: 1.6)
        let index = Look.all.firstIndex { $0.name == look.name } ?? 0
        let next = Look.all[(index + 1) % Look.all.count]
        column.addRows([
            Link(title: "Next: \(next.title)", summary: next.summary) { [unowned self] in
                self.navigator?.push(LookScreen(next))
            }
        ])
    }

    func animator(for operation: Transition.Operation, from: Screen, to: Screen) -> TransitionAnimator? {
        (operation.leaves ? from : to) === self ? look.animator : nil
    }
}

/// A drawing of a look: two pages at four moments.
private final class LookFigure: View {
    private let look: Look
    private let theme: Theme

    init(_ look: Look, theme: Theme) {
        self.look = look
        self.theme = theme
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    override func draw(on canvas: Canvas) {
        let moments = [0.12, 0.4, 0.68, 0.96]
        let gap = theme.em
        let size = Size((bounds.width - 3 * gap) / 4, bounds.height)
        for (index, moment) in moments.enumerated() {
            let frame = Rect(origin: Point(Double(index) * (size.width + gap), 0), size: size)
            canvas.fill(frame, theme.pressed)
            let places = look.places(moment)
            func place(_ rect: Rect) -> Rect {
                Rect(
                    frame.minX + rect.minX * size.width, frame.minY + rect.minY * size.height, rect.width * size.width,
                    rect.height * size.height)
            }
            drawPage(place(places.lower), theme.text, 1, in: frame, on: canvas)
            canvas.fill(place(places.lower).intersection(frame), Color.black.withAlpha(places.dim))
            drawPage(place(places.upper), theme.accent, places.opacity, in: frame, on: canvas)
            canvas.stroke(Path(frame), width: 2, theme.separator)
        }
    }

    /// Draws a page as a plain ground with a heading and some lines, clipped to `frame`.
    private func drawPage(_ page: Rect, _ color: Color, _ opacity: Double, in frame: Rect, on canvas: Canvas) {
        func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: Color) {
            let rect = Rect(
                page.minX + x * page.width, page.minY + y * page.height, width * page.width, height * page.height)
            canvas.fill(rect.intersection(frame), color)
        }
        fill(0, 0, 1, 1, color.withAlpha(opacity))
        let ink = theme.background.withAlpha(0.85 * opacity)
        fill(0.12, 0.12, 0.5, 0.06, ink)
        for line in 0..<6 {
            fill(0.12, 0.28 + 0.08 * Double(line), line == 5 ? 0.4 : 0.76, 0.025, ink.withAlpha(0.5 * opacity))
        }
    }
}
