// Dots in a circle that say that something goes on.

import Geometry
public import Layers

/// Dots in a circle, of which a dark one goes round.
public final class SpinnerView: View {
    /// The time of a round.
    private static let period = Instant.Span.milliseconds(960)
    private static let count = 8

    private let dots = (0..<SpinnerView.count).map { _ in View() }
    private let turn = Turn()
    /// The colour of the dots.
    public var color: Color { didSet { for dot in dots { dot.layer.backgroundColor = color } } }

    /// A circle of dots in `color`.
    public init(color: Color) {
        self.color = color
        super.init()
        isUserInteractionEnabled = false
        for dot in dots {
            dot.layer.backgroundColor = color
            addSubview(dot)
        }
        turn.dots = dots.map(\.layer)
        turn.isSeen = { [unowned self] in stage != nil && screen?.isSeen != false }
    }

    isolated deinit { turn.leave() }

    public override var spoken: Spoken? { Spoken(.progress, "") }

    /// Places the dots, and lets them turn once the view is on a stage.
    public override func layout() {
        let side = min(bounds.width, bounds.height)
        let size = (side * 0.18).rounded()
        for (index, dot) in dots.enumerated() {
            let place = Self.place(of: index)
            let middle = Point(
                bounds.width / 2 + place.x * (side - size) / 2, bounds.height / 2 + place.y * (side - size) / 2)
            dot.frame = Rect((middle.x - size / 2).rounded(), (middle.y - size / 2).rounded(), size, size)
            dot.layer.cornerRadius = size / 2
        }
        guard let stage, !bounds.isEmpty else { return }
        turn.start(on: stage, period: Self.period)
    }

    /// Where dot `index` is on a circle of radius 1, clockwise from the top.
    private static func place(of index: Int) -> Point {
        let aside = 0.7071067811865476
        return [
            Point(0, -1), Point(aside, -aside), Point(1, 0), Point(aside, aside), Point(0, 1), Point(-aside, aside),
            Point(-1, 0), Point(-aside, -aside),
        ][index]
    }
}

/// The movement of the dots, which has no end.
private final class Turn: Mover {
    var dots: [Layer] = []
    /// Whether the view may be on the glass. Otherwise no frame is drawn for it.
    var isSeen: () -> Bool = { true }
    private var start = Instant.zero
    private var period = Instant.Span.zero
    private weak var stage: Stage?

    var isEndless: Bool { true }

    func start(on stage: Stage, period: Instant.Span) {
        leave()
        (self.stage, start, self.period) = (stage, stage.now, period.slowed(by: stage.slowMotion))
        stage.add(self)
        show(at: stage.now)
    }

    func leave() {
        stage?.remove(self)
        stage = nil
    }

    /// The opacity of dot `index`, which fades from when the dark dot passes it.
    private func opacity(_ index: Int, at instant: Instant) -> Double {
        let into = max(0, (instant - start).nanoseconds) % max(1, period.nanoseconds)
        let share = Double(into) / Double(max(1, period.nanoseconds)) - Double(index) / Double(dots.count)
        return 1 - 0.8 * (share < 0 ? share + 1 : share)
    }

    var end: Instant? { nil }
    func show(at instant: Instant) {
        for (index, dot) in dots.enumerated() { dot.opacity = opacity(index, at: instant) }
    }
    func pose(_ poses: inout Poses, at instant: Instant) {
        for (index, dot) in dots.enumerated() { poses[dot].opacity = opacity(index, at: instant) }
    }
    func rest() {}
    func changes(after instant: Instant) -> Bool { isSeen() }
}
