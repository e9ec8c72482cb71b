// The page that measures the panel's position: targets to hold a finger on, and the resulting fit.

import Drawing
import Geometry
import Layers
import Machine
import Stage

/// Asks for each target, asks again for the targets with the greatest residuals, and shows how well they fit.
///
/// The place of a touch is unknown until three targets are touched, so until then the page has no text and no buttons.
/// After that, the fit of the touches so far maps the touches on buttons.
final class PositionScreen: CalibrationScreen {
    /// The stages of the page.
    private enum Phase {
        /// The targets that are still to be touched, in order. `round` is 0 at first, and counts the repeats.
        case asking([Int], round: Int)
        case done(PositionFit)
    }
    private var phase: Phase
    private var target: TargetView?
    private var marks: [View] = []
    /// The distances between the first and the repeated touch of each target that was asked for again, in mm.
    private var apart: [Double] = []

    /// The time that a finger is held on a target, in seconds, and the part of it at its beginning that is not used.
    static let hold = 0.6
    static let settling = 0.15
    /// A finger that moves farther than this, in mm, starts its hold again. A noisy panel has less jitter.
    nonisolated static let farthest = 6.0
    /// The greatest number of repeats, and the number of targets in each.
    static let mostRounds = 3
    static let worstTargets = 3

    init(_ session: CalibrationSession) {
        let open = session.position.marks.indices.filter { session.position.marks[$0].touches.isEmpty }
        phase = .asking(open.isEmpty ? Array(session.position.marks.indices) : open, round: 0)
        if open.isEmpty { session.forgetPosition() }
        super.init(session, name: "position")
    }

    override func build(in content: View) {
        surface.onDown = { [unowned self] in down($0) }
        surface.onMove = { [unowned self] in moved($0) }
        surface.onUp = { [unowned self] finger, _ in up(finger) }
        surface.onCancel = { [unowned self] in up($0) }
        show()
    }

    /// Whether there is a provisional fit, so that buttons can be hit.
    private var isProvisional: Bool { session.position.fit != nil }

    private func show() {
        target?.removeFromSuperview()
        target = nil
        for mark in marks { mark.removeFromSuperview() }
        marks = []
        switch phase {
        case .asking(let indices, let round):
            if isProvisional {
                if !session.hasLanguage { return session.askForLanguage() }
                say(words.position, round == 0 ? words.hold : words.worst)
                offer([])
            }
            for (index, mark) in session.position.marks.enumerated() where mark.touch != nil && !indices.contains(index)
            {
                addDot(at: mark.target)
            }
            guard let next = indices.first else { return }
            let radius = max(theme.em * 1.1, 6 * stage.panel.density(.horizontal))
            let view = TargetView(radius: radius.rounded(), theme: theme)
            view.middle = pixels(session.picturePlace(ofGlass: session.position.marks[next].target))
            surface.addSubview(view)
            target = view
        case .done(let fit): show(fit)
        }
    }

    private func addDot(at place: Point) {
        let side = (theme.em * 0.5).rounded()
        let dot = View()
        dot.isUserInteractionEnabled = false
        dot.layer.backgroundColor = theme.mark
        dot.layer.cornerRadius = side / 2
        let middle = pixels(session.picturePlace(ofGlass: place))
        dot.frame = Rect((middle.x - side / 2).rounded(), (middle.y - side / 2).rounded(), side, side)
        surface.addSubview(dot)
        marks.append(dot)
    }

    // MARK: A finger

    private func down(_ finger: FingerSurface.Finger) {
        guard surface.count == 1, let target else {
            finger.isDone = true
            return stopAll()
        }
        target.begin(on: stage, for: .seconds(Self.hold)) { [unowned self, unowned finger] in held(finger) }
        held = finger
    }

    /// The finger that is held on the target.
    private var held: FingerSurface.Finger?

    private func stopAll() {
        held?.isDone = true
        held = nil
        target?.stop()
    }

    private func moved(_ finger: FingerSurface.Finger) {
        guard finger === held, finger.way > Self.farthest, let last = finger.samples.last else { return }
        finger.samples = [last]
        target?.begin(on: stage, for: .seconds(Self.hold)) { [unowned self, unowned finger] in held(finger) }
    }

    private func up(_ finger: FingerSurface.Finger) {
        session.pace.add(.init(samples: finger.samples))
        if finger === held { stopAll() }
    }

