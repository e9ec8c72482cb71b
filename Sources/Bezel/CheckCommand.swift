// `bezel check`: everything that is wrong with a kiosk or with a machine's file.

import Pages

/// What `bezel check` is asked for.
public struct CheckCommand {
    /// A kiosk's folder, or a machine's file (`*.toml`).
    public var path = ""
    /// Whether the answer is JSON.
    public var isJSON = false

    /// Nothing asked for yet.
    public init() {}

    /// Says everything that is wrong, a line each, through `say`. Throws when something of it is an error.
    public func run(say: (String) -> Void) throws(Failure) {
        if path.hasSuffix(".toml") {
            _ = try Configuration(path: path)
            return say(isJSON ? "[]" : "\(path): fine")
        }
        let (kiosk, all) = Kiosk.load(path, decodingPictures: true)
        if isJSON {
            say("[" + all.map(json).joined(separator: ",") + "]")
        } else {
            for diagnostic in all { say(diagnostic.description) }
            let errors = all.count { $0.severity == .error }
            let pages = kiosk.map { counted($0.pages.count, "page") + ", " } ?? ""
            say("\(path): \(pages)\(counted(errors, "error")), \(counted(all.count - errors, "warning"))")
        }
        if all.contains(where: { $0.severity == .error }) { throw Failure(.wrongInput, "") }
    }

    private func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private func json(_ diagnostic: Diagnostic) -> String {
        var object = JSONObject()
        object.add("file", diagnostic.file)
        object.add("line", diagnostic.line)
        object.add("column", diagnostic.column)
        object.add("severity", diagnostic.severity.rawValue)
        object.add("message", diagnostic.message)
        return object.text
    }
}
