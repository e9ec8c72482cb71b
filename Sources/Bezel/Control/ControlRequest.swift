// What somebody asks of a running kiosk: one JSON object in one line.

import Geometry
import Linux

/// What can be asked for, by its name in a request and on the command line.
public enum ControlVerb: String, CaseIterable, Sendable {
    /// How it is.
    case status
    /// What is on the glass.
    case screenshot
    /// Go to a page, as a link would.
    case open
    /// Go back, as the arrow in the bar would.
    case back
    /// Go to the start page.
    case home
    /// Read pages and configuration anew.
    case reload
    /// The touches and decisions of the last minutes, or those to come.
    case record
    /// How much is logged.
    case logLevel = "log-level"
    /// Let the glass go dark.
    case blank
    /// Light it again.
    case wake
    /// Counters, as OpenMetrics text.
    case metrics
}

/// One request.
struct ControlRequest: Hashable {
    /// The version of the protocol that is spoken here.
    static let version = 1

    var verb: ControlVerb
    /// Which of several screens, from 1; nil: the first.
    var screen: Int?
    /// The page to open.
    var page: String?
    /// How much is logged from now on.
    var level: String?
    /// How far back a recording reaches; nil: what is still to come.
    var last: Instant.Span?
    /// Whether a status is wanted as JSON.
    var isJSON = false

    init(_ verb: ControlVerb) { self.verb = verb }

    /// The request in `line`. Throws what is wrong with it.
    init(line: [UInt8]) throws(Failure) {
        guard let object = JSONLine(line) else {
            throw Failure(
                .usage, "a request is one JSON object in one line, such as {\"bezel\":1,\"command\":\"status\"}")
        }
        guard let version = object.integer("bezel") else {
            throw Failure(.usage, "a request begins with its version: {\"bezel\":\(Self.version),\"command\":…}")
        }
        guard version == Self.version else {
            throw Failure(.usage, "version \(version) of the protocol is not known here, which speaks \(Self.version)")
        }
        let name = object.texts["command"] ?? ""
        guard let verb = ControlVerb(rawValue: name) else {
            let known = ControlVerb.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.usage, "there is no command \"\(name.prefix(40))\"; there are \(known)")
        }
        self.init(verb)
        screen = object.integer("screen")
        page = object.texts["page"]
        level = object.texts["level"]
        isJSON = object.flag("json") ?? false
        if object.words["last"] != nil {
            guard let seconds = object.number("last"), seconds > 0, seconds <= 86_400 else {
                throw Failure(.usage, "\"last\" is a number of seconds, at most 86400")
            }
            last = .seconds(seconds)
        }
    }

    /// The request as its line, with its line feed.
    var line: [UInt8] {
        var object = JSONObject()
        object.add("bezel", Self.version)
        object.add("command", verb.rawValue)
        object.add("screen", screen)
        object.add("page", page)
        object.add("level", level)
        object.add("last", last?.seconds)
        if isJSON { object.add("json", true) }
        return Array((object.text + "\n").utf8)
    }
}
