// A value that a finger sets by moving a thumb along a track.

public import Geometry
public import Gestures
import Drawing
import Layers

/// A horizontal or vertical track with a thumb. A finger on the thumb has it as soon as it moves along the track, before
/// an edge pop or a sheet; elsewhere on the track a drag takes the thumb along, and a tap sends it there.
public final class Slider: View {
    /// Along which axis the thumb moves.
    public let axis: Axis
    /// From 0, at the left or the bottom, to 1.
    public var value: Double {
        get { shownValue }
        set { show(newValue) }
    }
    /// Called when a finger has changed the value.
    public var onChange: ((Double) -> Void)?
    /// The pan that moves the thumb.
    public let pan: PanRecognizer

    /// How far around the thumb, in mm, a finger still has it.
    public static let reach = 4.0

    private var shownValue = 0.0
    /// The value when the finger took the thumb; nil while none has.
    private var startValue: Double?
    private let track = View()
    private let filled = View()
    private let thumb: View
    private let diameter: Double

    /// A slider along `axis` that shows `value`.
    public init(axis: Axis = .horizontal, value: Double = 0, theme: Theme) {
        self.axis = axis
        pan = PanRecognizer(name: "slider", directions: axis == .horizontal ? .horizontal : .vertical)
        diameter = (theme.em * 1.6).rounded()
        thumb = ThumbView(theme: theme)
        super.init()
        track.layer.backgroundColor = theme.separator
        filled.layer.backgroundColor = theme.accent
        for view in [track, filled, thumb] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        pan.maximumTouches = 1
        pan.delegate = self
        pan.onAction { [unowned self] _ in dragged() }
        addRecognizer(pan)
        let tap = TapRecognizer()
        tap.onAction { [unowned self] tap in
            let place = tap.location(in: self)
            guard !thumbArea.contains(place) else { return }
            show(self.value(at: place))
            onChange?(self.value)
        }
        addRecognizer(tap)
        shownValue = min(max(value, 0), 1)
    }

    public override func layout() { show(shownValue) }

    /// Fingers reach the thumb also where it is near the side of the view.
    public override func hitTest(_ point: Point) -> View? {
        isUserInteractionEnabled && !layer.isHidden && thumbArea.contains(point) ? self : super.hitTest(point)
    }

    // MARK: Where the thumb is

    private var length: Double { max(1, bounds.size[axis] - diameter) }

    /// The place of the thumb's middle along the axis.
    private var place: Double {
        diameter / 2 + length * (axis == .horizontal ? shownValue : 1 - shownValue)
    }

    private func value(at point: Point) -> Double {
        let share = ((axis == .horizontal ? point.x : point.y) - diameter / 2) / length
        return min(max(axis == .horizontal ? share : 1 - share, 0), 1)
    }

    private var thumbArea: Rect {
        let reach = Self.reach * (panel?.density(axis) ?? 1)
        return thumb.frame.inset(by: Insets(left: -reach, top: -reach, right: -reach, bottom: -reach))
    }

    private func show(_ value: Double) {
        shownValue = min(max(value, 0), 1)
        let thickness = (diameter * 0.22).rounded()
        let across = ((bounds.size[axis.crossed] - thickness) / 2).rounded()
        let end = bounds.size[axis]
        if axis == .horizontal {
            track.frame = Rect(0, across, end, thickness)
            filled.frame = Rect(0, across, place, thickness)
            thumb.frame = Rect(place - diameter / 2, ((bounds.height - diameter) / 2).rounded(), diameter, diameter)
        } else {
            track.frame = Rect(across, 0, thickness, end)
            filled.frame = Rect(across, place, thickness, end - place)
            thumb.frame = Rect(((bounds.width - diameter) / 2).rounded(), place - diameter / 2, diameter, diameter)
        }
        for view in [track, filled] { view.layer.cornerRadius = thickness / 2 }
    }

    // MARK: Fingers

    private func dragged() {
        switch pan.state {
        case .began:
            let start = convert(fromPanel: pan.startLocation)
            startValue = thumbArea.contains(start) ? shownValue : value(at: start)
            follow()
        case .changed: follow()
        case .ended: startValue = nil
        case .cancelled:
            if let startValue { show(startValue) }
            startValue = nil
            onChange?(value)
        case .possible, .failed: break
        }
    }

    /// The thumb is where the finger is: what the slop kept back is made up for.
    private func follow() {
        guard let startValue, let panel else { return }
        let way = pan.displacement[axis] * panel.density(axis) / length
        show(startValue + (axis == .horizontal ? way : -way))
        onChange?(value)
    }
}

extension Slider: RecognizerDelegate {
    /// Every touch; where the thumb is now, it comes before the edge pop.
    public func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        if let stage { pan.slop = stage.gestures.slop }
        gestureRegions = [GestureRegion(.claim, area: thumbArea, along: axis)]
        return true
    }
}

/// The round thumb of a slider.
private final class ThumbView: View {
    private let theme: Theme

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
