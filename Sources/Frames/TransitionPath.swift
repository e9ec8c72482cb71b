// How the frames of a transition are shown: by planes or panning, without drawing, or drawn.

import Geometry
import Layers
import Linux
import Logging
import Stage

/// How frames are shown, in words: for the log and the HUD.
package enum PicturePath: Equatable, Sendable, CustomStringConvertible {
    /// The processor draws them. For a transition, with the reason.
    case drawn(String)
    /// Planes of the display engine show the screens, in this assignment.
    case planes(String)
    /// One plane pans over both screens.
    case panning(String)

    /// `drawn: no overlay plane`.
    package var description: String {
        switch self {
        case .drawn(let why): "drawn: \(why)"
        case .planes(let which): "planes: \(which)"
        case .panning(let how): how
        }
    }
}

/// Decides once per transition whether the display engine can show it, draws its screens once, and then sets their positions for
/// each frame. A frame that planes cannot show is drawn, as are all later frames of the transition.
@MainActor
final class TransitionPath {
    /// What happens with a frame.
    enum Outcome {
        /// The display engine shows it at the next vblank. `work` is the amount of drawing for it (`Frame.work`).
        case shown(work: Int)
        /// It equals the picture on the screen.
        case unchanged
        /// It must be drawn: completely, if planes were on the screen before.
        case drawn(isAfterPlanes: Bool)
    }

    /// How the newest frame was shown.
    private(set) var path: PicturePath
    /// The display engine, or why it cannot be used.
    private let engine: Result<Engine, PlaneRefusal>
    private let log: Logger
    private var isPrepared = false
    /// The transition of the last decision.
    private var decided = 0
    private var screens: TransitionScreens?
    /// The picture that planes show; nil if it was drawn.
    private var shown: PlanePicture?

    private struct Engine {
        let display: any Display
        let planes: PlaneSet
    }

    init(display: (any Display)?, log: Logger) {
        self.log = log
        engine =
            display.map { display in display.planes.map { Engine(display: display, planes: $0) } } ?? .failure(.notKMS)
        path = .drawn("no transition yet")
    }

    /// Allocates the memory for transitions, before the first one. Later calls do nothing.
    func prepare() {
        guard !isPrepared else { return }
        isPrepared = true
        do { try engine.get().planes.prepare() } catch { log.info("transitions are drawn: \(error)") }
    }

    /// Another session had the screen, so planes show nothing any more.
    func reset() {
        (shown, screens) = (nil, nil)
        decided = 0
    }

    /// Something lies over the screens, so this frame is drawn. Planes have to show the next one even if nothing has moved.
    func cover() { shown = nil }

    /// Shows the picture of `stage` for `presentation` if the display engine can. A picture that is already on the screen is
    /// shown again only if `isSameWanted`.
    func show(_ stage: Stage, at presentation: Instant, isSameWanted: Bool = false) -> Outcome {
        guard let transition = stage.onlyTransition else { return leave(.drawn("no transition, or several")) }
        if transition.id != decided {
            // The screens cannot be drawn while the buffers show those of another transition.
            if isOnGlass { return leave(path) }
            decide(transition, stage)
        }
        // Frames are drawn until both screens are in their buffers, so that the first frame does not wait for them.
        guard screens?.isReady == true else { return .drawn(isAfterPlanes: isOnGlass) }
        do {
            let engine = try engine.get()
            let scene = try stage.planeScene(at: presentation)
            guard let picture = try screens?.picture(of: scene, on: stage, engine.planes) else { return leave(path) }
            if picture == shown, !isSameWanted { return .unchanged }
            try engine.display.present(picture)
            shown = picture
            return .shown(work: screens?.takeWork() ?? 0)
        } catch {
            let why = PicturePath.drawn("\(error)")
            log.debug("transition \(decided), from here on \(why)")
            return leave(why)
        }
    }

    /// Whether a screen must be drawn before planes can show the transition.
    var hasMoreAhead: Bool { screens?.isReady == false }

    /// Draws one such screen.
    func drawAhead(_ stage: Stage) {
        do {
            let engine = try engine.get()
            screens?.prepare(try stage.planeScene(at: stage.now), on: stage, engine.planes)
        } catch {
            _ = leave(.drawn("\(error)"))
        }
    }

    /// Whether planes show the current picture.
    var isShown: Bool { shown != nil }

    /// How a frame is shown that is drawn because of the HUD, and how it would be shown without the HUD.
    func drawnUnderHUD(_ stage: Stage) -> PicturePath {
        // The frame that removes the planes of another transition may wait for their flip. It needs their assignment.
        if let transition = stage.onlyTransition, transition.id != decided, !isOnGlass {
            decide(transition, stage)
            screens = nil
        }
        guard case .drawn = path else { return .drawn("the HUD covers it; without the HUD: \(path)") }
        return path
    }

    private func leave(_ path: PicturePath) -> Outcome {
        (shown, screens) = (nil, nil)
        self.path = path
        return .drawn(isAfterPlanes: isOnGlass)
    }

    /// Whether the display engine shows planes, even while the frame that removes them is postponed.
    private var isOnGlass: Bool { if case .success(let engine) = engine { engine.planes.isShown } else { false } }

    private func decide(_ transition: Transition, _ stage: Stage) {
        decided = transition.id
        do {
            let engine = try engine.get()
            let screens = TransitionScreens(
                of: try stage.planeScenes(along: transition), way: engine.planes.way, rotation: engine.display.rotation)
            let words = try engine.planes.choose(screens.wants)
            self.screens = screens
            path = engine.planes.way == .planes ? .planes(words) : .panning(words)
        } catch { path = .drawn("\(error)") }
        log.debug("transition \(transition.id), \(path)")
    }
}
