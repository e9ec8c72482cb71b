// Resolves the links and pictures of a kiosk's pages, and reports the missing ones.

import Drawing
import Geometry
import Settings
import Stage

/// Finds the pages and pictures that a kiosk's pages refer to.
final class KioskReferences {
    /// Nil accepts every address, and shows no picture.
    let folder: KioskFolder?
    /// The languages in the names of the files.
    let languages: KioskLanguages
    /// The names of the pages that can be shown.
    private let usable: Set<String>
    private let checking: Checking
    private let reader: ContentReader
    /// The anchors of each page to which a link with an anchor leads.
    private var anchors: [String: Set<String>] = [:]
    /// Reads the anchors of a page.
    private let readAnchors: (_ page: String) -> [String]
    /// The files of values that were read, by their paths.
    private(set) var dataFiles: [String: Result<DataFile, Diagnostic>] = [:]
    /// What pages show of these files.
    var dataUse = DataUse()
    private var pictures: [String: Result<Picture, PictureError>] = [:]
    /// What was said about files that are missing or cannot be shown.
    private(set) var lost = LostFiles()
    /// What each page refers to.
    private var targets: [String: PageTargets] = [:]
    /// The changed pictures that were not decoded to their end, because there was no time left.
    private(set) var unchecked: Set<Picture> = []
    /// How many more missing files are compared with the names of all files.
    private var hints = 20
    private(set) lazy var pageNames = FileNames(folder?.pages.values.map(\.self) ?? [])
    private lazy var fileNames = FileNames(folder?.files.map(\.self) ?? [])
    /// Whether a link leads to no page that can be shown, so that it is not known which pages are linked.
    var hasBrokenLinks = false

    /// The present local time; nil where nobody asks what is past.
    var now: CivilTime?

    /// Whether `kiosk.toml`, which names the languages, could be read.
    var knowsLanguages = true

    /// The programs whose windows are pages, by the pages' names.
    var programs: [String: GuestProgram] = [:]

    /// The sliders of the kiosk; nil where they are not known.
    var sliders: [String: SliderTable]?

    /// Which pictures are decoded to their end. Of the others only the beginning is read, which tells the size.
    enum Checking {
        case none, all
        /// Those that are not among these, as long as there is time.
        case changed(since: Set<Picture>)

        /// Those that `last`, if it is not nil, does not have; or all.
        static func what(changedSince last: Kiosk?, orAll isAll: Bool) -> Checking {
            isAll ? .all : last.map { .changed(since: Set($0.targets.flatMap(\.pictures))) } ?? .none
        }
    }

    /// Resolves references in `folder`. `reader` decodes the pictures that are checked, and `anchors` reads the anchors of a page.
    init(
        _ folder: KioskFolder, _ languages: KioskLanguages, usable: Set<String> = [], checking: Checking,
        reader: ContentReader, anchors: @escaping (_ page: String) -> [String] = { _ in [] }
    ) {
        (self.folder, self.languages, self.usable, self.checking, self.reader) = (
            folder, languages, usable, checking, reader
        )
        readAnchors = anchors
    }

    /// Accepts every address, for a page that is only laid out on trial.
    init() {
        (folder, usable, checking, reader) = (nil, [], .none, .here(ContentRules()))
        readAnchors = { _ in [] }
        languages = KioskLanguages()
    }

    /// The name of the page of which the file `page` is a version.
    func name(of page: String) -> String { languages.parts(of: page).name }

    /// What the page called `page` refers to, as far as it was resolved.
    func targets(of page: String) -> PageTargets { targets[page] ?? PageTargets() }

    /// The target of `address` on `page`. Every file that it could mean counts as a target of the page, also if it is missing.
    private func resolve(_ address: String, on page: String) -> Reference {
        var asked: Set<String> = []
        let reference = Reference(address, on: page) { path in
            asked.insert(path)
            return isThere(path)
        }
        targets[page, default: PageTargets()].files.formUnion(asked)
        return reference
    }

    /// What of `picture` is not drawn, as a warning about the SVG. Nil for nothing, for other formats, and where no picture is read to
    /// its end.
    func omissions(of picture: Picture) -> String? {
        guard case .all = checking, let folder, picture.name.lowercased().hasSuffix(".svg"),
            let text = try? SourceText(
                reading: picture.name, in: folder.path, followsLinks: folder.rules.followsLinks),
            let found = try? reader.parse(.svg, text.bytes[...])
        else { return nil }
        return SVGWarning.text(parsed: found)
    }

