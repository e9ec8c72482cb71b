// A slider, whose value a finger sets by moving a thumb along a track.

public import Geometry
public import Gestures
import Drawing
import Layers

/// A horizontal or vertical track with a thumb. A finger on the thumb takes it as soon as the finger moves along the
/// track, before an edge pop or a sheet can begin. Elsewhere on the track a drag moves the thumb, and a tap moves the
/// thumb to the finger.
public final class SliderView: View {
    /// The axis along which the thumb moves.
    public let axis: Axis
    /// The direction of text, in which the values of a horizontal slider grow.
    public var direction: LayoutDirection { didSet { if direction != oldValue { place(shownValue) } } }
    /// What the slider sets, for whoever cannot see it.
    public var label = ""
    /// Puts a value into words for whoever cannot see the slider; nil for percents.
    public var format: ((Double) -> String)?
    /// The colours and sizes.
    public var theme: Theme { didSet { if theme != oldValue { dress() } } }
    /// The number of places at equal distances where the thumb rests; 0 if it rests anywhere. A finger moves the thumb
    /// freely, and on release the thumb goes to the nearest of them.
    public let stops: Int
    /// The value, from 0 (where lines begin, or at the bottom) to 1. It takes the nearest of these for others, and 0 for what is not a number.
    public var value: Double {
        get { shownValue }
        set { show(newValue) }
    }
    /// Called when a finger has changed the value.
    public var onChange: ((Double) -> Void)?
    /// Called with true when a finger takes the thumb, and with false when it leaves the thumb, after the last change.
    public var onEdit: ((Bool) -> Void)?
    /// The pan that moves the thumb.
    public let pan: PanRecognizer

    /// The distance around the thumb, in mm, within which a finger still takes it.
    public static let reach = 4.0

    private var shownValue = 0.0
    /// The thumb's area, with its reach, when the last finger came down.
    private var grabbed = Rect.zero
    /// The value from which the drag counts: where the thumb was, or where the finger came down on the track. Nil while no
    /// finger drags the thumb.
    private var startValue: Double?
    /// What the slider is to show, as far as it was told; nil if nobody has told it.
    private var model: Double?
    /// Whether something else has set that since the finger last moved the thumb.
    private var isOverruled = false
    /// Whether something moves the page with the slider while a finger drags the thumb.
    private var isCarried = false
    private weak var runningOn: Stage?
    private let track = View()
    private let filled = View()
    /// The marks of the stops on the track.
    private let marks: [View]
    /// Takes the thumb to its stop.
    private var settling: Animation?
    private let thumb: ThumbView
    private var diameter: Double

    /// Above this number, marks of the stops would run together.
    private static let mostMarks = 13
    /// The time in which the thumb goes to its stop.
    private static let settleTime = Instant.Span.milliseconds(180)

    /// Creates a slider along `axis` that shows `value`, with places to rest if there are two `stops` or more.
    public init(
        axis: Axis = .horizontal, value: Double = 0, stops: Int = 0, direction: LayoutDirection = .leftToRight,
        theme: Theme
    ) {
        (self.axis, self.direction, self.stops) = (axis, direction, stops > 1 ? stops : 0)
        marks = (0..<(stops > 1 && stops <= Self.mostMarks ? stops : 0)).map { _ in View() }
        pan = PanRecognizer(name: "slider", directions: axis == .horizontal ? .horizontal : .vertical)
        diameter = (theme.em * 1.6).rounded()
        thumb = ThumbView(theme: theme)
        self.theme = theme
        super.init()
        dress()
        for view in [track, filled] + marks + [thumb] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        pan.maximumTouches = 1
        pan.delegate = self
        pan.onAction { [weak self] _ in self?.dragged() }
        addRecognizer(pan)
        let tap = TapRecognizer()
        tap.onAction { [unowned self] tap in
            let place = tap.location(in: self)
            guard !isDragged, !thumbArea.contains(place) else { return }
            show(nearestStop(to: self.value(at: place)))
            onChange?(self.value)
        }
        addRecognizer(tap)
        shownValue = Self.shown(value)
    }

    /// Takes the colours and sizes of the theme.
    private func dress() {
        diameter = (theme.em * 1.6).rounded()
        thumb.theme = theme
        track.layer.backgroundColor = theme.mark
        filled.layer.backgroundColor = theme.accent
        for mark in marks { mark.layer.backgroundColor = theme.background }
        place(shownValue)
    }

    /// Whether a finger drags the thumb.
    public var isDragged: Bool { startValue != nil }

