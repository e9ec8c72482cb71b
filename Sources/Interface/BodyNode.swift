// The node of an element with a body, which runs again when what it has read changes.

import Dispatch
import Observation
import Stage

/// Tells the main queue from others. It may run on any thread; the main thread belongs to it.
private nonisolated let mainQueue: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
}()

/// A node whose body can run again by itself.
class RunningNode: Node {
    /// Runs the body, and shows what is different.
    func run() {}

    /// Has the body run again before the next frame.
    final func needsRun() {
        guard !hasLeft, !isToRun else { return }
        isToRun = true
        tree.needsRun(self)
    }

    /// Whether the body runs again before the next frame.
    final var isToRun = false

    /// The number of the last run.
    private final var number = 0
    private final let runs = Runs()

    /// What `body` returns. The node is told of the first change of what it reads, until it observes again.
    final func observing<Value>(_ body: () -> Value) -> Value {
        // This ends the tracking of the run before, which would wait until something changes, together with those of all runs before it.
        number += 1
        runs.last = number
        let number = number
        return withObservationTracking {
            _ = runs.last
            return body()
        } onChange: { [weak self] in
            // Observation tells it where the object is changed, before the change.
            if DispatchQueue.getSpecific(key: mainQueue) != nil {
                MainActor.assumeIsolated { self?.changed(after: number) }
            } else {
                Task { @MainActor in self?.changed(after: number) }
            }
        }
    }

    /// Nothing that the last run has read is watched any more. A model that outlives the node would keep the watch until it changes.
    override func leave() {
        super.leave()
        number += 1
        runs.last = number
    }

    /// Something that run `number` has read changes, or the next run begins.
    private func changed(after number: Int) { if number == self.number { needsRun() } }
}

/// What ends the tracking of a run.
@Observable private final class Runs {
    var last = 0
}

/// Stands for an element with a body.
final class BodyNode<Content: Element, Body: Element>: RunningNode {
    private var element: Content
    private let body: (Content, Environment) -> Body
    private var content: Node!
    private let isMemory: Bool

    /// The node of `element`, whose body is `body`. It may remember something as long as it is shown.
    init(
        _ element: Content, in place: NodePlace, remembers isMemory: Bool = false,
        body: @escaping (Content, Environment) -> Body
    ) {
        (self.element, self.body, self.isMemory) = (element, body, isMemory)
        super.init(in: place)
        content = makeNode(of: observed(), in: self.place())
    }

    override var remembers: Bool { isMemory || content.remembers }
    override var children: [Node] { [content] }
    override func appendItems(to items: inout [ItemNode]) { content.appendItems(to: &items) }
    override func appendViews(to views: inout [View]) { content.appendViews(to: &views) }

    override func take(_ element: any Element, _ environment: Environment) -> Bool {
        guard let element = element as? Content else { return false }
        (self.element, self.environment) = (element, environment)
        run()
        return true
    }

    override func run() {
        isToRun = false
        let new = observed()
        if content.take(new, environment) { return }
        content.leave()
        content = makeNode(of: new, in: place())
        childrenChanged()
    }

    private func observed() -> Body { observing { body(element, environment) } }
}
