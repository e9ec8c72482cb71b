// Settings: the machine's file, a kiosk's file, the record of a panel, and the state of a visit.

import Linux
import Pages
import Settings
import TestFolders

@testable import Bezel
@testable import Machine
@testable import Run

/// Reads the same bytes as each TOML file that Bezel reads. What Bezel itself writes must read back the same.
@MainActor
final class ConfigurationTarget: FuzzTarget {
    nonisolated static let name = "configuration"

    private let folder = TemporaryFolder()

    init() { folder.write(Array("# Home\n".utf8), to: "kiosk/home.md") }

    func take(_ bytes: [UInt8]) throws {
        let lines = lineCount(bytes)
        let file = folder.write(bytes, to: "settings.toml")
        try takeAsMachine(file, lines)
        try takeAsPanel(file, lines)
        try takeAsVisit(file, lines)
        try takeAsKiosk(bytes, lines)
    }

    private func takeAsMachine(_ file: String, _ lines: Int) throws {
        let configuration: Configuration
        do throws(Failure) { configuration = try Configuration(path: file) } catch {
            return try demandPlaces(of: error, in: file, lines)
        }
        for screen in configuration.eachScreen { _ = screen.gestures() }
        let allowed = configuration.control.allowed
        let policy = ControlPolicy(owner: 1, allowed: allowed)
        // The file cannot name this user.
        let stranger = Peer(process: 1, user: 0xFFFF_FFF0, groups: [0xFFFF_FFF0])
        try demand(policy.verbs(of: stranger).isEmpty, "\(allowed) lets in a stranger")
    }

    private func takeAsPanel(_ file: String, _ lines: Int) throws {
        let record: PanelRecord
        do throws(Failure) { record = try PanelRecord(path: file) } catch {
            return try demandPlaces(of: error, in: file, lines)
        }
        // Numbers are rounded only when they are first written.
        func again(_ record: PanelRecord) throws -> PanelRecord {
            try PanelRecord(path: folder.write(Array(record.text.utf8), to: "again.toml"))
        }
        let written = try again(record)
        try demand(try again(written) == written, "the panel read is not the one written:\n\(written.text)")
    }

    private func takeAsVisit(_ file: String, _ lines: Int) throws {
        guard
            let state = try? VisitState(path: file, boot: "b"),
            let again = try VisitState(
                path: folder.write(Array(state.text(boot: "b").utf8), to: "again.toml"), boot: "b")
        else { return }
        // Instants are kept in whole milliseconds.
        try demand(again.stack == state.stack && again.crashes == state.crashes, "\(state) became \(again)")
        try demand(again.text(boot: "b") == state.text(boot: "b"), "\(state) became \(again)")
    }

    private func takeAsKiosk(_ bytes: [UInt8], _ lines: Int) throws {
        folder.write(bytes, to: "kiosk/kiosk.toml")
        let path = "\(folder.path)/kiosk"
        let (kiosk, diagnostics) = Kiosk.load(path)
        try demand(kiosk != nil || diagnostics.contains { $0.severity == .error }, "no kiosk, and no reason")
        for diagnostic in diagnostics where diagnostic.file == "\(path)/kiosk.toml" {
            for line in "\(diagnostic)".split(separator: "\n", omittingEmptySubsequences: false) {
                try demandPlace(line, in: diagnostic.file, lines: lines)
            }
        }
    }

    /// Demands that each error is a line that names its place.
    private func demandPlaces(of failure: Failure, in file: String, _ lines: Int) throws(Flaw) {
        try demand(failure.code == .wrongInput, "\(failure)")
        let said = "\(failure)".split(separator: "\n", omittingEmptySubsequences: false)
        for line in said { try demandPlace(line, in: file, lines: lines) }
    }
}
