// The path of touches and presses to a stage.

import Geometry

/// What touches and presses pass before the stage gets them, in order: the filters that admit them, the observers, and the
/// filters that correct their positions. The owner of each keeps it alive for as long as the frame loop runs.
@MainActor
struct InputPath {
    /// Reads the pending input of the touch panels.
    let readInput: () -> Void
    private struct Observer { unowned let observer: any StageObserver }
    @MainActor
    private struct Filter { unowned let filter: any InputFilter }

    private var admission: [Filter] = []
    private var observers: [Observer] = []
    private var placement: [Filter] = []

    init(readInput: @escaping () -> Void) { self.readInput = readInput }

    mutating func add(_ observer: any StageObserver) { observers.append(Observer(observer: observer)) }
    mutating func add(admitting filter: any InputFilter) { admission.append(Filter(filter: filter)) }
    mutating func add(placing filter: any InputFilter) { placement.append(Filter(filter: filter)) }

    /// Tells the observers something by `body`, in their order.
    func tell(_ body: (any StageObserver) -> Void) { for link in observers { body(link.observer) } }

    /// Passes touches through the filters, sets their time to no earlier than `earliest`, notifies the observers, and converts
    /// the positions to the stage.
    func pass(_ touches: TouchFrame, notBefore earliest: Instant) -> TouchFrame? {
        guard let admitted = filtered(touches, by: admission, { $0.pass($1) }) else { return nil }
        let taken = TouchFrame(time: max(admitted.time, earliest), changes: admitted.changes)
        tell { $0.takes(taken) }
        return filtered(taken, by: placement) { $0.pass($1) }
    }

    /// Does the same for presses.
    func pass(_ presses: PressFrame, notBefore earliest: Instant) -> PressFrame? {
        guard let admitted = filtered(presses, by: admission, { $0.pass($1) }) else { return nil }
        let taken = PressFrame(time: max(admitted.time, earliest), changes: admitted.changes)
        tell { $0.takes(taken) }
        return filtered(taken, by: placement) { $0.pass($1) }
    }

    private func filtered<Input>(
        _ input: Input, by filters: [Filter], _ pass: (any InputFilter, Input) -> Input?
    ) -> Input? {
        var rest = input
        for link in filters {
            guard let passed = pass(link.filter, rest) else { return nil }
            rest = passed
        }
        return rest
    }
}
