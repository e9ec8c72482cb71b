// Looks after the stage between two visitors: asks, wipes, attracts, and turns the light off and on.

import Geometry
import Gestures
import Layers
import Machine
import Pages
import Stage

/// Carries out the decisions of the idle policy on one stage. Time is an argument, so it also runs in virtual time.
@MainActor
final class Attendant {
    private let stage: Stage
    private var screens: StartScreens
    private var policy: IdlePolicy
    private var activity = ActivityDetector()
    private var touchGate = WithholdingGate<TouchFrame>()
    private var pressGate = WithholdingGate<PressFrame>()
    /// The moment at which the picture was last lit. Contacts that came down before it met a dark screen, so they are withheld.
    private var litSince = Instant.zero
    private var card: StillThereCard?
    private var fade = Animation()

    /// Turns the light on or off. Once the light is on, `shown(at:)` must be called.
    var onLight: ((Bool) -> Void)?
    /// Called when pictures or deadlines have changed.
    var onChange: (() -> Void)?
    /// Called when a program begins or ends to play something, in the middle of a change of the stage. `advance` is due then.
    var onPlay: (() -> Void)?
    /// Whether the policy does not know yet that a program has begun or ended to play something.
    private var hasPlayChanged = false
    /// Writes a line to the log.
    var say: ((String) -> Void)?
    /// Called when a visit has been wiped.
    var onWipe: (() -> Void)?

    /// Looks after `stage`, which shows `screens`, from `instant` on. `last` is the last touch of a visit that continues; nil
    /// without a visit.
    init(_ stage: Stage, _ screens: StartScreens, at instant: Instant, last: Instant? = nil) {
        (self.stage, self.screens) = (stage, screens)
        policy = IdlePolicy(screens.idle, at: instant, last: last)
        stage.guestCalls.playing = { [weak self] in
            self?.hasPlayChanged = true
            self?.onPlay?()
        }
        policy.plays(stage.isPlaying, at: instant)
        policy.onChange = { [unowned self] in say?("idle: \($0.name), because of: \($1)") }
    }

    /// The current state of the idle policy.
    var state: IdlePolicy.State { policy.state }
    /// The last touch of a visit that is not wiped; nil when there is none.
    var lastTouch: Instant? {
        switch policy.state {
        case .visited(let last), .asking(let last): last
        case .dark(let last), .waking(let last): last
        case .unvisited, .attracting: nil
        }
    }

    /// Whether touches reach the pages now.
    private var isOpen: Bool {
        switch policy.state {
        case .unvisited, .visited: true
        case .asking, .attracting, .dark, .waking: false
        }
    }

    // MARK: Touches and time

    /// Returns the part of `frame` that is for the stage; nil for nothing. A touch that wakes the panel, answers the question
    /// or leaves the attract page is withheld until it ends.
    func admit(_ frame: TouchFrame) -> TouchFrame? {
        let keepsNew = keepsNew(at: frame.time)
        let slop = max(Slop.distance, stage.gestures.slop)
        if activity.isSign(frame, slop: slop), isOpen || frame.changes.contains(where: { $0.phase == .began }) {
            act(policy.touched(at: frame.time), at: frame.time)
        }
        return touchGate.pass(frame, keepsNew: keepsNew)
    }

    /// Returns the part of `frame` that is for the stage; nil for nothing. A press is a sign of a visitor. So is a release,
    /// while touches reach the pages. A stuck button is no sign.
    func admit(_ frame: PressFrame) -> PressFrame? {
        let keepsNew = keepsNew(at: frame.time)
        if frame.changes.contains(where: { $0.phase == .began || isOpen && $0.phase == .ended }) {
            act(policy.touched(at: frame.time), at: frame.time)
        }
        return pressGate.pass(frame, keepsNew: keepsNew)
    }

    /// Whether contacts and presses that begin at `instant` are withheld.
    private func keepsNew(at instant: Instant) -> Bool {
        if let due = nextDeadline, due <= instant { advance(to: instant) }
        return !isOpen || instant < litSince
    }

    /// Withholds everything that is down until it ends.
    private func keepAll() {
        touchGate.keepAll()
        pressGate.keepAll()
    }

    /// Advances the policy to `instant`.
    func advance(to instant: Instant) {
        if hasPlayChanged {
            hasPlayChanged = false
            act(policy.plays(stage.isPlaying, at: instant), at: instant)
        }
        act(policy.advance(to: instant), at: instant)
    }

