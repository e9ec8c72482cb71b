// A random movement of one hand on a panel: a tap, a swipe, a pinch, a palm and others.

import Geometry

/// The contacts of one movement of a hand, sampled every 25 ms, like a slow panel.
struct SoakStroke {
    /// One sample of one contact, `scan` scans after the hand came down.
    struct Sample {
        let scan: Int
        /// The number of the contact within the hand.
        let contact: Int
        let phase: TouchFrame.Phase
        let position: Point
    }

    static let scan = Instant.Span.milliseconds(25)

    private(set) var samples: [Sample] = []
    /// The number of contacts.
    private(set) var contacts = 0
    /// Whether the end of a contact is never reported, because the panel has lost it.
    private(set) var isLost = false
    /// How many scans the movement takes.
    var scans: Int { (samples.map(\.scan).max() ?? 0) + 1 }

    /// A random movement on a panel of `size` mm.
    init(on size: Size, _ random: inout SeededGenerator) {
        let place = Point(random.uniform(0...size.width), random.uniform(0...size.height))
        switch random.uniform(0...100) {
        case ..<40: tap(at: place, &random)
        case ..<52: swipe(from: Point(random.uniform(0.3...5), place.y), along: Vector(1, 0), 40...260, &random)
        case ..<56:
            swipe(from: Point(size.width - random.uniform(0.3...5), place.y), along: Vector(-1, 0), 40...200, &random)
        case ..<62: swipe(from: place, along: Vector(random.uniform(0...1) < 0.5 ? 1 : -1, 0), 10...200, &random)
        case ..<82: swipe(from: place, along: Vector(0, random.uniform(0...1) < 0.6 ? -1 : 1), 10...150, &random)
        case ..<86: pinch(at: place, &random)
        case ..<89: palm(at: place, &random)
        case ..<91: hold(at: place, &random)
        case ..<93:
            swipe(from: place, along: Vector(1, 0.3), 10...150, &random)
            isLost = true
            samples.removeLast()
        default: drum(at: place, &random)
        }
        let whole = Rect(0, 0, size.width, size.height)
        samples.removeAll { !whole.contains($0.position) && $0.phase == .moved }
    }

    private mutating func tap(at place: Point, after scan: Int = 0, _ random: inout SeededGenerator) {
        let length = Int(random.uniform(2...5))
        samples.append(Sample(scan: scan, contact: contacts, phase: .began, position: place))
        let slip = Point(place.x + random.uniform(-0.5...0.5), place.y + random.uniform(-0.5...0.5))
        samples.append(Sample(scan: scan + 1, contact: contacts, phase: .moved, position: slip))
        samples.append(Sample(scan: scan + length, contact: contacts, phase: .ended, position: slip))
        contacts += 1
    }

    private mutating func swipe(
        from place: Point, along: Vector, _ lengths: ClosedRange<Double>, _ random: inout SeededGenerator
    ) {
        let length = random.uniform(lengths)
        // Some people throw, some drag.
        move(place, by: along * length, scans: Int(random.uniform(4...16)))
    }

    /// A contact that moves evenly and lifts.
    private mutating func move(_ place: Point, by way: Vector, scans: Int) {
        for scan in 0...scans {
            let phase: TouchFrame.Phase = scan == 0 ? .began : scan == scans ? .ended : .moved
            let share = Double(min(scan, scans - 1)) / Double(max(1, scans - 1))
            samples.append(Sample(scan: scan, contact: contacts, phase: phase, position: place + way * share))
        }
        contacts += 1
    }

    private mutating func pinch(at place: Point, _ random: inout SeededGenerator) {
        let (scans, way) = (Int(random.uniform(8...20)), Vector(random.uniform(-40...40), random.uniform(-40...40)))
        move(place, by: way, scans: scans)
        move(place + Vector(30, 10), by: way * -1, scans: scans)
    }

    /// A hand that lies down, which the panel detects.
    private mutating func palm(at place: Point, _ random: inout SeededGenerator) {
        let scans = Int(random.uniform(3...12))
        for _ in 0..<Int(random.uniform(3...7)) {
            let spot = place + Vector(random.uniform(-35...35), random.uniform(-35...35))
            samples.append(Sample(scan: 0, contact: contacts, phase: .began, position: spot))
            samples.append(Sample(scan: scans, contact: contacts, phase: .cancelled, position: spot))
            contacts += 1
        }
    }

    private mutating func hold(at place: Point, _ random: inout SeededGenerator) {
        samples.append(Sample(scan: 0, contact: contacts, phase: .began, position: place))
        samples.append(
            Sample(scan: Int(random.uniform(40...200)), contact: contacts, phase: .ended, position: place))
        contacts += 1
    }

    /// Children who find out how many fingers the panel takes.
    private mutating func drum(at place: Point, _ random: inout SeededGenerator) {
        for _ in 0..<Int(random.uniform(5...26)) {
            let spot = place + Vector(random.uniform(-60...60), random.uniform(-40...40))
            tap(at: spot, after: Int(random.uniform(0...50)), &random)
        }
    }
}
