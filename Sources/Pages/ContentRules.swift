// What the pages of a kiosk may cost. The kiosk and `bezel check` apply the same rules.

import Drawing
package import Geometry
package import Settings

/// The limits for other people's pages. Reading a page happens off the kiosk's loop, but laying it out happens in it, so the time
/// for one page has a bound. The defaults are far above what a visitor reads; a page that needs more says so in its error.
package struct ContentRules: Hashable, Sendable {
    /// Whether symbolic links in a kiosk's folder are followed. Whoever may write into the folder could otherwise show any file
    /// that the kiosk's user may read.
    package var followsLinks = false
    /// Whether SVGs may have filters. A blur over a large area takes minutes.
    package var allowsFilters = false
    /// The most bytes in the file of a page.
    package var pageSize = 64 << 10
    /// The most bytes in the files of all pages.
    package var totalSize = 16 << 20
    /// The most elements on a page: paragraphs, headings, items, rows, cells, pictures, links and emphases.
    package var elements = 2000
    /// The most time of the processor for laying out a page, of a long page for what is laid out at once, for which the picture stands
    /// still. Nil for 250 ms, and more on a slow processor: as long as `LayoutTrial.mostReferences` times the reference text takes.
    package var layoutTime: Instant.Span?
    /// The most time of the processor for decoding a picture.
    package var pictureTime = Instant.Span.seconds(10)
    /// The most bytes of memory for decoding a picture. A hundred million pixels, and once more when they are turned, fit in.
    package var pictureMemory = 1536 << 20

    /// The most nodes in cmark's tree, unless a page may have many elements. Each line is a node, and each star that is no emphasis.
    private static let mostPieces = 30_000
    /// The most characters in a word: between two places where a line may be broken. Pango searches a word that is wider than its line
    /// for a break again in each line.
    package static let longestWord = 500
    /// The most brackets in a line that are opened and not closed. Pango remembers some hundred of them, and takes time with the square
    /// of the number of the others.
    private static let mostOpenBrackets = 200
    /// The most spaces in a row. Pango takes time with the square of their number.
    private static let mostSpaces = 1000
    /// The most combining marks on one letter.
    package static let mostMarks = 8
    /// The most emphases, links, pieces of code and line breaks in a paragraph, a heading or a cell. The time that Pango takes for
    /// a text grows with the square of their number.
    package static let mostSpans = 200
    /// The most characters in a title, which is laid out in one line.
    package static let longestTitle = 300
    /// The most bytes in kiosk.toml, and in the front matter of a page.
    package static let settingsSize = 64 << 10
    /// The most time of the processor for parsing a page or a file of settings.
    package static let parsingTime = Instant.Span.seconds(2)
    /// The most time for parsing all of them, so that a kiosk starts.
    package static let totalParsingTime = Instant.Span.seconds(30)
    /// The most time for decoding changed pictures to their end, so that a reload ends. The next reload goes on with the others.
    package static let totalCheckingTime = Instant.Span.seconds(30)
    /// The most pages in `start`.
    package static let mostStartPages = 32

    /// The greatest `page-size`, as in a file, and the greatest `page-elements`.
    private static let (largestPage, mostElements) = ("1 MiB", 400_000)

    /// What to do with a page whose file has more bytes than the rules allow.
    var adviceForLargePage: String {
        pageSize == MemorySize(Self.largestPage)?.bytes
            ? "split it" : "split it, or raise page-size and page-elements in [content] of the machine's file"
    }

    /// The default rules.
    package init() {}

    /// Reads the machine's table `[content]`.
    package init(reading settings: Settings?) {
        guard let settings else { return }
        followsLinks = settings.bool("follow-links") ?? followsLinks
        allowsFilters = settings.bool("svg-filters") ?? allowsFilters
        pageSize = Self.size("page-size", "1 KiB", Self.largestPage, settings) ?? pageSize
        totalSize = settings.bytes("total-size", or: "auto") ?? totalSize
        elements = settings.integer("page-elements", in: 1...Self.mostElements) ?? elements
        layoutTime = Self.time("layout-time", "1 ms", "60 s", settings) ?? layoutTime
        pictureTime = Self.time("picture-time", "100 ms", "1 h", settings) ?? pictureTime
        pictureMemory = Self.size("picture-memory", "64 MiB", "1024 GiB", settings) ?? pictureMemory
    }

    /// The time at `key`, which must lie between `least` and `most`, written as in a file.
    private static func time(_ key: String, _ least: String, _ most: String, _ settings: Settings) -> Instant.Span? {
        guard let time = settings.span(key), let low = Instant.Span(least), let high = Instant.Span(most) else {
            return nil
        }
        if time < low || high < time { settings.reject(key, "must be from \"\(least)\" to \"\(most)\"") }
        return max(low, min(time, high))
    }

    /// The amount of memory at `key` in bytes, which must lie between `least` and `most`, written as in a file.
    private static func size(_ key: String, _ least: String, _ most: String, _ settings: Settings) -> Int? {
        guard let size = settings.bytes(key, or: "auto"), let low = MemorySize(least)?.bytes,
            let high = MemorySize(most)?.bytes
        else { return nil }
        if size < low || high < size { settings.reject(key, "must be from \"\(least)\" to \"\(most)\"") }
        return max(low, min(size, high))
    }

    /// Throws when `document`, the body of the page `file` from line `firstLine` on, has more than can be laid out quickly.
    func check(_ document: MarkdownDocument, file: String, firstLine: Int) throws(Diagnostic) {
        let most = max(Self.mostPieces, 10 * elements)
        let advice =
            elements < Self.mostElements
            ? "split it, or raise page-elements in [content] of the machine's file" : "split it"
        if document.entries.count > most {
            throw Diagnostic(
                "the page has more than \(most) pieces of text (lines, and signs that mean nothing); \(advice)",
                file: file)
        }
        if document.root.elementCount(upTo: elements) > elements {
            throw Diagnostic(
                "the page has more than \(elements) elements (paragraphs, rows, cells, links and so on); \(advice)",
                file: file)
        }
        var reason = ""
        let excess = document.root.firstText { node in
            if node.elementCount(upTo: Self.mostSpans) > Self.mostSpans {
                reason =
                    "the text that begins here has more than \(Self.mostSpans) emphases, links and line breaks; divide it"
            } else {
                reason = Self.problem(ofText: node.kind == .codeBlock ? node.literal : node.plainText) ?? ""
            }
            return !reason.isEmpty
        }
        guard let excess else { return }
        throw Diagnostic(reason, file: file, line: excess.begin.line + firstLine - 1, column: 1)
    }

    /// What is wrong with `title`, which is laid out in one line; nil for nothing.
    static func problem(ofTitle title: String) -> String? {
        title.unicodeScalars.count > longestTitle
            ? "the title has more than \(longestTitle) characters" : problem(ofText: title)
    }

    /// What in `text` would be laid out for too long; nil for nothing.
    static func problem(ofText text: String) -> String? {
        var (marks, spaces, open) = (0, 0, 0)
        for scalar in text.unicodeScalars {
            switch category(of: scalar) {
            case .openPunctuation: open += 1
            case .closePunctuation: open = max(0, open - 1)
            case .control where scalar == "\n": open = 0
            default: break
            }
            if open > mostOpenBrackets {
                return "there are more than \(mostOpenBrackets) brackets that are not closed; close or remove them"
            }
            spaces = scalar.properties.isWhitespace ? spaces + (scalar == "\t" ? TextSetter.tabWidth : 1) : 0
            if spaces > mostSpaces {
                return
                    "there are more than \(mostSpaces) spaces in a row (a tab is \(TextSetter.tabWidth)); remove them"
            }
            marks = isMark(scalar) ? marks + 1 : scalar == joiner ? marks : 0
            if marks > mostMarks {
                return "there are more than \(mostMarks) combining marks on one letter; remove them"
            }
        }
        return problem(ofWordsIn: text)
    }

    /// What is wrong with the words of `text`; nil for nothing.
    private static func problem(ofWordsIn text: String) -> String? {
        guard text.unicodeScalars.count > longestWord else { return nil }
        var (letters, hasSpace) = (0, false)
        for (scalar, mayBreak) in zip(text.unicodeScalars, LineBreaks.find(in: text)) {
            if mayBreak || isWithoutSpaces(scalar) { (letters, hasSpace) = (0, false) }
            letters += 1
            if letters > longestWord {
                return hasSpace
                    ? "there are more than \(longestWord) characters in which no line can be broken: it is broken neither at a "
                        + "no-break space nor before a sign that ends something, such as a full stop; remove some"
                    : "there is a word of more than \(longestWord) letters, in which no line can be broken; divide it"
            }
            hasSpace = hasSpace || scalar.properties.isWhitespace
        }
        return nil
    }

    /// The category of `scalar` as far as brackets are concerned, quickly for ASCII.
    private static func category(of scalar: Unicode.Scalar) -> Unicode.GeneralCategory {
        switch scalar {
        case "(", "[", "{": .openPunctuation
        case ")", "]", "}": .closePunctuation
        case "\n": .control
        case "\0"..."~": .otherPunctuation
        default: scalar.properties.generalCategory
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x80 else { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    /// Whether `scalar` is of a script of South East Asia. It has no spaces, and a dictionary says where lines are broken. Pango has
    /// one for Thai alone. Long texts of the others are ordinary, and have the limit for the time.
    private static func isWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF, 0xA9E0...0xA9FF,
            0xAA60...0xAADF:
            true
        default: false
        }
    }

    /// The joiner, which makes one sign of the two around it.
    private static let joiner: Unicode.Scalar = "\u{200D}"
}
