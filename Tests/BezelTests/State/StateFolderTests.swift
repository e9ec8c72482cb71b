// The folders that systemd gives to a service, and what a kiosk keeps in which of them, in processes with a kiosk each.

import Glibc
import TestFolders
import Testing

@testable import Linux

@Suite(.serialized) struct StateFolderTests {
    private static let museum = "\(repository)/config/museum"

    /// The runs of one kiosk with the same folders.
    private struct Runs {
        let folder = TemporaryFolder()
        /// What systemd sets, without the path of the folder, and the option `--state`.
        let runtime: String?
        let state: String?
        let asked: String?

        private func path(_ name: String) -> String { "\(folder.path)/\(name)" }
        private var socket: String { path("control") }

        /// Starts a kiosk that answers.
        func start() -> BezelProcess {
            func variable(_ name: String, _ folders: String?) -> [String] {
                let paths = (folders ?? "").split(separator: ":").map { path(String($0)) }
                return paths.isEmpty ? [] : ["\(name)=\(paths.joined(separator: ":"))"]
            }
            let file = folder.write("[control]\nsocket = \"\(socket)\"\n", to: "bezel.toml")
            var words = ["--unset=RUNTIME_DIRECTORY", "--unset=STATE_DIRECTORY"]
            words += variable("RUNTIME_DIRECTORY", runtime) + variable("STATE_DIRECTORY", state)
            words += [BezelProcess.binary, "run", StateFolderTests.museum, "--display", "headless"]
            words += ["--screen", "640x360", "--size", "527x296", "--config", file]
            if let asked { words += ["--state", path(asked)] }
            let kiosk = BezelProcess(words, program: "env")
            while control("status").code != 0, kill(kiosk.id, 0) == 0 {}
            return kiosk
        }

        func control(_ arguments: String...) -> BezelProcess.Outcome {
            BezelProcess(["control"] + arguments + ["--socket", socket]).wait()
        }

        /// The files in the folder `name`; none where there is no folder.
        func names(_ name: String) -> [String] {
            ((try? SystemFiles.names(path(name))) ?? []).filter { !$0.hasPrefix(".") }
        }

        func mode(_ name: String) -> UInt32? {
            var status = stat()
            return stat(path(name), &status) == 0 ? status.st_mode & 0o777 : nil
        }
    }

    /// What a kiosk is given, and the folders in which it keeps what the next boot makes worthless, and what is read later.
    struct Case: Sendable {
        var runtime: String?
        var state: String?
        var asked: String?
        let volatile: String
        let lasting: String
    }

    @Test(arguments: [
        Case(runtime: "run:other", state: "state:more", volatile: "run", lasting: "state"),
        Case(state: "state", volatile: "state", lasting: "state"),
        Case(runtime: "run", volatile: "run", lasting: "run"),
        Case(runtime: "run", state: "state", asked: "asked", volatile: "asked", lasting: "asked"),
    ])
    func `the visit is kept in RuntimeDirectory and reports in StateDirectory, or both in the one that there is`(
        _ given: Case
    ) throws {
        let (volatile, lasting) = (given.volatile, given.lasting)
        let runs = Runs(runtime: given.runtime, state: given.state, asked: given.asked)
        let first = runs.start()
        #expect(runs.control("open", "hours").code == 0)
        let all = ["run", "other", "state", "more", "asked"]
        func hasVisit(_ name: String) -> Bool {
            runs.folder.lines(of: "\(name)/visit.toml").contains { $0.contains("hours") }
        }
        while !all.contains(where: hasVisit), kill(first.id, 0) == 0 {}
        #expect(hasVisit(volatile) && runs.names(volatile).contains("flight"))
        #expect(first.end(by: SIGKILL).code == -SIGKILL)
        let second = runs.start()
        #expect(runs.control("status", "--json").text.field("stack") == #"["home","hours"]"#)
        let reports = runs.names("\(lasting)/crashes")
        #expect(reports.count == 1 && reports.first?.hasSuffix(".crash") == true, "\(reports)")
        for name in ["\(volatile)/visit.toml", "\(volatile)/flight", "\(lasting)/crashes/\(reports.first ?? "")"] {
            #expect(runs.mode(name) == 0o600, "\(name)")
        }
        #expect(second.end().code == 0)
        #expect(!runs.names(volatile).contains("visit.toml") && !runs.names(volatile).contains("flight"))
        for other in all where other != volatile && other != lasting {
            #expect(runs.names(other).isEmpty, "\(other)")
        }
    }

    @Test func `without a folder nothing is kept`() {
        let runs = Runs(runtime: nil, state: nil, asked: nil)
        let first = runs.start()
        #expect(runs.control("open", "hours").code == 0)
        #expect(first.end(by: SIGKILL).code == -SIGKILL)
        let second = runs.start()
        #expect(runs.control("status", "--json").text.field("stack") == #"["home"]"#)
        #expect(second.end().code == 0)
    }

    @Test func `a second kiosk in the same folder keeps nothing and leaves what the first one keeps`() {
        let first = Runs(runtime: nil, state: nil, asked: "state")
        let second = Runs(
            runtime: nil, state: nil, asked: "../\(first.folder.path.split(separator: "/").last ?? "")/state")
        let kiosk = first.start()
        #expect(first.control("open", "hours").code == 0)
        while !first.folder.lines(of: "state/visit.toml").contains(where: { $0.contains("hours") }) {}
        let other = second.start()
        #expect(second.control("status", "--json").text.field("stack") == #"["home"]"#)
        #expect(second.control("open", "plan").code == 0)
        let end = other.end()
        #expect(end.code == 0 && end.said.contains("another kiosk keeps its state in"), "\(end.said)")
        #expect(first.names("state") == ["flight", "visit.toml"])
        // The first one is killed. Its folder is free, and the next kiosk continues there.
        #expect(kiosk.end(by: SIGKILL).code == -SIGKILL)
        let next = first.start()
        #expect(first.control("status", "--json").text.field("stack") == #"["home","hours"]"#)
        #expect(next.end().code == 0)
    }
}
