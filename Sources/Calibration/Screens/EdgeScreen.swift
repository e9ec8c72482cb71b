// The calibration page of one edge: swipes over the edge, drags that begin near it, and the resulting width.

import Drawing
import Geometry
import Layers
import Machine
import Stage

/// Asks for swipes until they suffice, shows where each was first seen, and tests the width with drags in the page.
final class EdgeScreen: CalibrationScreen {
    /// The stages of the page.
    enum Phase {
        case swiping, dragging, done
    }

    private let edgeName: PanelRecord.EdgeName
    private(set) var phase = Phase.swiping
    private var swipes: [FingerSurface.Finger] = []
    private var drags: [FingerSurface.Finger] = []
    private var calibration = EdgeCalibration()
    private var histogram: EdgeHistogram?
    private var distribution: DistributionView?
    private var demonstration: SwipeDemonstration?

    /// The speeds of the drawn finger in mm/s. The page asks for them in turn.
    private static let speeds = [150.0, 300, 600]
    /// The number of drags that the page asks for, and the distances from the edge at which they begin, in mm.
    static let wantedDrags = 20
    static let dragDistances = 10.0...25
    /// The greatest distance of a drag's first contact from its dot, and the least length of a drag, in mm.
    private static let nearDot = 20.0
    private static let leastDrag = 5.0
    /// A contact that begins farther from the edge than this, in mm, was not meant for it.
    private static let farInside = 60.0

    init(_ session: CalibrationSession, _ name: PanelRecord.EdgeName) {
        edgeName = name
        super.init(session, name: "edge-\(name.rawValue)")
    }

    override func build(in content: View) {
        let space = EdgeSpace(edge: edgeName.edge, panel: stage.panel)
        histogram = EdgeHistogram(space, on: surface, theme: theme)
        let distribution = DistributionView(theme: theme, words: words)
        surface.addSubview(distribution)
        self.distribution = distribution
        demonstration = SwipeDemonstration(space, on: surface, theme: theme)
        surface.onUp = { [unowned self] finger, time in up(finger, time) }
        show()
    }

    override func didDisappear() { demonstration?.stop() }

    // MARK: A finger

    private func up(_ finger: FingerSurface.Finger, _ time: Instant) {
        session.pace.add(.init(samples: finger.samples, lift: time))
        let size = stage.panel.millimetres
        let start = EdgeStroke.distance(of: finger.start, to: edgeName.edge, of: size)
        switch phase {
        case .swiping:
            guard start < Self.farInside, finger.samples.count > 1 else { return }
            swipes.append(finger)
        case .dragging:
            guard finger.way >= Self.leastDrag, (finger.start - dot).length < Self.nearDot else { return }
            drags.append(finger)
        case .done: return
        }
        recount()
        if phase == .swiping, calibration.wanted == nil { phase = .dragging }
        if phase == .dragging, drags.count == Self.wantedDrags { phase = .done }
        show()
    }

    /// The chosen width in mm. Nil until a width is chosen.
    private var chosen: Double?

    /// Shows the strokes on the glass itself, and in the middle as large as the room between text and buttons allows.
    private func showDistribution(_ width: Double?) {
        let width = chosen ?? width
        histogram?.show(calibration, drags: phase != .swiping, width: width)
        let size = surface.bounds.size
        let (top, bottom) = (belowText + theme.em * 0.5, aboveButtons - theme.em * 0.3)
        let wide = min(size.width * 0.42, theme.em * 22).rounded()
        distribution?.layer.isHidden = calibration.counted.isEmpty || bottom - top < theme.em * 2.6
        distribution?.frame = Rect(
            ((size.width - wide) / 2).rounded(), top.rounded(), wide, max(1, (bottom - top).rounded()))
        distribution?.show(calibration, width: width)
    }

