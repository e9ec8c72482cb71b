// What becomes of a document that a browser asks for.

import Linux

/// A document that is about to be requested, or has just been answered: `Fetch.requestPaused` of the DevTools protocol.
struct PausedDocument {
    /// The request, by the name that the browser has given it.
    let id: String
    /// The URL without its fragment.
    let address: String
    /// The frame in which it would be shown.
    let frame: String?
    private let parameters: JSONValue

    /// What becomes of it.
    enum Verdict: Equatable {
        case shown
        /// Another URL is shown in its place.
        case shownAs(String)
        /// Its host is refused.
        case refused
        /// It does not come.
        case failed(Browser.Reason)
    }

    /// Reads the parameters of the event; nil where they lack something.
    init?(_ parameters: JSONValue) {
        guard let id = parameters["requestId"]?.text, let address = parameters["request"]?["url"]?.text else {
            return nil
        }
        (self.id, self.address, self.parameters) = (id, address, parameters)
        frame = parameters["frameId"]?.text
    }

    /// Whether it answers a form that was sent.
    var isSent: Bool { parameters["request"]?["method"]?.text.map { $0 != "GET" } ?? false }

    /// What becomes of it in the main frame of a window.
    func verdict(by hosts: WebHosts) -> Verdict {
        if let error = parameters["responseErrorReason"]?.text {
            // The visitor, or the page itself, has gone elsewhere.
            return error == "Aborted" ? .shown : .failed(Self.reasons[error] ?? .other)
        }
        guard let status = parameters["responseStatusCode"]?.integer else {
            return hosts.allow(address) ? .shown : .refused
        }
        // A server that wants a password (RFC 9110, 15.5.2) has no page for a visitor, who cannot give one.
        if status >= 500 || status == 401 && header("www-authenticate") != nil {
            return .failed(.server(status: status))
        }
        guard hasTools else { return .shown }
        // Which page of it is shown stays as the link says.
        let fragment = parameters["request"]?["urlFragment"]?.text ?? ""
        return .shownAs(address + (fragment.isEmpty ? "#" : fragment + "&") + Self.bareViewer)
    }

    /// The status (HTTP) with which its server has answered, if that is an error; nil otherwise.
    var errorStatus: Int? { parameters["responseStatusCode"]?.integer.flatMap { $0 >= 400 ? $0 : nil } }

    /// What becomes of it in a frame of a page. Frames come from anywhere, but a file is shown only where the page itself may lead to it: a frame
    /// would show all files of the machine.
    func verdictInFrame(by hosts: WebHosts) -> Verdict {
        address.lowercased().hasPrefix("file:") && !hosts.allow(address) ? .refused : .shown
    }

    /// The value of the answer's header `name`, which is in small letters.
    private func header(_ name: String) -> String? {
        parameters["responseHeaders"]?.list?.first { $0["name"]?.text?.lowercased() == name }?["value"]?.text
    }

    /// Whether it is a PDF that would be shown with the viewer's tools: downloads, printing and settings. What a form has sent is not asked
    /// for twice.
    private var hasTools: Bool {
        let request = parameters["request"]
        return request?["method"]?.text == "GET" && request?["urlFragment"]?.text?.contains("toolbar=0") != true
            && header("content-type")?.lowercased().hasPrefix("application/pdf") == true
            && header("content-disposition")?.lowercased().hasPrefix("attachment") != true
    }

    /// The fragment with which the viewer has no tools (PDF Open Parameters, Adobe 2007).
    static let bareViewer = "toolbar=0&navpanes=0"

    /// The reasons by the names that Network.ErrorReason has for them.
    private static let reasons: [String: Browser.Reason] = [
        "NameNotResolved": .unknownHost, "InternetDisconnected": .offline, "AddressUnreachable": .unreachable,
        "ConnectionRefused": .unreachable, "ConnectionFailed": .unreachable, "ConnectionReset": .unreachable,
        "ConnectionClosed": .unreachable, "ConnectionAborted": .unreachable, "TimedOut": .late,
    ]
}