    private func held(_ finger: FingerSurface.Finger) {
        guard case .asking(var indices, let round) = phase, let index = indices.first else { return }
        held = nil
        finger.isDone = true
        let settled = finger.samples.filter { ($0.time - finger.samples[0].time).seconds >= Self.settling }
        // A panel that reports nothing for a finger at rest has sent all of its samples before.
        let samples = settled.isEmpty ? [finger.samples[finger.samples.count - 1]] : settled
        let sum = samples.reduce(Vector.zero) { $0 + ($1.position - .zero) }
        let place = session.axes(at: .zero + sum / Double(samples.count))
        if round > 0 {
            session.position.marks[index].touch.map { apart.append(session.position.distance(from: $0, to: place)) }
            session.position.removeLast(of: index)
        }
        session.position.add(place, to: index)
        if let fit = session.position.fit { session.use(fit) }
        indices.removeFirst()
        phase = indices.isEmpty ? after(round) : .asking(indices, round: round)
        show()
    }

    /// The next phase after all targets of a round are touched.
    private func after(_ round: Int) -> Phase {
        guard let fit = session.position.fit else {
            session.forgetPosition()
            return .asking(Array(session.position.marks.indices), round: 0)
        }
        if fit.rootMeanSquare <= PositionCalibration.acceptance || round == Self.mostRounds { return .done(fit) }
        let worst = fit.residuals.indices.sorted {
            (fit.residuals[$0]?.length ?? 0) > (fit.residuals[$1]?.length ?? 0)
        }
        return .asking(Array(worst.prefix(Self.worstTargets)), round: round + 1)
    }

    // MARK: The result

    private func show(_ fit: PositionFit) {
        if let problem = fit.problem {
            session.recordResult(.position, problemInWords(fit), isGood: false)
            stage.onWarning?("the position cannot be taken: \(problem)")
        } else {
            session.accept(fit)
            let turned = fit.orientation == .upright ? "" : " " + words.turned
            session.recordResult(
                .position, CalibrationWords.filled(words.positionResult, tenths(fit.rootMeanSquare)) + turned)
        }
        for (index, residual) in fit.residuals.enumerated() {
            guard let residual else { continue }
            addResidual(residual, at: session.position.marks[index].target, isLeftOut: fit.outliers.contains(index))
        }
        say(words.position, session.results[.position]?.first ?? "")
        let without = Choice(words.without) { [unowned self] in session.goOnWithoutPosition() }
        offer(fit.problem == nil ? [next] : session.canGoOnWithoutPosition ? [without] : [])
    }

    /// The reason why the fit cannot be accepted, in the language of the page. If repeated touches of the same rings
    /// differ by more than √2 times `acceptance` (root mean square), the hand was unsteady. Otherwise the panel is at
    /// fault.
    private func problemInWords(_ fit: PositionFit) -> String {
        let unsteady = rootMeanSquare(apart)
        return unsteady > PositionCalibration.acceptance * 2.0.squareRoot()
            ? CalibrationWords.filled(words.unsteady, tenths(unsteady))
            : CalibrationWords.filled(words.positionProblem, tenths(fit.rootMeanSquare))
    }

    /// Shows the residual beside its target.
    private func addResidual(_ residual: Vector, at place: Point, isLeftOut: Bool) {
        addDot(at: place)
        let middle = pixels(session.picturePlace(ofGlass: place))
        let color = isLeftOut || residual.length > PositionCalibration.acceptance ? theme.accent : theme.secondaryText
        let label = LabelView(
            AttributedText("\(tenths(residual.length)) mm", theme.style(0.9, color: color)), alignment: .center)
        let size = Size((theme.em * 5).rounded(), (theme.em * 1.4).rounded())
        label.frame = Rect(
            origin: Point(
                (min(max(middle.x - size.width / 2, 0), surface.bounds.width - size.width)).rounded(),
                (middle.y < surface.bounds.height * 0.9
                    ? middle.y + theme.em * 0.4 : middle.y - theme.em * 0.4 - size.height).rounded()),
            size: size)
        surface.addSubview(label)
        marks.append(label)
    }

    override var waysOut: [Choice] {
        let again = Choice(words.again) { [unowned self] in
            session.forgetPosition()
            session.showAgain()
        }
        let back = Choice(words.back) { [unowned self] in goBackOneTarget() }
        return [again, back, leave]
    }

    /// Removes the touch on the last target, or goes to the previous page.
    private func goBackOneTarget() {
        switch phase {
        case .asking(let indices, 0):
            let last = (indices.first ?? session.position.marks.count) - 1
            guard last >= 0 else { return session.goBack() }
            session.position.removeLast(of: last)
            phase = .asking([last] + indices, round: 0)
            session.usePosition()
            if !isProvisional { return session.showAgain() }
            show()
        case .asking, .done:
            session.forgetPosition()
            session.showAgain()
        }
    }
}
