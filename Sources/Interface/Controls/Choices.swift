// Controls with which a visitor chooses among a few values.

import Drawing
import Geometry
import Stage

/// A switch with words beside it.
public struct Toggle: Element {
    private let title: String
    private let isOn: Bool
    private let change: (Bool) -> Void

    /// A switch that is on or off; a tap on it or on `title` calls `change` with the other state.
    public init(_ title: String, isOn: Bool, onChange change: @escaping (Bool) -> Void) {
        (self.title, self.isOn, self.change) = (title, isOn, change)
    }

    /// The words, and the track with its knob at the end.
    public var body: some Element {
        EnvironmentReader { environment in
            let words = ControlWords(environment.language ?? "en")
            Row {
                Text(title)
                Spacer()
                Overlay(alignment: isOn ? .end : .start) {
                    Fill(isOn ? environment.theme.accent : environment.theme.mark, corners: 0.8)
                        .frame(width: .em(2.8), height: .em(1.6))
                    Fill(environment.theme.background, corners: 0.6).frame(width: .em(1.2), height: .em(1.2))
                        .padding(.em(0.2))
                }
            }
            .atLeast(height: .mm(9))
            .onTap(as: Spoken(.switching, title, value: isOn ? words.on : words.off, isOn: isOn)) {
                animate(for: .milliseconds(160)) { change(!isOn) }
            }
        }
    }
}

/// A number with a button for less and one for more.
public struct Stepper: Element {
    private let label: String
    private let value: Int
    private let bounds: ClosedRange<Int>
    private let change: (Int) -> Void

    /// A stepper that shows `value`, or the nearest number in `bounds`. A value beyond them stays in the model until a finger taps a button:
    /// `change` is called with the number in `bounds` that follows the shown one.
    public init(_ value: Int, in bounds: ClosedRange<Int>, onChange change: @escaping (Int) -> Void) {
        self.init("", value, in: bounds, onChange: change)
    }

    /// The same, called `label`, which is not seen: its buttons are `label` with "−" and with "+".
    public init(
        _ label: String, _ value: Int, in bounds: ClosedRange<Int>, onChange change: @escaping (Int) -> Void
    ) {
        (self.label, self.value, self.bounds, self.change) = (label, value, bounds, change)
    }

    /// The buttons, and the number between them.
    public var body: some Element {
        Row(spacing: .em(0.8)) {
            Button(name(of: "−"), icon: .minus, isIconOnly: true, repeats: true) { change(next(-1)) }
                .disabled(shown == bounds.lowerBound)
            Text("\(shown)").weight(.semibold).alignment(.center).frame(width: width)
            Button(name(of: "+"), icon: .plus, isIconOnly: true, repeats: true) { change(next(1)) }
                .disabled(shown == bounds.upperBound)
        }
    }

    /// The room for the number: as for the longer of the bounds, so that no button moves under a finger, as long as that has up to four
    /// signs. A figure is some 0.6 em wide.
    private var width: Measure {
        let longest = max("\(bounds.lowerBound)".count, "\(bounds.upperBound)".count)
        return .em(max(2, 0.7 * Double(max(min(longest, 4), "\(shown)".count))))
    }

    private func name(of sign: String) -> String { label.isEmpty ? sign : label + " " + sign }

    private var shown: Int { min(max(value, bounds.lowerBound), bounds.upperBound) }

    private func next(_ step: Int) -> Int {
        shown == (step < 0 ? bounds.lowerBound : bounds.upperBound) ? shown : shown + step
    }
}
