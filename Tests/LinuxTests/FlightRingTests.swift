// What a process leaves behind: rings of lines, and folders that stay small.

import Glibc
import TestFolders
import Testing

@testable import Linux

@Suite struct FlightRingTests {
    @Test(arguments: [100, 101, 128, 1000]) func `the newest lines are there, whole and in order`(_ capacity: Int)
        throws
    {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/flight"
        let ring = try FlightRing(path: path, capacity: capacity)
        var lines: [String] = []
        for number in 0..<200 {
            let line = "line \(number)" + String(repeating: ".", count: number % 17)
            ring.write(line)
            lines.append(line)
            let text = try #require(FlightRing.text(path: path))
            let found = text.split(separator: "\n").map(String.init)
            #expect(found == lines.suffix(found.count))
            #expect(text.utf8.count > min(capacity - 40, lines.reduce(0) { $0 + $1.utf8.count + 1 } - 1))
        }
        ring.write(String(repeating: "x", count: capacity))
        #expect(FlightRing.text(path: path)?.contains("x") == false)
    }

    @Test func `a ring that was not closed can be read, and any other file is no ring`() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/flight"
        let ring = try FlightRing(path: path, capacity: 4096)
        ring.write("still here")
        withExtendedLifetime(ring) {
            // Not unmapped, not closed: as a killed process leaves it.
            #expect(FlightRing.text(path: path) == "still here\n")
        }
        #expect(FlightRing.text(path: "\(folder.path)/none") == nil)
        folder.write([1, 2, 3], to: "short")
        #expect(FlightRing.text(path: "\(folder.path)/short") == nil)
        folder.write([UInt8](repeating: 255, count: 64), to: "wrong")
        #expect(FlightRing.text(path: "\(folder.path)/wrong") == nil)
    }

    @Test(arguments: [0, 5, 2000]) func `a ring that somebody shortens or removes goes on`(_ size: Int) throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/flight"
        let ring = try FlightRing(path: path, capacity: 4096)
        ring.write("before")
        try SystemError.check("truncate") { truncate(path, off_t(size)) }
        for number in 1...100 { ring.write("a line with the number \(number)") }
        #expect(try #require(FlightRing.text(path: path)).hasSuffix("a line with the number 100\n"))
        unlink(path)
        ring.write("nowhere")
    }

    @Test func `a ring replaces a link in its place, and writes nothing to where it leads`() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/flight"
        let elsewhere = folder.write(Array("elsewhere".utf8), to: "elsewhere")
        symlink(elsewhere, path)
        let ring = try FlightRing(path: path, capacity: 4096)
        ring.write("here")
        #expect(SystemFiles.bytes(elsewhere) == Array("elsewhere".utf8))
        #expect(FlightRing.text(path: path) == "here\n")
    }

    @Test func `a bounded folder holds the newest files`() throws {
        let folder = TemporaryFolder()
        let bounded = BoundedFolder(path: "\(folder.path)/crashes", files: 3, bytes: 100)
        folder.write([65], to: "crashes/notes.txt")
        for number in 0..<6 { _ = try bounded.add("report \(number)", at: 1_000_000 + number, ending: ".crash") }
        let there = try SystemFiles.names(bounded.path).filter { $0.hasSuffix(".crash") }.sorted()
        #expect(there == (3..<6).map { "1970-01-12T13-46-4\($0).crash" })
        let path = try bounded.add(String(repeating: "y", count: 95), at: 1_000_010, ending: ".crash")
        #expect(
            try SystemFiles.names(bounded.path).filter { $0.hasSuffix(".crash") } == [
                String(path.split(separator: "/").last!)
            ])
        #expect(
            SystemFiles.bytes(try bounded.add(String(repeating: "z", count: 999), at: 1_000_010, ending: ".crash"))?
                .count == 100)
        #expect(access("\(bounded.path)/notes.txt", F_OK) == 0)
    }
}
