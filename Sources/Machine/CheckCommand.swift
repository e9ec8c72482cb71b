// `bezel check`: reports everything that is wrong with a kiosk or with a machine's file.

import Drawing
import Geometry
import Glibc
import Pages
import Settings

/// The options of `bezel check`.
package struct CheckCommand {
    /// The folder of a kiosk, or the path of a machine's file (`*.toml`).
    package var path = ""
    /// Whether the output is JSON.
    package var isJSON = false
    /// The machine's file, whose [content] has the limits for pages. Nil takes the installed file, or the defaults.
    package var machine: String?

    /// Reads the texts and pictures in other processes; nil reads them in this one.
    package var content: ContentProcess?

    /// A command without options.
    package init() {}

    /// Passes the diagnostics to `say`: one per line with a summary, or as JSON. Throws when one of them is an error.
    package func run(say: (String) -> Void) throws(Failure) {
        if path.hasSuffix(".toml") {
            _ = try Configuration(path: path)
            return say(isJSON ? "[]" : "\(path): fine")
        }
        let rules = try rules(say: say)
        let (kiosk, all) = Kiosk.load(
            path, rules: rules, decodingPictures: true, reader: content?.reader(rules))
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

    /// The limits for pages. A mistake in the installed file, which was not asked about, is a warning.
    private func rules(say: (String) -> Void) throws(Failure) -> ContentRules {
        let installed = Configuration.standardPath
        if machine == nil, access(installed, F_OK) == 0, access(installed, R_OK) != 0 {
            Machine.say(
                "\(installed) may be read by root and the group bezel alone\nthe limits for pages are the defaults")
        }
        do throws(Failure) { return try Configuration.ofThisMachine(machine).content } catch {
            if machine != nil { throw error }
            Machine.say("\(error)\nthe limits for pages are the defaults")
            return ContentRules()
        }
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
