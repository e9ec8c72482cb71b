// How large the picture is: a drawn card that is made as large as a real one.

import Drawing
import Geometry
import Stage

/// A corner to lay a bank card against, and the drawn card, whose other corner follows a finger from anywhere: at a third
/// of its speed, so that it can be set to a tenth of a millimetre.
final class SizeScreen: CalibrationScreen {
    private var calibration: SizeCalibration?
    private var card: CardView?
    private var drawn = Size(0, 0)

    /// How far the corner goes for each mm of the finger.
    private static let gear = 1.0 / 3
    /// In parts of the picture: where the card's fixed corner is.
    private static let corner = Point(0.08, 0.12)

    init(_ session: CalibrationSession) { super.init(session, name: "size") }

    override func build(in content: View) {
        if calibration?.pixels != stage.panel.pixels {
            calibration = SizeCalibration(pixels: stage.panel.pixels, guess: stage.panel.millimetres)
        }
        let card = CardView(theme: theme)
        surface.addSubview(card)
        self.card = card
        surface.onDown = { [unowned self] _ in drawn = calibration?.drawn ?? drawn }
        surface.onMove = { [unowned self] in drag($0) }
        surface.onUp = { [unowned self] finger, _ in session.pace.add(.init(samples: finger.samples)) }
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
        let origin = pixels(Self.corner)
        card.frame = Rect(
            origin: Point(origin.x.rounded(), origin.y.rounded()),
            size: Size(calibration.drawn.width.rounded(), calibration.drawn.height.rounded()))
        let size = calibration.size
        let result = CalibrationWords.filled(words.sizeResult, tenths(size.width), tenths(size.height))
        say(words.size, words.card + "\n", strong: result)
        offer([
            Choice(words.next, isStrong: true) { [unowned self] in
                session.note(.size, result)
                session.accept(size: size)
                session.goOn()
            }
        ])
    }
}

/// A drawn bank card with a chip, and an angle at the corner that a real one is laid against.
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