    /// How `picture` contrasts with bars. Nil where no picture is read to its end.
    func contrast(of picture: Picture) -> LogoContrast? {
        guard case .all = checking else { return nil }
        let height = min(LogoContrast.height, picture.size.height)
        let width = min(16 * height, max(1, picture.size.width * height / max(1, picture.size.height)))
        let order = PictureOrder(picture, PixelSize(width, height))
        return (try? order.read(decodedBy: reader.decode).result.get()).map { LogoContrast($0) }
    }

    /// Where the elements with `ids` lie in `picture`, an SVG; or why that is not known, as half a sentence.
    func places(of ids: [String], in picture: Picture) -> (places: [SVGElements.Place], problem: String?) {
        guard let folder else { return ([], nil) }
        do throws(ParsingError) {
            guard picture.name.lowercased().hasSuffix(".svg") else {
                throw ParsingError(reason: "an id is that of an element of an SVG; write at for other pictures")
            }
            let text: SourceText
            do throws(Diagnostic) {
                text = try SourceText(
                    reading: picture.name, in: folder.path, followsLinks: folder.rules.followsLinks,
                    largest: SVGAreas.mostBytes)
            } catch { throw ParsingError(reason: error.message) }
            let found = try reader.parse(.areas, SVGAreas.question(ids, picture.size, in: text.bytes)[...])
            guard let places = SVGAreas.places(ids.count, parsed: found) else {
                throw ParsingError(reason: "librsvg cannot read it")
            }
            return (places, nil)
        } catch {
            return ([], error.reason)
        }
    }

    /// The page that a link to `address` on `page` leads to, the part of it that is meant, and the error of the link. The name
    /// is nil when the page cannot be shown.
    func page(at address: String, on page: String) -> (name: String?, part: Link.Part?, problem: String?) {
        let reference = resolve(address, on: page)
        let found = target(reference, address, on: page)
        if case .file(let path, _) = reference, found.name == nil, let problem = found.problem {
            lost.note(problem, about: path)
        }
        if found.name == nil, reference != .elsewhere { hasBrokenLinks = true }
        return found
    }

    private func target(
        _ reference: Reference, _ address: String, on page: String
    ) -> (name: String?, part: Link.Part?, problem: String?) {
        switch reference {
        case .nothing: return (nil, nil, "the link leads nowhere; write the page's file in the brackets")
        case .elsewhere: return (nil, nil, adviceElsewhere(address, on: page))
        case .outside: return (nil, nil, "\"\(address)\" leads out of the kiosk's folder")
        case .anchor(let anchor):
            let (part, problem) = heading(anchor, of: page, address: address)
            return (self.name(of: page), part, problem)
        case .file(let path, let anchor):
            guard let folder else { return (PageFile.page(at: path) ?? path, anchor.map { .heading($0) }, nil) }
            // Names are the same when they look the same; the page is called as its file on the disk.
            guard let written = PageFile.page(at: path), let index = folder.pages.index(forKey: written) else {
                return (nil, nil, absence(of: path, in: folder, address: address, on: page))
            }
            let name = folder.pages[index].key
            if let (original, problem) = original(of: name, on: page) {
                return (usable.contains(original) ? original : nil, nil, problem)
            }
            guard usable.contains(name) else { return (nil, nil, nil) }
            guard let anchor, !anchor.isEmpty else { return (name, nil, nil) }
            let (part, problem) = heading(anchor, of: name, address: address)
            return (name, part, problem)
        }
    }

