// The Markdown of a page while it is read: places in its file, its links and pictures, and its errors.

import Drawing
import Geometry
import Settings

/// The page that readers turn into blocks and inlines.
final class MarkdownSource {
    /// The maximum nesting of quotes, lists, emphasis and links.
    static let deepest = 100

    /// The errors found so far.
    private(set) var diagnostics = Diagnostics()
    /// The parsed page.
    let document: MarkdownDocument
    private let source: SourceText
    let references: KioskReferences
    /// The places on each picture.
    private let places: [Picture: [PicturePlace]]
    let page: String
    private let firstLine: Int
    /// The number of backslashes at line ends in the current text. cmark does not count the lines that they end.
    private var uncountedLines = 0
    /// The number of bytes by which cmark's column is too great in the line after such a backslash.
    private var uncountedBytes = 0
    /// The columns of the signs that begin links and pictures in the line that was last looked for: a long line can have thousands.
    private var signs: (line: Int, columns: [Unicode.Scalar: [Int]]) = (0, [:])
    /// How many more errors and warnings are reported with their places. To find a place takes longer than to count.
    private var reports = 500
    /// Whether the hours of the place are known, for `{{open}}`.
    var hasHours = true
    /// The most places with placeholders on a page, and the most tables of files. What they show is not laid out on trial.
    private static let (mostPlaceholders, mostTables) = (100, 2)
    private var (found, tables, codes) = (0, 0, 0)
    /// The number of pictures and texts that follow sliders.
    var variants = 0
    /// Whether it was reported why the links of the present list are no actions.
    var actionsAreExplained = false
    /// The placeholders that were read, for what the page needs.
    private(set) var placeholders: Set<Placeholder> = []
    /// The warnings that are given once. A page has a limited number of lines, and so of these.
    private var said: Set<String> = []

    /// Begins to read `document`, which `source` has from line `firstLine` on, for the page called `page`, which has
    /// `places` on its pictures.
    init(
        _ document: MarkdownDocument, in source: SourceText, from firstLine: Int, page: String,
        references: KioskReferences, places: [Picture: [PicturePlace]] = [:]
    ) {
        self.document = document
        self.places = places
        self.source = source
        self.firstLine = firstLine
        self.page = page
        self.references = references
    }

    /// The line of the file for line `number` of the body, as cmark counts it.
    private func line(_ number: Int) -> Int { number + firstLine - 1 + uncountedLines }

    /// The place in the file where `node` begins.
    func place(of node: MarkdownNode) -> SourcePlace {
        let begin = node.begin
        let line = line(begin.line)
        let column = source.column(line: line, byte: begin.byte - uncountedBytes)
        let signs: [Unicode.Scalar] = node.kind == .link ? ["[", "<"] : node.kind == .image ? ["!"] : []
        guard !signs.isEmpty else { return SourcePlace(line: line, column: column) }
        // In a continuation line of a paragraph, cmark does not count the leading spaces.
        let columns = signs.map { self.columns(of: $0, in: line) }
        let next = columns.compactMap { columns in columns.first { $0 >= column } }.min()
        return SourcePlace(line: line, column: next ?? columns.compactMap(\.first).min() ?? column)
    }

    /// The columns of `sign` in line `line` of the file.
    private func columns(of sign: Unicode.Scalar, in line: Int) -> [Int] {
        if signs.line != line {
            let found = source.line(line).enumerated().filter { "[<!".unicodeScalars.contains($0.element) }
            signs = (line, Dictionary(grouping: found, by: \.element).mapValues { $0.map { $0.offset + 1 } })
        }
        return signs.columns[sign] ?? []
    }

    /// Resets the corrections to cmark's count, which last until the end of a paragraph.
    func beginText() { (uncountedLines, uncountedBytes) = (0, 0) }

    /// Reports `message` at the place where `node` begins.
    func report(_ message: String, at node: MarkdownNode, severity: Diagnostic.Severity = .error) {
        guard reports > 0 else { return diagnostics.addOneMore(severity, in: source.file) }
        reports -= 1
        let place = place(of: node)
        diagnostics.add(
            Diagnostic(message, file: source.file, line: place.line, column: place.column, severity: severity))
    }

    /// Warns of `message` at the place where `node` begins, unless the page has the same warning already.
    func reportOnce(_ message: String, at node: MarkdownNode) {
        if said.insert(message).inserted { report(message, at: node, severity: .warning) }
    }

