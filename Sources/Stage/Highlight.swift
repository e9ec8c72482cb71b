// Shows that a finger is on something, without a flash when the finger only came to scroll.

public import Geometry

/// The highlight of a view that can be tapped inside something that scrolls: it comes when the finger has rested for a
/// moment, or with the tap, and not at all when the finger goes on to drag.
public final class Highlight: Mover {
    /// How long a finger rests before it shows: UIKit delays touches in scroll views by as much.
    public static let delay = Instant.Span.milliseconds(150)
    /// How long a tap shows.
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
    /// Called when the highlight comes or goes.
    private let onChange: (Bool) -> Void

    /// The highlight of `view`, which owns it; `onChange` shows it.
    public init(of view: View, onChange: @escaping (Bool) -> Void) {
        self.view = view
        self.onChange = onChange
    }

    /// A finger came down on the view.
    public func touchDown() { begin { .waiting(until: $0 + Self.delay) } }
    /// The finger was lifted, or taken by something else.
    public func touchUp() {
        phase = .off
        stage?.remove(self)
    }
    /// The view was tapped.
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
        // The view may be gone before its highlight is.
        if view != nil { onChange(isOn) }
    }

    var end: Instant? {
        switch phase {
        case .off, .on: nil
        case .waiting(let until), .flashing(let until): until
        }
    }

    func show(at instant: Instant) {}
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
