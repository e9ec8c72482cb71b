// The tables [control] and [record] of the machine's file.

public import Geometry
import Linux
import Pages

/// Where a running kiosk can be asked and told things, by whom, and how much it remembers.
public struct ControlTable: Hashable, Sendable {
    /// The path of the socket; nil: nobody can, unless systemd hands a socket over.
    public var socket: String?
    /// Who else than root and the kiosk's own user may do what: users, and groups with an @ before them.
    public var allowed: [String: Set<ControlVerb>] = [:]
    /// How much of what was touched and decided is kept in memory; nil for nothing.
    public var kept: Instant.Span? = .seconds(120)

    /// The defaults.
    public init() {}

    /// What the tables `control` and `record` say; what is nil is not there.
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
            table.report(name, "there is no command \"\(words[wrong])\"; it is [\"all\"] or some of \(known)")
        }
        return Set(verbs.compactMap(\.self))
    }
}
