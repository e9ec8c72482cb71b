// A wheel of values.

public import Geometry
import Layers
public import Stage

/// Values of which a finger turns one to the middle.
public struct Wheel: ViewElement {
    private let label: String
    private let titles: [String]
    private let selected: Int
    private let change: (Int) -> Void

    /// A wheel called `label` for whoever cannot see it. It shows `titles`, with that at the place `selected` in the middle, or the
    /// nearest one if there is none at that place. `change` is called with the place of another one when the wheel rests at it.
    public init(_ label: String, _ titles: [String], selected: Int, onChange change: @escaping (Int) -> Void) {
        (self.label, self.titles, self.selected, self.change) = (label, titles, selected, change)
    }

    /// Makes the view of the element.
    public func makeView(in environment: Environment) -> Holder { Holder() }

    /// Lets `view` show the element.
    public func update(_ view: Holder, from old: Wheel?, in environment: Environment) -> Bool {
        let isNew = old == nil || old?.titles != titles
        if isNew {
            view.wheel = WheelView(
                titles, selected: view.wheel?.titles == titles ? view.wheel?.selected ?? selected : selected,
                theme: environment.theme, language: environment.language ?? "en")
        }
        guard let wheel = view.wheel else { return false }
        (wheel.label, wheel.onChange) = (label, change)
        wheel.select(selected)
        if wheel.isUserInteractionEnabled, !environment.isEnabled { wheel.dropFingers() }
        wheel.isUserInteractionEnabled = environment.isEnabled
        return isNew
    }

    /// What a finger still turns is no longer the app's.
    public func leave(_ view: Holder) { view.wheel?.onChange = nil }

    /// The size (px) that `view` needs when it is offered `proposal`.
    public func size(of view: Holder, in proposal: Proposal, _ environment: Environment) -> Size {
        let natural = view.wheel?.naturalSize ?? .zero
        return Size(min(natural.width, proposal.width ?? natural.width), natural.height)
    }

    /// The width (px) of the widest value.
    public func leastWidth(of view: Holder, _ environment: Environment) -> Double { view.wheel?.leastWidth ?? 0 }

    /// Holds the wheel, which is another one for other values or in another theme.
    public final class Holder: View {
        var wheel: WheelView? {
            didSet {
                // A finger on it has turned to one of its own values, of which the app knows nothing any more.
                oldValue?.onChange = nil
                oldValue?.removeFromSuperview()
                guard let wheel else { return }
                addSubview(wheel)
                layout()
            }
        }

        public override func layout() { wheel?.frame = Rect(origin: .zero, size: bounds.size) }
    }
}
