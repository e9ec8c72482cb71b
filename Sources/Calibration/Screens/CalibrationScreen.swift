// The parts shared by all pages of the calibration: title, instructions, buttons, and a surface that takes touches.

import Drawing
import Geometry
import Layers
import Stage

/// A page of the calibration. Everything is in the middle, so that the edges stay free. In right-to-left languages only
/// the buttons and the progress dots change their order.
class CalibrationScreen: Screen {
    let session: CalibrationSession
    /// Takes the touches that no button takes.
    let surface = FingerSurface()
    /// The theme of the kiosk with larger type, for reading at arm's length.
    private(set) var theme: Theme!
    private var heading: LabelView!
    private var hint: LabelView!
    private var buttons: [ButtonView] = []
    private let fade = Animation()

    var words: CalibrationWords { session.words }
    var stage: Stage! { navigator?.stage }

    init(_ session: CalibrationSession, name: String) {
        self.session = session
        super.init(name: name, title: session.words.summary)
        isBarShown = false
        popStyle = .off
    }

    override final func load(into content: View) {
        session.begin(on: stage)
        // The page starts slightly visible, because an invisible view takes no touches.
        fade.animator.add(.opacity, of: content.layer, from: -0.99, to: 0)
        fade.start(on: stage, for: .milliseconds(220), curve: .easeOut)
    }

    override final func layout(_ content: View) { content.rebuild { place(in: content) } }

    private func place(in content: View) {
        var theme = stage.theme
        theme.em = Self.em(on: stage.panel, theme)
        self.theme = theme
        let size = content.bounds.size
        surface.frame = Rect(origin: .zero, size: size)
        content.addSubview(surface)
        for view in surface.subviews { view.removeFromSuperview() }
        prepare()
        addProgress(to: content)
        heading = LabelView(AttributedText(), alignment: .center)
        hint = LabelView(AttributedText(), alignment: .center)
        content.addSubview(heading)
        content.addSubview(hint)
        buttons = []
        build(in: content)
    }

    /// Prepares the state on which the layout depends, before anything is placed.
    func prepare() {}

    /// Adds the page's own views to `content`. Called again when the size of the picture changes.
    func build(in content: View) {}

    /// The type size at which 26 lines fit on the picture and 46 em fit across it, but at least that of the kiosk.
    private static func em(on panel: Panel, _ theme: Theme) -> Double {
        max(theme.em, min(panel.pixels.size.width / 46, panel.pixels.size.height / 26)).rounded()
    }

    // MARK: Words

    /// The top of the text as a fraction of the picture's height. `bottom` is the top of the buttons.
    var top: Double { 0.25 }
    static let bottom = 0.69

    /// The area of the text in pixels, in the middle.
    var textArea: Rect {
        let size = surface.bounds.size
        let (width, y) = ((min(size.width * 0.62, theme.em * 34)).rounded(), (size.height * top).rounded())
        return Rect(
            ((size.width - width) / 2).rounded(), y, width, size.height * Self.bottom - theme.em * 0.4 - y)
    }
    /// The greatest y at which the buttons begin, in pixels. Buttons in several rows may begin higher up.
    var highestButtons: Double { surface.bounds.height * Self.bottom }

    /// Shows the title of the page and its instructions. `strong` follows in the accent color. Long text on a small
    /// screen gets a smaller size.
    func say(_ title: String, _ text: String, strong: String = "") {
        let area = textArea
        heading.text = AttributedText(title, theme.style(1.7, weight: .semibold), language: words.tag)
        heading.frame = Rect(area.minX, area.minY, area.width, heading.height(forWidth: area.width))
        let top = heading.frame.maxY + (theme.em * 0.3).rounded()
        for letters in [1.05, 0.95, 0.85, 0.75, 0.65] {
            var line = AttributedText(text, theme.style(letters), language: words.tag)
            if !strong.isEmpty {
                let style = theme.style(letters, weight: .bold, color: theme.accent)
                line.append((text.isEmpty || text.hasSuffix("\n") ? "" : " ") + strong, style)
            }
            hint.text = line
            hint.frame = Rect(area.minX, top, area.width, max(1, hint.height(forWidth: area.width)))
            if hint.frame.maxY <= area.maxY { break }
        }
    }

