// The keyboard on the glass.

import Drawing
import Geometry
import Gestures
import Keyboards
import Layers
import Stage

/// Keys that type into a text. Several fingers type at once: each key counts in the order in which its finger came down.
final class KeyboardView: View {
    /// The kind of text for which it has keys.
    private var kind = TextKind.text
    /// The screen in whose time keys repeat.
    private(set) weak var owner: Screen?
    private var theme: Theme
    private var direction: LayoutDirection
    private var words: KeyWords
    private var send: (KeyStroke) -> Void = { _ in }
    /// Where the text is typed (px on the glass); nil where it cannot be seen.
    var typedPlace: () -> Rect? = { nil }
    private var presses: KeyPresses!
    private var layouts: [KeyboardLayout] = []

    /// What the keys show.
    struct Face: Hashable {
        var plane = KeyPlane.letters
        var layout = 0
        var shift = Shift.off
    }
    var face = Face() { didSet { if face != oldValue { showKeys() } } }
    /// The text that is typed.
    var typing = TypingState() { didSet { typingChanged(from: oldValue) } }
    private(set) var keys: [KeyView] = []
    /// The keys in the strip above: tools, or what a composition may mean.
    private(set) var tools: [KeyView] = []
    /// What is composed of letters; nil for texts that are typed as they are.
    private var composition: Composition? { didSet { compositionChanged(from: oldValue) } }
    /// The first of the candidates that are shown.
    private var firstCandidate = 0
    /// The keys that were shown before. They keep what they have drawn, so that a capital costs no frame.
    private var known: [Face: [KeyView]] = [:]
    private let ground = View()
    /// What a finger pulls the keyboard away by.
    let handle = KeyboardHandle()
    /// The density of the glass (px/mm).
    let density: Size
    /// The size of the glass (px).
    private let glass: Size

    /// Whether letters are capitals.
    enum Shift: Hashable {
        case off
        /// For the next letter, because the sentence begins with it.
        case automatic
        /// For the next letter.
        case once
        case locked

        var isOn: Bool { self != .off }
    }

    /// The least height (mm) of the strip above the keys, which pulls the keyboard away. It is 1.9 em high where that takes no more than
    /// `stripShare` of the glass.
    static let (stripHeight, stripShare) = (9.0, 0.06)

    /// A keyboard on `screen`, which has its keys when it serves a text.
    init(on screen: Screen, _ environment: Environment) {
        (owner, theme, direction) = (screen, environment.theme, environment.direction)
        words = KeyWords(environment.language ?? "en")
        density = Size(environment.panel.density(.horizontal), environment.panel.density(.vertical))
        glass = environment.panel.pixels.size
        super.init()
        layer.name = "keyboard"
        presses = KeyPresses(of: self)
        addSubview(ground)
        addSubview(handle)
        ground.isUserInteractionEnabled = false
        frame.size = glass
    }

    /// Serves another text, or one that has become another: of `kind`, with the layouts called `names` between which a visitor chooses. What
    /// is typed goes to `send`. Fingers stay on the keys.
    func serve(
        _ kind: TextKind, _ state: TypingState, layouts names: [String], _ environment: Environment,
        _ send: @escaping (KeyStroke) -> Void
    ) {
        (self.kind, self.send, theme, direction) = (kind, send, environment.theme, environment.direction)
        words = KeyWords(environment.language ?? "en")
        let isChinese = environment.language?.lowercased().hasPrefix("zh") == true
        // The letters of a secret would stand on the glass.
        let composes = isChinese && !kind.isPad && kind != .mail && kind != .webAddress && !state.isSecure
        composition = composes ? Composition() : nil
        layouts = names.compactMap { name in owner.flatMap { KeyboardLayouts.layout(named: name, on: $0) } }
        handle.dress(theme, density)
        ground.layer.backgroundColor = theme.separator
        known = [:]
        typing = state
        let first = Face(shift: startsWithCapital ? .automatic : .off)
        if face == first { showKeys() } else { face = first }
    }

    // A finger on a key is one on the page: it catches the page while that moves, and pops it when it comes in from an edge.
    override var screen: Screen? { owner ?? super.screen }
    override var next: Responder? { owner?.navigator?.view ?? super.next }
    override var takesTouches: Bool { owner?.view.takesTouches != false && super.takesTouches }

    /// The name of the layout that is shown.
    var layoutName: String? { layoutShown?.name }

    override func layout() {
        ground.frame = Rect(origin: .zero, size: bounds.size)
        handle.frame = Rect(0, 0, bounds.width, strip)
    }

    private var strip: Double {
        max(Self.stripHeight * density.height, min(1.9 * theme.em, Self.stripShare * glass.height)).rounded()
    }
    private var layoutShown: KeyboardLayout? { layouts.isEmpty ? nil : layouts[face.layout % layouts.count] }
    /// The number of layouts between which a visitor changes. Chinese is typed on the first one, whose letters are then typed as they are.
    private var layoutCount: Int { layouts.count + (composition == nil ? 0 : 1) }
    /// Whether letters become Chinese.
    private var composes: Bool { composition != nil && face.layout == 0 }
    /// Whether the shown letters have capitals of which one types the first by itself.
    private var hasCapitals: Bool { layoutShown?.hasCapitals == true && !composes }

