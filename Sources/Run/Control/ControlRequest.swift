// A request to a running kiosk: one JSON object in one line.

package import Geometry
import Linux
package import Machine

/// One request.
package struct ControlRequest: Hashable {
    /// The version of the protocol that this program speaks.
    package static let version = 1

    package var verb: ControlVerb
    /// The screen, counted from 1; nil for the first.
    package var screen: Int?
    /// The page to open.
    package var page: String?
    /// The new log level.
    package var level: String?
    /// How far back a recording reaches; nil to record what is still to come.
    package var last: Instant.Span?
    /// Whether the status is returned as JSON.
    package var isJSON = false

    package init(_ verb: ControlVerb) { self.verb = verb }

    /// Reads the request in `line`. Throws what is wrong with it.
    package init(line: [UInt8]) throws(Failure) {
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

    /// The request as a line, including its line feed.
    package var line: [UInt8] {
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