    /// Returns whether a node at `depth` may have children, and reports an error if it may not.
    func mayDescend(into node: MarkdownNode, depth: Int) -> Bool {
        if depth <= MarkdownSource.deepest { return true }
        report(
            "lies in more than \(MarkdownSource.deepest) quotes, lists or emphases; its contents are ignored", at: node
        )
        return false
    }

    /// A line of the text ends without a line break.
    func endLine() { uncountedBytes = 0 }

    /// A line of the text ends with a line break, after the node `last` and before the node `next`.
    func breakLine(after last: MarkdownNode?, before next: MarkdownNode?) {
        uncountedBytes = 0
        guard let last, source.endsWithBackslash(line(last.lastLine)) else { return }
        uncountedLines += 1
        if let next { uncountedBytes = next.begin.byte - 1 }
    }

    /// Reports HTML, which is left out.
    func warnOfHTML(_ node: MarkdownNode) {
        guard let problem = HTMLAdvice.problem(of: node.literal, isBlock: node.kind == .htmlBlock) else { return }
        if HTMLAdvice.mayHideLinks(node.literal) { references.hasBrokenLinks = true }
        report(problem, at: node, severity: .warning)
    }

    /// Reports Markdown in the text with which `nodes` begin that is half written, and so is read as text. `isFirst` says that
    /// nothing stands before it in its paragraph.
    func reportStraySigns(in nodes: ArraySlice<MarkdownNode>, isFirst: Bool) {
        for finding in StraySigns.links(in: nodes, isFirst: isFirst) {
            // A text has one place, however long it is. Where signs are written as entities, that has to do.
            var place = place(of: finding.node)
            let line = source.line(place.line)
            let wanted = Array(finding.words.unicodeScalars.prefix { $0 != "\n" })
            if let found = line[min(line.count, place.column - 1)...].firstRange(of: wanted) {
                place.column = found.lowerBound + 1
                // Written so that it is text.
                if found.lowerBound > 0, line[found.lowerBound - 1] == "\\" { continue }
            } else if finding.severity == .error, line.contains("\\") {
                continue
            }
            guard said.insert(finding.message).inserted else { continue }
            references.hasBrokenLinks = true
            guard reports > 0 else {
                diagnostics.addOneMore(finding.severity, in: source.file)
                continue
            }
            reports -= 1
            diagnostics.add(
                Diagnostic(
                    finding.message, file: source.file, line: place.line, column: place.column,
                    severity: finding.severity))
        }
    }

    /// Warns of text that cmark leaves out of `node`, a row of a table of `columns` columns.
    func warnOfLostCells(in node: MarkdownNode, columns: Int) {
        let line = source.line(line(node.begin.line))
        guard let problem = LostText.problem(ofRow: line, columns: columns) else { return }
        report(problem, at: node, severity: .warning)
    }

    /// Warns if the block of code `node` has no end.
    func warnOfOpenCode(_ node: MarkdownNode) {
        let (first, last) = (line(node.begin.line), line(node.lastLine))
        guard let problem = LostText.problem(ofCodeFrom: first, to: last, in: source) else { return }
        references.hasBrokenLinks = true
        report(problem, at: node, severity: .warning)
    }

    /// The target of the link `node`, an action of a row if it `isAction`. Nil when it has none, which is reported.
    func link(_ node: MarkdownNode, isAction: Bool = false) -> Link? {
        let title = LinkTitle(node.title)
        if let problem = title.problem(isTaken: isAction || actionsAreExplained) { report(problem, at: node) }
        if let (choice, problem) = references.choice(at: node.address) {
            if let problem { report(problem, at: node) }
            return choice.map {
                Link(page: references.name(of: page), presentation: .push, place: place(of: node), choice: $0)
            }
        }
        let (name, part, problem) = references.page(at: node.address, on: page)
        if let problem { report(problem, at: node) }
        if node.children.isEmpty, name != nil {
            report(
                "this link has no words, so nobody sees it; write them between [ and ]", at: node, severity: .warning)
        }
        return name.map { Link(page: $0, presentation: title.presentation, place: place(of: node), part: part) }
    }

    /// The number of the footnote to which `node` refers, with the link that opens it. Nil when there is none.
    func note(_ node: MarkdownNode) -> (number: Int, link: Link)? {
        Int(node.literal).map {
            ($0, Link(page: references.name(of: page), presentation: .sheet, place: place(of: node), part: .note($0)))
        }
    }

