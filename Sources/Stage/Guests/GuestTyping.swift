// What is typed into a program: the room beside the keyboard, and the fields that are secret.

package import Geometry
import Layers

/// What the stage asks of others for the programs on it.
@MainActor
package struct GuestCalls {
    /// Shows the keyboard for a place, changes it or takes it away: `place.typed` was this field before, and this is asked for.
    package var typing: ((GuestPlace, _ before: TypedField?, TypedField.Request) -> Void)?
    /// Called in the middle of a change of the stage when a program begins or ends to play something: `Stage.isPlaying` may have changed.
    package var playing: (() -> Void)?
}

extension Stage {
    /// Whether a program on the glass plays something that nobody has to touch, such as a film.
    package var isPlaying: Bool { rootView.guestPlaces.contains(where: \.isPlaying) }

    /// Whether a secret that was typed into a program may be seen in its windows, also after its field was left: a page can show the letters.
    package var showsSecret: Bool { rootView.guestPlaces.contains { $0.showsSecret && $0.isSeen } }

    /// Whether `frame` has keys that are typed into a secret field of a program.
    package func typesSecret(_ frame: PressFrame) -> Bool {
        guard let place = focus as? GuestPlace, place.takesSecret else { return false }
        return frame.changes.contains { if case .other = $0.kind { true } else { false } }
    }
}

extension ArrivalRecord {
    /// What is recorded of it: of a secret field of a program nothing, as if there were none.
    var withoutSecret: ArrivalRecord {
        guard case .result(var result) = what, result.name.hasPrefix(GuestPlace.resultName),
            case .typing(let field?) = GuestNews(result.value), field.isSecret
        else { return self }
        result.value = "\(GuestNews.typing(nil))"
        return ArrivalRecord(time: time, what: .result(result))
    }
}

extension GuestPlace {
    // MARK: Fields

    /// Tells the stage, in order with touches, of the field in which the program takes text; nil for none. As soon as a secret is typed there
    /// nothing is recorded.
    package func report(typing field: TypedField?) {
        guard isSeen else { return }
        isSecret = field?.isSecret ?? false
        secrecyChanged(keyboardComes: field?.request == .show)
        report(.typing(field))
    }

    /// Takes `field`, in which text is typed from now on.
    func take(typing field: TypedField?) {
        guard isSeen, let stage else { return }
        let before = typed
        typed = field
        typed?.request = .nothing
        stage.guestCalls.typing?(self, before, field?.request ?? .nothing)
        secrecyChanged()
    }

    /// Whether what is typed now goes into a secret field.
    package var takesSecret: Bool { isSecret || typed?.isSecret ?? false }

    /// A key is typed into the program, with whichever keyboard.
    package func typesKey() {
        guard takesSecret else { return }
        hasSecretKeys = true
        secrecyChanged()
    }

    /// Nothing is recorded while something secret is typed: while the keyboard is there for a secret field, and from the first key on until the
    /// field ends. A secret field alone is none: a page can have one at any time that nobody sees.
    package func secrecyChanged(keyboardComes: Bool = false) {
        if !takesSecret { hasSecretKeys = false }
        keepSecret(takesSecret && (isTyping || keyboardComes || hasSecretKeys))
    }

    /// While something secret is typed nothing of it is recorded.
    func keepSecret(_ isSecret: Bool) {
        let own = isSecret ? owner : nil
        guard secretScreen !== own else { return }
        secretScreen?.isPrivate = false
        secretScreen = nil
        guard let own, !own.isPrivate else { return }
        own.isPrivate = true
        secretScreen = own
    }

    // MARK: The room beside the keyboard

    /// Whether the keyboard is there for a field of the program.
    package var isTyping: Bool { dock.map { !$0.isLeaving } ?? false }

    /// How far the windows are scrolled (px).
    package var offset: Double { port.bounds.minY }

    /// Gives the windows the size of the place. While the keyboard covers a part of them they keep their size: a browser lays out its page
    /// in the same width and height, as those of phones do, and does not paint all of it anew each time that the keyboard comes or goes.
    func layoutWindows() {
        let isCovered = isTyping && bounds.width == port.bounds.width && bounds.height <= port.bounds.height
        if !isCovered { port.frame = Rect(origin: .zero, size: bounds.size) }
        guest?.frame = Rect(origin: .zero, size: port.bounds.size)
        showCaret()
    }

    /// Scrolls the windows so far that what is typed is seen over the keyboard.
    package func showCaret() {
        guard let stage else { return }
        let (old, hidden) = (self.offset, port.bounds.height - bounds.height)
        var offset = 0.0
        if isTyping, hidden > 0, let typed {
            let margin = GuestPlace.margin * stage.panel.density(.vertical)
            let goal = min(
                max(old, Double(typed.bottom) + margin - bounds.height), max(0, Double(typed.top) - margin))
            offset = min(max(0, goal), hidden).rounded()
        }
        guard offset != old else { return }
        let layer = port.layer
        let seen = layer.presentation.bounds.minY
        layer.bounds.origin.y = offset
        scrolling?.animator.stop()
        let scrolling = Animation()
        scrolling.animator.add(.boundsY, of: layer, from: seen - offset, to: 0)
        // They go along with a keyboard that moves.
        scrolling.start(on: stage, Animation.asked ?? Dock.manner)
        self.scrolling = scrolling
    }

    /// The room (mm) that is seen around the caret: most of a field, and of its label.
    package static let margin = 6.0
}
