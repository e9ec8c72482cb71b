// Loads a kiosk from its folder: the settings, then the front matter of each page, then the bodies.

import Drawing
import Settings
import Stage

/// Loads one kiosk.
struct KioskLoader {
    /// The greatest number of lines in a page.
    static let mostLines = 10_000
    /// The greatest number of `<!` and `<?` in a page. For each of them, cmark searches the rest of the paragraph for
    /// the end.
    static let mostHTML = 1000
    /// The greatest number of lines such as `|-|-|` with no blank line between them. For each of them in a paragraph, cmark takes the
    /// whole paragraph above it for a table's head.
    static let mostSeparators = 100

    private let folder: KioskFolder
    private let machine: MachineTables
    private let reader: ContentReader
    private var kiosk: Kiosk
    /// The kiosk that is shown, whose pages stay where the files have new mistakes; nil at the start.
    private let last: Kiosk?
    private var settings: Settings?
    /// The errors in `kiosk.toml` and of the folder that are not in `settings`.
    private var settingsErrors: [Diagnostic]
    private var drafts: [String: Draft] = [:]
    private var diagnostics: Diagnostics
    /// The bytes of all pages read so far.
    private var totalSize = 0
    /// The bytes of the pages of `last` that stay, which have the same limit.
    private var keptSize = 0

    /// A page whose front matter has been read.
    private struct Draft {
        var page: Page
        let source: SourceText
        let settings: Settings?
        let bodyLine: Int
        /// The parsed body. These are fewer bytes than its document has.
        let body: [UInt8]
    }

    init(_ folder: KioskFolder, machine: MachineTables, reader: ContentReader, last: Kiosk? = nil) {
        self.folder = folder
        self.machine = machine
        self.reader = reader
        self.last = last
        let kiosk = Kiosk(folder: folder.path)
        self.kiosk = kiosk
        diagnostics = folder.diagnostics
        settingsErrors = folder.diagnostics.all.filter { $0.file == kiosk.settingsFile }
    }

    /// Loads the whole kiosk. The kiosk is nil when its root page cannot be shown.
    mutating func load(decodingPictures: Bool) -> (kiosk: Kiosk?, diagnostics: [Diagnostic]) {
        if folder.files.contains("kiosk.toml") { readSettings() }
        // The start pages come first, so that they are not the ones that are too much.
        let start = Set(kiosk.start)
        let files = folder.pages.sorted {
            (start.contains($0.key) ? 0 : 1, $0.key) < (start.contains($1.key) ? 0 : 1, $1.key)
        }
        for (name, file) in files { readFrontMatter(of: name, in: file) }
        let hasStart = settleSettings()
        for name in folder.pages.keys.sorted() where drafts[name] == nil { keep(name) }
        readBodies(decodingPictures: decodingPictures)
        keepGonePages()
        warnOfDifferences()
        warnOfOrphans()
        for draft in drafts.values { if let settings = draft.settings { diagnostics.add(settings.diagnostics) } }
        let isShown = hasStart && kiosk.start.first.map { kiosk.pages[$0] != nil } == true
        kiosk.start.removeAll { kiosk.pages[$0] == nil }
        return (isShown ? kiosk : nil, diagnostics.all)
    }

    private mutating func readSettings() {
        do throws(Diagnostic) {
            let source = try SourceText(
                reading: "kiosk.toml", in: folder.path, followsLinks: folder.rules.followsLinks,
                largest: ContentRules.settingsSize)
            let read = try Settings(parsed: try parse(.settings, source.bytes[...], source.file), file: source.file)
            settings = read
            kiosk.title = read.title
            kiosk.theme = read.choice("theme", Theme.Name.self)
            kiosk.language = read.language
            kiosk.gestures = GestureTable(reading: read.table("gestures"))
            kiosk.sheet = SheetTable(reading: read.table("sheet"))
            kiosk.idle = IdleTable(reading: read.table("idle"))
            kiosk.hours = OpeningHours(reading: read)
            if let start = read.strings("start") {
                if start.isEmpty { read.report("start", "start must name a page, such as [\"home\"]") }
                if start.count > ContentRules.mostStartPages {
                    read.report(
                        "start", "start names more than \(ContentRules.mostStartPages) pages; the others are left out")
                }
                if !start.isEmpty { kiosk.start = Array(start.prefix(ContentRules.mostStartPages)) }
            }
        } catch {
            settingsErrors.append(error)
        }
    }