    /// Warns of footnotes to which no text refers. cmark leaves them out, so their lines are in no block.
    func warnOfUnusedNotes() {
        let blocks = document.root.children.map(\.lines).sorted { $0.lowerBound < $1.lowerBound }
        var next = 0
        for number in firstLine..<source.lineCount + 1 {
            let start = source.bytes(ofLine: number).drop { $0 == UInt8(ascii: " ") }
            guard start.starts(with: "[^".utf8), start.firstRange(of: "]:".utf8) != nil else { continue }
            let line = number - firstLine + 1
            while next < blocks.count, blocks[next].upperBound < line { next += 1 }
            if next < blocks.count, blocks[next].contains(line) { continue }
            guard reports > 0 else { return }
            reports -= 1
            diagnostics.add(
                Diagnostic(
                    "this footnote is not shown: no text refers to it", file: source.file, line: number, column: 1,
                    severity: .warning))
        }
    }

    /// How many times as long as wide, or as wide as high, a picture can be without a warning.
    private static let longest = 20

    /// How `picture` is shown otherwise than its author may expect; nil for nothing.
    private static func warning(of picture: Picture) -> String? {
        let (width, height) = (picture.size.width, picture.size.height)
        guard max(width, height) > longest * min(width, height) else { return nil }
        return
            "is \(width)×\(height) pixels; the kiosk shows it as a thin line; cut it to a shape at most \(longest) times as long as "
            + "wide"
    }

    /// The picture that `node` shows, with the target of a tap on it; or the one at `other` in its place.
    func picture(_ node: MarkdownNode, link: Link?, at other: String? = nil) -> PagePicture {
        let address = other ?? node.address
        let (picture, problem) = references.picture(at: address, on: page)
        // The mistake is in the picture's file, however often the page shows it.
        if let problem, said.insert(problem).inserted { report(problem, at: node) }
        if let picture, let warning = Self.warning(of: picture) {
            reportOnce("\"\(Reference.name(of: address))\" \(warning)", at: node)
        }
        if let picture, let hindrance = references.hindrance(of: picture) {
            reportOnce("\"\(Reference.name(of: address))\" \(hindrance)", at: node)
        }
        if let picture, let omissions = references.omissions(of: picture) {
            reportOnce("\"\(Reference.name(of: address))\" \(omissions)", at: node)
        }
        let title = title(of: node)
        if let advice = title.advice { report(advice, at: node, severity: .warning) }
        if let picture, let loss = PagePicture.loss(of: picture.size, title.fit) {
            reportOnce("\"\(Reference.name(of: address))\" \(loss)", at: node)
        }
        return PagePicture(
            picture: picture, description: Placeholder.plain(node.plainText), link: link, fit: title.fit,
            focus: title.focus, caption: title.caption, places: picture.flatMap { places[$0] } ?? [],
            place: place(of: node))
    }

    /// The title of the picture `node`, without a caption that would take too long to lay out.
    private func title(of node: MarkdownNode) -> PictureTitle {
        warnOfPlaceholders(inTitleOf: node)
        let title = PictureTitle(Placeholder.plain(node.title))
        guard let problem = ContentRules.problem(ofTitle: title.caption) else { return title }
        report("the caption of this picture is left out: \(problem)", at: node)
        return title.withoutCaption
    }

    /// Warns where `picture` is asked to be a banner in a gallery or a row, whose pictures have frames of one size.
    func warnOfBanner(_ picture: PagePicture) {
        guard picture.fit == .banner, reports > 0 else { return }
        reports -= 1
        diagnostics.add(
            Diagnostic(
                "\"banner\" is for a picture in a paragraph of its own; here it means \"fill\"", file: source.file,
                line: picture.place.line, column: picture.place.column, severity: .warning))
    }

    /// Warns where the title of `picture`, which `node` shows in a row, asks for what a row does not have.
    func warnOfTitle(of picture: PagePicture, inRow node: MarkdownNode) {
        warnOfBanner(picture)
        guard !picture.caption.isEmpty else { return }
        report(
            "a row shows no caption below its picture; write \"\(picture.caption)\" after the link", at: node,
            severity: .warning)
    }

    // MARK: What changes

