// What to write in place of HTML, which no page shows.

/// Advice for a piece of HTML in a page.
enum HTMLAdvice {
    /// The Markdown for each tag that has any.
    private static let markdown: [String: String] = [
        "b": "**bold**", "strong": "**bold**", "i": "*italic*", "em": "*italic*", "s": "~~struck~~",
        "del": "~~struck~~", "code": "`code`", "pre": "four spaces before each line", "a": "[words](page.md)",
        "img": "![words](picture.png)", "h1": "# Heading", "h2": "## Heading", "h3": "### Heading",
        "ul": "- for each item",
        "ol": "1. for each item", "li": "- for each item", "hr": "---", "blockquote": "> before each line",
        "table": "| cell | cell |", "sup": "signs such as ² and ³", "sub": "signs such as ₂ and ₃",
        "p": "an empty line between paragraphs",
    ]

    /// The other tags of pages in HTML. Any other word in `<` and `>` is rather text.
    private static let known: Set<String> = [
        "abbr", "article", "audio", "base", "big", "body", "br", "button", "canvas", "caption", "center", "cite", "dd",
        "details",
        "div",
        "dl", "dt", "embed", "figcaption", "figure", "font", "footer", "form", "frame", "h4", "h5", "h6", "head",
        "header", "html",
        "iframe",
        "input", "ins", "kbd", "label", "link", "main", "mark", "meta", "nav", "object", "option", "picture", "q",
        "script",
        "section", "select", "small", "source", "span", "strike", "style", "summary", "svg", "tbody", "td", "textarea",
        "tfoot",
        "th", "thead", "title", "tr", "tt", "u", "video", "wbr",
    ]

    /// Whether `html` is nothing but line breaks.
    static func isLineBreaks(_ html: String) -> Bool {
        let tags = html.lowercased().filter { !$0.isWhitespace }.replacing("<br/>", with: "<br>")
        return !tags.isEmpty && tags.replacing("<br>", with: "").isEmpty
    }

    /// What is wrong with `html`, a tag in running text or, if `isBlock`, a part of the page; nil for what needs no words: a comment
    /// with an end, and the end of an element whose beginning is reported.
    static func problem(of html: String, isBlock: Bool) -> String? {
        let text = html.drop(while: \.isWhitespace)
        if text.hasPrefix("<!--") {
            return text.contains("-->")
                ? nil : "this comment has no --> at its end, so nothing below it is shown; write --> where it ends"
        }
        if !isBlock, text.hasPrefix("</") || isLineBreaks(html) { return nil }
        if isBlock, isLineBreaks(html) || text.hasPrefix("</") && !hasText(text) { return nil }
        let name = text.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
        if !name.isEmpty, markdown[name] == nil, !known.contains(name) {
            return "HTML is not shown, and this is taken for it; write \\< for the sign <"
        }
        let advice = BrowserPage.advice(forTag: name, in: text)
        let instead = advice.map { "; \($0)" } ?? markdown[name].map { "; write \($0)" } ?? "; write Markdown"
        return isBlock && hasText(text)
            ? "HTML is not shown, nor the text in it\(instead)" : "HTML is not shown\(instead)"
    }

    /// Whether `html` may have held a link, or hides what stands below it.
    static func mayHideLinks(_ html: String) -> Bool {
        html.lowercased().contains("href") || html.contains("<!--") && !html.contains("-->")
    }

    /// Whether something stands between the tags.
    private static func hasText(_ html: Substring) -> Bool {
        var isTag = false
        for character in html {
            switch character {
            case "<": isTag = true
            case ">": isTag = false
            default: if !isTag, !character.isWhitespace { return true }
            }
        }
        return false
    }
}
