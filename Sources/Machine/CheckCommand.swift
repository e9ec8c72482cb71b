// `bezel check`: reports everything that is wrong with a kiosk or with a machine's file.

import Drawing
import Geometry
import Glibc
import Pages
import Settings

/// The options of `bezel check`.
package struct CheckCommand {
    /// The folder of a kiosk, or the path of a machine's file (`*.toml`), which is checked with the kiosks that it names.
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
        var found: [(path: String, pages: Int?, diagnostics: [Diagnostic])] = []
        func check(_ folder: String, _ rules: ContentRules, on machine: Configuration?) {
            let (kiosk, diagnostics) = Kiosk.load(
                folder, rules: rules, decodingPictures: true, reader: content?.reader(rules))
            let attract = machine.flatMap { machine in kiosk.flatMap { $0.problem(ofAttractingPageOf: machine) } }
            found.append((folder, kiosk?.pages.count, diagnostics + (attract.map { [$0] } ?? [])))
        }
        if path.hasSuffix(".toml") {
            let machine = try Configuration(path: path)
            var unknown: [Diagnostic] = []
            // Another user is asked here, so the kernel's view of users says nothing about the kiosk's.
            _ = ControlPolicy(allowed: machine.control.allowed, knowsUsers: true) {
                unknown.append(Diagnostic($0, file: path, severity: .warning))
            }
            found.append((path, nil, unknown))
            for (index, screen) in machine.eachScreen.enumerated() {
                guard let folder = screen.kiosk, !machine.eachScreen[..<index].contains(where: { $0.kiosk == folder })
                else { continue }
                check(folder, machine.content, on: screen)
            }
        } else {
            check(path, try rules(say: say), on: nil)
        }
        let all = found.flatMap(\.diagnostics)
        if isJSON {
            say("[" + all.map(json).joined(separator: ",") + "]")
        } else {
            for (path, pages, diagnostics) in found {
                for diagnostic in diagnostics { say(diagnostic.description) }
                let errors = diagnostics.count { $0.severity == .error }
                let counts = [
                    pages.map { counted($0, "page") }, counted(errors, "error"),
                    counted(diagnostics.count - errors, "warning"),
                ]
                let isFine = pages == nil && diagnostics.isEmpty
                say("\(path): " + (isFine ? "fine" : counts.compactMap(\.self).joined(separator: ", ")))
            }
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
