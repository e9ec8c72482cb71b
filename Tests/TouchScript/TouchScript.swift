// Touches written as a script: fingers that come down, drag and lift, on a panel that scans at a given rate.

package import Geometry

/// Writes the frames that a panel would send. Time moves only through the script.
package final class TouchScript {
    /// What the panel has sent so far.
    public private(set) var frames: [TouchFrame] = []
    /// The script's time.
    public private(set) var now: Instant
    /// Time between two scans.
    package let period: Instant.Span

    private var lastContact: Int

    /// A script for a panel that scans `rate` times a second, from `start` on, and gives its fingers numbers from
    /// `firstContact` on.
    package init(rate: Int = 100, start: Instant = .zero, firstContact: Int = 1) {
        lastContact = firstContact - 1
        period = Instant.Span(nanoseconds: 1_000_000_000 / Int64(rate))
        now = start
    }

    /// A finger comes down at `point` (mm); `together` with what came before, in the same scan.
    package func down(at point: Point, together: Bool = false) -> Finger {
        lastContact += 1
        send([.init(contact: lastContact, phase: .began, position: point)], together: together)
        return Finger(script: self, contact: lastContact, position: point)
    }

    /// Fingers come down at `points` (mm) in one scan, and leave in one scan after `span`.
    package func tap(at points: Point..., for span: Instant.Span = .milliseconds(50)) {
        let contacts = points.indices.map { lastContact + 1 + $0 }
        lastContact += points.count
        send(zip(contacts, points).map { .init(contact: $0, phase: .began, position: $1) })
        wait(span)
        send(zip(contacts, points).map { .init(contact: $0, phase: .ended, position: $1) })
    }

    /// Nothing happens for `span`.
    package func wait(_ span: Instant.Span) { now = now + span }

    /// Two fingers move at once, each to its own place, in `span`.
    package func drag(_ a: inout Finger, to endA: Point, _ b: inout Finger, to endB: Point, over span: Instant.Span) {
        let (startA, startB) = (a.position, b.position)
        move(&a, &b, over: span) { (startA + (endA - startA) * $0, startB + (endB - startB) * $0) }
    }

    /// Two fingers move at once in `span`, each along its own path: `paths` says where they are (mm) when a share of it
    /// has passed, up to 1.
    package func move(
        _ a: inout Finger, _ b: inout Finger, over span: Instant.Span, along paths: (Double) -> (Point, Point)
    ) {
        let (contactA, contactB) = (a.contact, b.contact)
        steps(over: span) { share in
            let (pointA, pointB) = paths(share)
            self.send([
                .init(contact: contactA, phase: .moved, position: pointA),
                .init(contact: contactB, phase: .moved, position: pointB),
            ])
        }
        (a.position, b.position) = paths(1)
    }

    /// Two fingers leave the glass in the same scan, one scan after their last sample.
    package func lift(_ a: consuming Finger, _ b: consuming Finger) {
        wait(period)
        send([
            .init(contact: a.contact, phase: .ended, position: a.position),
            .init(contact: b.contact, phase: .ended, position: b.position),
        ])
    }

    fileprivate func steps(over span: Instant.Span, _ body: (Double) -> Void) {
        let count = max(1, Int((Double(span.nanoseconds) / Double(period.nanoseconds)).rounded()))
        for step in 1...count {
            now = now + Instant.Span(nanoseconds: span.nanoseconds / Int64(count))
            body(Double(step) / Double(count))
        }
    }

    fileprivate func send(_ changes: [TouchFrame.Change], together: Bool = false) {
        guard together, let last = frames.last, last.time == now else {
            return frames.append(TouchFrame(time: now, changes: changes))
        }
        frames[frames.count - 1] = TouchFrame(time: now, changes: last.changes + changes)
    }
}

/// A finger on the glass. It is lifted exactly once: lifting it twice, or moving it after, does not compile.
package struct Finger: ~Copyable {
    let script: TouchScript
    let contact: Int
    /// Where the finger is (mm).
    public internal(set) var position: Point

    /// The finger goes straight to `end` (mm) in `span`, at an even speed.
    public consuming func drag(to end: Point, over span: Instant.Span) -> Finger {
        let start = position
        let contact = contact
        let script = script
        script.steps(over: span) { share in
            script.send([.init(contact: contact, phase: .moved, position: start + (end - start) * share)])
        }
        return Finger(script: script, contact: contact, position: end)
    }

    /// The finger stays where it is for `span`; the panel has nothing to send.
    public consuming func hold(for span: Instant.Span) -> Finger {
        script.wait(span)
        return Finger(script: script, contact: contact, position: position)
    }

    /// The finger leaves the glass, one scan after its last sample.
    public consuming func lift() {
        script.wait(script.period)
        script.send([.init(contact: contact, phase: .ended, position: position)])
    }

    /// The panel takes the finger for a palm.
    public consuming func cancel() {
        script.wait(script.period)
        script.send([.init(contact: contact, phase: .cancelled, position: position)])
    }
}
