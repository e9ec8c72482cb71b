// The fingers on the keyboard.

import Geometry
import Gestures
import Stage

/// Follows the fingers on a keyboard. A key types when its finger lifts, or when the next finger comes down: so a text has the order in which
/// two thumbs have begun its letters, even when one of them stays down for longer.
final class KeyPresses {
    private unowned let keyboard: KeyboardView

    /// A finger on the keyboard.
    private final class Hold {
        let touch: Touch
        var key: KeyView?
        var state = State.pressing
        var timer: StageTimer?
        var callout: KeyCallout?
        /// Where the finger was (px) when the variants came up. It has what it had until it moves on.
        var start = Point.zero
        /// What the keys showed before the finger came down on one that shows others, and since then.
        var turn: (from: KeyboardView.Face, to: KeyboardView.Face)?

        /// What the finger does.
        enum State {
            /// It has a key, and may still go to another.
            case pressing
            /// It chooses among the variants of a key.
            case choosing
            /// It has a key that deletes, and may yet pop the page: that cannot be taken back.
            case waiting
            /// It deletes as long as it stays.
            case repeating
            /// It holds the shift key, while letters were typed with other fingers or not. Without letters, capitals end when the finger
            /// lifts, if `ends` says so.
            case shifting(hasTyped: Bool, ends: Bool)
            /// Its key has typed already.
            case done
        }

        init(_ touch: Touch) { self.touch = touch }
    }
    private var holds: [Hold] = []

    /// Whether a finger holds the shift key. The letters that are typed meanwhile are capitals.
    var isShiftHeld: Bool {
        for hold in holds {
            if case .shifting(_, let ends) = hold.state {
                hold.state = .shifting(hasTyped: true, ends: ends)
                return true
            }
        }
        return false
    }

    /// The time after which a key repeats, or shows its variants, and that between two repeats.
    private static let (delay, pace) = (Instant.Span.milliseconds(450), Instant.Span.milliseconds(90))
    /// How far (mm) a finger that rests moves unnoticed, as for a long press.
    private static let slop = 3.0

    init(of keyboard: KeyboardView) { self.keyboard = keyboard }

    func began(_ touch: Touch) {
        for hold in holds { commit(hold) }
        let hold = Hold(touch)
        holds.append(hold)
        take(keyboard.key(at: touch.location(in: keyboard)), hold)
        guard let key = hold.key, !key.key.action.typesAtLift else { return }
        let (action, face) = (key.key.action, keyboard.face)
        switch action {
        case .backspace: return startDeleting(hold)
        case .shift:
            // Capitals that are there already must be there for letters that are typed meanwhile, too.
            hold.state = .shifting(hasTyped: false, ends: keyboard.holdsCapitals())
        default:
            hold.state = .done
            keyboard.perform(action)
            // The keys of another plane are there when the finger goes on to one of them.
            if case .plane = action { hold.state = .pressing }
        }
        hold.turn = (face, keyboard.face)
    }

    /// Deletes, and goes on as long as the finger stays. Beside an edge from which the page pops, a finger that may yet do that deletes when it
    /// lifts, or has stayed for as long as it takes to repeat.
    private func startDeleting(_ hold: Hold) {
        guard keyboard.owner?.mayPop(with: hold.touch) == true else {
            hold.state = .repeating
            keyboard.perform(.backspace)
            return repeatLater(hold, after: Self.delay)
        }
        hold.state = .waiting
        waitToDelete(hold)
    }

    private func waitToDelete(_ hold: Hold) {
        hold.timer?.cancel()
        hold.timer = keyboard.owner?.after(Self.delay) { [weak self, weak hold] in
            guard let self, let hold, case .waiting = hold.state else { return }
            hold.state = .repeating
            keyboard.perform(.backspace)
            repeatLater(hold, after: Self.pace)
        }
    }

    func moved(_ touch: Touch) {
        guard let hold = holds.first(where: { $0.touch === touch }) else { return }
        let place = touch.location(in: keyboard)
        switch hold.state {
        case .choosing:
            guard let callout = hold.callout else { return }
            let way = place - hold.start
            let reach = Self.slop * keyboard.density.height
            guard callout.hasMoved || (way.x * way.x + way.y * way.y).squareRoot() > reach else { return }
            callout.choose(at: place)
        case .pressing:
            let key = keyboard.key(at: place)
            if key !== hold.key { take(key, hold) }
        case .waiting, .repeating, .shifting, .done: break
        }
    }

    func ended(_ touch: Touch) {
        guard let hold = holds.first(where: { $0.touch === touch }) else { return }
        finish(hold)
        release(hold)
    }

