// Work that is done once before the next frame, however often it is asked for.

import Geometry
import Layers

/// Brings something up to date before the next frame, such as the elements of a screen after their models have changed.
@MainActor
package final class Refresh {
    private let body: () -> Void
    private weak var stage: Stage?

    /// A refresh that does `body`.
    package init(_ body: @escaping () -> Void) { self.body = body }
}

extension Refresh: Mover {
    var end: Instant? { stage?.now }
    func show(at instant: Instant) {}
    func pose(_ poses: inout Poses, at instant: Instant) {}
    func changes(after instant: Instant) -> Bool { false }

    func rest() {
        stage?.remove(self)
        stage = nil
        body()
    }

    fileprivate func request(on stage: Stage) {
        // A stage that was too busy may have dropped it.
        guard self.stage !== stage || !stage.movers.contains(where: { $0 === self }) else { return }
        self.stage = stage
        stage.add(self)
    }
}

extension Stage {
    /// Has `refresh` done before the next frame.
    package func request(_ refresh: Refresh) { refresh.request(on: self) }
}
