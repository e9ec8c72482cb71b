// A kiosk whose files a test changes, and what a reload makes of them.

import Linux
import Logging
import TestFolders
import Testing

@testable import Bezel
@testable import Machine
@testable import Pages
@testable import Run

/// A kiosk's folder and a machine's file that are reloaded.
final class WatchedKiosk {
    let folder = TemporaryFolder()
    let loop: EventLoop
    private(set) var shown: [StartScreens] = []
    private(set) var reload: KioskReload!
    let first: StartScreens
    /// What is logged.
    let lines = LogLines()

    /// Begins with the pages home and hours, and with `pages`.
    init(_ pages: [String: String] = [:]) throws {
        loop = try EventLoop()
        folder.write("# Home\n- [Hours](hours.md)\n", to: "kiosk/home.md")
        folder.write("# Hours\n", to: "kiosk/hours.md")
        for (name, text) in pages { folder.write(text, to: "kiosk/\(name)") }
        var command = RunCommand()
        command.configuration = folder.write("kiosk = \"\(folder.path)/kiosk\"\n", to: "bezel.toml")
        let machine = try command.machineConfiguration()
        first = try StartScreens(kiosk: "\(folder.path)/kiosk", on: machine) { _ in }
        let screen = KioskReload.Screen(number: 0, shown: first, machine: machine) { [unowned self] in
            shown.append($0)
        }
        reload = try KioskReload([screen], command, loop: loop, log: lines.keeping(Logger(label: "test")))
    }

    /// The answer to a reload.
    func readAnew() throws -> [String] {
        var answer: Result<[String], Failure>?
        reload.reload { answer = $0 }
        #expect(answer == nil, "the loop does not wait for the disk")
        while answer == nil { try loop.runOnce() }
        return try answer!.get()
    }

    /// Reloads, and returns the mistakes that the answer names; empty when nothing is wrong.
    func mistakes() throws -> [String] {
        do {
            let answer = try readAnew()
            #expect(answer.allSatisfy { $0.contains("warning: ") }, "\(answer)")
            return []
        } catch let failure as Failure {
            #expect(failure.code == .wrongInput)
            var lines = "\(failure)".replacing(folder.path + "/", with: "").split(separator: "\n").map(String.init)
            #expect(lines.popLast() == "everything else is reloaded")
            return lines
        }
    }

    /// The text of the page `name` that is shown now.
    func text(_ name: String) -> String? {
        let kiosk = (shown.last ?? first).kiosk
        return kiosk?.pages[name].map { page in
            page.blocks.map { block in
                switch block.content {
                case .heading(_, let text), .paragraph(let text): text.plainText
                case .rows(let rows): rows.map { "\($0.title.plainText)>\($0.link?.page ?? "")" }.joined()
                default: ""
                }
            }.joined(separator: " ")
        }
    }

    func next() throws -> StartScreens {
        let count = shown.count
        while shown.count == count { try loop.runOnce() }
        return shown[count]
    }
}
