// How the frames of a transition come to the glass: by planes or panning, which costs no pixels, or drawn.

import Geometry
import Layers
import Linux
import Logging
import Stage

/// How frames come to the glass, for people: in the log, and on the screen when it is measured.
package enum PicturePath: Equatable, Sendable, CustomStringConvertible {
    /// The processor draws them; why, when a transition could be shown otherwise.
    case drawn(String)
    /// Planes of the display engine show the screens; which shows which.
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

/// Decides once for each transition whether the display engine can show it, draws its screens once, and then says for each
/// frame where they are. What cannot be shown so is drawn, from that frame on until the transition is over.
final class TransitionPath {
    /// What became of a frame.
    enum Outcome {
        /// The display engine shows it at the next vblank; so much had to be drawn for it (`Frame.work`).
        case shown(work: Int)
        /// It is what is on the glass.
        case unchanged
        /// It has to be drawn; all of it, when planes were on the glass before.
        case drawn(isAfterPlanes: Bool)
    }

    /// How the newest frame came to the glass.
    private(set) var path: PicturePath
    /// What moves screens; or why nothing does.
    private let engine: Result<Engine, PlaneRefusal>
    private let log: Logger
    private var isPrepared = false
    /// The transition that was decided about.
    private var decided = 0
    private var screens: TransitionScreens?
    /// What is on the glass by planes; nil when it was drawn.
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

    /// Takes the memory that transitions need, before the first one. It takes it once.
    func prepare() {
        guard !isPrepared else { return }
        isPrepared = true
        do { try engine.get().planes.prepare() } catch { log.info("transitions are drawn: \(error)") }
    }

    /// Somebody else had the screen: nothing of planes is there any more.
    func reset() {
        (shown, screens) = (nil, nil)
        decided = 0
    }

    /// Shows the picture of `stage` for `presentation`, if the display engine can; one that is on the glass already only when
    /// the same is wanted again.
    func show(_ stage: Stage, at presentation: Instant, isSameWanted: Bool = false) -> Outcome {
        guard let transition = stage.onlyTransition else { return leave(.drawn("no transition, or several")) }
        if transition.id != decided {
            // Its screens cannot be drawn while the buffers show another's.
            if isOnGlass { return leave(path) }
            decide(transition, stage)
        }
        // Until its screens are in their buffers it is drawn: the first frame is not late for them.
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

    /// Whether a screen has to be drawn before planes can show the transition.
    var hasMoreAhead: Bool { screens?.isReady == false }

    /// Draws such a screen.
    func drawAhead(_ stage: Stage) {
        do {
            let engine = try engine.get()
            screens?.prepare(try stage.planeScene(at: stage.now), on: stage, engine.planes)
        } catch {
            _ = leave(.drawn("\(error)"))
        }
    }

    /// Whether planes show what is on the glass.
    var isShown: Bool { shown != nil }

    /// How a frame comes to the glass that is drawn because the HUD lies over it, and how it would without.
    func drawnUnderHUD(_ stage: Stage) -> PicturePath {
        if let transition = stage.onlyTransition, transition.id != decided {
            decide(transition, stage)
            screens = nil
        }
        guard case .drawn = path else { return .drawn("the HUD lies over it; without it \(path)") }
        return path
    }

    private func leave(_ path: PicturePath) -> Outcome {
        (shown, screens) = (nil, nil)
        self.path = path
        return .drawn(isAfterPlanes: isOnGlass)
    }

    /// Whether the display engine shows planes, also when the frame that is to take them away has been put off.
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
