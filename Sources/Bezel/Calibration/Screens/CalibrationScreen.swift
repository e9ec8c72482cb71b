// What all pages of the calibration have: a title, what to do, buttons, and the glass as one large surface for fingers.

import Drawing
import Geometry
import Layers
import Stage

/// A page of the calibration. Everything stands in the middle, so that the edges are free, and nothing changes places where
/// text runs from right to left but the order of the buttons.
class CalibrationScreen: Screen {
    let session: CalibrationSession
    /// Takes what is not for a button.
    let surface = FingerSurface()
    /// The kiosk's, with larger type: one stands in front of it, at an arm's length.
    private(set) var theme: Theme!
    private var heading: Label!
    private var hint: Label!
    private var buttons: [Button] = []
    private var fade = Animation()

    var words: CalibrationWords { session.words }
    var stage: Stage! { navigator?.stage }

    init(_ session: CalibrationSession, name: String) {
        self.session = session
        super.init(name: name, title: session.words.summary)
        isBarShown = false
        popStyle = .off
    }

    override final func loadContent(into content: View) {
        session.begin(on: stage)
        var theme = stage.theme
        theme.em = Self.em(on: stage.panel, theme)
        self.theme = theme
        let size = content.bounds.size
        surface.frame = Rect(origin: .zero, size: size)
        content.addSubview(surface)
        for view in surface.subviews { view.removeFromSuperview() }
        prepare()
        addProgress(to: content)
        heading = Label(AttributedText(), alignment: .center)
        hint = Label(AttributedText(), alignment: .center)
        content.addSubview(heading)
        content.addSubview(hint)
        buttons = []
        build(in: content)
        fade.stop()
        // A new one each time: what is added twice to one layer adds up.
        fade = Animation()
        fade.animator.add(.opacity, of: content.layer, from: -1, to: 0)
        fade.start(on: stage, for: .milliseconds(220), curve: .easeOut)
    }

    /// Finds out what the page's places depend on; before anything is placed.
    func prepare() {}

    /// Puts into `content` what this page has besides. It is asked for again when the picture has another size.
    func build(in content: View) {}

    /// As large as 26 lines allow on the picture, and never smaller than the kiosk's own.
    private static func em(on panel: Panel, _ theme: Theme) -> Double {
        max(theme.em, min(panel.pixels.size.width / 46, panel.pixels.size.height / 26)).rounded()
    }

    // MARK: Words

    /// Where text begins and buttons do, in parts of the picture's height; the middle is between.
    var top: Double { 0.25 }
    static let bottom = 0.69

    /// Where text stands, in pixels: in the middle.
    var textArea: Rect {
        let size = surface.bounds.size
        let (width, y) = ((min(size.width * 0.62, theme.em * 34)).rounded(), (size.height * top).rounded())
        return Rect(
            ((size.width - width) / 2).rounded(), y, width, size.height * Self.bottom - theme.em * 0.4 - y)
    }
    /// How high the buttons begin at most, in pixels.
    var highestButtons: Double { surface.bounds.height * Self.bottom }

    /// Says what the page is and what to do; that can end in another colour. Long sentences on small screens have smaller
    /// letters.
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

    /// Where the buttons begin, in pixels.
    private(set) var aboveButtons = 0.0
    /// Below what is said, in pixels.
    var belowText: Double { hint.frame.maxY }

    /// A button and what it does.
    struct Choice {
        let title: String
        var isStrong = false
        let action: () -> Void

        init(_ title: String, isStrong: Bool = false, action: @escaping () -> Void) {
            (self.title, self.isStrong, self.action) = (title, isStrong, action)
        }
    }

    /// Shows buttons, in rows as long as fit: what is asked here, then the ways out.
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

    private func rows(of choices: [Choice]) -> [[Button]] {
        var rows: [[Button]] = []
        var width = 0.0
        for choice in choices {
            let button = Button(choice.title, isStrong: choice.isStrong, theme: theme, onTap: choice.action)
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

    /// Again, back and leave, as far as they lead anywhere.
    var waysOut: [Choice] {
        let again = Choice(words.again) { [unowned self] in session.showAgain() }
        let back = Choice(words.back) { [unowned self] in session.goBack() }
        return [again] + (session.canGoBack ? [back] : []) + [leave]
    }

    var leave: Choice { Choice(words.leave) { [unowned self] in session.end(.left("somebody left it")) } }
    var next: Choice { Choice(words.next, isStrong: true) { [unowned self] in session.goOn() } }

    /// A dot for each page, the present one filled.
    private func addProgress(to content: View) {
        let (index, count) = session.progress
        let (size, step) = ((theme.em * 0.4).rounded(), theme.em.rounded())
        let area = textArea
        var x = (area.center.x - (step * Double(count - 1) + size) / 2).rounded()
        for number in words.direction == .leftToRight ? Array(0..<count) : (0..<count).reversed() {
            let dot = View()
            dot.isUserInteractionEnabled = false
            dot.layer.backgroundColor = number <= index ? theme.accent : theme.separator
            dot.layer.cornerRadius = size / 2
            dot.frame = Rect(x, (area.minY - theme.em * 1.1).rounded(), size, size)
            content.addSubview(dot)
            x += step
        }
    }

    /// From parts of the picture to pixels.
    func pixels(_ place: Point) -> Point {
        Point(place.x * surface.bounds.width, place.y * surface.bounds.height)
    }
}