    /// Nothing has been pressed: the finger pops the page, or is no finger.
    func cancelled(_ touch: Touch) {
        guard let hold = holds.first(where: { $0.touch === touch }) else { return }
        let turn = isUnused(hold.state) ? hold.turn : nil
        hold.state = .done
        release(hold)
        if let turn, keyboard.face == turn.to { keyboard.face = turn.from }
    }

    /// Whether nothing was typed with the keys that a finger in `state` has brought.
    private func isUnused(_ state: Hold.State) -> Bool {
        if case .shifting(let hasTyped, _) = state { !hasTyped } else { true }
    }

    /// Types what fingers have begun, and ends what goes on as long as they stay.
    func endHolds() {
        for hold in holds {
            commit(hold)
            if case .repeating = hold.state {
                hold.state = .done
                lift(hold)
            }
        }
    }

    /// The keys `gone`, or all for nil, are no longer there, because others are. Fingers keep what they have typed.
    func forgetKeys(of gone: [KeyView]? = nil) {
        for hold in holds where gone?.contains(where: { $0 === hold.key }) ?? true {
            hold.timer?.cancel()
            hold.callout?.removeFromSuperview()
            (hold.key, hold.callout) = (nil, nil)
            switch hold.state {
            case .choosing: hold.state = .done
            // A finger that deletes goes on, and others have the keys that are under them now.
            case .repeating: repeatLater(hold, after: Self.delay)
            case .waiting: waitToDelete(hold)
            case .pressing, .shifting, .done: break
            }
        }
    }

    /// Other keys are there. A finger that has not typed has the one under it.
    func takeKeys() {
        for hold in holds where hold.key == nil {
            if case .pressing = hold.state { take(keyboard.key(at: hold.touch.location(in: keyboard)), hold) }
        }
    }

    // MARK: Keys

    /// Lets the finger press `key`.
    private func take(_ key: KeyView?, _ hold: Hold) {
        lift(hold)
        hold.key = key
        guard let key else { return }
        key.isPressed = true
        guard case .type(let text, let variants) = key.key.action else { return }
        hold.callout = keyboard.callout([text], over: key)
        guard !variants.isEmpty else { return }
        hold.timer = keyboard.owner?.after(Self.delay) { [weak self, weak hold] in
            guard let self, let hold, hold.key === key, case .pressing = hold.state else { return }
            hold.callout?.removeFromSuperview()
            hold.callout = keyboard.callout([text] + variants, over: key)
            hold.start = hold.touch.location(in: keyboard)
            hold.state = .choosing
        }
    }

    /// Types the key of `hold`, because another finger comes down.
    private func commit(_ hold: Hold) {
        // A finger that deletes or holds the shift key goes on beside the others.
        switch hold.state {
        case .pressing, .choosing, .waiting: finish(hold)
        case .repeating, .shifting, .done: break
        }
    }

    /// Types the key of `hold`, if it has not typed yet.
    private func finish(_ hold: Hold) {
        let (state, key, chosen) = (hold.state, hold.key, hold.callout?.chosenText)
        hold.state = .done
        lift(hold)
        hold.key = nil
        if case .shifting(let hasTyped, let ends) = state, hasTyped || ends { return keyboard.endCapitals() }
        if case .waiting = state { return keyboard.perform(.backspace) }
        guard let action = key?.key.action else { return }
        switch state {
        case .pressing: if action.typesAtLift { keyboard.perform(action) }
        case .choosing: if let chosen { keyboard.perform(.type(chosen, variants: [])) }
        case .waiting, .repeating, .shifting, .done: break
        }
    }

    private func release(_ hold: Hold) {
        lift(hold)
        holds.removeAll { $0 === hold }
    }

    /// Shows that no finger is on the key any more.
    private func lift(_ hold: Hold) {
        hold.timer?.cancel()
        hold.callout?.removeFromSuperview()
        (hold.timer, hold.callout) = (nil, nil)
        guard let key = hold.key else { return }
        key.isPressed = holds.contains { $0 !== hold && $0.key === key }
    }

    private func repeatLater(_ hold: Hold, after span: Instant.Span) {
        hold.timer?.cancel()
        hold.timer = keyboard.owner?.after(span) { [weak self, weak hold] in
            guard let self, let hold, case .repeating = hold.state else { return }
            hold.timer = nil
            keyboard.perform(.backspace)
            // The keys may have changed, and the repeats begun anew.
            repeatLater(hold, after: Self.pace)
        }
    }
}
