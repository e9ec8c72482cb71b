// Loads a kiosk from its folder: the settings, then the front matter of each page, then the bodies.

import Drawing
import Geometry
import Settings
import Stage

/// Loads one kiosk.
struct KioskLoader {
    private let folder: KioskFolder
    private let machine: MachineTables
    private let reader: ContentReader
    private var kiosk: Kiosk
    /// The kiosk that is shown, whose pages stay where the files have new mistakes; nil at the start.
    private let last: Kiosk?
    private var settings: Settings?
    /// The errors in `kiosk.toml` and of the folder that are not in `settings`.
    private var settingsErrors: [Diagnostic]
    private var drafts: [String: PageDraft] = [:]
    private var diagnostics: Diagnostics
    /// Whether a link, the start or the attraction names no page that can be shown.
    private var hasBrokenLinks = false
    /// The bytes of all pages read so far.
    private var totalSize = 0
    /// The bytes of the pages of `last` that stay, which have the same limit.
    private var keptSize = 0
    /// The present local time; nil where nobody asks what is past.
    var now: CivilTime?

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
        if folder.files.contains(KioskFolder.settings) { readSettings(decodingPictures) } else { reportNoSettings() }
        if settings == nil { kiosk.languages = KioskLanguages(nil, language: nil, pages: folder.pages.keys) }
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
        warnOfAttraction()
        if !isWithoutSettings {
            warnOfOrphans()
            let found = TranslationCheck(kiosk, files: folder.pages).warnings
            for warning in found + SliderCheck(kiosk, settings, folder.pages).warnings { diagnostics.add(warning) }
        }
        for draft in drafts.values { if let settings = draft.settings { diagnostics.add(settings.diagnostics) } }
        let isShown = hasStart && kiosk.start.first.map { kiosk.pages[$0] != nil } == true
        kiosk.start.removeAll { kiosk.pages[$0] == nil }
        kiosk.files.formUnion(kiosk.targets.flatMap(\.files))
        kiosk.files.formUnion(diagnostics.all.compactMap { folder.inner($0.file) })
        // The mistake that hides all settings comes first: others may follow from it.
        let first =
            isWithoutSettings || !kiosk.hasSettings ? diagnostics.all.filter { $0.file == kiosk.settingsFile } : []
        return (isShown ? kiosk : nil, first + diagnostics.all.filter { !first.contains($0) })
    }

    /// Whether there is a `kiosk.toml` that cannot be read. Then nothing is said of what it may name: hours, languages, start pages.
    private var isWithoutSettings: Bool { settings == nil && folder.files.contains(KioskFolder.settings) }

    private mutating func readSettings(_ decodingPictures: Bool) {
        do throws(Diagnostic) {
            let source = try SourceText(
                reading: KioskFolder.settings, in: folder.path, followsLinks: folder.rules.followsLinks,
                largest: ContentRules.settingsSize)
            kiosk.hasSettings = !source.bytes.allSatisfy(" \t\r\n".utf8.contains)
            if !kiosk.hasSettings, last?.hasSettings == true {
                throw Diagnostic("the file is empty; write a comment (#) into it if that is meant", file: source.file)
            }
            if !kiosk.hasSettings {
                diagnostics.add(
                    Diagnostic(
                        "the file is empty, so the kiosk has no settings; write a comment (#) into it if that is meant",
                        file: source.file, severity: .warning))
            }
            let read = try Settings(parsed: try parse(.settings, source.bytes[...], source.file), file: source.file)
            settings = read
            kiosk.language = read.language
            kiosk.clock = read.choice("clock", ClockStyle.self)
            kiosk.rows = read.choice("rows", RowStyle.self)
            kiosk.languages = KioskLanguages(read, language: kiosk.language, pages: folder.pages.keys)
            if kiosk.languages.isChoice { kiosk.language = kiosk.languages.standard }
            kiosk.title = read.title(in: kiosk.languages)
            let references = KioskReferences(
                folder, kiosk.languages, checking: .what(changedSince: last, orAll: decodingPictures), reader: reader)
            kiosk.theme = ThemeTable(reading: read, references)
            kiosk.gestures = GestureTable(reading: read.table("gestures"))
            kiosk.sheet = SheetTable(reading: read.table("sheet"))
            kiosk.idle = IdleTable(reading: read.table("idle"))
            kiosk.attract = AttractTable(reading: read, in: kiosk.languages, references)
            if kiosk.attract != nil { kiosk.idle.attract = AttractScreen.name }
            kiosk.hours = OpeningHours(reading: read)
            kiosk.sliders = SliderTable.all(reading: read)
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

    /// Reports files that look like a misnamed `kiosk.toml`, and that the settings are gone if there were any.
    private mutating func reportNoSettings() {
        for error in MisnamedSettings.errors(in: folder) { diagnostics.add(error) }
        guard last?.hasSettings == true, settingsErrors.isEmpty else { return }
        settingsErrors.append(
            Diagnostic(
                "the file is gone; write it again, or restart the kiosk to run without it", file: kiosk.settingsFile))
    }

    private mutating func readFrontMatter(of name: String, in inner: String) {
        do throws(Diagnostic) {
            let rules = folder.rules
            let (pageName, language) = kiosk.languages.parts(of: name)
            if let problem = TranslationCheck.problem(of: name, kiosk.languages, in: folder) {
                throw Diagnostic(problem, file: folder.file(inner))
            }
            let source = try SourceText(
                reading: inner, in: folder.path, followsLinks: rules.followsLinks, largest: rules.pageSize,
                advice: rules.adviceForLargePage)
            let file = source.file
            guard totalSize + source.bytes.count <= rules.totalSize else {
                throw Diagnostic(
                    "left out: the pages together have more than \(rules.totalSize >> 10) KiB, the total-size in [content]",
                    file: file)
            }
            totalSize += source.bytes.count
            try PageLimits.check(source)
            let lost = Mojibake.warning(in: source, "write the text again, and save it as UTF-8")
            if let lost { diagnostics.add(lost) }
            var settings: Settings?
            let front = try source.frontMatter()
            if let front {
                guard front.text.utf8.count <= ContentRules.settingsSize else {
                    throw Diagnostic(
                        "the front matter has more than \(ContentRules.settingsSize >> 10) KiB", file: file, line: 1)
                }
                settings = try Settings(parsed: try parse(.settings, Array(front.text.utf8)[...], file), file: file)
            } else if let warning = MissedFrontMatter(source).warning {
                diagnostics.add(warning)
            }
            let bodyLine = front?.nextLine ?? 1
            let body = try parse(.markdown, Placeholder.marked(source.bytes(from: bodyLine)), file)
            try rules.check(try document(body, file), file: file, firstLine: bodyLine)
            var page = Page(
                name: pageName, file: file, frontMatter: settings, sliders: isWithoutSettings ? nil : kiosk.sliders)
            page.language = page.language ?? language
            settings?.checkFile(of: page.program, in: folder)
            page.reportHiddenText(in: source, from: bodyLine) { diagnostics.add($0) }
            try tryLayout(of: page, source.bytes(from: bodyLine))
            drafts[name] = PageDraft(page: page, source: source, settings: settings, bodyLine: bodyLine, body: body)
        } catch {
            diagnostics.add(error)
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

    /// Settles the start pages and the settings; with new errors the last settings stay. Returns false when the first page cannot be shown.
    private mutating func settleSettings() -> Bool {
        let hasStart = settleStart()
        settings?.finish()
        if let last, !hasStart, settingsErrors.isEmpty, isPage(kiosk.start[0]) {
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
        (kept.refusedSettings, kept.files) = (kiosk.settingsFaults, Set(kiosk.settingsTargets.flatMap(\.files)))
        kiosk = kept
        return true
    }

    /// Removes the start pages that cannot be shown. Returns false when the first of them cannot.
    private mutating func settleStart() -> Bool {
        for name in kiosk.start where !isPage(name) {
            hasBrokenLinks = true
            if let settings, settings.has("start") {
                settings.report("start", "there is no page \"\(name)\"" + folder.hint(name))
            } else if !isWithoutSettings {
                settingsErrors.append(
                    Diagnostic(
                        "there is no start page \(name).md; write one, or name another in kiosk.toml: "
                            + "start = [\"\(folder.pages.keys.min() ?? "welcome")\"]", file: folder.path))
            }
        }
        if let attract = kiosk.idle.attract, kiosk.attract == nil, !isPage(attract) {
            (kiosk.idle.attract, hasBrokenLinks) = (nil, true)
            settings?.table("idle")?.report("attract", "there is no page \"\(attract)\"" + folder.hint(attract))
        }
        if kiosk.idle.attract != nil, kiosk.idle.completed(by: machine.idle).homeAfter == nil,
            settings?.table("idle")?.has("home-after") != true
        {
            let (table, key, problem) =
                kiosk.attract == nil
                ? ("idle", "attract", IdleTable.attractionNeedsHome) : ("attract", "pictures", AttractTable.needsHome)
            settings?.table(table)?.report(key, "\(problem), here or in the machine's file", severity: .warning)
        }
        func isShown(_ name: String) -> Bool {
            drafts[name] != nil || folder.pages[name] != nil && last?.pages[name] != nil
        }
        guard let root = kiosk.start.first, isShown(root) else { return false }
        kiosk.start.removeAll { !isShown($0) }
        return true
    }

    /// Whether there is a page `name`, in a file without a language in its name.
    private func isPage(_ name: String) -> Bool {
        folder.pages[name] != nil && kiosk.languages.parts(of: name).language == nil
    }

    /// Keeps the last version of the page `name`. Returns false when there is none, or when the kept pages are too much.
    @discardableResult
    private mutating func keep(_ name: String) -> Bool {
        guard var page = last?.pages[name], let size = last?.sizes[name], keptSize + size <= folder.rules.totalSize
        else { return false }
        keptSize += size
        (page.name, page.translation) = kiosk.languages.parts(of: name)
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
            folder, kiosk.languages, usable: Set(drafts.keys).union(kiosk.pages.keys),
            checking: .what(changedSince: last, orAll: decodingPictures), reader: reader,
            anchors: { [drafts, pages = kiosk.pages] name in
                drafts[name].map { $0.anchors } ?? PageAnchors.all(in: pages[name]?.blocks ?? [])
            })
        (references.knowsLanguages, references.now) = (!isWithoutSettings, now)
        references.sliders = isWithoutSettings ? nil : kiosk.sliders
        references.programs = kiosk.pages.merging(drafts.mapValues(\.page)) { $1 }.compactMapValues(\.program)
        var use = DataUse(kiosk.pages.values, last: last?.data)
        use.add(drafts, in: folder.languages(ofPictures: kiosk.languages), references)
        references.dataUse = use
        for (name, draft) in drafts.sorted(by: { $0.key < $1.key }) {
            // The body was read before, when its elements were counted.
            guard let document = try? MarkdownDocument(parsed: draft.body) else { continue }
            let places = PlaceReader(draft.placeSettings, on: name, references)
            let source = MarkdownSource(
                document, in: draft.source, from: draft.bodyLine, page: name, references: references,
                places: places.places)
            var page = draft.page
            (page.name, page.translation) = kiosk.languages.parts(of: name)
            source.hasHours = page.hours != nil || kiosk.hours != nil || isWithoutSettings
            page.blocks = MarkdownReader(source).read()
            page.notes = MarkdownReader(source).readNotes()
            page.titleText = references.translated(page.titleText, on: name)
            page.settleTitle(settings: draft.settings, problem: source.problem)
            page.leaveOutTextBehindProgram()
            page.placeholders = source.placeholders.union(page.titleText.placeholders)
            page.targets = references.targets(of: name)
            diagnostics.add(source.diagnostics)
            places.reportPictures(of: page, besides: source.diagnostics)
            draft.settings?.finish()
            var found = source.diagnostics.all + (draft.settings?.diagnostics.all ?? [])
            if page.blocks.isEmpty, page.program == nil, found.mistakes.isEmpty, source.diagnostics.all.isEmpty {
                found.append(Diagnostic("the page has no content; write some", file: page.file))
                diagnostics.add(found[found.endIndex - 1])
            }
            page.faults = found.mistakes
            if let last = last?.pages[name], !page.faults.isSubset(of: last.faults), keep(name) {
                kiosk.files.formUnion(page.targets.files)
                continue
            }
            (kiosk.pages[name], kiosk.sizes[name]) = (page, draft.source.bytes.count)
        }
        if let warning = references.warning { diagnostics.add(warning) }
        hasBrokenLinks = hasBrokenLinks || references.hasBrokenLinks
        for language in folder.languages(ofPictures: kiosk.languages) { takePictures(in: language, references) }
        for error in kiosk.takeData(references.dataFiles, in: folder, last: last) { diagnostics.add(error) }
        diagnostics.change { [kiosk, folder] in references.lost.joined($0, in: kiosk, inner: folder.inner) }
    }

    /// Makes versions in `language` of the pages that are not translated but whose pictures are.
    private mutating func takePictures(in language: String, _ references: KioskReferences) {
        for name in kiosk.names where kiosk.page(name, in: language)?.translation == nil {
            let key = "\(name).\(language)"
            guard let page = kiosk.pages[name], page.program == nil else { continue }
            if kiosk.kept.contains(page.file) {
                kiosk.pages[key] = last?.pages[key]
                continue
            }
            guard let draft = drafts[name], let document = try? MarkdownDocument(parsed: draft.body) else { continue }
            let source = MarkdownSource(
                document, in: draft.source, from: draft.bodyLine, page: key, references: references,
                places: PlaceReader(draft.placeSettings, on: key, references).places)
            source.hasHours = page.hours != nil || kiosk.hours != nil || isWithoutSettings
            var version = page
            version.blocks = MarkdownReader(source).read()
            guard version.blocks != page.blocks else { continue }
            (version.translation, version.titleText) = (language, references.translated(page.titleText, on: key))
            version.placeholders = source.placeholders.union(version.titleText.placeholders)
            version.targets.add(references.targets(of: key))
            // The text has its own mistakes. Those that are left are of these pictures.
            let known = Set(diagnostics.all)
            for diagnostic in source.diagnostics.all where !known.contains(diagnostic) { diagnostics.add(diagnostic) }
            kiosk.pages[key] = version
        }
    }

    private func warnOfDifferences() {
        let habits = PageHabits(of: kiosk, machine: machine.gestures)
        for (name, draft) in drafts {
            guard let settings = draft.settings, let page = kiosk.pages[name],
                !kiosk.kept.contains(draft.page.file)
            else { continue }
            habits.check(page, settings)
        }
    }

    private mutating func warnOfAttraction() {
        guard let attract = kiosk.idle.attract, let page = kiosk.pages[attract], !page.links.isEmpty else { return }
        diagnostics.add(
            Diagnostic(
                "this page is shown to attract people, and any touch leads from it to the start: its links lead nowhere",
                file: page.file, severity: .warning))
    }

    /// Warns of pages to which none leads. Where a page is left out, or a link broken, it is not known which they are.
    private mutating func warnOfOrphans() {
        guard !hasBrokenLinks, folder.pages.keys.allSatisfy({ kiosk.pages[$0] != nil }) else { return }
        var wanted = Set(kiosk.start)
        if let attract = kiosk.idle.attract { wanted.insert(attract) }
        for page in kiosk.pages.values {
            for link in page.links where link.page != page.name { wanted.insert(link.page) }
        }
        for page in kiosk.pages.values where page.translation == nil && !wanted.contains(page.name) {
            diagnostics.add(Diagnostic("no page links to this one", file: page.file, severity: .warning))
        }
    }
}
