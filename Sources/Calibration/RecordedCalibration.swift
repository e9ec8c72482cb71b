// A calibration from recordings, for panels that stand elsewhere.

package import Geometry
import Linux
package import Machine
package import Recordings
import Stage

/// Sorts the contacts of recordings into taps on targets, swipes over edges, drags in the page, and resting fingers.
/// Measures them in the same way as a calibration on the glass.
package struct RecordedCalibration {
    package let plan: CalibrationPlan
    /// The results.
    package private(set) var record = PanelRecord()
    /// The size of the picture in mm.
    package private(set) var size = Size(1, 1)
    private(set) var fit: PositionFit?
    package private(set) var edges: [PanelRecord.EdgeName: EdgeCalibration] = [:]
    package private(set) var noise = NoiseCalibration()

    private var contacts: [NoiseCalibration.Contact] = []
    private var drags: [NoiseCalibration.Contact] = []
    private var most = 0

    /// The greatest distance of a swipe's first contact from its edge, in mm. A contact farther inside was meant for
    /// the page.
    private static let farInside = 60.0

    package init(_ plan: CalibrationPlan) { self.plan = plan }

    /// Adds the swipes, rests and taps of the recording `name`.
    package mutating func add(_ recording: Recording, named name: String) throws(Failure) {
        if contacts.isEmpty { record.name = recording.deviceName ?? "" }
        try checkSize(recording.panelSize, of: name)
        let (found, together) = Self.contacts(of: recording)
        contacts += found
        most = max(most, together)
    }

    /// Adds the recording `name`, which holds drags in the page.
    package mutating func add(drags recording: Recording, named name: String) throws(Failure) {
        try checkSize(recording.panelSize, of: name)
        drags += Self.contacts(of: recording).contacts
    }

    /// Checks that the recording `name` is of a panel of the same size as those before. Distances on different panels cannot be
    /// compared.
    private mutating func checkSize(_ panelSize: Size, of name: String) throws(Failure) {
        if contacts.isEmpty, drags.isEmpty { size = panelSize }
        guard panelSize != size else { return }
        throw Failure(
            .wrongInput,
            "\(name): it is of a panel of another size than the first, \(tenths(panelSize.width)) × "
                + "\(tenths(panelSize.height)) mm; calibrate each panel by itself, or give --size")
    }

    /// Computes the results. Throws when the recordings hold nothing that can be measured.
    package mutating func finish() throws(Failure) {
        let steps = plan.steps ?? [.edges, .noise]
        if steps.contains(.position) { try measurePosition() }
        if let size = plan.size { record.size = size }
        for contact in contacts { noise.add(contact) }
        noise.record(contacts: most)
        if steps.contains(.edges) { measureEdges() }
        if steps.contains(.noise), let result = noise.result { record.noise = result }
        guard record.position == nil, record.edges.isEmpty, record.noise == nil else { return }
        throw Failure(
            .wrongInput,
            "there is nothing to measure in these recordings: no swipe of \(tenths(EdgeStroke.leastReach)) mm inwards from "
                + "an edge (\(plan.edges.map(\.rawValue).joined(separator: ", "))), and no finger that rested for a second"
        )
    }

    /// Fits the position. The first nine contacts that stayed in place are the targets, in order.
    private mutating func measurePosition() throws(Failure) {
        var position = PositionCalibration(size: size)
        let taps = contacts.filter { contact in
            contact.samples.allSatisfy {
                ($0.position - contact.samples[0].position).length <= PositionScreen.farthest
            }
        }
        guard taps.count >= position.marks.count else {
            throw Failure(
                .wrongInput,
                "the position needs a tap on each of \(position.marks.count) targets, and there are \(taps.count)")
        }
        for (index, tap) in taps.prefix(position.marks.count).enumerated() {
            let sum = tap.samples.reduce(Vector.zero) { $0 + ($1.position - .zero) } / Double(tap.samples.count)
            position.add(Point(sum.x / size.width, sum.y / size.height), to: index)
        }
        guard let fit = position.fit else {
            throw Failure(.wrongInput, "the taps lie in one line, so the panel's orientation cannot be determined")
        }
        if let problem = fit.problem { throw Failure(.wrongInput, "the position cannot be taken: \(problem)") }
        self.fit = fit
        record.position = PanelRecord.Position(fit)
        contacts = contacts.map { mapped($0, fit) }
        drags = drags.map { mapped($0, fit) }
    }

    private func mapped(_ contact: NoiseCalibration.Contact, _ fit: PositionFit) -> NoiseCalibration.Contact {
        var contact = contact
        contact.samples = contact.samples.map { sample in
            let place = fit.matrix.apply(to: Point(sample.position.x / size.width, sample.position.y / size.height))
            return .init(time: sample.time, position: Point(place.x * size.width, place.y * size.height))
        }
        return contact
    }

    private mutating func measureEdges() {
        let period = noise.scanPeriod ?? 0.01
        for name in plan.edges {
            var calibration = EdgeCalibration(asksForMore: false)
            for contact in contacts where nearest(contact) == name {
                guard let stroke = EdgeStroke(contact.samples, from: name.edge, of: size, scanPeriod: period),
                    stroke.distance <= Self.farInside, stroke.reach >= EdgeStroke.leastReach
                else { continue }
                calibration.add(swipe: stroke)
            }
            for contact in drags where nearest(contact) == name {
                guard let stroke = EdgeStroke(contact.samples, from: name.edge, of: size, scanPeriod: period) else {
                    continue
                }
                calibration.add(drag: stroke)
            }
            guard let proposal = calibration.proposal else { continue }
            edges[name] = calibration
            record.edges[name] = proposal
        }
    }

    /// The edge of the plan that is nearest to the first sample of `contact`.
    private func nearest(_ contact: NoiseCalibration.Contact) -> PanelRecord.EdgeName? {
        guard let start = contact.samples.first?.position else { return nil }
        return plan.edges.min {
            EdgeStroke.distance(of: start, to: $0.edge, of: size)
                < EdgeStroke.distance(of: start, to: $1.edge, of: size)
        }
    }

    /// The contacts of `recording` in the order in which they began, and the greatest number that were down at once.
    private static func contacts(of recording: Recording) -> (contacts: [NoiseCalibration.Contact], most: Int) {
        var all: [NoiseCalibration.Contact] = []
        var down: [Int: Int] = [:]
        var most = 0
        for frame in recording.frames {
            for change in frame.changes {
                let sample = EdgeStroke.Sample(time: frame.time, position: change.position)
                switch change.phase {
                case .began:
                    down[change.contact] = all.count
                    all.append(.init(samples: [sample], lift: nil))
                    most = max(most, down.count)
                case .moved: if let index = down[change.contact] { all[index].samples.append(sample) }
                case .ended: if let index = down.removeValue(forKey: change.contact) { all[index].lift = frame.time }
                case .cancelled: down[change.contact] = nil
                }
            }
        }
        return (all, most)
    }
}
