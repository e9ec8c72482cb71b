// A page between the two readings of its file: that of its front matter, and that of its text, whose links lead to other pages.

import Settings

/// A page whose front matter has been read.
struct PageDraft {
    var page: Page
    let source: SourceText
    let settings: Settings?
    let bodyLine: Int
    /// The parsed body. These are fewer bytes than its document has.
    let body: [UInt8]

    /// The front matter with the places on the pictures of the text; nil where the window of a program is the page.
    var placeSettings: Settings? { page.program == nil ? settings : nil }

    /// The anchors of the headings in the body.
    var anchors: [String] {
        guard let document = try? MarkdownDocument(parsed: body) else { return [] }
        let text = MarkdownSource(
            document, in: source, from: bodyLine, page: page.name, references: KioskReferences())
        return PageAnchors.all(in: MarkdownReader(text).read())
    }
}
