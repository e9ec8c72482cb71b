// A slider.

public import Geometry
import Layers
public import Stage

/// A track with a thumb that a finger moves.
public struct Slider: ViewElement {
    private let label: String
    private let value: Double
    private let bounds: ClosedRange<Double>
    private let stops: Int
    private let format: ((Double) -> String)?
    private let change: (Double) -> Void
    private let edit: ((Bool) -> Void)?

    /// A slider called `label` for whoever cannot see it. It shows `value`, from the lower end of `bounds` where lines begin to the upper
    /// one; the nearer end for a value beyond them, and the lower one for what is not a number. Such a value stays in the model until a finger
    /// moves the thumb. Its thumb rests at one of `stops` places, or anywhere for 0. `change` is called with each value to which a finger moves the thumb, and `edit` with true
    /// when a finger takes the thumb and with false when it leaves the thumb.
    /// `format` puts a value into words for whoever cannot see the slider, such as “20 minutes”; without it that is the share of the way in percent.
    public init(
        _ label: String, value: Double, in bounds: ClosedRange<Double> = 0...1, stops: Int = 0,
        format: ((Double) -> String)? = nil, onEdit edit: ((Bool) -> Void)? = nil,
        onChange change: @escaping (Double) -> Void
    ) {
        (self.label, self.value, self.stops) = (label, value, stops)
        (self.format, self.change, self.edit) = (format, change, edit)
        // A finger has no place between an end and infinity.
        let most = Double.greatestFiniteMagnitude
        self.bounds = min(max(bounds.lowerBound, -most), most)...min(max(bounds.upperBound, -most), most)
    }

    /// Makes the view of the element.
    public func makeView(in environment: Environment) -> SliderView {
        SliderView(value: share, stops: stops, direction: environment.direction, theme: environment.theme)
    }

    /// A slider with other stops gets a view of its own.
    public func takesOver(from old: Slider) -> Bool { stops == old.stops }

    /// Lets `view` show the element.
    public func update(_ view: SliderView, from old: Slider?, in environment: Environment) -> Bool {
        let (bounds, change) = (bounds, change)
        // The length of the widest range is no number.
        view.onChange = { change(bounds.lowerBound * (1 - $0) + bounds.upperBound * $0) }
        view.onEdit = edit
        view.label = label
        // While a finger drags the thumb, the app may not have taken its value yet.
        view.format = format.map { format in
            { format(bounds.lowerBound * (1 - $0) + bounds.upperBound * $0) }
        }
        view.follow(share)
        guard old == nil else { return false }
        (view.theme, view.direction) = (environment.theme, environment.direction)
        if view.isUserInteractionEnabled, !environment.isEnabled { view.dropFinger() }
        view.isUserInteractionEnabled = environment.isEnabled
        return true
    }

    /// What a finger still moves is no longer the app's.
    public func leave(_ view: SliderView) { view.onChange = nil }

    private var share: Double {
        // Such as the mean of no values, and a range without a length.
        guard !value.isNaN, bounds.lowerBound < bounds.upperBound else { return 0 }
        let shown = min(max(value, bounds.lowerBound), bounds.upperBound)
        // Halves, as the length of the widest range is no number.
        return (shown / 2 - bounds.lowerBound / 2) / (bounds.upperBound / 2 - bounds.lowerBound / 2)
    }

    /// The size (px) that `view` needs when it is offered `proposal`.
    public func size(of view: SliderView, in proposal: Proposal, _ environment: Environment) -> Size {
        Size(proposal.width ?? (12 * environment.theme.em).rounded(), environment.theme.fingertip)
    }

    /// The width (px) of a track that a finger can still set.
    public func leastWidth(of view: SliderView, _ environment: Environment) -> Double {
        (6 * environment.theme.em).rounded()
    }

    /// What the element asks of a stack.
    public var traits: LayoutTraits { LayoutTraits(widthShare: 1) }
}