    private mutating func readFrontMatter(of name: String, in inner: String) {
        do throws(Diagnostic) {
            let rules = folder.rules
            let source = try SourceText(
                reading: inner, in: folder.path, followsLinks: rules.followsLinks, largest: rules.pageSize)
            let file = source.file
            guard totalSize + source.bytes.count <= rules.totalSize else {
                throw Diagnostic(
                    "left out: the pages together have more than \(rules.totalSize >> 10) KiB, the total-size in [content]",
                    file: file)
            }
            totalSize += source.bytes.count
            if source.lineCount > KioskLoader.mostLines {
                throw Diagnostic(
                    "the page has \(source.lineCount) lines; the most is \(KioskLoader.mostLines): split it",
                    file: file, line: KioskLoader.mostLines + 1, column: 1)
            }
            let beginnings = zip(source.bytes, source.bytes.dropFirst()).count { $0 == 60 && ($1 == 33 || $1 == 63) }
            if beginnings > KioskLoader.mostHTML {
                throw Diagnostic(
                    "the page has \(beginnings) pieces of HTML that begin with <! or <?; remove them", file: file)
            }
            if let line = KioskLoader.excessiveSeparator(in: source) {
                throw Diagnostic(
                    "more than \(KioskLoader.mostSeparators) lines look like the line below a table's head, with no blank line between "
                        + "them; divide the table, or write – instead of -", file: file, line: line, column: 1)
            }
            var settings: Settings?
            let front = try source.frontMatter()
            if let front {
                guard front.text.utf8.count <= ContentRules.settingsSize else {
                    throw Diagnostic(
                        "the front matter has more than \(ContentRules.settingsSize >> 10) KiB", file: file, line: 1)
                }
                let parsed = try parse(.settings, Array(front.text.utf8)[...], file)
                settings = try Settings(parsed: parsed, file: file, firstLine: front.firstLine)
            } else if let warning = source.missedFrontMatter() {
                diagnostics.add(warning)
            }
            let bodyLine = front?.nextLine ?? 1
            let body = try parse(.markdown, Placeholder.marked(source.bytes(from: bodyLine)), file)
            try rules.check(try document(body, file), file: file, firstLine: bodyLine)
            let page = Page(name: name, file: file, frontMatter: settings)
            try tryLayout(of: page, source.bytes(from: bodyLine))
            drafts[name] = Draft(page: page, source: source, settings: settings, bodyLine: bodyLine, body: body)
        } catch {
            diagnostics.add(error)
        }
    }

