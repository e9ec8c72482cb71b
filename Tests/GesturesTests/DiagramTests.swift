// The arrows in docs/gestures.md are those of the code.

import Gestures
import Glibc
import Testing

@Suite struct DiagramTests {
    @Test func `the diagram in docs is the table of legal arrows`() throws {
        let arrows = Recognizer.State.allCases.flatMap { state in state.successors.map { "\(state) → \($0)" } }
        let root = "/" + "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
        let stream = try #require(fopen("\(root)/docs/gestures.md", "r"))
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let text = String(decoding: bytes[..<fread(&bytes, 1, bytes.count, stream)], as: UTF8.self)
        let drawn = text.split(separator: "\n").filter { $0.contains(" → ") && !$0.contains(",") && !$0.hasPrefix("#") }
        #expect(drawn.map(String.init) == arrows)
    }
}
