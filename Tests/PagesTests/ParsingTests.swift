// What a process that parses sends back: the same values, and no harm where it was taken over.

import Glibc
import TestFolders
import TestRandomness
import Testing

@testable import Pages
@testable import Settings

@Suite struct ParsingTests {
    /// A page with every kind of node.
    private nonisolated static let page = """
        # *A* heading

        A text with `code`, ~~a mistake~~, **[a link](b.md "sheet")** and ![a picture](c.png)\\
        and <b>HTML</b>.

        > 7. one
        >    - two

        | a | b | c | d |
        |:--|--:|:-:|---|
        | 1 | 2 | 3 | 4 |

        ***
        <!-- nothing -->

            code
        """
    private nonisolated static let toml = """
        text = "ä" # a comment
        list = [1, -2.5, true, [1979-05-27, {a = 'b'}]]
        [table.inner]
        [[tables]]
        """

    @Test func `numbers and texts come back as they were`() throws {
        let numbers = [0, 1, -1, 63, 64, -64, -65, 300, .max, .min, .max - 1, .min + 1, 1 << 40]
        let texts = ["", "a", "äöü€😀", String(repeating: "x", count: 1000)]
        var writer = PlainWriter()
        for number in numbers { writer.add(number) }
        for text in texts { writer.add(text) }
        var reader = PlainReader(writer.bytes)
        for number in numbers { #expect(try reader.number() == number) }
        for text in texts { #expect(try reader.text() == text) }
        #expect(reader.isAtEnd)
        #expect(throws: MalformedBytes.self) { try reader.number() }
    }

    @Test func `a count of more than there is, a text that is no UTF-8 and a zero byte are malformed`() {
        for bytes in [[20, 1, 2], [2, 0xff], [2, 0], [0x80], Array(repeating: 0x80, count: 12)] as [[UInt8]] {
            #expect(throws: MalformedBytes.self) {
                var reader = PlainReader(bytes)
                _ = try reader.text()
            }
        }
    }

    @Test func `changed bytes are refused or give a tree that can be walked`() throws {
        var numbers = SplitMix(20)
        let page = ParsingTask.markdown.carryOut(on: Array(Self.page.utf8)[...])
        let toml = ParsingTask.settings.carryOut(on: Array(Self.toml.utf8)[...])
        var read = 0
        for _ in 0..<20_000 {
            if let document = try? MarkdownDocument(parsed: change(page, &numbers)) {
                read += 1
                walk(document)
            }
            _ = try? Settings(parsed: change(toml, &numbers), file: "a.toml").finish()
        }
        #expect(read > 1000)
    }

    private func change(_ bytes: [UInt8], _ numbers: inout SplitMix) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            let place = Int.random(in: 0..<bytes.count, using: &numbers)
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(UInt8.random(in: 0...20, using: &numbers), at: place)
            default: bytes[place] = bytes[place] &+ 2
            }
        }
        return bytes
    }

    /// Asks every node for all it has. Each has been reached exactly once in the end.
    private func walk(_ document: MarkdownDocument) {
        var reached = 0
        var left = [document.root]
        while let node = left.popLast() {
            reached += 1
            _ = (node.begin, node.lastLine, node.plainText, node.elementCount(upTo: 100), node.alignments, node.start)
            left += node.children
        }
        #expect(reached == document.entries.count)
    }

    @Test func `a chain of a hundred thousand nodes does not fill the stack`() throws {
        for kind in [MarkdownNode.Kind.link, .quote] {
            var writer = PlainWriter()
            let count = 100_000
            let number = (MarkdownNode.Kind.allCases.firstIndex(of: kind) ?? 0) + 1
            writer.add(count)
            for index in 0..<count {
                for number in [number, index + 1 < count ? 1 : 0, 0, 0, 0] { writer.add(number) }
                writer.add("")
                if kind == .link {
                    writer.add("")
                    writer.add("")
                }
            }
            let document = try MarkdownDocument(parsed: writer.bytes)
            let last = MarkdownNode(document, count - 1)
            #expect(last.begin == (1, 1) && document.root.begin == (1, 1) && document.root.lastLine == 0)
        }
    }

    @Test func `a page whose parser answers nonsense is left out, and the others stay`() {
        let folder = TestFolder(["home.md": "# A\n[b](b.md)", "b.md": "# B", "kiosk.toml": "title = 'x'"])
        let reader = ContentReader(
            decode: ContentReader.here(ContentRules()).decode,
            parse: { task, text throws(ParsingError) in
                if text.elementsEqual("# B".utf8) || task == .settings { return [7, 7, 7] }
                return task.carryOut(on: text)
            })
        let (kiosk, diagnostics) = Kiosk.load(folder.path, reader: reader)
        #expect(kiosk?.pages.keys.sorted() == ["home"])
        let said = diagnostics.map { "\($0)".replacing(folder.path, with: "kiosk") }
        #expect(
            said == [
                "kiosk/kiosk.toml: left out: its parser answers something else",
                "kiosk/b.md: left out: its parser answers something else",
            ])
    }
}
