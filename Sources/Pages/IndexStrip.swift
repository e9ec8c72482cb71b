// The letters along the side of a long list, which a finger slides along.

import Drawing
import Geometry
import Gestures
import Layers
import Stage

/// The letters of a list, below each other at the side where lines end. A finger that slides along them moves the page to the letter
/// beside it, which is shown enlarged; a tap moves the page too. Up and down the finger belongs to the strip, sideways to the kiosk.
final class IndexStrip: View {
    private let letters: [String]
    private let theme: Theme
    /// The letter that is enlarged, beside the finger. It lies in the strip's superview.
    private let bubble: LetterBubble
    private let direction: LayoutDirection
    private let show: (Int) -> Void
    private let pan = PanRecognizer(name: "index", directions: .vertical)

    /// The strip while a finger slides along it.
    private static let held = GestureRegion(.claim)

    /// The height of a letter with the space around it, in mm: what a finger can slide to. With more room there is more.
    private static let pitches = 5.0...9.0

    /// A strip with `letters`. `show` scrolls to a letter, by its number.
    init(_ letters: [String], theme: Theme, direction: LayoutDirection, show: @escaping (Int) -> Void) {
        (self.letters, self.theme, self.direction, self.show) = (letters, theme, direction, show)
        bubble = LetterBubble(theme: theme)
        super.init(drawsContents: true)
        addGestureRegion(GestureRegion(.claim, along: .vertical))
        pan.maximumTouches = 1
        pan.onAction { [unowned self] _ in slide() }
        addRecognizer(pan)
        let tap = TapRecognizer()
        tap.onAction { [unowned self] tap in self.show(letter(at: tap.location(in: self).y)) }
        addRecognizer(tap)
    }

    /// The width (px) of a strip: a fingertip.
    static func width(_ theme: Theme) -> Double { max(theme.fingertip, (1.6 * theme.em).rounded(.up)) }

    /// Places the strip in `view`, in front of everything in it: beside the list, which ends `end` (px) from the side where lines
    /// begin.
    func place(in view: View, beside end: Double) {
        view.addSubview(self)
        view.addSubview(bubble)
        let (size, width) = (view.bounds.size, Self.width(theme))
        let pitch = max(Self.pitches.upperBound / 9 * theme.fingertip, leastPitch)
        let height = min(
            (size.height - theme.em).rounded(.down), (Double(letters.count) * pitch + 2 * inset).rounded(.up))
        let x = min(size.width - width, end + theme.em).rounded()
        frame = Rect(
            direction == .leftToRight ? x : size.width - x - width, ((size.height - height) / 2).rounded(), width,
            height)
    }

    /// Removes the strip from its view.
    func remove() {
        bubble.removeFromSuperview()
        removeFromSuperview()
    }

    /// The space above the first letter and below the last one, in px.
    private var inset: Double { 0.5 * theme.em }
    /// The height of all letters, in px.
    private var room: Double { bounds.height - 2 * inset }

    private var leastPitch: Double { max(Self.pitches.lowerBound / 9 * theme.fingertip, 1.1 * theme.em) }

    /// The numbers of the letters that are written. Where there is no room for all, dots stand for those between them.
    var written: [Int] {
        let most = max(2, (Int(room / leastPitch) + 1) / 2)
        guard Double(letters.count) * leastPitch > room, letters.count > most else {
            return Array(letters.indices)
        }
        return (0..<most).map { $0 * (letters.count - 1) / (most - 1) }
    }

    /// The middle (px) of letter `number`. All letters have the same height, written or not.
    private func middle(_ number: Double) -> Double { inset + (number + 0.5) * room / Double(letters.count) }

    private func letter(at y: Double) -> Int {
        min(max(Int(((y - inset) / room * Double(letters.count)).rounded(.down)), 0), letters.count - 1)
    }

    override func draw(on canvas: Canvas) {
        // What the strip covers of a banner or a gallery is covered whole, so that the letters can be read.
        canvas.fill(bounds, theme.background, cornerRadius: theme.radius(0.6))
        let written = written
        for number in written {
            let text = TextLayout(
                AttributedText(letters[number], theme.style(0.8, weight: .medium, color: theme.accent)))
            canvas.draw(
                text,
                at: Point(
                    ((bounds.width - text.size.width) / 2).rounded(),
                    (middle(Double(number)) - text.size.height / 2).rounded()))
        }
        for (upper, lower) in zip(written, written.dropFirst()) where lower > upper + 1 {
            let center = Point(bounds.width / 2, middle(Double(upper + lower) / 2))
            canvas.fill(Path(center: center, radius: theme.em * 0.11), theme.mark)
        }
    }

    private func slide() {
        switch pan.state {
        // Another finger on the strip is one too many, and pops no page.
        case .began: addGestureRegion(Self.held)
        case .ended, .cancelled: removeGestureRegion(Self.held)
        case .changed, .possible, .failed: break
        }
        switch pan.state {
        case .began, .changed:
            let y = pan.location(in: self).y
            let number = letter(at: y)
            if bubble.letter != letters[number] { show(number) }
            bubble.show(letters[number], beside: frame, at: frame.minY + y, direction)
        case .ended, .cancelled: bubble.letter = nil
        case .possible, .failed: break
        }
    }
}

/// A letter in large type beside a finger.
private final class LetterBubble: View {
    private let theme: Theme
    /// The letter; nil while the bubble is hidden.
    var letter: String? {
        didSet {
            guard letter != oldValue else { return }
            layer.isHidden = letter == nil
            setNeedsDisplay()
        }
    }

    init(theme: Theme) {
        self.theme = theme
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
        layer.isHidden = true
    }

    /// Shows `letter` beside `strip`, at the height `y` (px in the superview).
    func show(_ letter: String, beside strip: Rect, at y: Double, _ direction: LayoutDirection) {
        guard let room = superview?.bounds.size else { return }
        self.letter = letter
        // A finger covers some 2 cm around it.
        let (side, gap) = ((4.6 * theme.em).rounded(), (1.6 * theme.fingertip).rounded())
        let x = direction == .leftToRight ? strip.minX - gap - side : strip.maxX + gap
        frame = Rect(x, min(max(0, y - side / 2), room.height - side).rounded(), side, side)
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(bounds, theme.accent, cornerRadius: theme.radius(1))
        let text = TextLayout(
            AttributedText(letter ?? "", theme.style(2.4, weight: .semibold, color: theme.background)))
        canvas.draw(
            text,
            at: Point(
                ((bounds.width - text.size.width) / 2).rounded(), ((bounds.height - text.size.height) / 2).rounded()))
    }
}
