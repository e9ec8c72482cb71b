// The two screens of a transition, in the buffers that planes show.

import Geometry
import Layers
import Linux
import Stage

/// Draws each screen of a transition once into a buffer of the display engine, and again into another buffer when the screen
/// changes. A frame then only sets the positions of the screens.
@MainActor
struct TransitionScreens {
    /// A screen needs something that planes cannot show.
    struct Refusal: Error, CustomStringConvertible { let description: String }

    /// The needs of the whole transition.
    let wants: PlaneWants
    private let way: PlaneSet.Way
    /// How far the picture is turned on the display.
    private let rotation: PictureRotation
    /// The size of the display.
    private let glass: PixelSize
    private let lowerIsLeft: Bool
    private let shadow: EdgeShadow?
    private var lower: FlatScreen
    private var upper: FlatScreen
    /// The numbers of the screens' pictures that a buffer contains; 0 for none.
    private struct Held { var lower = 0, upper = 0 }
    private var held = [Held](repeating: Held(), count: 3)
    /// The visible buffers; the same one twice with panning.
    private var buffers = (lower: 0, upper: 1)
    private var hasLower = false
    private var hasUpper = false
    private var work = 0

    /// The screens of a transition that passes through `scenes`, on a display whose picture is turned by `rotation`.
    init(of scenes: [PlaneScene], way: PlaneSet.Way, rotation: PictureRotation) {
        guard let first = scenes.first else { fatalError("a transition has a beginning") }
        wants = PlaneWants(
            lowerMoves: scenes.contains { ($0.lower.x, $0.lower.y) != (first.lower.x, first.lower.y) },
            dimsLower: scenes.contains { $0.dim > 0 }, coversScreen: scenes.allSatisfy(\.coversScreen),
            shadow: (first.shadowPlace?.size).map { rotation.turned($0) },
            // A plane that pans shows its buffer's two halves side by side, without rotation.
            movesAsOne: rotation == .none && scenes.allSatisfy(\.isSideBySide), isSideways: rotation.isSideways)
        self.way = way
        if way == .panning { buffers = (0, 0) }
        self.rotation = rotation
        glass = rotation.turned(first.size)
        lowerIsLeft = first.lower.x < first.upper.x
        shadow = first.shadow
        lower = FlatScreen(size: first.size)
        upper = FlatScreen(size: first.size)
    }

    /// Whether both screens have been drawn.
    var isReady: Bool { hasLower && hasUpper }

    /// Draws one of the screens that have not been drawn yet.
    mutating func prepare(_ scene: PlaneScene, on stage: Stage, _ planes: PlaneSet) {
        let buffer = planes.surface(way == .panning || !hasLower ? 0 : 1)
        if !hasLower {
            _ = lower.look(at: scene.lower.layer)
            draw(lower, to: way == .panning ? buffer.half(isLeft: lowerIsLeft) : buffer, over: 0, stage)
            held[0].lower = lower.number
            hasLower = true
        } else if !hasUpper {
            _ = upper.look(at: scene.upper.layer)
            draw(upper, to: way == .panning ? buffer.half(isLeft: !lowerIsLeft) : buffer, over: 0, stage)
            held[way == .panning ? 0 : 1].upper = upper.number
            if let shadow, let strip = planes.shadowSurface { shadow.draw(into: turned(strip)) }
            hasUpper = true
        }
    }

    /// The amount of drawing since the last call (`Frame.work`).
    mutating func takeWork() -> Int {
        defer { work = 0 }
        return work
    }

    /// The picture of `scene`, once the screens are ready. Redraws the parts of its screens that have changed. Throws if it has
    /// needs beyond `wants`.
    mutating func picture(of scene: PlaneScene, on stage: Stage, _ planes: PlaneSet) throws(Refusal) -> PlanePicture {
        if scene.dim > 0, !wants.dimsLower { throw Refusal(description: "the lower screen is dimmed") }
        if scene.shadow != shadow { throw Refusal(description: "the shadow changes") }
        if wants.coversScreen, !scene.coversScreen { throw Refusal(description: "there is a gap between the screens") }
        let lowerChanged = lower.look(at: scene.lower.layer)
        let upperChanged = upper.look(at: scene.upper.layer)
        if way == .panning { return try panned(scene, lowerChanged || upperChanged, stage, planes) }
        if lowerChanged, upperChanged {
            throw Refusal(description: "both screens change at once")
        } else if lowerChanged {
            let spare = 3 - buffers.lower - buffers.upper
            draw(lower, to: planes.surface(spare), over: held[spare].lower, stage)
            held[spare] = Held(lower: lower.number)
            buffers.lower = spare
        } else if upperChanged {
            let spare = 3 - buffers.lower - buffers.upper
            draw(upper, to: planes.surface(spare), over: held[spare].upper, stage)
            held[spare] = Held(upper: upper.number)
            buffers.upper = spare
        }
        let lowerPlace = rotation.place(of: scene.lowerPlace, in: glass)
        let upperPlace = rotation.place(of: scene.upperPlace, in: glass)
        let shadowPlace = scene.shadowPlace.map { rotation.place(of: $0, in: glass) }
        return .planes(
            .init(
                lower: .init(buffer: buffers.lower, x: lowerPlace.x, y: lowerPlace.y),
                upper: .init(buffer: buffers.upper, x: upperPlace.x, y: upperPlace.y),
                lowerAlpha: UInt16(((1 - scene.dim) * 65535).rounded()), shadowX: shadowPlace?.x ?? 0,
                shadowY: shadowPlace?.y ?? 0))
    }

    private mutating func panned(
        _ scene: PlaneScene, _ isChanged: Bool, _ stage: Stage, _ planes: PlaneSet
    ) throws(Refusal) -> PlanePicture {
        guard scene.isSideBySide else { throw Refusal(description: "the screens do not move together") }
        if isChanged {
            // Of two buffers, the one that is not on the screen.
            let buffer = 1 - buffers.lower
            let surface = planes.surface(buffer)
            draw(lower, to: surface.half(isLeft: lowerIsLeft), over: held[buffer].lower, stage)
            draw(upper, to: surface.half(isLeft: !lowerIsLeft), over: held[buffer].upper, stage)
            held[buffer] = Held(lower: lower.number, upper: upper.number)
            buffers = (buffer, buffer)
        }
        return .panning(buffer: buffers.lower, x: -min(scene.lower.x, scene.upper.x))
    }

    private mutating func draw(_ screen: FlatScreen, to surface: PixelSurface, over held: Int, _ stage: Stage) {
        guard let frame = screen.newest else { return }
        let region = screen.region(over: held)
        work += frame.work(in: region)
        stage.draw(frame, into: turned(surface), region: region)
    }

    private func turned(_ memory: PixelSurface) -> PixelSurface {
        PixelSurface(
            base: memory.base, size: memory.size, pitch: memory.pitch, format: memory.format, rotation: rotation)
    }
}

extension PixelRect {
    fileprivate var size: PixelSize { PixelSize(width, height) }
}

extension PixelSurface {
    /// The left or right half of the surface.
    fileprivate func half(isLeft: Bool) -> PixelSurface {
        let half = PixelSize(size.width / 2, size.height)
        return PixelSurface(
            base: isLeft ? base : base + half.width * format.bytes, size: half, pitch: pitch, format: format)
    }
}