    /// The moment at which `advance` must be called; nil for never.
    var nextDeadline: Instant? { hasPlayChanged ? stage.now : policy.nextDeadline }

    /// Reports that the picture is lit again since `instant`. Touches count from then on.
    func shown(at instant: Instant) {
        litSince = instant
        act(policy.shown(at: instant), at: instant)
        // Even if there are no steps to carry out, there is a deadline now.
        onChange?()
    }

    /// A client opens a page at `instant`, over what is shown then.
    func opened(at instant: Instant) { act(policy.opened(at: instant), at: instant) }

    /// Begins or ends the hours in which the panel is lit.
    func setOpen(_ isOpen: Bool, at instant: Instant) { act(policy.setOpen(isOpen, at: instant), at: instant) }

    /// Lights or darkens the panel, at the request of a client that is allowed to do so.
    func setLight(_ isOn: Bool, at instant: Instant) { act(isOn ? policy.wake() : policy.blank(), at: instant) }

    /// Whether the stage looks the same with the pages of `screens`, so that a change to them leaves all that is on it as it is.
    func looksSame(with screens: StartScreens, record: PanelRecord?) -> Bool {
        guard screens.looksSame(on: stage, showing: self.screens, record: record) else { return false }
        if lastTouch != nil { return true }
        let isAttracting = if case .attracting = policy.state { true } else { false }
        return screens.isBeginning(stage, at: isAttracting ? screens.idle.attract : nil)
    }

    /// Applies other pages and rules. A stage that looks the same with them stays as it is, also under a finger. Otherwise, if there
    /// is a visitor, the stack stays up to the first screen that no longer exists; if not, the stage begins again, with the attract
    /// page if that was shown. An attract loop goes on.
    func change(to screens: StartScreens, scale: Double, record: PanelRecord?, at instant: Instant) throws(Failure) {
        let looksSame = looksSame(with: screens, record: record)
        let hasOtherRules = screens.idle != self.screens.idle
        self.screens = screens
        if hasOtherRules || !looksSame { act(policy.change(to: screens.idle), at: instant) }
        stage.advance(to: instant)
        stage.keepPictures(screens.kiosk?.keptPictures ?? [])
        if looksSame {
            screens.take(over: stage)
        } else if lastTouch != nil {
            try screens.replace(on: stage, scale: scale, record: record)
            stage.contentIsNew()
        } else {
            screens.dress(stage, scale, record)
            if case .attracting = policy.state, let page = screens.idle.attract {
                if !screens.goesOn(attracting: stage) { try screens.begin(anew: stage, names: [page]) }
            } else {
                try screens.begin(anew: stage)
            }
        }
        onChange?()
        advance(to: instant)
    }

    // MARK: What is done

    private func act(_ steps: [IdlePolicy.Step], at instant: Instant) {
        if steps.isEmpty { return }
        stage.advance(to: instant)
        for step in steps { act(step) }
        onChange?()
    }

    private func act(_ step: IdlePolicy.Step) {
        switch step {
        case .ask(let end):
            let shown = (stage.frontNavigator.top as? PageScreen)?.language
            let language = stage.language ?? shown ?? screens.language ?? "en"
            let card = StillThereCard(on: stage, until: end, language: language)
            self.card = card
            stage.cover = card
            card.begin()
        case .stay:
            closeCard()
        case .goHome:
            wipe(to: nil)
        case .attract:
            wipe(to: screens.idle.attract)
        case .darken:
            keepAll()
            stage.cancelAllTouches()
            let dark = View(isOpaque: true)
            dark.layer.backgroundColor = .black
            stage.cover = dark
            stage.isAsleep = true
            onLight?(false)
        case .light:
            stage.cover = nil
            stage.isAsleep = false
            onLight?(true)
        }
    }

    /// Replaces everything with the page `name`; nil for the start pages.
    private func wipe(to name: String?) {
        keepAll()
        fade.stop()
        do throws(Failure) {
            try screens.begin(anew: stage, names: name.map { [$0] } ?? [])
        } catch { fatalError("the start pages no longer exist: \(error)") }
        onWipe?()
        if case .dark = policy.state { return }
        // A new animation each time: an animation retains the layers that it moves, and the layers of past visits must be
        // freed.
        fade = Animation()
        fade.animator.add(.opacity, of: stage.navigator.view.layer, from: -1, to: 0)
        fade.start(on: stage, for: .milliseconds(350), curve: .easeOut)
    }

    private func closeCard() {
        card?.close()
        card = nil
        stage.cover = nil
    }
}
