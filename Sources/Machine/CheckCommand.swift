// `bezel check`: reports everything that is wrong with a kiosk or with a machine's file.

import Drawing
import Geometry
import Glibc
import Linux
import Pages
import Settings

/// The options of `bezel check`.
package struct CheckCommand {
    /// The folder of a kiosk, or a page or `kiosk.toml` in it, or the path of a machine's file (another `*.toml`), which is checked with
    /// the kiosks that it names.
    package var path = ""
    /// Whether the output is JSON.
    package var isJSON = false
    /// The machine's file, whose [content] has the limits for pages. Nil takes the installed file, or the defaults.
    package var machine: String?

    /// Reads the texts and pictures in other processes; nil reads them in this one.
    package var content: ContentProcess?

    /// A command without options.
    package init() {}

    /// What was found in a file or in a kiosk.
    private struct Findings {
        let path: String
        /// The number of pages of a kiosk; nil for a file, or for a kiosk that cannot be shown.
        var pages: Int?
        var diagnostics: [Diagnostic]
        /// What else was found; nil for nothing.
        var note: String?

        var errors: Int { diagnostics.count { $0.severity == .error } }

        var summary: String {
            if pages == nil, diagnostics.isEmpty { return "\(path): fine" }
            func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
            let counts = [
                pages.map { counted($0, "page") }, counted(errors, "error"),
                counted(diagnostics.count - errors, "warning"),
            ]
            return "\(path): " + counts.compactMap(\.self).joined(separator: ", ")
        }
    }

    /// Passes the diagnostics to `say`: one per line with a summary, or as JSON. Throws when one of them is an error.
    package func run(say: (String) -> Void) throws(Failure) {
        let found: [Findings]
        if let folder = try folder() {
            found = [findings(in: folder, try machineSettings()).findings]
        } else {
            found = machineFindings()
        }
        if isJSON {
            say("[" + found.flatMap(\.diagnostics).map(json).joined(separator: ",") + "]")
        } else {
            for findings in found {
                for diagnostic in findings.diagnostics { say(diagnostic.description) }
                if let note = findings.note { say(note) }
                say(findings.summary)
            }
        }
        if found.contains(where: { $0.errors > 0 }) { throw Failure(.wrongInput, "") }
    }

    /// The kiosk's folder that `path` names or lies in; nil for a machine's file.
    private func folder() throws(Failure) -> String? {
        let isSettings = path == "kiosk.toml" || path.hasSuffix("/kiosk.toml")
        var status = stat()
        let isThere = stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT == S_IFDIR { return path }
        guard isSettings || path.lowercased().hasSuffix(".md") else { return path.hasSuffix(".toml") ? nil : path }
        guard isThere else { throw Failure(.wrongInput, "\(path): there is no such file") }
        let own = Self.folder(of: path)
        if isSettings { return own }
        // A page may lie in a folder of the kiosk's.
        var around = own
        for _ in 0..<Self.deepest {
            if access("\(around)/kiosk.toml", F_OK) == 0 || access("\(around)/home.md", F_OK) == 0 { return around }
            guard around != ".", around != "/" else { break }
            around = Self.folder(of: around)
        }
        return own
    }

    /// The most folders around a page in which its kiosk is looked for.
    private static let deepest = 16

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What is wrong with the machine's file at `path`, and with the kiosks that it names.
    private func machineFindings() -> [Findings] {
        let settings: Settings
        do throws(Diagnostic) { settings = try Settings(path: path) } catch {
            return [Findings(path: path, diagnostics: [error])]
        }
        let machine = Configuration(reading: settings)
        // Another user is asked here, so the kernel's view of users says nothing about the kiosk's.
        _ = ControlPolicy(allowed: machine.control.allowed, knowsUsers: true) { name, text in
            settings.table("control")?.table("allow")?.report(name ?? "", text, severity: .warning)
        }
        var (kiosks, loaded): ([Findings], [Kiosk]) = ([], [])
        let tables = settings.tables("screen")
        for (index, screen) in machine.eachScreen.enumerated() {
            let table = tables.indices.contains(index) && tables[index].has("kiosk") ? tables[index] : settings
            guard let folder = screen.kiosk else {
                (tables.indices.contains(index) ? tables[index] : settings).reportMissing(
                    "kiosk", "so \"bezel run\" needs a folder, and the service does not start", severity: .warning)
                continue
            }
            if kiosks.contains(where: { $0.path == folder }) { continue }
            if !folder.hasPrefix("/") {
                table.report(
                    "kiosk", "a kiosk that does not begin with / counts from the folder in which bezel is started",
                    severity: .warning)
            }
            var status = stat()
            guard !folder.isEmpty, stat(folder, &status) == 0 else {
                table.report("kiosk", "there is no folder \"\(folder)\"; write the path of the kiosk's folder")
                continue
            }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                table.report("kiosk", "\"\(folder)\" is a file; write the path of the kiosk's folder")
                continue
            }
            let (kiosk, found) = findings(in: folder, screen)
            kiosks.append(found)
            if let kiosk { loaded.append(kiosk) }
            if let problem = kiosk.flatMap({ $0.problem(ofAttractingPageOf: machine) }) {
                settings.table("idle")?.report("attract", problem.message, severity: .warning)
            }
            let idle = kiosk?.idle.completed(by: machine.idleTable)
            if let kiosk, kiosk.idle.attract == nil, idle?.attract != nil, idle?.homeAfter == nil {
                settings.table("idle")?.report(
                    "attract", "\(IdleTable.attractionNeedsHome), here or in the kiosk's kiosk.toml", severity: .warning
                )
            }
        }
        let light = readLight(of: machine, settings, kiosks: loaded)
        return [Findings(path: path, diagnostics: settings.diagnostics.all, note: light)] + kiosks
    }

    /// What the sensor of `machine` reads now, in words; nil when there is none, or it cannot be read, which is reported.
    private func readLight(of machine: Configuration, _ settings: Settings, kiosks: [Kiosk]) -> String? {
        guard let light = machine.lightTable, let table = settings.table("light-sensor") else {
            if kiosks.contains(where: { $0.theme?.night?.time == .light }), !settings.has("light-sensor") {
                settings.reportMissing(
                    "light-sensor", "so it is never night in a kiosk with night-from = \"light\"", severity: .warning)
            }
            return nil
        }
        if !kiosks.isEmpty, kiosks.allSatisfy({ $0.theme?.night == nil }) {
            table.report(
                "file",
                "no kiosk has a night, so the sensor is not read: write [theme.night] and night-from into kiosk.toml",
                severity: .warning)
        }
        do throws(LightSensor.Failure) { return "\(path): \(light.report(try light.sensor.read()))" } catch {
            table.report("file", "the light sensor cannot be read now: \(error)", severity: .warning)
            return nil
        }
    }

    private func findings(in folder: String, _ machine: Configuration) -> (kiosk: Kiosk?, findings: Findings) {
        let rules = machine.content
        let (kiosk, all) = Kiosk.load(
            folder, machine: machine.tables, rules: rules, decodingPictures: true, reader: content?.reader(rules),
            now: LocalTime.now)
        let missing = (kiosk?.pages.values.sorted { $0.file < $1.file } ?? []).flatMap {
            self.missing(on: $0, machine.web, besides: all)
        }
        return (kiosk, Findings(path: folder, pages: kiosk?.pages.count, diagnostics: all + missing))
    }

    /// What `page` needs that this machine does not have, by its settings for `web`. Where `known` has a mistake in the words of its program,
    /// that it is not installed may follow from it.
    private func missing(on page: Page, _ web: WebTable, besides known: [Diagnostic]) -> [Diagnostic] {
        guard let program = page.program else { return [] }
        if let place = page.programPlaces["app"],
            known.contains(where: { $0.file == page.file && $0.line == place.line && $0.column == place.column })
        {
            return []
        }
        func warning(_ text: String, at key: String) -> Diagnostic? {
            guard let place = page.programPlaces[key] else { return nil }
            return Diagnostic(text, file: page.file, line: place.line, column: place.column, severity: .warning)
        }
        let problem = web.problem(with: program, asRoot: WebTable.runsAsRoot).flatMap { problem in
            warning(
                "\(problem); until then the page says that it is not available",
                at: page.programPlaces["app"] == nil ? "url" : "app")
        }
        return [problem].compactMap(\.self)
            + ["hosts", "history"].compactMap { key in
                web.omission(of: key, for: program).flatMap { warning($0, at: key) }
            }
    }

    /// The machine's file, which has the limits for pages. A mistake in the installed file, which was not asked about, is a warning.
    private func machineSettings() throws(Failure) -> Configuration {
        let installed = Configuration.standardPath
        if machine == nil, access(installed, F_OK) == 0, access(installed, R_OK) != 0 {
            Machine.say(
                "\(installed) may be read by root and the group bezel alone\nthe limits for pages are the defaults")
        }
        do throws(Failure) { return try Configuration.ofThisMachine(machine) } catch {
            if machine != nil { throw error }
            Machine.say("\(error)\nthe limits for pages are the defaults")
            return Configuration()
        }
    }

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
