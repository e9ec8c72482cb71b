// Random visitors of a panel: when they come by the hour of the day, and what they do.

import Geometry

/// Groups of visitors, one after the other, with pauses between them that depend on the hour. `Soak` keeps them away while it
/// inspects the kiosk.
struct SoakVisitors {
    private let size: Size
    private var random: SeededGenerator
    private var lastContact = 0
    /// Contacts that the panel has lost. `release` ends them later.
    private var lost: [(contact: Int, position: Point)] = []

    /// The average pause between two groups, in seconds, for each hour of the day.
    private static let pauses: [Double] = [
        7200, 7200, 7200, 7200, 7200, 3600, 600, 120, 45, 25, 15, 12, 12, 12, 12, 12, 15, 20, 40, 60, 120, 300, 3600,
        7200,
    ]

    /// Visitors of a panel of `size` mm.
    init(on size: Size, seed: UInt64) { (self.size, random) = (size, SeededGenerator(seed: seed)) }

    /// The time until the next group comes, at hour `hour` of the day.
    mutating func pause(at hour: Int) -> Instant.Span {
        // The time between two events of a process in which every moment is equally likely.
        let share = -logarithm(random.uniform(1e-6...1))
        return .seconds(3 + share * Self.pauses[hour])
    }

    /// Everything that a group does, from `start` on, with a frame for each scan in which something changes.
    mutating func visit(from start: Instant) -> [TouchFrame] {
        var scans: [Int: [TouchFrame.Change]] = [:]
        release(&scans)
        let people = Int(random.uniform(1...8))
        let length = Int(random.uniform(200...2400))
        for _ in 0..<people {
            var scan = Int(random.uniform(0...200))
            while scan < length {
                let stroke = SoakStroke(on: size, &random)
                add(stroke, at: scan, to: &scans)
                scan += stroke.scans + Int(random.uniform(2...30))
            }
        }
        return scans.keys.sorted().map { scan in
            TouchFrame(time: start + SoakStroke.scan * Int64(scan), changes: scans[scan] ?? [])
        }
    }

    private mutating func add(_ stroke: SoakStroke, at start: Int, to scans: inout [Int: [TouchFrame.Change]]) {
        var last: [Int: Point] = [:]
        for sample in stroke.samples {
            let contact = lastContact + 1 + sample.contact
            scans[start + sample.scan, default: []].append(
                TouchFrame.Change(contact: contact, phase: sample.phase, position: sample.position))
            last[contact] = sample.position
        }
        if stroke.isLost, let contact = last.keys.max(), let position = last[contact] {
            lost.append((contact, position))
        }
        lastContact += stroke.contacts
    }

    /// Cancels the contacts that the panel has lost. For half of them, a new contact comes down in their place at the same
    /// time. As in the table of contacts, the new contact gets a number of its own.
    private mutating func release(_ scans: inout [Int: [TouchFrame.Change]]) {
        for (contact, position) in lost {
            scans[0, default: []].append(.init(contact: contact, phase: .cancelled, position: position))
            if random.uniform(0...1) < 0.5 { continue }
            lastContact += 1
            for (scan, phase) in [(0, TouchFrame.Phase.began), (4, .ended)] {
                scans[scan, default: []].append(.init(contact: lastContact, phase: phase, position: position))
            }
        }
        lost = []
    }

    /// The natural logarithm by a series: as exact as needed, and the same on every machine.
    private func logarithm(_ value: Double) -> Double {
        var (rest, twos) = (value, 0.0)
        while rest < 0.75 { (rest, twos) = (rest * 2, twos + 1) }
        let ratio = (rest - 1) / (rest + 1)
        let square = ratio * ratio
        return 2 * ratio * (1 + square / 3 + square * square / 5 + square * square * square / 7) - twos
            * 0.693_147_180_559_945_3
    }
}
