// The part of a screen that another program draws.

import Drawing
import Geometry
package import Gestures
import Layers

/// Shows the windows of a program. Before they come it shows what comes, and when they are gone it says so and offers to try again. It gives
/// the program the fingers that come down on its windows, until a gesture of the kiosk takes them.
package final class GuestPlace: View {
    /// The program.
    package let program: GuestProgram
    private var title: String
    /// The language (BCP 47) of the screen.
    package private(set) var language: String
    private var words: GuestWords
    private var theme: Theme
    weak var owner: Screen?
    /// The stage to whose glass the screen came. A screen that has left no longer knows it.
    private weak var glass: Stage?
    /// What runs its program.
    private var host: (any GuestHost)? { glass?.guests }
    /// Takes what becomes of the program.
    private var expected: ExpectedResult<GuestNews>?
    private var news = GuestNews.absent
    /// Whether it says that a link of the page is refused, over the page.
    private var isRefusing = false
    /// Whether there is a page of the web to go back to.
    private var hasHistory = false { didSet { if hasHistory != oldValue { showWayBack() } } }
    /// Whether the program plays something that nobody has to touch.
    package private(set) var isPlaying = false {
        didSet { if isPlaying != oldValue { glass?.guestCalls.playing?() } }
    }
    /// The field in which text is typed; nil for none.
    package internal(set) var typed: TypedField?
    /// What holds the keyboard for that field.
    package weak var dock: Dock?
    /// Whether the last field of which the program has told is secret.
    var isSecret = false
    /// Whether something was typed into the secret field.
    var hasSecretKeys = false
    /// The screen that is private because something secret is typed.
    weak var secretScreen: Screen?
    /// Whether a secret that was typed may be seen in the windows.
    package var showsSecret = false
    /// The program's windows; nil while there are none.
    package private(set) var guest: View?
    /// What the windows scroll in. Its lower part is behind the keyboard, so nothing is bare while that comes and goes.
    let port = View()
    var scrolling: Animation?
    /// The fingers that the program knows of.
    private var given: [Touch] = []
    private let heading: LabelView
    private let spinner: SpinnerView
    private let button: ButtonView

    /// A place for the windows of `program` on `owner`, a screen with `title`. It speaks `language`. Where `takesPops` is true, a full-screen
    /// pop takes horizontal fingers from the program.
    package init(
        _ program: GuestProgram, on owner: Screen, title: String, language: String, theme: Theme,
        takesPops: Bool = false
    ) {
        (self.program, self.owner, self.title, self.theme) = (program, owner, title, theme)
        self.language = language
        words = GuestWords(language)
        heading = LabelView(AttributedText(), alignment: .center)
        spinner = SpinnerView(color: theme.secondaryText)
        button = ButtonView(words.tryAgain, isStrong: true, theme: theme) {}
        super.init()
        heading.lineLimit = 3
        port.layer.masksToBounds = true
        port.layer.backgroundColor = theme.background
        // The fingers come down on this view, so that they do so without a program too.
        port.isUserInteractionEnabled = false
        layer.name = program.name
        addGestureRegion(takesPops ? GestureRegion(.claim, along: .vertical) : GestureRegion(.claim))
        reserveLeadingEdge()
        button.onTap = { [unowned self] in tapped() }
    }

    /// The name of its screen.
    package var screenName: String? { owner?.name }

    /// Whether it is on the glass, or on its way there or from there.
    package var isSeen: Bool { owner?.isSeen == true && stage != nil }

    // MARK: What becomes of the program

    /// Begins on `stage`, where the screen is from now on.
    package func begin(on stage: Stage) {
        news = stage.guests == nil ? .absent : .starting
        show()
    }

    /// What the results are called that tell of programs, before the name of the screen.
    nonisolated static let resultName = "guest "

    /// The screen comes to the glass.
    package func appear() {
        guard let stage = owner?.navigator?.stage else { return }
        if expected == nil {
            expected = stage.expect(Self.resultName + (owner?.name ?? ""), for: owner) { [weak self] in self?.take($0) }
        }
        glass = stage
        if let host { host.appeared(self) } else { report(.absent) }
    }

    /// The screen has left the glass.
    package func disappear() {
        host?.disappeared(self)
        (isSecret, typed, isPlaying) = (false, nil, false)
        secrecyChanged()
        // What arrives for a screen that has left its stack ends its expectation, so one that comes back has another.
        if owner?.navigator == nil { expected = nil }
    }

    /// What has become of the program so far, as far as it still counts.
    var newsSoFar: [GuestNews] {
        if news == .absent { return [] }
        // Of a secret field nothing is recorded.
        var field = takesSecret ? nil : typed
        field?.request = isTyping ? .show : .hide
        return [news] + (isRefusing ? [.refused] : []) + [.history(hasHistory), .typing(field), .playing(isPlaying)]
    }

    /// The same as results that arrived.
    var resultsSoFar: [ArrivalRecord.Result] {
        guard let expected else { return [] }
        return newsSoFar.map { .init(name: expected.name, number: expected.number, value: "\($0)") }
    }

    /// Tells the stage, in order with touches, what has become of the program.
    package func report(_ news: GuestNews) { expected?.arrive(news) }

    /// Shows `guest`, the windows of the program, once it is reported that they are there; nil shows none.
    package func showWindows(_ guest: View?) {
        guard guest !== self.guest else { return }
        letGo()
        self.guest?.removeFromSuperview()
        (self.guest, showsSecret) = (guest, false)
        if let guest {
            port.addSubview(guest)
            // It is laid out for the panel, which it knows by now.
            layoutWindows()
            guest.layout()
        }
        show()
    }

    private func take(_ news: GuestNews) {
        switch news {
        case .history(let hasPage): return hasHistory = hasPage
        case .refused: isRefusing = self.news == .shown
        case .typing(let field): return take(typing: field)
        // What was on its way when the screen left does not count.
        case .playing(let isPlaying): return self.isPlaying = isPlaying && isSeen
        case .starting, .shown, .missing, .ended, .hung, .unreachable, .lost, .absent:
            if self.news != news { isRefusing = false }
            if news == .starting { hasHistory = false }
            self.news = news
            showWayBack()
        }
        if !takesFingers { letGo() }
        show()
    }

    /// What the button does: it has the program tried again, or shows the page again.
    private func tapped() {
        switch face {
        case .failed, .offline:
            if !leadsBack { take(.starting) }
            host?.retry(self)
        case .refused:
            isRefusing = false
            show()
        case .starting, .windows, .name: break
        }
    }

    /// What becomes of its screen when a visitor wants to leave it: while there is a page of the web before, the program goes back to that. A
    /// finger that is held on the way back leaves the screen at once, whatever its page does with its history.
    package func answer(to request: LeaveRequest) -> LeaveAnswer {
        canGoBack && !request.isPastHistory
            ? .instead("its program goes back") { [weak self] in self?.goBack() } : .yes
    }

    /// The cross of a sheet closes it, wherever its page has led.
    private var canGoBack: Bool {
        guard let owner, let navigator = owner.navigator else { return false }
        let isLeft = navigator.sheet == nil || navigator.screen(below: owner) != nil
        return isLeft && program.usesHistory && hasHistory && news == .shown
    }

    /// Has the bar say what the way back does. While the screen moves the bar stays as it is, and it changes when the screen rests.
    package func showWayBack() {
        guard let owner, owner.transition == nil else { return }
        owner.wayBack = canGoBack ? words.back : nil
    }

    private func goBack() {
        // The page may have gone elsewhere while the finger was down.
        guard canGoBack else { return }
        isRefusing = false
        show()
        host?.goBack(self)
    }

    // MARK: Looks

    private enum Face { case starting, windows, name, failed, offline, refused }

    private var face: Face {
        switch news {
        case .starting: .starting
        // A program that was ended behind another page begins anew.
        case .shown where isRefusing: .refused
        case .shown: guest != nil ? .windows : owner?.navigator?.stage.guests == nil ? .name : .starting
        case .absent: .name
        case .unreachable(.connection), .lost(.connection): .offline
        case .missing, .ended, .hung, .unreachable(.other), .lost(.other): .failed
        // These are no states.
        case .refused, .history, .typing, .playing: .starting
        }
    }

    /// Whether the button shows the page again that was there before.
    private var leadsBack: Bool {
        switch news {
        case .lost: true
        case .starting, .shown, .missing, .ended, .hung, .unreachable, .refused, .history, .typing, .playing, .absent:
            face == .refused
        }
    }

    /// Shows the place in `theme`.
    package func wear(_ theme: Theme) {
        self.theme = theme
        (spinner.color, button.theme) = (theme.secondaryText, theme)
        show()
    }

    /// Shows `title`, and speaks `language`, from now on.
    package func translate(_ title: String, language: String) {
        (self.title, self.language, words) = (title, language, GuestWords(language))
        showWayBack()
        show()
    }

    private func show() {
        let face = face
        // A window that does not fill its place has the page around it.
        (layer.backgroundColor, port.layer.backgroundColor) = (theme.background, theme.background)
        port.layer.isHidden = face != .windows
        let style = theme.style(1.7, weight: .semibold)
        switch face {
        case .starting: heading.text = AttributedText(title, style, language: words.tag)
        case .windows: break
        case .name: heading.text = AttributedText(program.name, theme.style(1.2, color: theme.secondaryText))
        case .failed: heading.text = AttributedText(words.unavailable, style, language: words.tag)
        case .offline: heading.text = AttributedText(words.offline, style, language: words.tag)
        case .refused: heading.text = AttributedText(words.refused, style, language: words.tag)
        }
        button.title = leadsBack ? words.back : words.tryAgain
        let views: [View] =
            switch face {
            case .starting: [heading, spinner]
            case .windows: []
            case .name: [heading]
            case .failed, .offline, .refused: [heading, button]
            }
        show([port] + views)
        layout()
        if takesFingers, let stage, stage.focus == nil { stage.focus = self }
    }

    /// Whether the fingers on it are its program's.
    private var takesFingers: Bool { face == .windows || face == .name && news == .shown }

    package override var spoken: Spoken? { face == .windows ? Spoken(.group, title) : nil }

    package override func layout() {
        guard !bounds.isEmpty else { return }
        layoutWindows()
        let width = min(bounds.width - 4 * theme.em, 34 * theme.em).rounded()
        let height = heading.height(forWidth: width)
        let gap = (1.6 * theme.em).rounded()
        let below: View? =
            switch face {
            case .starting: spinner
            case .failed, .offline, .refused: button
            case .windows, .name: nil
            }
        let natural = button.naturalSize
        let size =
            below === button
            ? Size(max(natural.width, 10 * theme.em), natural.height) : Size(3 * theme.em, 3 * theme.em)
        let all = height + (below == nil ? 0 : gap + size.height)
        let top = ((bounds.height - all) / 2).rounded()
        heading.frame = Rect(((bounds.width - width) / 2).rounded(), top, width, height)
        below?.frame = Rect(
            ((bounds.width - size.width) / 2).rounded(), top + height + gap, size.width.rounded(), size.height.rounded()
        )
    }

    // MARK: Fingers

    package override func touchesBegan(_ touches: [Touch]) {
        guard takesFingers else { return }
        stage?.focus = self
        given += touches
        guest?.touchesBegan(touches)
    }

    package override func touchesMoved(_ touches: [Touch]) { guest?.touchesMoved(known(touches)) }

    package override func touchesEnded(_ touches: [Touch]) {
        let ended = known(touches)
        given.removeAll { touch in ended.contains { $0 === touch } }
        guest?.touchesEnded(ended)
    }

    package override func touchesCancelled(_ touches: [Touch]) {
        let taken = known(touches)
        given.removeAll { touch in taken.contains { $0 === touch } }
        guest?.touchesCancelled(taken)
        for touch in taken { stage?.traceTaken(touch, from: program.name, on: owner?.name ?? "") }
    }

    /// Takes the fingers that are down from the program, which would wait for them to lift.
    private func letGo() {
        guard !given.isEmpty else { return }
        touchesCancelled(given)
    }

    private func known(_ touches: [Touch]) -> [Touch] {
        touches.filter { touch in given.contains { $0 === touch } }
    }

    // MARK: Hardware keys

    package override func pressesBegan(_ presses: [Press]) {
        let keys = keys(among: presses) { super.pressesBegan($0) }
        if !keys.isEmpty {
            dock?.onInterruption()
            typesKey()
        }
        guest?.pressesBegan(keys)
    }

    package override func pressesEnded(_ presses: [Press]) {
        guest?.pressesEnded(keys(among: presses) { super.pressesEnded($0) })
    }

    package override func pressesCancelled(_ presses: [Press]) {
        guest?.pressesCancelled(keys(among: presses) { super.pressesCancelled($0) })
    }

    /// Those of `presses` that are keys, which are the program's. `others` takes the buttons, which are the kiosk's.
    private func keys(among presses: [Press], others: ([Press]) -> Void) -> [Press] {
        let keys = presses.filter { if case .other = $0.kind { true } else { false } }
        let buttons = presses.filter { press in !keys.contains { $0 === press } }
        if !buttons.isEmpty { others(buttons) }
        return keys
    }
}

extension View {
    /// The places of programs in this view, back to front.
    final var guestPlaces: [GuestPlace] {
        (self as? GuestPlace).map { [$0] } ?? subviews.flatMap(\.guestPlaces)
    }

    /// Tells the places in this view that there is a host now, which they may have missed.
    final func tellOfHost() { for place in guestPlaces where place.isSeen { place.appear() } }
}

extension Stage {
    /// Says in the trace that the program on `screen` was told that `touch` is no longer its own, and why.
    fileprivate func traceTaken(_ touch: Touch, from program: String, on screen: String) {
        let winner = dispatcher.recognizersUnderWay.first { recognizer in
            recognizer.state != .possible && recognizer.touches.contains { $0 === touch }
        }
        trace(
            "guest",
            [
                ("screen", .text(screen)), ("program", .text(program)), ("touch", .integer(touch.number)),
                ("phase", .text("cancelled")),
                ("why", .text(winner.map { "\($0.name) took it" } ?? "it was cancelled")),
            ])
    }
}