    /// Computes all strokes again, because each of them improves the estimate of the scan period.
    private func recount() {
        let (size, period) = (stage.panel.millimetres, session.pace.scanPeriod ?? 0.01)
        func stroke(_ finger: FingerSurface.Finger) -> EdgeStroke? {
            EdgeStroke(finger.samples, from: edgeName.edge, of: size, scanPeriod: period)
        }
        calibration.removeAll()
        for swipe in swipes.compactMap(stroke) { calibration.add(swipe: swipe) }
        for drag in drags.compactMap(stroke) { calibration.add(drag: drag) }
    }

    // MARK: Display

    private func show() {
        let space = EdgeSpace(edge: edgeName.edge, panel: stage.panel)
        defer { showDistribution(calibration.proposal?.width) }
        switch phase {
        case .swiping:
            let speed = swipes.count % Self.speeds.count
            let (count, wanted) = (calibration.counted.count, calibration.wanted ?? calibration.counted.count)
            let canPromise = count >= EdgeCalibration.looks[0].swipes
            say(
                words.title(of: edgeName),
                canPromise ? words.enough : words.swipe,
                strong: [words.slowly, words.usually, words.fast][speed] + "\n"
                    + CalibrationWords.filled(words.count, "\(count)", "\(wanted)"))
            demonstration?.swipe(Self.speeds[speed], on: stage, below: belowText)
            let enough = Choice(words.next, isStrong: true) { [unowned self] in
                phase = .dragging
                show()
            }
            offer((canPromise ? [enough] : []) + (swipes.isEmpty ? [] : [undo]))
        case .dragging:
            say(
                words.title(of: edgeName), words.drag + "\n",
                strong: CalibrationWords.filled(words.count, "\(drags.count)", "\(Self.wantedDrags)"))
            demonstration?.drag(from: dot, space, on: stage)
            offer(drags.isEmpty ? [] : [undo])
        case .done:
            demonstration?.stop()
            finish()
        }
    }

    private var undo: Choice {
        Choice(words.undo) { [unowned self] in
            if phase == .swiping { _ = swipes.popLast() } else { _ = drags.popLast() }
            recount()
            show()
        }
    }

    /// The place where the next drag begins, in mm on the picture.
    var dot: Point {
        // The steps cover the whole range in no visible order, and are the same each time.
        let share = Double(drags.count * 7 % Self.wantedDrags) / Double(Self.wantedDrags - 1)
        let range = Self.dragDistances
        return EdgeSpace(edge: edgeName.edge, panel: stage.panel).millimetres(
            inside: range.lowerBound + share * (range.upperBound - range.lowerBound),
            along: 0.15 + 0.7 * Double(drags.count * 3 % Self.wantedDrags) / Double(Self.wantedDrags))
    }

    private func finish() {
        guard let proposal = calibration.proposal else { return session.showAgain() }
        if let narrower = calibration.narrower {
            return ask(between: proposal, and: narrower)
        }
        accept(proposal)
    }

    /// Asks the user for a decision between two widths. Each width breaks one of the two bounds.
    func ask(between wide: EdgeProposal, and narrow: EdgeProposal) {
        say(words.title(of: edgeName), words.trade)
        offer([choice(wide), choice(narrow)])
    }

    /// A button for one of the two widths.
    private func choice(_ proposal: EdgeProposal) -> Choice {
        let text = CalibrationWords.filled(
            words.choice, tenths(proposal.width), tenths(100 * proposal.missBound), tenths(100 * proposal.takeBound))
        return Choice(text, isStrong: proposal.holds) { [unowned self] in accept(proposal) }
    }

    /// Accepts the width of `proposal`.
    func accept(_ proposal: EdgeProposal) {
        session.record.edges[edgeName] = proposal
        var sentence = CalibrationWords.filled(
            words.edgeResult, tenths(proposal.width), tenths(100 * proposal.missBound),
            tenths(100 * proposal.takeBound))
        if proposal.deadBorder > 0 {
            sentence += " " + CalibrationWords.filled(words.deadBorder, tenths(proposal.deadBorder))
        }
        session.recordResult(.edges, of: edgeName, sentence)
        say(words.title(of: edgeName), sentence)
        offer([next])
        chosen = proposal.width
        showDistribution(proposal.width)
    }
}
