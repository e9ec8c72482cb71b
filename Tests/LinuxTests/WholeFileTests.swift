// Files that are replaced as a whole, while somebody puts links in their way.

import Glibc
import TestFolders
import Testing

@testable import Linux

@Suite struct WholeFileTests {
    private let folder = TemporaryFolder()
    private var path: String { "\(folder.path)/visit.toml" }
    /// The file to which the links lead.
    private var elsewhere: String { "\(folder.path)/elsewhere" }

    private func text(_ path: String) -> String? { SystemFiles.bytes(path).map { String(decoding: $0, as: UTF8.self) } }

    /// Whether there is a file with `text` at `path`, and no link.
    private func isFile(_ path: String, _ expected: String) -> Bool {
        SystemFiles.target(path) == nil && text(path) == expected
    }

    @Test(arguments: ["", ".new", ".previous", ".previous.new"])
    func `a link in the place of a file is replaced and not followed`(_ suffix: String) throws {
        folder.write(Array("elsewhere".utf8), to: "elsewhere")
        if suffix != "" { folder.write(Array("old".utf8), to: "visit.toml") }
        symlink(elsewhere, path + suffix)
        try WholeFile.write("new", to: path, mode: 0o600, keepsPrevious: true)
        #expect(text(elsewhere) == "elsewhere")
        #expect(isFile(path, "new"))
        if suffix != "" { #expect(isFile(path + ".previous", "old")) }
        #expect(try SystemFiles.names(folder.path).filter { $0.hasSuffix(".new") } == [])
    }

    @Test func `a link that comes in the middle of writing is an error, and is not followed`() throws {
        folder.write(Array("elsewhere".utf8), to: "elsewhere")
        let isOver = Monitor(false)
        let attacker = try startThread(isOver) { [elsewhere, path] isOver in
            while !isOver.with({ $0 }) { symlink(elsewhere, path + ".new") }
        }
        var (refusals, written) = (0, 0)
        // On one processor the link hardly ever comes at the right moment.
        for _ in 0..<2000 where refusals < 20 || written < 20 {
            do throws(SystemError) {
                try WholeFile.write("new", to: path, mode: 0o600)
                written += 1
            } catch {
                #expect(error.call == "open" && error.errno == EEXIST)
                refusals += 1
            }
        }
        isOver.with { $0 = true }
        pthread_join(attacker, nil)
        #expect(text(elsewhere) == "elsewhere")
        #expect(written == 0 || isFile(path, "new"))
    }
}