    /// The text of `node`, with its placeholders.
    func inlines(of node: MarkdownNode) -> [Inline] {
        guard node.literal.contains("{{") || node.literal.contains("}}") else {
            return [.text(Placeholder.plain(node.literal))]
        }
        return Placeholder.pieces(of: node.literal, on: page, sliders: sliders).map {
            switch $0 {
            case .text(let text): return .text(text)
            case .stray(let text, let problem):
                let begin = text.firstIndex(of: "{") ?? text.startIndex
                report(problem, at: node, before: String(text[begin...].prefix(8)), severity: .warning)
                return .text(text)
            case .problem(let reason, let source):
                report(reason, at: node, before: source)
                return .text(source)
            case .placeholder(let written):
                let placeholder = references.translated(written, on: page)
                guard found < Self.mostPlaceholders else {
                    report(
                        "the page has more than \(Self.mostPlaceholders) places {{…}}; make several pages of it",
                        at: node)
                    return .text(written.source)
                }
                found += 1
                if let (problem, severity) = problem(of: placeholder) {
                    report(problem, at: node, before: written.source, severity: severity)
                }
                placeholders.insert(placeholder)
                return .placeholder(placeholder)
            }
        }
    }

    /// Warns where the title of the picture `node` has placeholders, which change only in text.
    private func warnOfPlaceholders(inTitleOf node: MarkdownNode) {
        let sources = Placeholder.pieces(of: node.title, on: page, sliders: sliders).compactMap { piece -> String? in
            switch piece {
            case .text: nil
            case .placeholder(let placeholder): placeholder.source
            case .problem(_, let source), .stray(let source, _): source
            }
        }
        guard let first = sources.first else { return }
        report(
            "a title shows \(first) as it is written; write it in the text of the page", at: node, severity: .warning)
    }

    /// Reports `message` at the place of `text` in `node`, or where the node begins.
    private func report(
        _ message: String, at node: MarkdownNode, before text: String, severity: Diagnostic.Severity = .error
    ) {
        guard reports > 0 else { return report(message, at: node, severity: severity) }
        reports -= 1
        let begin = place(of: node)
        let line = String(String.UnicodeScalarView(source.line(begin.line)))
        let column = line.firstRange(of: text).map {
            line.unicodeScalars.distance(from: line.startIndex, to: $0.lowerBound) + 1
        }
        diagnostics.add(
            Diagnostic(
                message, file: source.file, line: begin.line, column: column ?? begin.column, severity: severity))
    }

    /// The sliders of the kiosk; nil where they are not known.
    var sliders: [String: SliderTable]? { references.sliders }

    /// The table or the QR code that `node` shows, if it is written as a picture but is one of these; nil for any other node.
    func figure(_ node: MarkdownNode) -> Block.Content? {
        if let content = SteppedReader(source: self).figure(node) { return content }
        return dataTable(node) ?? code(node)
    }

    /// The words of `node`, in place of a table or a code that is one too many.
    private func words(of node: MarkdownNode) -> Block.Content {
        .paragraph([.text(Placeholder.plain(node.plainText))])
    }

    /// The QR code that `node` shows, if it is a picture whose address is the text of one; nil for any other node.
    private func code(_ node: MarkdownNode) -> Block.Content? {
        guard node.kind == .image, let text = QRCode.text(in: Placeholder.plain(node.address)) else { return nil }
        codes += 1
        guard codes <= QRCode.mostOnPage else {
            report("the page has more than \(QRCode.mostOnPage) QR codes; make several pages of it", at: node)
            return words(of: node)
        }
        if let problem = QRCode.problem(ofText: text) { report(problem, at: node) }
        if let warning = QRCode.warning(ofText: text) { report(warning, at: node, severity: .warning) }
        return .qrCode(
            QRCode(text: text, description: Placeholder.plain(node.plainText), caption: title(of: node).caption))
    }

    /// The table that `node` shows, if it is a picture whose file is one of values; nil for any other node.
    private func dataTable(_ node: MarkdownNode) -> Block.Content? {
        guard node.kind == .image, let name = DataTable.file(at: node.address, on: page) else { return nil }
        let path = references.translated(name, on: page)
        tables += 1
        guard tables <= Self.mostTables else {
            report("the page has more than \(Self.mostTables) tables of files; make several pages of it", at: node)
            return words(of: node)
        }
        let (data, problem) = references.data(path, on: page)
        if let problem { report(problem, at: node) }
        let table = DataTable(file: path, title: node.title, description: Placeholder.plain(node.plainText))
        warnOfPlaceholders(inTitleOf: node)
        if let data, let (problem, severity) = table.problem(in: data) { report(problem, at: node, severity: severity) }
        return .dataTable(table)
    }
}