    // MARK: Keys

    private func showKeys() {
        presses.forgetKeys()
        for key in keys { key.removeFromSuperview() }
        let rows = KeyRows(
            face.plane, of: layoutShown, isShifted: face.shift.isOn, hasOtherLayouts: layoutCount > 1, for: kind,
            below: strip, in: glass, density: density)
        let margin = (1.5 * density.height).rounded()
        frame.size.height = strip + rows.height + margin
        keys =
            known[face]
            ?? rows.keys.map { key in
                KeyView(
                    key, isOn: key.action == .shift && face.shift.isOn,
                    isLocked: key.action == .shift && face.shift == .locked, theme: theme, direction: direction,
                    words: words,
                    density: density)
            }
        known[face] = keys
        for key in keys {
            key.isPressed = false
            addSubview(key)
        }
        showTools()
        layout()
        presses.takeKeys()
    }

    private func showTools() {
        presses.forgetKeys(of: tools)
        for key in tools { key.removeFromSuperview() }
        let places = composition?.letters.isEmpty == false ? candidatePlaces : toolPlaces
        tools = places.map {
            KeyView($0, isOn: false, theme: theme, direction: direction, words: words, density: density)
        }
        for key in tools { addSubview(key) }
        let middle = Rect(bounds.center.x - handle.grip.width, 0, 2 * handle.grip.width, strip)
        handle.showsGrabber = !tools.contains { $0.key.frame.intersects(middle) }
        enableTools()
    }

    /// The letters of the composition, and what they may mean, as far as there is room.
    private var candidatePlaces: [Key] {
        guard let composition else { return [] }
        let least = (12 * density.width).rounded()
        var (places, x): ([Key], Double) = ([], 0)
        func add(_ action: KeyAction) {
            let width = max(least, (Double(action.caption?.count ?? 0) * 0.55 * strip + 0.4 * strip).rounded())
            places.append(Key(action: action, frame: Rect(x, 0, width, strip)))
            x += width
        }
        add(.letters(composition.letters))
        for (index, candidate) in composition.candidates.enumerated().dropFirst(firstCandidate) {
            add(.candidate(candidate.text, index: index))
            if x > bounds.width - least, places.count > 2 {
                x -= places.removeLast().frame.width
                places.append(Key(action: .more, frame: Rect(bounds.width - least, 0, least, strip)))
                break
            }
        }
        if firstCandidate > 0, places.last?.action != .more {
            places.append(Key(action: .more, frame: Rect(bounds.width - least, 0, least, strip)))
        }
        return places
    }

    /// The keys in the strip, above the ends of the widest row.
    private var toolPlaces: [Key] {
        let start = keys.map(\.key.frame.minX).min() ?? 0
        let end = keys.map(\.key.frame.maxX).max() ?? bounds.width
        let least = 12 * density.width
        // The mark by which a finger pulls the keyboard has room between the tools.
        let most = (end - start - 2 * handle.grip.width) / 6
        let width = max(least, min(1.35 * strip, most)).rounded()
        let first: [KeyAction] = [.undo, .redo]
        let last: [KeyAction] = (kind.isSecure ? [] : [.cut, .copy, .paste]) + [.hide]
        let isMirrored = direction == .rightToLeft
        func key(_ action: KeyAction, _ x: Double) -> Key {
            Key(action: action, frame: Rect(isMirrored ? start + end - x - width : x, 0, width, strip))
        }
        return first.enumerated().map { key($0.element, start + Double($0.offset) * width) }
            + last.enumerated().map { key($0.element, end - Double(last.count - $0.offset) * width) }
    }

    private func enableTools() {
        for key in tools {
            switch key.key.action {
            case .undo: key.isEnabled = typing.canUndo
            case .redo: key.isEnabled = typing.canRedo
            case .cut, .copy: key.isEnabled = typing.hasSelection && !typing.isSecure
            case .paste: key.isEnabled = typing.canPaste
            default: break
            }
        }
    }

    private func typingChanged(from old: TypingState) {
        if typing != old { enableTools() }
        guard typing.before != old.before else { return }
        switch face.shift {
        case .off where startsWithCapital: face.shift = .automatic
        case .automatic where !startsWithCapital: face.shift = .off
        default: break
        }
    }

    /// Whether the next letter is a capital by itself. Nobody would see it in a secret.
    private var startsWithCapital: Bool {
        hasCapitals && !typing.isSecure && kind.beginsWithCapital(behind: typing.before)
    }

    // MARK: What keys do

