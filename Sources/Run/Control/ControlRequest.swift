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
    /// The language to show.
    package var language: String?
    /// The new log level.
    package var level: String?
    /// How far back a recording reaches; nil to record what is still to come.
    package var last: Instant.Span?
    /// Whether the status is returned as JSON.
    package var isJSON = false

    package init(_ verb: ControlVerb) { self.verb = verb }

    /// Reads the request in `line`. Throws the first error in it.
    package init(line: [UInt8]) throws(Failure) {
        let object = try Self.object(line)
        guard let version = object["bezel"]?.integer else {
            throw Failure(.usage, "a request begins with its version: {\"bezel\":\(Self.version),\"command\":…}")
        }
        guard version == Self.version else {
            throw Failure(.usage, "version \(version) of the protocol is not known here, which speaks \(Self.version)")
        }
        guard let name = try Self.value(object, "command", Self.plainText, Self.text) else {
            throw Failure(.usage, "\"command\" is missing")
        }
        guard let verb = ControlVerb(rawValue: name) else {
            let known = ControlVerb.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.usage, "there is no command \"\(name.prefix(40))\"; there are \(known)")
        }
        self.init(verb)
        screen = try Self.value(object, "screen", "a whole number", \.integer)
        page = try Self.value(object, "page", Self.plainText, Self.text)
        language = try Self.value(object, "language", Self.plainText, Self.text)
        level = try Self.value(object, "level", Self.plainText, Self.text)
        isJSON = try Self.value(object, "json", "true or false", \.flag) ?? false
        last = try Self.value(object, "last", "a number of seconds, at most 86400") {
            $0.number.flatMap { $0 > 0 && $0 <= 86_400 ? .seconds($0) : nil }
        }
    }

    private static let plainText = "a string without control characters"

    /// The text appears in the log and on terminals, where a line feed or an escape would forge lines.
    private static func text(_ value: JSONValue) -> String? {
        value.text.flatMap { $0.hasControlCharacters ? nil : $0 }
    }

    private static func object(_ line: [UInt8]) throws(Failure) -> JSONValue {
        let form = "a request is one JSON object in one line, such as {\"bezel\":1,\"command\":\"status\"}"
        do throws(JSONError) {
            let value = try JSONValue(reading: line)
            if case .object = value { return value }
        } catch { throw Failure(.usage, "\(form): \(error)") }
        throw Failure(.usage, form)
    }

    /// The value under `key`, converted by `read`; nil when there is none or it is null. Throws when `read` returns nil. `form`
    /// describes a valid value for the error.
    private static func value<Value>(
        _ object: JSONValue, _ key: String, _ form: String, _ read: (JSONValue) -> Value?
    ) throws(Failure) -> Value? {
        guard let value = object[key], value != .null else { return nil }
        guard let result = read(value) else { throw Failure(.usage, "\"\(key)\" is \(form)") }
        return result
    }

    /// The request as a line, including its line feed.
    package var line: [UInt8] {
        var object = JSONObject()
        object.add("bezel", Self.version)
        object.add("command", verb.rawValue)
        object.add("screen", screen)
        object.add("page", page)
        object.add("language", language)
        object.add("level", level)
        object.add("last", last?.seconds)
        if isJSON { object.add("json", true) }
        return Array((object.text + "\n").utf8)
    }
}