    /// Shows `value`, which is what the slider sets now. Under a finger the thumb stays where the finger has it, until that leaves: the last
    /// change counts, whoever has made it.
    package func follow(_ value: Double) {
        let value = Self.shown(value)
        model = value
        isOverruled = isDragged && value != shownValue
        if !isDragged, value != shownValue { show(value) }
    }

    public override func layout() { place(shownValue) }

    public override var spoken: Spoken? {
        Spoken(
            .slider, label, value: format?(value) ?? "\(Int((100 * value).rounded())) %",
            isEnabled: isUserInteractionEnabled,
            share: value)
    }

    /// A finger can also reach the thumb just outside the view, when the thumb is at the view's side.
    public override func hitTest(_ point: Point) -> View? {
        mayBeHit && thumbArea.contains(point) ? self : super.hitTest(point)
    }

    /// Another finger on the slider while one drags the thumb is one too many, and pops no page.
    override var ownGestureRegions: [GestureRegion] {
        [GestureRegion(.claim, area: isDragged ? nil : grabbed, along: axis)]
    }

    // MARK: Position of the thumb

    private var length: Double { max(1, bounds.size[axis] - diameter) }

    private func value(at point: Point) -> Double {
        let share = ((axis == .horizontal ? point.x : point.y) - diameter / 2) / length
        return min(max(growsToLowerCoordinates ? 1 - share : share, 0), 1)
    }

    /// Whether a greater value lies at a smaller coordinate.
    private var growsToLowerCoordinates: Bool { axis == .vertical || direction == .rightToLeft }

    private func nearestStop(to value: Double) -> Double {
        stops > 1 ? (value * Double(stops - 1)).rounded() / Double(stops - 1) : value
    }

    private var thumbArea: Rect {
        let reach = Self.reach * (panel?.density(axis) ?? 1)
        return thumb.frame.inset(by: Insets(left: -reach, top: -reach, right: -reach, bottom: -reach))
    }

    private func show(_ value: Double) {
        settling = nil
        shownValue = Self.shown(value)
        place(shownValue)
    }

    /// The value nearest to `value` that a slider can have, and 0 for what is not a number.
    private static func shown(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }

    /// Moves the thumb to `value`, from 0 to 1.
    private func place(_ value: Double) {
        let thickness = (diameter * 0.22).rounded()
        let across = ((bounds.size[axis.crossed] - thickness) / 2).rounded()
        let end = bounds.size[axis]
        track.frame = axis == .horizontal ? Rect(0, across, end, thickness) : Rect(across, 0, thickness, end)
        (filled.frame, thumb.frame) = moving(at: value)
        for view in [track, filled] { view.layer.cornerRadius = thickness / 2 }
        let side = max(2, (thickness * 0.5).rounded())
        for (index, mark) in marks.enumerated() {
            let (along, middle) = (center(at: Double(index) / Double(stops - 1)), bounds.size[axis.crossed] / 2)
            let center = axis == .horizontal ? Point(along, middle) : Point(middle, along)
            mark.frame = Rect((center.x - side / 2).rounded(), (center.y - side / 2).rounded(), side, side)
            mark.layer.cornerRadius = side / 2
        }
    }

    /// The coordinate along the axis of the thumb's centre at `value`.
    private func center(at value: Double) -> Double {
        diameter / 2 + length * (growsToLowerCoordinates ? 1 - value : value)
    }

    /// Where the middle of the thumb is at `value` (own space, px).
    package func place(of value: Double) -> Point {
        let (along, across) = (center(at: min(max(value, 0), 1)), bounds.size[axis.crossed] / 2)
        return axis == .horizontal ? Point(along, across) : Point(across, along)
    }

    /// The frames of the filled part of the track and of the thumb at `value`.
    private func moving(at value: Double) -> (filled: Rect, thumb: Rect) {
        let place = center(at: value)
        let thickness = (diameter * 0.22).rounded()
        let across = ((bounds.size[axis.crossed] - thickness) / 2).rounded()
        let aside = ((bounds.size[axis.crossed] - diameter) / 2).rounded()
        let isMirrored = axis == .horizontal && direction == .rightToLeft
        return axis == .horizontal
            ? (
                Rect(isMirrored ? place : 0, across, isMirrored ? bounds.width - place : place, thickness),
                Rect(place - diameter / 2, aside, diameter, diameter)
            )
            : (
                Rect(across, place, thickness, bounds.height - place),
                Rect(aside, place - diameter / 2, diameter, diameter)
            )
    }

    // MARK: Fingers

