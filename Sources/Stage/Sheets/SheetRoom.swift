// The room that a sheet leaves to the keyboard of one of its screens.

import Geometry
import Layers

extension Sheet {
    /// Rises to make room for a dock of one of its screens, or sinks when that has gone. A sheet that moves does so when it rests.
    func makeRoom() {
        guard transition == nil, isPresented else { return }
        let old = navigator.view.layer.presentation.position.y
        resize()
        let way = old - navigator.view.frame.minY
        guard way != 0 else { return }
        let movement = Animation()
        for layer in layers { movement.animator.add(.positionY, of: layer, from: way, to: 0) }
        movement.start(on: stage, Dock.timing)
        roomMovement = movement
    }

    /// Takes the room that a dock of one of its screens leaves it while a finger moves that.
    func followDock() {
        guard transition == nil, isPresented else { return }
        roomMovement = nil
        resize()
    }
}
