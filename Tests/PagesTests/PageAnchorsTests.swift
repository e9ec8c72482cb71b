// The anchors of headings.

import Testing

@testable import Pages

@Suite struct PageAnchorsTests {
    private func anchors(_ headings: String...) -> [String] {
        var anchors = PageAnchors()
        return headings.map { anchors.next($0) }
    }

    @Test func `are lower case, with hyphens for spaces and without punctuation`() {
        #expect(
            anchors("Two Words", "Öffnung & Preise (2026)", "snake_case-and-hyphen", "東京 へ", "नमस्ते", "!?")
                == ["two-words", "öffnung--preise-2026", "snake_case-and-hyphen", "東京-へ", "नमस्ते", ""])
    }

    @Test func `differ where headings are the same`() {
        #expect(anchors("A", "a", "A", "A-1", "a 1", "!", "!") == ["a", "a-1", "a-2", "a-1-1", "a-1-2", "", ""])
    }

    @Test func `are all different, whatever the headings`() {
        var anchors = PageAnchors()
        let words = ["a", "a-1", "a 1", "A-1-1", "a-2", "b"]
        let all = (0..<300).map { anchors.next(words[$0 * $0 % words.count]) }
        #expect(Set(all).count == all.count)
    }
}
