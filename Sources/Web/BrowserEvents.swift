// What a browser shows, and what happens in it.

extension Browser {
    /// What the browser shows.
    nonisolated package enum State: Hashable, Sendable {
        /// The program starts, or loads the first page. The window is empty.
        case starting
        /// A page has been painted.
        case showing
        /// The page that was to be shown did not come. The window shows the page before, or nothing.
        case failed(Failure)
        /// The program does not answer any more, or has ended.
        case ended
    }

    /// Why a page did not come.
    nonisolated package struct Failure: Hashable, Sendable {
        /// The URL of the page.
        package let address: String
        package let reason: Reason
    }

    /// The reasons, as far as they are worth other words.
    nonisolated package enum Reason: Hashable, Sendable {
        /// The name of the host is not known: the machine is offline, or the name is wrong.
        case unknownHost
        /// The machine has no network.
        case offline
        /// Nothing at the address answers.
        case unreachable
        /// It took too long.
        case late
        /// The server answers with an error of its own, with this HTTP status.
        case server(status: Int)
        /// The page itself crashed.
        case crashed
        /// The first page leads on to a host that is refused.
        case refused
        /// A form sends more than the kiosk can read.
        case tooLarge
        /// Something else, such as a certificate that is not trusted, or a file that is not there.
        case other

        /// Why the page did not come, as the log says it.
        package var text: String {
            switch self {
            case .unknownHost: "no address is known for its host; is its name right, and the machine's network up?"
            case .offline: "the machine has no network"
            case .unreachable: "nothing answers there"
            case .late: "it took too long"
            case .server(let status): "its server answers with HTTP \(status)"
            case .crashed: "it crashed in the browser"
            case .refused: "refused; name its host in hosts to allow it"
            case .tooLarge: "a form sends more than \(Browser.mostSent >> 10) KB"
            case .other: "the browser cannot load it; is its certificate trusted, or its file there?"
            }
        }
    }

    /// What happens in the browser.
    nonisolated package enum Event: Hashable, Sendable {
        /// `state` is another one.
        case stateChanged
        /// A page begins to load.
        case loads
        /// Another page is in the first window: nothing of the one before is seen. One that was kept comes back as it was left.
        case replaced(isKept: Bool)
        /// There is, or is no longer, a page to go back to.
        case historyChanged
        /// The first page is one with which its server says that it has none at this URL: a status of 400 and above. It is shown.
        case missing(String, status: Int)
        /// A page would have led to this URL, which is refused.
        case refused(String)
        /// A page has closed the first window.
        case closed
        /// The page answers after `ping()`: it has made a frame.
        case answered
    }
}