    private func dragged() {
        switch pan.state {
        case .began:
            let start = convert(fromPanel: pan.startLocation)
            settling = nil
            startValue = thumbArea.contains(start) ? shownValue : value(at: start)
            runningOn = stage
            stage?.add(self)
            onEdit?(true)
            follow()
        case .changed: follow()
        // What takes a finger away, such as another visitor who turns the page, leaves the value that could be seen, or to which it was set
        // meanwhile. A finger that lifts has the thumb go to a stop.
        case .ended, .cancelled:
            guard startValue != nil else { return }
            let isLost = pan.state == .cancelled && isOverruled
            letGo()
            if stops > 1, !isLost {
                settleAtStop()
            } else if let model, model != shownValue {
                settle(to: model)
            }
            onEdit?(false)
        case .possible, .failed: break
        }
    }

    /// Moves the thumb to the finger, including the distance that the finger moved within the slop. While another finger moves the
    /// page, the value stays, and the thumb goes with the page; when the page is back, the thumb is at its own finger again.
    private func follow() {
        isCarried = isPageMoving
        if isCarried { place(shownValue) }
        guard let value = value(after: pan.displacement) else { return }
        if value != shownValue { isOverruled = false }
        show(value)
        onChange?(self.value)
    }

    /// Takes the finger from the thumb, which goes to the value that was set.
    package func dropFinger() {
        guard startValue != nil else { return }
        isOverruled = true
        stage?.cancelTouches(in: self)
    }

    private func letGo() {
        startValue = nil
        runningOn?.remove(self)
        place(shownValue)
    }

    /// Lets the thumb go to its stop.
    private func settleAtStop() {
        settle(to: nearestStop(to: shownValue))
        onChange?(value)
    }

    /// Lets the thumb go to `value`.
    private func settle(to value: Double) {
        let before = thumb.frame.origin
        show(value)
        guard let stage else { return }
        let animation = Animation()
        for (property, way) in [
            (AnimatedProperty.positionX, before.x - thumb.frame.minX), (.positionY, before.y - thumb.frame.minY),
        ]
        where way != 0 {
            animation.animator.add(property, of: thumb.layer, from: way, to: 0)
        }
        animation.start(on: stage, for: Self.settleTime, curve: .easeOut) { [unowned self] in settling = nil }
        settling = animation
    }

    private var isPageMoving: Bool { screen?.transition != nil }

    /// The value after the finger has moved by `displacement` (mm); nil while no finger drags the thumb, and while the page moves.
    private func value(after displacement: Vector) -> Double? {
        guard let startValue, let panel, !isPageMoving else { return nil }
        let way = displacement[axis] * panel.density(axis) / length
        return min(max(startValue + (growsToLowerCoordinates ? -way : way), 0), 1)
    }
}

extension SliderView: Mover {
    var end: Instant? { nil }

    func changes(after instant: Instant) -> Bool {
        guard startValue != nil else { return false }
        return isCarried != isPageMoving || stage?.gestures.isResampling == true && pan.predictionEnd > instant
    }

    func show(at instant: Instant) {
        if startValue != nil, isCarried != isPageMoving { follow() }
        if let value = predicted(at: instant) { place(value) }
    }

    func pose(_ poses: inout Poses, at instant: Instant) {
        guard let value = predicted(at: instant) else { return }
        let places = moving(at: value)
        for (view, frame) in [(filled, places.filled), (thumb, places.thumb)] {
            poses[view.layer].position = frame.origin
            poses[view.layer].bounds.size = frame.size
        }
    }

    /// The predicted value under the finger when a frame is seen at `instant`. `value` stays that of the newest sample.
    private func predicted(at instant: Instant) -> Double? {
        stage?.gestures.isResampling == true ? value(after: pan.displacement(at: instant)) : nil
    }

    func rest() {}
}

extension SliderView: RecognizerDelegate {
    /// Accepts every touch. Records where the thumb is now, the area in which it has precedence over the edge pop.
    public func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        grabbed = thumbArea
        return true
    }
}

/// The round thumb of a slider.
private final class ThumbView: View {
    var theme: Theme { didSet { if theme != oldValue { setNeedsDisplay() } } }

    init(theme: Theme) {
        self.theme = theme
        super.init(drawsContents: true)
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(bounds, theme.accent, cornerRadius: bounds.width / 2)
        let rim = (bounds.width * 0.12).rounded()
        let inner = bounds.inset(by: Insets(left: rim, top: rim, right: rim, bottom: rim))
        canvas.fill(inner, theme.background, cornerRadius: inner.width / 2)
    }
}
