// The file format of a panel's calibration, for writing and reading.

import Geometry
import Pages
import Settings

extension PanelRecord {
    /// The text of the file.
    package var text: String {
        var lines = [
            "# How this panel was measured. bezel calibrate wrote this file, and overwrites it. Settings in bezel.toml",
            "# take precedence.",
            "name = \(Self.quoted(name))",
            "date = \(Self.quoted(date))",
        ]
        if let position {
            let m = position.matrix
            lines += [
                "", "[position]                # from the panel's axes to the glass: LIBINPUT_CALIBRATION_MATRIX",
                "matrix = [\([m.a, m.b, m.c, m.d, m.e, m.f].map(Self.number).joined(separator: ", "))]",
                "residual = \(Self.length(position.residual))        # root mean square of \(position.targets) targets",
                "worst = \(Self.length(position.worst))",
                "targets = \(position.targets)", "left-out = \(position.leftOut)",
            ]
        }
        if let size {
            lines += ["", "[size]", "width = \(Self.length(size.width))", "height = \(Self.length(size.height))"]
        }
        for name in EdgeName.allCases {
            guard let edge = edges[name] else { continue }
            lines += [
                "", "[edges.\(name.rawValue)]", "width = \(Self.length(edge.width))",
                "dead-border = \(Self.length(edge.deadBorder))",
                "swipes = \(edge.swipes)", "missed = \(edge.missed)", "left-out = \(edge.leftOut)",
                "missed-at-most = \(Self.number(edge.missBound))   # of all swipes, with 95 % confidence",
                "drags = \(edge.drags)", "taken = \(edge.taken)",
                "taken-at-most = \(Self.number(edge.takeBound))",
            ]
        }
        if let noise {
            lines += ["", "[noise]", "jitter = \(Self.length(noise.jitter))"]
            if let rate = noise.scanRate { lines.append("scan-rate = \(Self.number(rate))         # Hz") }
            lines += [
                "contacts = \(noise.contacts)", "holes = \(noise.holes)",
                "longest-hole = \(Self.time(noise.longestHole))",
            ]
            if let delay = noise.liftDelay { lines.append("lift-delay = \(Self.time(delay))") }
            lines += ["slop = \(Self.length(noise.slop))", "resampling = \(noise.isResampling)"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The record in the file at `path`. Throws all errors in it.
    package init(path: String) throws(Failure) {
        let settings: Settings
        do { settings = try Settings(path: path) } catch { throw Failure(.wrongInput, "\(error)") }
        self.init()
        name = settings.string("name") ?? ""
        date = settings.string("date") ?? ""
        if let table = settings.table("position") { position = Self.position(table) }
        if let table = settings.table("size"),
            let width = Self.required("width", in: table, table.length("width")),
            let height = Self.required("height", in: table, table.length("height"))
        {
            size = Panel.believable(Size(width.millimetres, height.millimetres))
            if size == nil { table.reject("width", "and height must be those of a screen") }
        }
        if let table = settings.table("edges") {
            for name in EdgeName.allCases {
                if let edge = table.table(name.rawValue) { edges[name] = Self.edge(edge) }
            }
        }
        if let table = settings.table("noise") { noise = Self.noise(table) }
        settings.finish()
        if settings.diagnostics.hasErrors {
            throw Failure(.wrongInput, settings.diagnostics.all.map(\.description).joined(separator: "\n"))
        }
    }

    private static func position(_ table: Settings) -> Position? {
        guard let m = required("matrix", in: table, table.numbers("matrix", count: 6)) else { return nil }
        let matrix = AffineTransform(m[0], m[1], m[2], m[3], m[4], m[5])
        if matrix.inverse == nil { table.reject("matrix", "must not flatten the panel") }
        return Position(
            matrix: matrix, residual: table.length("residual")?.millimetres ?? 0,
            worst: table.length("worst")?.millimetres ?? 0, targets: count("targets", table),
            leftOut: count("left-out", table))
    }

    private static func edge(_ table: Settings) -> EdgeProposal? {
        guard let width = required("width", in: table, table.length("width")) else { return nil }
        return EdgeProposal(
            width: width.millimetres, swipes: count("swipes", table), missed: count("missed", table),
            leftOut: count("left-out", table), drags: count("drags", table), taken: count("taken", table),
            missBound: table.number("missed-at-most", in: 0...1) ?? 1,
            takeBound: table.number("taken-at-most", in: 0...1) ?? 1,
            deadBorder: table.length("dead-border")?.millimetres ?? 0)
    }

    private static func noise(_ table: Settings) -> NoiseResult? {
        guard let slop = required("slop", in: table, table.length("slop")),
            let isResampling = required("resampling", in: table, table.bool("resampling"))
        else { return nil }
        return NoiseResult(
            jitter: table.length("jitter")?.millimetres ?? 0,
            scanRate: table.number("scan-rate", in: 1...10_000), contacts: count("contacts", table),
            holes: count("holes", table), longestHole: table.span("longest-hole")?.seconds ?? 0,
            liftDelay: table.span("lift-delay")?.seconds, slop: slop.millimetres, isResampling: isResampling)
    }

    /// Returns `value`, and reports an error when the table has no `key`.
    private static func required<Value>(_ key: String, in table: Settings, _ value: Value?) -> Value? {
        if value == nil, !table.has(key) { table.reportMissing(key, "calibrate the panel again") }
        return value
    }

    private static func count(_ key: String, _ table: Settings) -> Int { table.integer(key, in: 0...1_000_000) ?? 0 }

    private static func quoted(_ text: String) -> String {
        // The name that a panel reports can hold any character.
        "\""
            + text.unicodeScalars.map {
                $0.value < 0x20 || $0 == "\"" || $0 == "\\" || $0.value == 0x7f ? " " : String($0)
            }
            .joined() + "\""
    }

    private static func number(_ value: Double) -> String { "\((value * 1e6).rounded() / 1e6)" }
    private static func length(_ value: Double) -> String { "\"\((value * 100).rounded() / 100) mm\"" }
    private static func time(_ value: Double) -> String { "\"\((value * 10_000).rounded() / 10) ms\"" }
}