    /// The first line of `source` that looks like the separator of a table and has too many of them above it in its block. Blank lines
    /// divide blocks; a sign of a quotation is as good as blank.
    private static func excessiveSeparator(in source: SourceText) -> Int? {
        var count = 0
        return (1...source.lineCount).first { number in
            let line = source.bytes(ofLine: number)
            if line.allSatisfy(" >\t\r\n".utf8.contains) { count = 0 }
            let isSeparator =
                line.allSatisfy("-:| >\t\u{B}\u{C}\r\n".utf8.contains) && line.contains(UInt8(ascii: "-"))
                && line.contains { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ":") }
            if isSeparator { count += 1 }
            return count > mostSeparators
        }
    }

    /// What `task` makes of `text`, which is in `file`.
    private func parse(_ task: ParsingTask, _ text: ArraySlice<UInt8>, _ file: String) throws(Diagnostic) -> [UInt8] {
        do throws(ParsingError) { return try reader.parse(task, text) } catch {
            throw Diagnostic("left out: \(error.reason)", file: file)
        }
    }

    /// Throws when laying out `text`, the body of `page`, takes too long.
    private func tryLayout(of page: Page, _ text: ArraySlice<UInt8>) throws(Diagnostic) {
        guard LayoutTrial.isNeeded(for: text) else { return }
        let language = page.language ?? kiosk.language ?? "en"
        let trial = LayoutTrial(
            language: language, direction: page.direction ?? LayoutDirection(language: language))
        do throws(ParsingError) { try reader.layOut(trial, text) } catch {
            throw Diagnostic("left out: \(error.reason)", file: page.file)
        }
    }

    /// The document in `body`, the parsed body of `file`.
    private func document(_ body: [UInt8], _ file: String) throws(Diagnostic) -> MarkdownDocument {
        do throws(MalformedBytes) { return try MarkdownDocument(parsed: body) } catch {
            throw Diagnostic("left out: its parser answers something else", file: file)
        }
    }

    /// Settles the start pages and finds all errors in the settings. With new ones, the last settings stay. Returns false when the
    /// first start page cannot be shown.
    private mutating func settleSettings() -> Bool {
        let hasStart = settleStart()
        settings?.finish()
        if let last, !hasStart, settingsErrors.isEmpty {
            settingsErrors.append(
                Diagnostic(
                    "the first start page \"\(kiosk.start[0])\" cannot be shown; the kiosk still starts with \"\(last.start[0])\"",
                    file: kiosk.settingsFile))
        }
        if let settings { diagnostics.add(settings.diagnostics) }
        for error in settingsErrors { diagnostics.add(error) }
        let errors = (settings?.diagnostics.all ?? []) + settingsErrors
        kiosk.settingsFaults = errors.mistakes
        guard let last, !hasStart || !kiosk.settingsFaults.isSubset(of: last.settingsFaults) else { return hasStart }
        var kept = last
        (kept.pages, kept.sizes) = ([:], [:])
        kept.kept = [kiosk.settingsFile]
        kiosk = kept
        return true
    }

    /// Removes the start pages that cannot be shown. Returns false when the first of them cannot.
    private mutating func settleStart() -> Bool {
        for name in kiosk.start where folder.pages[name] == nil {
            if let settings, settings.has("start") {
                settings.report("start", "there is no page \"\(name)\"" + hint(name))
            } else {
                settingsErrors.append(
                    Diagnostic(
                        "there is no start page \(name).md; write one, or name another in kiosk.toml: "
                            + "start = [\"\(folder.pages.keys.min() ?? "welcome")\"]", file: folder.path))
            }
        }
        if let attract = kiosk.idle.attract, folder.pages[attract] == nil {
            kiosk.idle.attract = nil
            settings?.table("idle")?.report("attract", "there is no page \"\(attract)\"" + hint(attract))
        }
        if kiosk.idle.attract != nil, kiosk.idle.completed(by: machine.idle).homeAfter == nil {
            settings?.table("idle")?.report(
                "attract",
                "\(IdleTable.attractionNeedsHome), here or in the machine's file", severity: .warning)
        }
        func isShown(_ name: String) -> Bool {
            drafts[name] != nil || folder.pages[name] != nil && last?.pages[name] != nil
        }
        guard let root = kiosk.start.first, isShown(root) else { return false }
        kiosk.start.removeAll { !isShown($0) }
        return true
    }

    private func hint(_ name: String) -> String {
        let bare = name.hasSuffix(".md") ? String(name.dropLast(3)) : name
        let near = folder.pages[bare] == nil ? Spelling(folder.pages.keys).nearest(to: bare) : bare
        return near.map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// Keeps the last version of the page `name`. Returns false when there is none, or when the kept pages are too much.
    @discardableResult
    private mutating func keep(_ name: String) -> Bool {
        guard let page = last?.pages[name], let size = last?.sizes[name], keptSize + size <= folder.rules.totalSize
        else { return false }
        keptSize += size
        (kiosk.pages[name], kiosk.sizes[name]) = (page, size)
        kiosk.kept.insert(folder.pages[name].map(folder.file) ?? page.file)
        return true
    }

    /// Keeps the pages that are gone, but to which a kept page leads.
    private mutating func keepGonePages() {
        guard last != nil else { return }
        var next = kiosk.pages.values.filter { kiosk.kept.contains($0.file) }.sorted { $0.name < $1.name }
        func keepGone(_ name: String, _ why: String) {
            guard kiosk.pages[name] == nil, keep(name), let page = kiosk.pages[name] else { return }
            diagnostics.add(Diagnostic("the page is gone, but \(why)", file: page.file))
            next.append(page)
        }
        for name in kiosk.start { keepGone(name, "the kiosk starts with it") }
        if let attract = kiosk.idle.attract { keepGone(attract, "it is the page that attracts people") }
        while let page = next.popLast() {
            for link in page.links { keepGone(link.page, "the last good version of \(page.file) leads to it") }
        }
    }

    private mutating func readBodies(decodingPictures: Bool) {
        let references = KioskReferences(
            folder, usable: Set(drafts.keys).union(kiosk.pages.keys), decodesPictures: decodingPictures,
            reader: reader)
        for (name, draft) in drafts.sorted(by: { $0.key < $1.key }) {
            // The body was read before, when its elements were counted.
            guard let document = try? MarkdownDocument(parsed: draft.body) else { continue }
            let source = MarkdownSource(
                document, in: draft.source, from: draft.bodyLine, page: name, references: references)
            var page = draft.page
            source.hasHours = page.hours != nil || kiosk.hours != nil
            page.blocks = MarkdownReader(source).read()
            if draft.settings?.has("title") != true, let heading = page.blocks.firstHeading {
                (page.title, page.titleText) = heading
            }
            for placeholder in page.titleText.placeholders {
                if let (problem, severity) = source.problem(of: placeholder), draft.settings?.has("title") == true {
                    draft.settings?.report("title", problem, severity: severity)
                }
            }
            page.followsClock = source.placeholders.union(page.titleText.placeholders).contains { $0.file == nil }
            diagnostics.add(source.diagnostics)
            draft.settings?.finish()
            let found = source.diagnostics.all + (draft.settings?.diagnostics.all ?? [])
            page.faults = found.mistakes
            if let last = last?.pages[name], !page.faults.isSubset(of: last.faults), keep(name) { continue }
            (kiosk.pages[name], kiosk.sizes[name]) = (page, draft.source.bytes.count)
        }
        takeData(from: references)
    }

    /// Takes the values of the files that pages show. Those of a file that cannot be read stay as they were.
    private mutating func takeData(from references: KioskReferences) {
        for (path, result) in references.dataFiles {
            do throws(Diagnostic) { kiosk.data[path] = try result.get() } catch {
                diagnostics.add(error)
                guard let values = last?.data[path] else { continue }
                kiosk.data[path] = values
                kiosk.kept.insert(folder.file(path))
            }
        }
        // A page that stays as it was may show a file that is gone.
        for (path, values) in last?.data ?? [:] where kiosk.data[path] == nil && !kiosk.kept.isEmpty {
            kiosk.data[path] = values
        }
    }

    private func warnOfDifferences() {
        let habits = PageHabits(of: kiosk, machine: machine.gestures)
        for draft in drafts.values {
            guard let settings = draft.settings, let page = kiosk.pages[draft.page.name],
                !kiosk.kept.contains(draft.page.file)
            else { continue }
            habits.check(page, settings)
        }
    }

    private mutating func warnOfOrphans() {
        var wanted = Set(kiosk.start)
        if let attract = kiosk.idle.attract { wanted.insert(attract) }
        for page in kiosk.pages.values {
            for link in page.links where link.page != page.name { wanted.insert(link.page) }
        }
        if let attract = kiosk.idle.attract, let page = kiosk.pages[attract], !page.links.isEmpty {
            diagnostics.add(
                Diagnostic(
                    "this page is shown to attract people, and any touch leads from it to the start: its links lead nowhere",
                    file: page.file, severity: .warning))
        }
        for page in kiosk.pages.values where !wanted.contains(page.name) {
            diagnostics.add(Diagnostic("no page links to this one", file: page.file, severity: .warning))
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

extension [Block] {
    /// The text of the first heading that has any.
    fileprivate var firstHeading: (title: String, text: [Inline])? {
        for block in self {
            if case .heading(_, let text) = block.content, !text.plainText.isEmpty {
                return (String(text.plainText.unicodeScalars.prefix(ContentRules.longestTitle)), text)
            }
        }
        return nil
    }
}
