// The page that measures the noise of the panel, with a finger that rests twice and then with many fingers at once.

import Drawing
import Geometry
import Machine
import Stage

/// Asks for a finger to rest on a ring, and then for many fingers at once.
final class NoiseScreen: CalibrationScreen {
    private enum Phase {
        /// The number of rests that are still needed.
        case resting(Int)
        case counting
        case done(NoiseResult)
    }
    private var phase = Phase.resting(2)
    private var calibration = NoiseCalibration()
    private var target: TargetView?
    private var held: FingerSurface.Finger?

    /// The duration of a rest in seconds. It is shorter than `Slop.restingAfter`, after which the dispatcher ignores a
    /// contact that does not move.
    static let rest = 2.5

    init(_ session: CalibrationSession) { super.init(session, name: "noise") }

    override func build(in content: View) {
        surface.onDown = { [unowned self] in down($0) }
        surface.onMove = { [unowned self] in moved($0) }
        surface.onUp = { [unowned self] in up($0, at: $1) }
        surface.onCancel = { [unowned self] _ in stopHolding() }
        show()
    }

    private func show() {
        target?.removeFromSuperview()
        target = nil
        switch phase {
        case .resting(let left):
            say(words.noise, words.rest)
            offer([])
            let radius = max(theme.em * 1.3, 7 * stage.panel.density(.horizontal))
            let view = TargetView(radius: radius.rounded(), theme: theme)
            view.middle = pixels(Point(left == 2 ? 0.38 : 0.62, 0.56))
            surface.addSubview(view)
            target = view
        case .counting:
            say(words.noise, words.many + "\n", strong: "\(calibration.mostContacts)")
            offer([])
        case .done(let result):
            let rate = result.scanRate.map { "\(Int($0.rounded()))" } ?? "?"
            let sentence = CalibrationWords.filled(
                words.noiseResult, tenths(result.jitter), rate, "\(result.contacts)")
            session.record.noise = result
            session.recordResult(.noise, sentence)
            say(words.noise, sentence)
            offer([next])
        }
    }

    // MARK: Fingers

    private func down(_ finger: FingerSurface.Finger) {
        switch phase {
        case .resting:
            guard surface.count == 1 else { return stopHolding() }
            hold(finger)
        case .counting:
            calibration.record(contacts: surface.count)
            show()
        case .done: break
        }
    }

    private func hold(_ finger: FingerSurface.Finger) {
        held = finger
        target?.begin(on: stage, for: .seconds(Self.rest)) { [unowned self, unowned finger] in rested(finger) }
    }

    private func stopHolding() {
        held = nil
        target?.stop()
    }

    private func moved(_ finger: FingerSurface.Finger) {
        guard finger === held, finger.way > PositionScreen.farthest, let last = finger.samples.last else { return }
        finger.samples = [last]
        hold(finger)
    }

    /// Marks the finger as done. It counts when it lifts, because the delay of the lift is measured as well.
    private func rested(_ finger: FingerSurface.Finger) {
        held = nil
        finger.isDone = true
    }

    private func up(_ finger: FingerSurface.Finger, at time: Instant) {
        session.pace.add(.init(samples: finger.samples, lift: time))
        switch phase {
        case .resting(let left):
            guard finger.isDone else { return stopHolding() }
            calibration.add(.init(samples: finger.samples, lift: time))
            calibration.record(contacts: 1)
            phase = left > 1 ? .resting(left - 1) : .counting
            show()
        case .counting:
            guard surface.count == 0 else { return }
            guard let result = calibration.result else { return session.showAgain() }
            phase = .done(result)
            show()
        case .done: break
        }
    }
}
