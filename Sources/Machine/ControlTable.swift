// The tables [control] and [record] of the machine's file.

package import Geometry
import Linux
import Pages
import Settings

/// The control socket of a running kiosk, its permissions, and how much of the kiosk's history is kept.
package struct ControlTable: Hashable, Sendable {
    /// The path of the socket. Nil opens none, unless systemd passes a socket.
    package var socket: String?
    /// The requests that users other than root and the kiosk's own user may make. The keys are users, and groups with a
    /// leading @.
    package var allowed: [String: Set<ControlVerb>] = [:]
    /// The span of touches and decisions that is kept in memory. Nil keeps none.
    package var kept: Instant.Span? = .seconds(120)

    /// The defaults.
    package init() {}

    /// The settings of the tables `control` and `record`. Nil stands for a table that is not there.
    init(reading control: Settings?, _ record: Settings?) {
        if let path = control?.string("socket"), path != "off" {
            if !path.hasPrefix("/") {
                control?.reject("socket", "must be \"off\" or a path that begins with /")
            } else if path.utf8.count > ListeningSocket.longestPath {
                control?.report(
                    "socket",
                    "socket has \(path.utf8.count) bytes; the kernel takes paths of at most \(ListeningSocket.longestPath)"
                )
            }
            socket = path
        }
        if let allow = control?.table("allow") {
            for name in allow.keys { allowed[name] = Self.verbs(name, in: allow) }
        }
        guard let record else { return }
        kept = record.isText("keep", "off") ? record.string("keep").flatMap { _ in nil } : record.span("keep") ?? kept
        if let kept, kept > .seconds(3600) { record.report("keep", "keep is at most \"1 h\"") }
    }

    private static func verbs(_ name: String, in table: Settings) -> Set<ControlVerb> {
        guard let words = table.strings(name) else { return [] }
        if words == ["all"] { return Set(ControlVerb.allCases) }
        let verbs = words.map { ControlVerb(rawValue: $0) }
        if let wrong = verbs.firstIndex(of: nil) {
            let known = ControlVerb.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            table.report(name, "there is no command \"\(words[wrong])\"; use [\"all\"] or a list of \(known)")
        }
        return Set(verbs.compactMap(\.self))
    }
}
