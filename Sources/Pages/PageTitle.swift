// The title of a page: from its front matter, or else its first heading. It may hold values that change.

import Settings

extension Page {
    /// Takes the first heading as the title if `settings`, the front matter, has none, and reports there what is wrong with the values in
    /// one that it has. `problem` says what that is.
    mutating func settleTitle(
        settings: Settings?, problem: (Placeholder) -> (String, Diagnostic.Severity)?
    ) {
        guard let settings, settings.has("title") else {
            if let heading = blocks.firstHeading?.text {
                title = String(heading.plainText.unicodeScalars.prefix(ContentRules.longestTitle))
                titleText = heading
            } else {
                reportMissingTitle(in: settings)
            }
            return
        }
        for placeholder in titleText.placeholders {
            if let (message, severity) = problem(placeholder) { settings.report("title", message, severity: severity) }
        }
    }
}

extension Settings {
    /// The title, which must not be too long for one line.
    var title: String? {
        guard let title = string("title") else { return nil }
        if let problem = ContentRules.problem(ofTitle: title) {
            report("title", problem)
            return nil
        }
        return title
    }
}

extension Page {
    /// The place of the first heading, if it says the title; nil otherwise.
    var titleHeading: SourcePlace? {
        guard let heading = blocks.firstHeading else { return nil }
        let (text, title) = (heading.text.plainText, titleText.plainText)
        // A heading may be as long as a page. One that is much longer than a title says something else.
        guard text.utf8.count <= 2 * max(title.utf8.count, ContentRules.longestTitle) else { return nil }
        return text.said == title.said ? heading.place : nil
    }
}

extension String {
    /// What the text says: without signs, and whatever the case of its letters.
    fileprivate var said: String {
        let words = lowercased().filter { $0.isLetter || $0.isNumber }
        return words.isEmpty ? self : words
    }
}

extension [Block] {
    /// The first heading that has any text.
    fileprivate var firstHeading: (place: SourcePlace, text: [Inline])? {
        for block in self {
            if case .heading(_, let text) = block.content, !text.plainText.isEmpty { return (block.place, text) }
        }
        return nil
    }
}