    /// The heading of the page `name` that `anchor` means, or the error of the link to `address` that has it.
    private func heading(_ anchor: String, of name: String, address: String) -> (part: Link.Part?, problem: String?) {
        // As in HTML, the top of a page needs no heading. Upper case is a frequent mistake, and there is no doubt what is meant.
        let wanted = anchor.lowercased()
        guard folder != nil else { return (.heading(wanted), nil) }
        if let program = programs[name], !wanted.isEmpty, wanted != "top" {
            return (nil, Self.problem(ofPlace: anchor, in: program))
        }
        let known = anchors[name] ?? Set(readAnchors(name))
        anchors[name] = known
        if known.contains(wanted) { return (.heading(wanted), nil) }
        if wanted.isEmpty || wanted == "top" { return (.heading(""), nil) }
        var advice = known.isEmpty ? "; the page has no headings" : ""
        if hints > 0, !known.isEmpty {
            hints -= 1
            advice = Spelling(known).nearest(to: wanted).map { "; did you mean \"#\($0)\"?" } ?? ""
        }
        return (nil, "no heading of the page has the anchor \"#\(anchor)\"" + advice)
    }

    /// The page of which the file `name` is the version in another language, and the error of a link to this file. Nil when it is
    /// none.
    private func original(of name: String, on page: String) -> (name: String, problem: String)? {
        let (original, language) = languages.parts(of: name)
        guard let language, language != languages.standard else { return nil }
        let address = Reference.hint(Reference.address(of: original + ".md", on: page))
        return (
            original,
            "a link leads to a page in the visitor's language: write \(address), of which this is the "
                + "\(LanguageNames.names(of: language).english) version; (lang:\(language)) changes the language"
        )
    }

    /// What a link to `address` such as `lang:de` chooses, and the error of the link. Nil when the link is to something else.
    func choice(at address: String) -> (choice: LanguageChoice?, problem: String?)? {
        guard address.hasPrefix("lang:") else { return nil }
        let tag = String(address.dropFirst(5))
        guard folder != nil else { return (.any, nil) }
        guard languages.isChoice else {
            if !knowsLanguages { return (nil, nil) }
            return (nil, "there is nothing to choose: the kiosk has only one language; \(KioskLanguages.advice)")
        }
        if tag.isEmpty { return (.any, nil) }
        do {
            _ = try languages.choice(tag)
            return (.one(tag), nil)
        } catch { return (nil, "\(error)") }
    }

    /// The file that stands for `path` on `page`: in the language of the page, if it is there. Versions that are missing count as
    /// targets of the page too.
    func translated(_ path: String, on page: String) -> String {
        guard let folder, languages.isChoice else { return path }
        let language = languages.parts(of: page).language
        let others = language.map { [$0] } ?? languages.all.filter { $0 != languages.standard }
        let versions = others.map { KioskLanguages.path(path, in: $0) }
        targets[page, default: PageTargets()].files.formUnion(versions)
        guard language != nil, let own = versions.first, folder.files.contains(own) else { return path }
        return own
    }

    /// Whether the kiosk has a file at `path`.
    private func isThere(_ path: String) -> Bool {
        guard let folder else { return false }
        return folder.files.contains(path) || PageFile.page(at: path).map { folder.pages[$0] != nil } == true
    }

    /// The picture at `address` on `page`, and its error. The picture is nil when it cannot be shown.
    func picture(at address: String, on page: String) -> (picture: Picture?, problem: String?) {
        let reference = resolve(address, on: page)
        let found = picture(reference, address, on: page)
        if case .file(let path, _) = reference, let problem = found.problem { lost.note(problem, about: path) }
        return found
    }

    private func picture(
        _ reference: Reference, _ address: String, on page: String
    ) -> (picture: Picture?, problem: String?) {
        guard let folder else { return (nil, nil) }
        switch reference {
        case .nothing: return (nil, "the picture has no file; write its name in the brackets")
        case .elsewhere where QRCode.text(in: address) != nil:
            return (nil, "a QR code stands in a paragraph of its own; elsewhere it would be too small to be read")
        case .file(let path, _) where DataFile.isName(path):
            return (nil, "a table of values stands in a paragraph of its own")
        case .elsewhere where address.hasPrefix("slider:"):
            return (nil, "a slider stands in a paragraph of its own")
        case _ where address.contains("{{"):
            return (nil, "a picture that changes with a slider stands in a paragraph of its own, and leads nowhere")
        case .elsewhere: return (nil, "a kiosk shows only pictures from its own folder, not \"\(address)\"")
        case .outside: return (nil, "\"\(address)\" leads out of the kiosk's folder")
        case .anchor: return (nil, "\"\(address)\" is not a picture")
        case .file(let original, _):
            if let problem = ForeignFile.problem(of: address) { return (nil, problem) }
            let path = translated(original, on: page)
            let name = Reference.name(of: address)
            do {
                let picture = try picture(path, in: folder).get()
                // One that was not checked is new to the next load again.
                if !unchecked.contains(picture) { targets[page, default: PageTargets()].pictures.insert(picture) }
                return (picture, nil)
            } catch {
                switch error {
                case .notThere:
                    return (
                        nil,
                        "there is no picture \"\(name)\"" + hint(nearest(to: path, among: fileNames), on: page)
                    )
                case .notAPicture(_, let reason):
                    return (nil, "\"\(name)\" is not a picture that can be shown: \(reason)")
                case .unreadable(_, let reason), .unwritable(_, let reason):
                    return (nil, "the picture \"\(name)\" cannot be read: \(reason)")
                case .tooLarge: return (nil, "\(error)")
                }
            }
        }
    }

