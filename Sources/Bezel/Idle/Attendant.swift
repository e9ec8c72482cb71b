// Looks after the stage between two visitors: asks, tidies up, attracts, and turns the light off and on.

import Geometry
import Layers
import Pages
import Stage

/// Does to one stage what the idle policy decides. Time is an argument, so it runs in virtual time as well.
final class Attendant {
    private let stage: Stage
    private var screens: FirstScreens
    private var policy: IdlePolicy
    private var gate = TouchGate()
    /// Contacts that came down before that moment saw nothing to touch.
    private var litSince = Instant.zero
    private var card: StillThereCard?
    private var fade = Animation()

    /// Turns the light off, or on; when it is on, `shown(at:)` has to be told.
    var onLight: ((Bool) -> Void)?
    /// Called when pictures or deadlines have changed.
    var onChange: (() -> Void)?
    /// A line for the log.
    var say: ((String) -> Void)?
    /// What the visitor did was wiped.
    var onWipe: (() -> Void)?

    /// Looks after `stage`, which shows `screens`, from `instant` on; nobody has touched it yet, or somebody did `last`.
    init(_ stage: Stage, _ screens: FirstScreens, at instant: Instant, last: Instant? = nil) {
        (self.stage, self.screens) = (stage, screens)
        policy = IdlePolicy(screens.idle, at: instant, last: last)
        policy.onChange = { [unowned self] in say?("idle: \($0.name), because of: \($1)") }
    }

    /// What the idle policy makes of it now.
    var state: IdlePolicy.State { policy.state }
    /// When somebody touched the panel last, of a visit that is not wiped.
    var lastTouch: Instant? {
        switch policy.state {
        case .visited(let last), .asking(let last): last
        case .dark(let last), .waking(let last): last
        case .unvisited, .attracting: nil
        }
    }

    /// Whether pages have touches now.
    private var isOpen: Bool {
        switch policy.state {
        case .unvisited, .visited: true
        case .asking, .attracting, .dark, .waking: false
        }
    }

    // MARK: Touches and time

    /// Touches have changed: what of them is for the stage. A touch that wakes the panel, answers the question or leads away
    /// from the page that attracts people is for nobody, to its end.
    func admit(_ frame: TouchFrame) -> TouchFrame? {
        if let due = policy.nextDeadline, due <= frame.time { advance(to: frame.time) }
        let keepsNew = !isOpen || frame.time < litSince
        if gate.isSign(frame), isOpen || frame.changes.contains(where: { $0.phase == .began }) {
            act(policy.touched(at: frame.time), at: frame.time)
        }
        return gate.pass(frame, keepsNew: keepsNew)
    }

    /// Time has come to `instant`.
    func advance(to instant: Instant) { act(policy.advance(to: instant), at: instant) }

    /// When `advance` has to be called; nil for never.
    var nextDeadline: Instant? { policy.nextDeadline }

    /// The picture is on the glass again since `instant`: touches count from now on.
    func shown(at instant: Instant) {
        litSince = instant
        act(policy.shown(at: instant), at: instant)
        // Nothing is done, and yet there is a deadline now.
        onChange?()
    }

    /// The hours in which the panel is lit begin or end.
    func setOpen(_ isOpen: Bool, at instant: Instant) { act(policy.setOpen(isOpen, at: instant), at: instant) }

    /// Somebody who may wants the glass dark, or lit.
    func setLight(_ isOn: Bool, at instant: Instant) { act(isOn ? policy.wake() : policy.blank(), at: instant) }

    /// Other pages and rules count from now on: somebody who is here keeps theirs as far as these still exist, else it is the
    /// start.
    func change(to screens: FirstScreens, scale: Double, record: PanelRecord?, at instant: Instant) throws(Failure) {
        self.screens = screens
        act(policy.change(to: screens.idle), at: instant)
        stage.advance(to: instant)
        if lastTouch != nil {
            try screens.replace(on: stage, scale: scale, record: record)
        } else {
            screens.dress(stage, scale, record)
            if case .attracting = policy.state, let page = screens.idle.attract {
                try screens.begin(anew: stage, names: [page])
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
            let language = (stage.frontNavigator.top as? PageScreen)?.language ?? screens.language ?? "en"
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
            gate.keepAll()
            stage.cancelAllTouches()
            let dark = View(isOpaque: true)
            dark.layer.backgroundColor = .black
            stage.cover = dark
            onLight?(false)
        case .light:
            stage.cover = nil
            onLight?(true)
        }
    }

    /// The page `name` comes instead of everything; nil: the start.
    private func wipe(to name: String?) {
        gate.keepAll()
        fade.stop()
        do throws(Failure) {
            try screens.begin(anew: stage, names: name.map { [$0] } ?? [])
        } catch { fatalError("the start pages have gone: \(error)") }
        onWipe?()
        if case .dark = policy.state { return }
        // A new one each time: an animation keeps the layers that it moves, and those of visits that are over must go.
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
