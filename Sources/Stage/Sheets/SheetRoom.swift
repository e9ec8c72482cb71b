// Where a sheet is, and the room that it leaves to the keyboard of one of its screens.

import Geometry
import Layers

extension Sheet {
    /// The geometry of a sheet on a panel.
    @MainActor struct Place {
        let size: Size
        let density: Double
        let height: Double
        let stops: [Double]
        let behindRadius: Double
        private let card: Rect?

        /// Over a dock a sheet is as much higher, so that as much of it can be seen as before. While a finger holds a share of the dock below
        /// the glass, the sheet has gone as much of the way to its place without the dock.
        init(
            _ root: Screen, _ presenter: Navigator, over dock: (height: Double, held: Double)? = nil, on stage: Stage
        ) {
            let (dockHeight, held) = dock ?? (0, 0)
            let (size, density) = (stage.panel.pixels.size, stage.panel.density(.vertical))
            card =
                root.sheetCard?.frame(
                    on: stage, root.direction ?? stage.direction, above: (dockHeight * (1 - held)).rounded()
                ).card
            let highest = (size.height * GestureSettings.sheetHeight).rounded()
            let heights = root.detents.map { detent in
                switch detent {
                case .share(let share): min(highest, (share * size.height).rounded())
                case .height(let millimetres): min(highest, (millimetres * density).rounded())
                }
            }
            // Over a dock, two heights may be one.
            let sorted =
                card.map { [$0.height] }
                ?? Set(heights.isEmpty ? [highest] : heights).sorted(by: >).map { free in
                    let over = min(highest, free + dockHeight)
                    return (over + (free - over) * held).rounded()
                }
            (self.size, self.density) = (size, density)
            height = sorted[0]
            stops = sorted.map { sorted[0] - $0 }
            behindRadius = presenter.sheet == nil && card == nil ? stage.theme.radius(0.6).rounded() : 0
        }

        func frame(stop: Int) -> Rect {
            card ?? Rect(0, size.height - height + stops[stop], size.width, height)
        }
    }

    /// Rises to make room for a dock of one of its screens, or sinks when that has gone. A sheet that moves does so when it rests.
    func makeRoom() {
        guard transition == nil, isPresented else { return }
        let (front, behind) = (navigator.view.layer, behindLayer)
        let (old, oldBehind) = (front.presentation, behind.presentation)
        resize()
        let movement = Animation()
        // What an earlier movement still adds is seen too, and is taken back.
        roomMovement = nil
        let (new, newBehind) = (front.presentation, behind.presentation)
        let way = old.position.y - new.position.y
        var moves = way != 0
        for layer in layers where way != 0 { movement.animator.add(.positionY, of: layer, from: way, to: 0) }
        let receding: [(AnimatedProperty, Double)] = [
            (.scale, oldBehind.scale - newBehind.scale), (.dim, oldBehind.dim - newBehind.dim),
            (.cornerRadius, oldBehind.cornerRadius - newBehind.cornerRadius),
        ]
        for (property, way) in receding where way != 0 {
            movement.animator.add(property, of: behind, from: way, to: 0)
            moves = true
        }
        guard moves else { return }
        movement.start(on: stage, Animation.asked ?? Dock.manner)
        roomMovement = movement
    }
}