    /// Does what `action` does.
    func perform(_ action: KeyAction) {
        switch action {
        case .type(let text, _):
            if compose({ $0.add(text) }) { return }
            commit()
            let isHeld = presses.isShiftHeld
            if face.shift == .once || face.shift == .automatic, !isHeld { face.shift = .off }
            send(.text(text))
        case .space:
            if isComposing { return commit() }
            send(.text(" "))
            // After a sign one goes on with letters.
            if face.plane != .letters, !kind.isPad, layoutShown != nil { face.plane = .letters }
        case .backspace: if !compose({ $0.deleteBackward() }) { send(.deleteBackward) }
        case .enter: if isComposing { sendLetters() } else { send(.enter) }
        case .letters: sendLetters()
        case .candidate(_, let index): choose(index)
        case .more:
            let shown = tools.filter { if case .candidate = $0.key.action { true } else { false } }.count
            let next = firstCandidate + max(1, shown)
            firstCandidate = next < composition?.candidates.count ?? 0 ? next : 0
            showTools()
        case .shift: if holdsCapitals() { endCapitals() }
        case .plane(let plane): face.plane = plane
        case .layout:
            commit()
            face.layout = (face.layout + 1) % max(1, layoutCount)
            face.shift = .off
        case .hide: send(.hide)
        case .undo: send(.undo)
        case .redo: send(.redo)
        case .cut: send(.cut)
        case .copy: send(.copy)
        case .paste: send(.paste)
        }
    }

    /// Whether letters wait to become Chinese.
    private var isComposing: Bool { composition?.letters.isEmpty == false }

    private func compositionChanged(from old: Composition?) {
        let letters = composition?.letters ?? ""
        if letters != old?.letters ?? "" { send(.compose(letters)) }
        showTools()
    }

    /// Changes the composition, if letters become Chinese. Returns whether `change` has.
    private func compose(_ change: (inout Composition) -> Bool) -> Bool {
        guard composes, var next = composition, change(&next) else { return false }
        firstCandidate = 0
        composition = next
        return true
    }

    /// Types the candidate at `index`.
    private func choose(_ index: Int) {
        guard var next = composition else { return }
        let text = next.choose(index)
        firstCandidate = 0
        send(.text(text))
        composition = next
    }

    /// Types the most likely meaning of the letters that wait.
    private func commit() { while isComposing { choose(0) } }

    private func sendLetters() {
        guard let text = composition?.takeLetters() else { return }
        send(.text(text))
    }

    /// How far (mm) beside a key a finger has it: half a fingertip. Beyond lies the bare ground of a wide keyboard.
    private static let reach = 8.0

    /// The key at `point` (px): the nearest one within reach, if the point is on the keyboard.
    func key(at point: Point) -> KeyView? {
        guard point.y >= 0 else { return nil }
        if let hit = (tools + keys).first(where: { $0.key.frame.contains(point) }) { return hit.isEnabled ? hit : nil }
        guard point.y >= strip else { return nil }
        func distance(_ key: KeyView) -> Double {
            let frame = key.key.frame
            let x = max(frame.minX - point.x, point.x - frame.maxX, 0)
            let y = max(frame.minY - point.y, point.y - frame.maxY, 0)
            return x * x + y * y
        }
        guard let nearest = keys.min(by: { distance($0) < distance($1) }) else { return nil }
        let reach = Self.reach * density.width
        return distance(nearest) <= reach * reach ? nearest : nil
    }

    /// A finger is on the shift key. Returns whether the capitals end when it lifts.
    func holdsCapitals() -> Bool {
        let ends = face.shift == .automatic || face.shift == .locked
        switch face.shift {
        case .off, .automatic: face.shift = .once
        case .once: face.shift = .locked
        case .locked: break
        }
        return ends
    }

    /// Ends capitals.
    func endCapitals() { face.shift = .off }

    /// Types what fingers have begun, and what waits to become Chinese, because something else goes on.
    func endHolds() {
        presses.endHolds()
        commit()
    }

    /// Shows `texts` over `key`: one enlarged, or several to choose from.
    func callout(_ texts: [String], over key: KeyView) -> KeyCallout {
        let cell = Size(
            max(key.key.frame.width, (KeyRows.least * density.width).rounded()), (key.key.frame.height * 1.15).rounded()
        )
        let view = KeyCallout(
            texts, over: key.key.frame, cell: cell, in: Rect(0, frame.height - glass.height, glass.width, glass.height),
            beside: typedPlace()?.offset(by: .zero - panelOrigin), theme: theme)
        addSubview(view)
        return view
    }

    override func touchesBegan(_ touches: [Touch]) {
        // A key of a page that another finger moves is not aimed at.
        if takesTouches { for touch in touches { presses.began(touch) } }
    }
    override func touchesMoved(_ touches: [Touch]) { for touch in touches { presses.moved(touch) } }
    override func touchesEnded(_ touches: [Touch]) { for touch in touches { presses.ended(touch) } }
    override func touchesCancelled(_ touches: [Touch]) { for touch in touches { presses.cancelled(touch) } }
}