    /// The values in the file at `path` of the kiosk's folder, which `page` names, and what is wrong with the name. What is wrong with
    /// the file itself is in `dataFiles`.
    func data(_ path: String, on page: String) -> (file: DataFile?, problem: String?) {
        guard let folder else { return (nil, nil) }
        targets[page, default: PageTargets()].files.insert(path)
        guard folder.files.contains(path) else {
            let problem = "there is no file \"\(path)\"" + hint(nearest(to: path, among: fileNames), on: page)
            lost.note(problem, about: path)
            return (nil, problem)
        }
        if let known = dataFiles[path] { return (try? known.get(), nil) }
        guard dataFiles.count < DataFile.mostFiles else {
            return (nil, "the kiosk shows more than \(DataFile.mostFiles) files of values; put several into one")
        }
        let result = Result<DataFile, Diagnostic> { () throws(Diagnostic) in
            let file = try DataFile(
                reading: path, in: folder.path, followsLinks: folder.rules.followsLinks, parse: reader.parse)
            if let problem = dataUse.problem(of: file, at: path) { throw Diagnostic(problem, file: folder.file(path)) }
            return file
        }
        dataFiles[path] = result
        return (try? result.get(), nil)
    }

    private func picture(_ path: String, in folder: KioskFolder) -> Result<Picture, PictureError> {
        if let known = pictures[path] { return known }
        let result = Result<Picture, PictureError> { () throws(PictureError) in
            // The name on the disk may be written with other signs.
            let path = folder.files.firstIndex(of: path).map { folder.files[$0] } ?? path
            let picture = try Picture(
                path, in: folder.path, followsLinks: folder.rules.followsLinks, decodedBy: reader.decode)
            try check(picture)
            return picture
        }
        pictures[path] = result
        return result
    }

    /// Decodes `picture` to its end, if it is to be checked.
    private func check(_ picture: Picture) throws(PictureError) {
        switch checking {
        case .none: return
        case .all: break
        case .changed(let known):
            if known.contains(picture) { return }
            guard reader.hasTimeToCheck() else {
                unchecked.insert(picture)
                return
            }
        }
        try picture.check(decodedBy: reader.decode)
    }

    /// Why `picture` stands still, though it is an animation; nil for any other. It is looked for only where all is checked, since that
    /// reads the whole file.
    func hindrance(of picture: Picture) -> String? {
        guard case .all = checking, picture.isAnimated else { return nil }
        do { return try picture.timing(decodedBy: reader.decode).hindrance(at: picture.size) } catch {
            return "is an animation that stands still: its frames cannot be read"
        }
    }

    /// What to say about the pictures that were not checked; nil if all were that should be.
    var warning: Diagnostic? {
        guard let folder, !unchecked.isEmpty else { return nil }
        return Diagnostic(
            "there was no time to decode \(unchecked.count) changed pictures to their end; the next reload goes on with them",
            file: folder.path, severity: .warning)
    }

    /// The file with the same name in another folder, or else the file with the most similar path.
    func nearest(to path: String, among names: FileNames) -> String? {
        // A page can have thousands of links, and a kiosk thousands of files.
        guard hints > 0 else { return nil }
        hints -= 1
        return names.nearest(to: path)
    }

    func hint(_ path: String?, on page: String) -> String {
        path.map { "; did you mean \(Reference.hint(Reference.address(of: $0, on: page)))?" } ?? ""
    }
}
