// A Chromium that shows a page, held by its DevTools protocol to what the kiosk allows.

import Geometry
package import Linux

/// Shows the page `hosts.home` in a Chromium with `--remote-debugging-pipe`. It leads nowhere but to `hosts`, never shows an error page of the browser's,
/// and opens no dialog for files, no download and no menu. All of that is asked for before a page begins to load.
///
/// The protocol is that of https://chromedevtools.github.io/devtools-protocol/: Target, Page, Fetch and Runtime.
@MainActor
package final class Browser {
    package private(set) var state = State.starting {
        didSet { if state != oldValue { onEvent(.stateChanged) } }
    }
    /// Whether a page was shown before the present one, or lies under a window that it has opened.
    package private(set) var canGoBack = false {
        didSet { if canGoBack != oldValue { onEvent(.historyChanged) } }
    }

    private let hosts: WebHosts
    private let onEvent: (Event) -> Void
    private let commands = BrowserCommands()
    /// The windows, by the sessions of the protocol.
    private var windows: [String: BrowserWindow] = [:] { didSet { updateWayBack() } }
    /// The windows that pages have opened, the last one on top.
    private var opened: [String] = [] { didSet { updateWayBack() } }
    /// The sessions of frames in them.
    private(set) var frames = FrameSessions()
    /// The session of the first window.
    private var main: String?
    /// The history of the first window.
    private var history = PageHistory() { didSet { updateWayBack() } }
    /// Whether what has failed is the page that is shown or the first one, asked for anew, with which nothing is lost that a visitor has sent.
    private var failsAnew = false
    /// The URL that is loading, or was loaded last.
    private var wanted: String
    /// The URL of the page that was shown last.
    private var shown: String

    /// The most windows of a page at once. A page that opens one more has it closed.
    package static let mostWindows = 4
    /// The most that a form sends (bytes), roughly: the browser's question about it is as long as `DevToolsPipe.mostBytes` then.
    package nonisolated static let mostSent = 400 << 10

    /// Talks over `pipes` to a browser, which has its ends of them, or is being started with them. Calls `onEvent` with what happens.
    package init(
        over pipes: DevToolsPipes, showing hosts: WebHosts, in loop: EventLoop,
        onEvent: @escaping (Event) -> Void
    ) throws(SystemError) {
        (self.hosts, self.onEvent, wanted, shown) = (hosts, onEvent, hosts.home, hosts.home)
        commands.pipe = try DevToolsPipe(over: pipes, in: loop) { [unowned self] in
            take($0)
        } onLost: { [unowned self] in
            stop()
        } onEnd: { [unowned self] in
            state = .ended
        }
        commands.attach("page")
        commands.send("Browser.setDownloadBehavior") { $0.add("behavior", "deny") }
        // For Target.targetInfoChanged.
        commands.send("Target.setDiscoverTargets") {
            $0.add("discover", true)
            var page = JSONObject()
            page.add("type", "page")
            $0.add("filter", [page])
        }
    }

    isolated deinit { commands.pipe?.close() }

    // MARK: What the kiosk asks for

    /// Goes back to the page before, if there is one: closes the window on top, or goes back in the first one.
    package func goBack() {
        if let top = opened.last(where: { windows[$0]?.isClosing == false }), let window = windows[top] {
            windows[top]?.isClosing = true
            return close(window)
        }
        guard let main, let back = history.goBack() else { return }
        commands.send("Page.navigateToHistoryEntry", main) { $0.add("entryId", back) }
    }

    /// The visitor does something on the window, which says to which pages they may go back.
    package func take(_ input: VisitorInput) { if opened.isEmpty { history.take(input) } }

    /// Loads the page that did not come, or the present one, once more. What the first page led on to, such as the sign-in of a network, is
    /// not asked for by itself: the first page may meanwhile be there.
    package func retry() { load(main.flatMap { windows[$0]?.hasPainted } == true ? wanted : hosts.home) }

    /// Loads the first page.
    package func goHome() { load(hosts.home) }

    /// Whether there is a page to go on with after another one has failed, or while that is asked for again.
    package var canStay: Bool {
        guard let main, windows[main]?.hasPage == true else { return false }
        if case .failed = state { return true }
        return state == .starting
    }

    /// Whether the page that did not come is asked for again by itself: there is no other one to go on with, or it is the present or the first one.
    package var asksAgain: Bool { !canStay || failsAnew }

    /// Goes on with the page that was shown before another one has failed, if there is one.
    package func stay() {
        guard canStay, let main else { return }
        if state == .starting { commands.send("Page.stopLoading", main) }
        if windows[main]?.showsError == true { return load(shown) }
        wanted = shown
        state = .showing
    }

    /// Gives up waiting for a page that loads for too long.
    package func giveUp() {
        guard let main, state == .starting else { return }
        commands.send("Page.stopLoading", main)
        fail(wanted, .late, isAnew: isOwn(wanted))
    }

    /// Asks the page for a frame. `answered` follows when it has made one, and never where it hangs.
    package func ping() {
        guard let main else { return }
        // A page that has crashed cannot answer; the browser can.
        if case .failed = state { return commands.ask(.frame, "Browser.getVersion") }
        // A page that waits for its visitor is well.
        if windows.values.contains(where: \.hasDialog) { return onEvent(.answered) }
        // What the visitor has before them may hang alone. A window without a page, and one under another, need not make frames.
        let top = opened.last { windows[$0]?.canBeLeft == true }
        commands.evaluate(state == .showing && opened.isEmpty ? BrowserCommands.nextFrame : "1", .frame, top ?? main)
    }

    private func load(_ address: String) {
        guard let main, state != .ended else { return }
        wanted = address
        state = .starting
        onEvent(.loads)
        navigate(main, to: address)
    }

    // MARK: Messages

    private func take(_ message: JSONValue) {
        if let id = message["id"]?.integer {
            guard let question = commands.question(of: id), let result = message["result"] else { return }
            switch question {
            case .rules: load(hosts.home)
            case .history: read(history: result)
            case .frame: onEvent(.answered)
            case .paint(let page): if let main, windows[main]?.pages == page { cleared(main) }
            }
            return
        }
        guard let method = message["method"]?.text, let parameters = message["params"] else { return }
        switch method {
        case "Target.attachedToTarget": attached(parameters, in: message["sessionId"]?.text)
        case "Target.detachedFromTarget": detached(parameters["sessionId"]?.text)
        case "Target.targetInfoChanged":
            if let main, windows[main]?.target == parameters["targetInfo"]?["targetId"]?.text { askForHistory() }
        default:
            guard let session = message["sessionId"]?.text, let window = windows[session] else { return }
            take(method, parameters, of: window, session)
        }
    }

    private func take(_ method: String, _ parameters: JSONValue, of window: BrowserWindow, _ session: String) {
        switch method {
        case "Fetch.requestPaused": decide(parameters, of: window, session)
        case "Page.frameNavigated":
            guard let frame = parameters["frame"], frame["parentId"] == nil else { return }
            windows[session]?.showsError = frame["unreachableUrl"] != nil
            let isKept = parameters["type"]?.text == "BackForwardCacheRestore"
            windows[session]?.isReplaced = !isKept
            windows[session]?.pages += 1
            if isKept { onEvent(.replaced(isKept: true)) }
            let lost = frame["unreachableUrl"]?.text
            if let address = lost ?? frame["url"]?.text,
                !hosts.allow(address) || address == "about:blank" && session == main && window.hasShown
            {
                // Pages of the browser's own, and addresses such as tel:, are no requests. An empty page has no way on.
                if session == main, !window.hasShown { return fail(address, .refused) }
                onEvent(.refused(address))
                if session == main { load(shown) } else { close(window) }
            } else if let address = lost {
                // What Fetch does not see fails here, and the browser has its own page for it already.
                if session != main { close(window) }
                fail(address, .other, isAnew: session == main && isOwn(address))
            } else if let address = frame["url"]?.text, address != "about:blank" {
                windows[session]?.hasShown = true
                windows[session]?.hasComeSince = true
                if session == main { wanted = address }
                // A page that was kept is painted already.
                if session == main, isKept { painted(session) }
            }
        case "Page.documentOpened":
            // What a page writes into a window that it has opened empty is a page too.
            if session != main, parameters["frame"]?["parentId"] == nil { windows[session]?.hasShown = true }
        case "Page.lifecycleEvent":
            guard parameters["frameId"]?.text == window.target else { return }
            let isPaint = parameters["name"]?.text == "firstPaint"
            guard session == main else {
                if isPaint { paintedOver(session) }
                return
            }
            guard window.hasShown, isPaint || parameters["name"]?.text == "load" else { return }
            // A page without anything to paint is there when it has been loaded, but until its frame comes the one before is still seen.
            if isPaint {
                cleared(session)
            } else if window.isReplaced {
                commands.evaluate(BrowserCommands.nextFrame, .paint(window.pages), session)
            }
            painted(session)
        case "Page.javascriptDialogOpening":
            windows[session]?.hasDialog = true
            // A page that asks before it is painted waits for its visitor.
            if session == main, window.hasShown { painted(session) }
        case "Page.javascriptDialogClosed": windows[session]?.hasDialog = false
        case "Inspector.targetCrashed":
            windows[session]?.hasPage = false
            if session == main { fail(wanted, .crashed) } else { close(window) }
        default: break
        }
    }

    /// Nothing is seen any more of the page before the present one.
    private func cleared(_ session: String) {
        guard windows[session]?.isReplaced == true, opened.isEmpty else { return }
        windows[session]?.isReplaced = false
        onEvent(.replaced(isKept: false))
    }

    /// There is something of the page to be seen, perhaps after it was given up, or after another one has failed.
    private func painted(_ session: String) {
        if case .failed(let failure) = state, failure != Failure(address: wanted, reason: .late),
            windows[session]?.hasComeSince != true
        {
            return
        }
        guard state != .ended else { return }
        // A page's own script cannot go back to the empty window, nor to an error before it.
        if windows[session]?.hasPainted == false { commands.send("Page.resetNavigationHistory", session) }
        windows[session]?.hasPainted = true
        windows[session]?.hasPage = true
        shown = wanted
        state = .showing
    }

    /// Something is to be seen in a window that a page has opened. A page may fill it without an address, and may come after it has failed there.
    private func paintedOver(_ session: String) {
        windows[session]?.hasShown = true
        if windows[session]?.hasComeSince == true { stay() }
    }

    // MARK: Windows

    private func attached(_ parameters: JSONValue, in parent: String?) {
        guard let session = parameters["sessionId"]?.text, let info = parameters["targetInfo"],
            let target = info["targetId"]?.text
        else { return }
        if info["type"]?.text == "iframe", let parent { return attachedFrame(session, in: parent) }
        guard info["type"]?.text == "page" else { return }
        let window = BrowserWindow(target: target)
        guard windows.count < Self.mostWindows else { return close(window) }
        windows[session] = window
        if main != nil { opened.append(session) }
        commands.hold(session)
        commands.send("Page.setLifecycleEventsEnabled", session) { $0.add("enabled", true) }
        commands.send("Inspector.enable", session)
        commands.send("Fetch.enable", session) {
            $0.add("patterns", WindowRules.stops)
        }
        let isFirst = main == nil
        if isFirst { main = session }
        func script(_ parameters: inout JSONObject) {
            parameters.add("source", WindowRules.script + (isFirst ? WindowRules.firstScript : ""))
        }
        // The first window runs already. What comes before its process has taken the rules is not told.
        if isFirst {
            commands.ask(.rules, "Page.addScriptToEvaluateOnNewDocument", session, script)
        } else {
            commands.send("Page.addScriptToEvaluateOnNewDocument", session, script)
        }
        commands.send("Runtime.runIfWaitingForDebugger", session)
    }

    /// A frame with a process of its own has come. What it may load is the affair of its window.
    private func attachedFrame(_ session: String, in parent: String) {
        let isHeld = (windows[parent] != nil || frames.contains(parent)) && frames.add(session, in: parent)
        if isHeld {
            commands.hold(session)
            commands.send("Page.addScriptToEvaluateOnNewDocument", session) { $0.add("source", WindowRules.script) }
        }
        commands.send("Runtime.runIfWaitingForDebugger", session)
        if !isHeld { commands.send("Target.detachFromTarget", parent) { $0.add("sessionId", session) } }
    }

    private func detached(_ session: String?) {
        guard let session else { return }
        frames.remove(session)
        guard windows.removeValue(forKey: session) != nil else { return }
        opened.removeAll { $0 == session }
        // It was perhaps asked for a frame, and does not answer any more.
        if session != main, commands.waitsForFrame { onEvent(.answered) }
        guard session == main else { return }
        // A page has closed the first window. The browser may go on for another one.
        main = nil
        state = .ended
        onEvent(.closed)
    }

    private func close(_ window: BrowserWindow) {
        commands.send("Target.closeTarget") { $0.add("targetId", window.target) }
    }

    // MARK: Where it leads

    /// Decides about a document that is about to be requested, or has just been answered.
    private func decide(_ parameters: JSONValue, of window: BrowserWindow, _ session: String) {
        guard let document = PausedDocument(parameters) else { return }
        let verdict = document.frame == window.target ? document.verdict(by: hosts) : document.verdictInFrame(by: hosts)
        guard verdict != .shown else {
            // What a link leads to is its site's own affair.
            if let status = document.errorStatus, session == main, document.frame == window.target, isFirst(document) {
                onEvent(.missing(document.address, status: status))
            }
            commands.send("Fetch.continueRequest", session) { $0.add("requestId", document.id) }
            return
        }
        // An aborted request leaves the page that is shown where it is.
        commands.send("Fetch.failRequest", session) {
            $0.add("requestId", document.id)
            $0.add("errorReason", "Aborted")
        }
        if document.frame != window.target { return }
        if case .shownAs(let address) = verdict { return navigate(session, to: address) }
        if session != main, !window.hasShown { close(window) }
        switch verdict {
        case .refused where session == main && !window.hasShown: fail(document.address, .refused)
        case .refused: onEvent(.refused(document.address))
        case .failed(let reason):
            fail(document.address, reason, isAnew: session == main && !document.isSent && isOwn(document.address))
        case .shown, .shownAs: break
        }
    }

    /// The browser asks about a document in a message too long to be read. None of its windows goes on to one.
    private func stop() {
        for session in windows.keys { commands.send("Page.stopLoading", session) }
        fail(wanted, .tooLarge)
    }

    /// Whether `address` is that of the page that is shown, or of the first one.
    private func isOwn(_ address: String) -> Bool {
        [shown, hosts.home].contains { $0.prefix { $0 != "#" } == address.prefix { $0 != "#" } }
    }

    /// Whether `document` is the first page, or what that leads on to.
    private func isFirst(_ document: PausedDocument) -> Bool {
        main.flatMap { windows[$0]?.hasShown } == false || document.address == hosts.home.prefix { $0 != "#" }
    }

    private func navigate(_ session: String, to address: String) {
        commands.send("Page.navigate", session) { $0.add("url", address) }
    }

    private func fail(_ address: String, _ reason: Reason, isAnew: Bool = false) {
        (wanted, failsAnew) = (address, isAnew)
        for session in windows.keys { windows[session]?.hasComeSince = false }
        state = .failed(Failure(address: address, reason: reason))
    }

    // MARK: History

    private func updateWayBack() {
        canGoBack =
            history.back != nil
            || opened.contains { windows[$0]?.canBeLeft == true }
    }

    /// Asks for the history. The process of the page tells of a new page in it (Page.frameNavigated) before the browser has written that
    /// down, and asked then, the browser sometimes answers with the history as it was. It has written down what Target.targetInfoChanged
    /// tells of.
    private func askForHistory() { if let main { commands.ask(.history, "Page.getNavigationHistory", main) } }

    private func read(history: JSONValue) {
        guard let index = history["currentIndex"]?.integer, let entries = history["entries"]?.list else { return }
        // The empty page with which the program starts is no page to go back to.
        self.history.read(
            entries.map { $0["url"]?.text == "about:blank" ? nil : $0["id"]?.integer }, present: index)
    }
}
