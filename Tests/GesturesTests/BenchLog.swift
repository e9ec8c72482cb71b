// The log of a bench's recognizers, without the touches of its areas.

import Geometry
import Gestures

extension Bench {
    /// A bench with one view that covers the panel, and `recognizers` on it.
    convenience init(_ recognizers: Recognizer...) {
        self.init()
        let view = area("view", Rect(0, 0, 500, 300))
        for recognizer in recognizers { view.addRecognizer(recognizer) }
    }

    /// Logs `text` at each action of `recognizer`.
    func note<R: Recognizer>(_ recognizer: R, _ text: @escaping (R) -> String) {
        recognizer.onAction { [unowned self, unowned recognizer] _ in
            lines.append("  \(recognizer.name) \(recognizer.state.rawValue), \(text(recognizer))")
        }
    }

    /// What the recognizers did, one line for each step.
    var gestures: String { lines.filter { !$0.hasPrefix("view ") }.joined(separator: "\n") }

    /// What the recognizers did with `frames`, `wait` after the last of them.
    func gestures(of frames: [TouchFrame], then wait: Instant.Span = .zero) -> String {
        lines = []
        play(frames)
        if let last = frames.last { dispatcher.advance(to: last.time + wait) }
        return gestures
    }
}

/// `value` with `places` decimals, as a text without the zeros at its end.
func rounded(_ value: Double, _ places: Int = 1) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

/// A delegate that lets everything happen at once.
final class Everybody: RecognizerDelegate {
    func shouldRecognizeSimultaneously(_ recognizer: Recognizer, with other: Recognizer) -> Bool { true }
}
