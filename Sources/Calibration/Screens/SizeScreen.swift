// The page that measures the size of the picture: the user makes a drawn card as large as a real one.

import Drawing
import Geometry
import Machine
import Stage

/// A corner to lay a bank card against, and a drawn card whose opposite corner follows a finger anywhere on the glass.
/// The corner moves at a third of the finger's speed, so that it can be set to a tenth of a millimetre. The card covers
/// no text and no button: on a panel that is little larger than the card, the text is beside it and the buttons are
/// below.
final class SizeScreen: CalibrationScreen {
    private var calibration: SizeCalibration?
    private var card: CardView?
    private var drawn = Size(0, 0)

    /// The distance in mm that the corner moves for each mm of the finger.
    private static let gear = 1.0 / 3
    /// The place of the card's fixed corner, in parts of the picture.
    private static let corner = Point(0.08, 0.12)

    /// Whether the card reaches the place of the text on larger panels. Constant during a drag, because it moves the
    /// card's corner.
    private var isNarrow = false

    private var cardFrame: Rect {
        guard let calibration else { return Rect(0, 0, 0, 0) }
        let corner = isNarrow ? Point(theme.em, theme.em) : pixels(Self.corner)
        return Rect(
            origin: Point(corner.x.rounded(), corner.y.rounded()),
            size: Size(calibration.drawn.width.rounded(), calibration.drawn.height.rounded()))
    }

    override var textArea: Rect {
        if !isNarrow { return super.textArea }
        let (card, margin) = (cardFrame, theme.em.rounded())
        let left = card.maxX + margin
        return Rect(
            left, margin * 2, max(theme.em * 8, surface.bounds.width - margin - left), max(card.maxY, theme.em * 9))
    }

    override var highestButtons: Double {
        isNarrow ? max(super.highestButtons, cardFrame.maxY + theme.em * 0.4) : super.highestButtons
    }

    private func measureRoom() {
        let reach = pixels(Self.corner).x + (calibration?.drawn.width ?? 0)
        isNarrow = reach > surface.bounds.width * Self.room
    }
    /// The fraction of the picture's width that a card may reach without touching the text in the middle.
    private static let room = 0.3

    init(_ session: CalibrationSession) { super.init(session, name: "size") }

    override func prepare() {
        if calibration?.pixels != stage.panel.pixels {
            calibration = SizeCalibration(pixels: stage.panel.pixels, guess: stage.panel.millimetres)
        }
        measureRoom()
    }

    override func build(in content: View) {
        let card = CardView(theme: theme)
        surface.addSubview(card)
        self.card = card
        surface.onDown = { [unowned self] _ in drawn = calibration?.drawn ?? drawn }
        surface.onMove = { [unowned self] in drag($0) }
        surface.onUp = { [unowned self] finger, _ in
            session.pace.add(.init(samples: finger.samples))
            measureRoom()
            show()
        }
        show()
    }

    private func drag(_ finger: FingerSurface.Finger) {
        let panel = stage.panel
        let way = (finger.end - finger.start) * Self.gear
        let least = 20.0
        calibration?.drawn = Size(
            max(least, drawn.width + way.x * panel.density(.horizontal)),
            max(least, drawn.height + way.y * panel.density(.vertical)))
        show()
    }

    private func show() {
        guard let calibration, let card else { return }
        card.frame = cardFrame
        let size = calibration.size
        let result = CalibrationWords.filled(words.sizeResult, tenths(size.width), tenths(size.height))
        say(words.size, words.card + "\n", strong: result)
        offer([
            Choice(words.next, isStrong: true) { [unowned self] in
                session.recordResult(.size, result)
                session.accept(size: size)
                session.goOn()
            }
        ])
    }
}

/// A drawn bank card with a chip, and an angle that marks the corner for a real card.
final class CardView: View {
    private let theme: Theme

    init(theme: Theme) {
        self.theme = theme
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    override func draw(on canvas: Canvas) {
        let (width, height) = (bounds.width, bounds.height)
        canvas.fill(bounds, theme.pressed, cornerRadius: width * 0.037)
        let line = max(2, theme.em * 0.08)
        canvas.stroke(
            Path(
                Rect(line / 2, line / 2, width - line, height - line), cornerRadius: width * 0.037), width: line,
            theme.accent)
        canvas.fill(
            Rect(width * 0.1, height * 0.36, width * 0.14, height * 0.19), theme.separator,
            cornerRadius: width * 0.02)
        canvas.stroke(
            Path(lines: [Point(width * 0.1, height * 0.78), Point(width * 0.55, height * 0.78)]), width: line * 1.4,
            theme.separator)
        let angle = theme.em * 0.25
        canvas.stroke(
            Path(lines: [
                Point(angle / 2, height * 0.4), Point(angle / 2, angle / 2), Point(width * 0.3, angle / 2),
            ]), width: angle, theme.accent)
    }
}
