// The recorded visits to the samples, checked for jumps.

import Glibc
import Testing

@testable import Bezel

@Suite struct VisitTests {
    private static func text(_ name: String) -> String {
        guard let file = fopen("\(repository)/config/\(name)", "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a visit to the museum ends where it began, and no page jumps on its way`() throws {
        let played = try Played(recording: Self.text("museum-visit.jsonl"))
        #expect(played.trace.contains { $0.field("operation") == "pop" && $0.field("phase") == "finished" })
        #expect(played.trace.contains { $0.field("operation") == "dismiss" && $0.field("phase") == "settling" })
        #expect(played.trace.last?.field("stuck") == "[]")
        #expect(played.followed > 20)
    }
}
