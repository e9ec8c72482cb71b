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
    private let parser: ContentParser
    private var pictures: [String: Result<Picture, PictureError>] = [:]
    /// How many more missing files are compared with the names of all files.
    private var hints = 20
    private lazy var pageNames = FileNames(folder?.pages.values.map(\.self) ?? [])
    private lazy var fileNames = FileNames(folder?.files.map(\.self) ?? [])
    /// Whether a link leads to no page that can be shown, so that it is not known which pages are linked.
    var hasBrokenLinks = false

    /// Resolves references in `folder`. With `decodesPictures` every picture is decoded to its end, otherwise only its
    /// beginning is read.
    init(_ folder: KioskFolder, usable: Set<String>, decodesPictures: Bool, reader: ContentReader) {
        self.folder = folder
        self.usable = usable
        self.decodesPictures = decodesPictures
        (decoder, parser) = (reader.decode, reader.parse)
    }

    /// Accepts every address, for a page that is only laid out on trial.
    init() {
        (folder, usable, decodesPictures) = (nil, [], false)
        let reader = ContentReader.here(ContentRules())
        (decoder, parser) = (reader.decode, reader.parse)
    }

    /// What of `picture` is not drawn, as a warning about the SVG. Nil for nothing, for other formats, and where no picture is read to
    /// its end.
    func omissions(of picture: Picture) -> String? {
        guard decodesPictures, let folder, picture.name.lowercased().hasSuffix(".svg"),
            let text = try? SourceText(
                reading: picture.name, in: folder.path, followsLinks: folder.rules.followsLinks),
            let found = try? parser(.svg, text.bytes[...])
        else { return nil }
        return SVGWarning.text(parsed: found)
    }

    /// The page that a link to `address` on `page` leads to, and the error of the link. The name is nil when the page
    /// cannot be shown.
    func page(at address: String, on page: String) -> (name: String?, problem: String?) {
        let found = target(of: address, on: page)
        if found.name == nil, Reference(address, on: page) != .elsewhere { hasBrokenLinks = true }
        return found
    }

    private func target(of address: String, on page: String) -> (name: String?, problem: String?) {
        switch Reference(address, on: page, isThere: isThere) {
        case .nothing: return (nil, "the link leads nowhere; write the page's file in the brackets")
        case .elsewhere: return (nil, "a kiosk opens only its own pages, not \"\(address)\"")
        case .outside: return (nil, "\"\(address)\" leads out of the kiosk's folder")
        case .anchor: return (nil, "a link leads to the top of a page; \"\(address)\" is within one")
        case .file(let path, let hasAnchor):
            guard let folder else { return (PageFile.page(at: path) ?? path, nil) }
            // Names are the same when they look the same; the page is called as its file on the disk.
            guard let name = PageFile.page(at: path), let index = folder.pages.index(forKey: name) else {
                return (nil, absence(of: path, in: folder, address: address, on: page))
            }
            let known = folder.pages[index].key
            let problem =
                hasAnchor
                ? "a link leads to the top of a page; write \(Reference.hint(Reference.address(of: path, on: page)))"
                : nil
            return (usable.contains(known) ? known : nil, problem)
        }
    }

    private func absence(of path: String, in folder: KioskFolder, address: String, on page: String) -> String {
        if path.hasSuffix("\""), let quote = address.firstIndex(of: "\"") {
            return "a space stands before a title: write (\(address[..<quote]) \(address[quote...]))"
        }
        if folder.pages[path] != nil {
            return
                "a link needs the whole name of the file: \(Reference.hint(Reference.address(of: path + ".md", on: page)))"
        }
        if let name = PageFile.name(insteadOf: path), folder.files.contains(path) {
            return
                "\"\(address)\" is not a page; rename the file to \(name), and write (\(Reference.address(of: name, on: page)))"
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
        return folder.files.contains(path) || PageFile.page(at: path).map { folder.pages[$0] != nil } == true
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

    private func picture(_ path: String, in folder: KioskFolder) -> Result<Picture, PictureError> {
        if let known = pictures[path] { return known }
        let result = Result<Picture, PictureError> { () throws(PictureError) in
            // The name on the disk may be written with other signs.
            let path = folder.files.firstIndex(of: path).map { folder.files[$0] } ?? path
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
