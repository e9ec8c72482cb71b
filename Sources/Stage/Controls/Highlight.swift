// A highlight for touched views that does not flash when a finger only scrolls.

public import Geometry
public import Gestures
import Layers

/// The highlight of a view that can be tapped inside a scroll view. It appears when the finger has rested for a moment,
/// or with the tap. It does not appear when the finger goes on to drag. It disappears when the tap fails, whether the
/// finger lifts or stays.
@MainActor
public final class Highlight: Mover {
    /// The time for which a finger has to rest before the highlight appears. UIKit delays touches in scroll views by as much.
    public static let delay = Instant.Span.milliseconds(150)
    /// The time for which a tap is highlighted.
    public static let flash = Instant.Span.milliseconds(150)

    private enum Phase {
        case off
        /// A finger is down and may still begin to drag.
        case waiting(until: Instant)
        /// A finger rests.
        case on
        /// A tap was recognized.
        case flashing(until: Instant)
    }
    private var phase = Phase.off { didSet { if isOn != wasOn { report() } } }
    private var wasOn = false
    private weak var view: View?
    private weak var stage: Stage?
    /// The tap that is followed; nil if the owner reports touches and taps itself.
    private weak var gesture: TapRecognizer?
    /// Called when the highlight appears or disappears.
    private let onChange: (Bool) -> Void

    /// Creates the highlight of `view`, which owns it. `onChange` shows or hides the highlight.
    public init(of view: View, onChange: @escaping (Bool) -> Void) {
        self.view = view
        self.onChange = onChange
    }

    /// Follows `tap` from now on. The highlight flashes when `tap` is recognized, disappears when `tap` fails, and does
    /// not appear for fingers that cannot tap.
    public func follow(_ tap: TapRecognizer) {
        gesture = tap
        tap.onAction { [weak self] _ in self?.tap() }
        tap.onFailure { [weak self] _ in self?.touchUp() }
    }

    /// Reports that a finger came down on the view.
    public func touchDown() {
        if let gesture, gesture.touches.isEmpty || gesture.state != .possible { return }
        begin { .waiting(until: $0 + Self.delay) }
    }
    /// Reports that the finger is back on the view, after `touchUp` had told that it had left.
    public func hold() { phase = .on }
    /// Reports that the finger was lifted, or was taken by another recognizer.
    public func touchUp() {
        phase = .off
        stage?.remove(self)
    }
    /// Reports a tap on the view. A followed tap recognizer reports its taps itself.
    public func tap() { begin { .flashing(until: $0 + Self.flash) } }

    private func begin(_ next: (Instant) -> Phase) {
        guard let stage = view?.stage else { return }
        self.stage = stage
        phase = next(stage.now)
        stage.add(self)
    }

    private var isOn: Bool {
        switch phase {
        case .off, .waiting: false
        case .on, .flashing: true
        }
    }

    private func report() {
        wasOn = isOn
        // The view may be released before its highlight.
        if view != nil { onChange(isOn) }
    }

    var end: Instant? {
        switch phase {
        case .off, .on: nil
        case .waiting(let until), .flashing(let until): until
        }
    }

    func show(at instant: Instant) {}
    func pose(_ poses: inout Poses, at instant: Instant) {}
    func changes(after instant: Instant) -> Bool { false }

    func rest() {
        switch phase {
        case .waiting: phase = .on
        case .flashing: phase = .off
        case .off, .on: break
        }
        stage?.remove(self)
    }
}