    /// The top of the buttons, in pixels.
    private(set) var aboveButtons = 0.0
    /// The bottom of the text, in pixels.
    var belowText: Double { hint.frame.maxY }

    /// The title and the action of a button.
    struct Choice {
        let title: String
        var isStrong = false
        let action: () -> Void

        init(_ title: String, isStrong: Bool = false, action: @escaping () -> Void) {
            (self.title, self.isStrong, self.action) = (title, isStrong, action)
        }
    }

    /// Shows buttons in as many rows as they need: first `choices`, then the ways out.
    func offer(_ choices: [Choice], ways: [Choice]? = nil, in content: View? = nil) {
        for button in buttons { button.removeFromSuperview() }
        buttons = []
        guard let host = content ?? surface.superview else { return }
        let all = [choices, ways ?? waysOut].flatMap { rows(of: $0) }
        let step = (theme.em * 3).rounded()
        var y = min(highestButtons, surface.bounds.height - theme.em * 0.3 - step * Double(all.count)).rounded()
        aboveButtons = y
        for row in all {
            let gap = (theme.em * 0.6).rounded()
            let width = row.reduce(-gap) { $0 + $1.naturalSize.width + gap }
            var x = ((surface.bounds.width - width) / 2).rounded()
            for button in words.direction == .leftToRight ? row : row.reversed() {
                button.frame = Rect(origin: Point(x, y), size: button.naturalSize)
                host.addSubview(button)
                x = button.frame.maxX + gap
            }
            y += step
        }
    }

    private func rows(of choices: [Choice]) -> [[ButtonView]] {
        var rows: [[ButtonView]] = []
        var width = 0.0
        for choice in choices {
            let button = ButtonView(choice.title, isStrong: choice.isStrong, theme: theme, onTap: choice.action)
            buttons.append(button)
            width += button.naturalSize.width + theme.em * 0.6
            if rows.isEmpty || width > surface.bounds.width * 0.8 {
                rows.append([])
                width = button.naturalSize.width
            }
            rows[rows.count - 1].append(button)
        }
        return rows
    }

    /// The buttons for again, back and leave. The first page has no back button.
    var waysOut: [Choice] {
        let again = Choice(words.again) { [unowned self] in session.showAgain() }
        let back = Choice(words.back) { [unowned self] in session.goBack() }
        return [again] + (session.canGoBack ? [back] : []) + [leave]
    }

    var leave: Choice { Choice(words.leave) { [unowned self] in session.end(.left("somebody left it")) } }
    var next: Choice { Choice(words.next, isStrong: true) { [unowned self] in session.goOn() } }

    /// Adds a dot for each page. The dots up to the current page are filled.
    private func addProgress(to content: View) {
        let (index, count) = session.progress
        let (size, step) = ((theme.em * 0.4).rounded(), theme.em.rounded())
        let area = textArea
        var x = (area.center.x - (step * Double(count - 1) + size) / 2).rounded()
        for number in words.direction == .leftToRight ? Array(0..<count) : (0..<count).reversed() {
            let dot = View()
            dot.isUserInteractionEnabled = false
            dot.layer.backgroundColor = number <= index ? theme.accent : theme.mark
            dot.layer.cornerRadius = size / 2
            dot.frame = Rect(x, (area.minY - theme.em * 1.1).rounded(), size, size)
            content.addSubview(dot)
            x += step
        }
    }

    /// Converts parts of the picture to pixels.
    func pixels(_ place: Point) -> Point {
        Point(place.x * surface.bounds.width, place.y * surface.bounds.height)
    }
}
