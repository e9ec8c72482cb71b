// The gestures of one person on a card: one finger drags it, two also zoom and turn it.

import Bezel

/// Makes a card follow the fingers that come down anywhere on its table. The card is zoomed and turned about the point
/// in the middle of the fingers, so it stays between them.
@MainActor
final class CardMover {
    let pan: PanRecognizer
    let pinch: PinchRecognizer
    let rotation: RotationRecognizer
    /// Called when the card has moved, or a gesture has begun or ended.
    var onChange: (() -> Void)?

    /// The range of the card's scale.
    static let scales = 0.4...2.5

    private let card: Card
    private let table: View
    /// The measurements of the recognizers when the card last followed them.
    private var (translation, scale, angle) = (Vector.zero, 1.0, 0.0)

    /// Creates the gestures of `card` on `table`. Their names in traces begin with `prefix`.
    init(_ card: Card, on table: View, prefix: String = "") {
        self.card = card
        self.table = table
        pan = PanRecognizer(name: prefix + "drag")
        pinch = PinchRecognizer(name: prefix + "pinch")
        rotation = RotationRecognizer(name: prefix + "rotation")
        pan.maximumTouches = 2
        pan.onAction { [unowned self] _ in dragged() }
        pinch.onAction { [unowned self] _ in pinched() }
        rotation.onAction { [unowned self] _ in turned() }
        for recognizer in [pan, pinch, rotation] {
            recognizer.delegate = self
            table.addRecognizer(recognizer)
        }
    }

    /// The names of the active gestures.
    var active: [String] { [pan, pinch, rotation].filter(\.state.isActive).map(\.name) }

    private func dragged() {
        if pan.state == .began { translation = .zero }
        let way = pan.translation - translation
        translation = pan.translation
        guard let panel = table.panel else { return }
        move { $0 + Vector(way.x * panel.density(.horizontal), way.y * panel.density(.vertical)) }
    }

    private func pinched() {
        if pinch.state == .began { scale = 1 }
        let wanted = card.pose.scale * pinch.scale / scale
        scale = pinch.scale
        let reached = min(max(wanted, Self.scales.lowerBound), Self.scales.upperBound)
        transform(about: pinch, AffineTransform(rotation: 0, scale: reached / card.pose.scale, origin: .zero))
        card.pose.scale = reached
        onChange?()
    }

    private func turned() {
        if rotation.state == .began { angle = 0 }
        let turn = rotation.rotation - angle
        angle = rotation.rotation
        transform(about: rotation, AffineTransform(rotation: turn, scale: 1, origin: .zero))
        card.pose.angle += turn
        onChange?()
    }

    /// Moves the card's centre by `change`, applied about the centre of `recognizer`'s fingers.
    private func transform(about recognizer: Recognizer, _ change: AffineTransform) {
        let fingers = recognizer.location(in: table)
        move { fingers + (change.apply(to: .zero + ($0 - fingers)) - .zero) }
    }

    /// Moves the card's centre by `change` and keeps it on the table.
    private func move(_ change: (Point) -> Point) {
        let wanted = change(card.pose.center)
        card.pose.center = Point(
            min(max(wanted.x, 0), table.bounds.width), min(max(wanted.y, 0), table.bounds.height))
        onChange?()
    }
}

extension CardMover: RecognizerDelegate {
    /// Lets the three gestures of one person recognize at the same time.
    func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool {
        other.delegate === self
    }
}
