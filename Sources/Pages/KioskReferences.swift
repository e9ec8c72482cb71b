// Resolves the links and pictures of a kiosk's pages, and reports the missing ones.

import Drawing
import Settings

/// Finds the pages and pictures that a kiosk's pages refer to.
final class KioskReferences {
    /// Nil accepts every address, and shows no picture.
    private let folder: KioskFolder?
    /// The names of the pages that can be shown.
    private let usable: Set<String>
    private let decodesPictures: Bool
    private let decoder: PictureDecoder
    private let parse: ContentParser
    /// The files of values that were read, by their paths.
    private(set) var dataFiles: [String: Result<DataFile, Diagnostic>] = [:]
    private var pictures: [String: Result<Picture, PictureError>] = [:]
    /// How many more missing files are compared with the names of all files.
    private var hints = 20
    private lazy var pageNames = FileNames(folder?.pages.values.map(\.self) ?? [])
    private lazy var fileNames = FileNames(folder?.files.map(\.self) ?? [])

    /// Resolves references in `folder`. With `decodesPictures` every picture is decoded to its end, otherwise only its
    /// beginning is read.
    init(_ folder: KioskFolder, usable: Set<String>, decodesPictures: Bool, reader: ContentReader) {
        self.folder = folder
        self.usable = usable
        self.decodesPictures = decodesPictures
        (decoder, parse) = (reader.decode, reader.parse)
    }

    /// Accepts every address, for a page that is only laid out on trial.
    init() {
        let reader = ContentReader.here(ContentRules())
        (folder, usable, decodesPictures, decoder, parse) = (nil, [], false, reader.decode, reader.parse)
    }

    /// The page that a link to `address` on `page` leads to, and the error of the link. The name is nil when the page
    /// cannot be shown.
    func page(at address: String, on page: String) -> (name: String?, problem: String?) {
        switch Reference(address, on: page, isThere: isThere) {
        case .nothing: return (nil, "the link leads nowhere; write the page's file in the brackets")
        case .elsewhere: return (nil, "a kiosk opens only its own pages, not \"\(address)\"")
        case .outside: return (nil, "\"\(address)\" leads out of the kiosk's folder")
        case .anchor: return (nil, "a link leads to the top of a page; \"\(address)\" is within one")
        case .file(let path, let hasAnchor):
            let name = path.hasSuffix(".md") ? String(path.dropLast(3)) : path
            guard let folder else { return (name, nil) }
            guard path.hasSuffix(".md"), folder.pages[name] != nil else {
                return (nil, absence(of: path, in: folder, address: address, on: page))
            }
            let problem =
                hasAnchor
                ? "a link leads to the top of a page; write \(Reference.hint(Reference.address(of: path, on: page)))"
                : nil
            return (usable.contains(name) ? name : nil, problem)
        }
    }

    private func absence(of path: String, in folder: KioskFolder, address: String, on page: String) -> String {
        if folder.pages[path] != nil {
            return
                "a link needs the whole name of the file: \(Reference.hint(Reference.address(of: path + ".md", on: page)))"
        }
        if folder.files.contains(path) {
            return "\"\(address)\" is not a page; a link leads to a .md file, and ![…](\(address)) shows a picture"
        }
        return "there is no page \"\(Reference.name(of: address))\""
            + hint(nearest(to: path, among: pageNames), on: page)
    }

    /// Whether the kiosk has a file at `path`.
    private func isThere(_ path: String) -> Bool {
        guard let folder else { return false }
        return folder.files.contains(path) || path.hasSuffix(".md") && folder.pages[String(path.dropLast(3))] != nil
    }

    /// The picture at `address` on `page`, and its error. The picture is nil when it cannot be shown.
    func picture(at address: String, on page: String) -> (picture: Picture?, problem: String?) {
        guard let folder else { return (nil, nil) }
        switch Reference(address, on: page, isThere: isThere) {
        case .nothing: return (nil, "the picture has no file; write its name in the brackets")
        case .elsewhere: return (nil, "a kiosk shows only pictures from its own folder, not \"\(address)\"")
        case .outside: return (nil, "\"\(address)\" leads out of the kiosk's folder")
        case .anchor: return (nil, "\"\(address)\" is not a picture")
        case .file(let path, _):
            let name = Reference.name(of: address)
            do {
                return (try picture(path, in: folder).get(), nil)
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
        guard folder.files.contains(path) else {
            return (nil, "there is no file \"\(path)\"" + hint(nearest(to: path, among: fileNames), on: page))
        }
        if let known = dataFiles[path] { return (try? known.get(), nil) }
        guard dataFiles.count < DataFile.mostFiles else {
            return (nil, "the kiosk shows more than \(DataFile.mostFiles) files of values; put several into one")
        }
        let result = Result<DataFile, Diagnostic> { () throws(Diagnostic) in
            try DataFile(
                reading: path, in: folder.path, followsLinks: folder.rules.followsLinks, parse: parse)
        }
        dataFiles[path] = result
        return (try? result.get(), nil)
    }

    private func picture(_ path: String, in folder: KioskFolder) -> Result<Picture, PictureError> {
        if let known = pictures[path] { return known }
        let result = Result<Picture, PictureError> { () throws(PictureError) in
            let picture = try Picture(
                path, in: folder.path, followsLinks: folder.rules.followsLinks, decodedBy: decoder)
            if decodesPictures { try picture.check(decodedBy: decoder) }
            return picture
        }
        pictures[path] = result
        return result
    }

    /// The file with the same name in another folder, or else the file with the most similar path.
    private func nearest(to path: String, among names: FileNames) -> String? {
        // A page can have thousands of links, and a kiosk thousands of files.
        guard hints > 0 else { return nil }
        hints -= 1
        return names.nearest(to: path)
    }

    private func hint(_ path: String?, on page: String) -> String {
        path.map { "; did you mean \(Reference.hint(Reference.address(of: $0, on: page)))?" } ?? ""
    }
}

/// The files of a kiosk, for advice about one that is missing.
private struct FileNames {
    /// The first file of each name, in small letters and without its folder.
    private let byName: [String: String]
    private let spelling: Spelling

    init(_ files: [String]) {
        spelling = Spelling(files)
        byName = Dictionary(spelling.known.map { (Self.name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The file with the name of `path` in another folder, or else the one with the most similar path. Not `path` itself, which is
    /// there and cannot be opened.
    func nearest(to path: String) -> String? {
        let near = byName[Self.name(of: path)] ?? spelling.nearest(to: path)
        return near == path ? nil : near
    }

    private static func name(of path: String) -> String {
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        return path[start...].lowercased()
    }
}
