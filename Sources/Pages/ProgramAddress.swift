// What `url` in the front matter of a page means: a page of the web, or a file of the kiosk's folder.

import Geometry
import Settings
import Stage

/// The value of `url`.
struct ProgramAddress {
    let url: String

    /// The most bytes of an address.
    static let longest = 2048

    /// The endings of files that a browser shows. Another name with a dot in it may be that of a host.
    private static let endings: Set<Substring> = [
        "html", "htm", "xhtml", "pdf", "svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "txt", "md", "toml", "mp4",
        "webm",
        "mp3", "php", "asp", "aspx", "js", "json", "xml", "csv", "css", "zip", "doc", "docx", "ppt", "pptx", "xls",
        "xlsx",
    ]

    /// Whether the file at `path` is one that a browser shows, and the kiosk does not.
    static func isFileOfBrowser(_ path: String) -> Bool {
        [".html", ".htm", ".xhtml", ".pdf"].contains(where: path.lowercased().hasSuffix)
    }

    /// The page or the file that it names. Nil if that is none, which is reported in `settings`.
    func source(_ settings: Settings) -> GuestProgram.Source? {
        guard url.utf8.count <= Self.longest else {
            settings.report("url", "url has more than \(Self.longest) bytes; browsers and servers refuse longer ones")
            return nil
        }
        let rule = "must begin with https:// or http://, or name a file of the kiosk's folder such as \"map.html\""
        guard !url.isEmpty, !url.contains(" "), !url.hasControlCharacters else {
            settings.reject("url", rule + ", without spaces (write %20)")
            return nil
        }
        if let address = WebAddress(url) {
            if address.isOfWeb {
                if address.hasUser {
                    settings.report(
                        "url",
                        "Chromium tells no server the name and the password before the @, so a page that asks for a password is not available, "
                            + "and whoever may read this file knows them: remove them", severity: .warning)
                }
                return .web(url: url)
            }
        } else if ["https://", "http://"].contains(where: url.lowercased().hasPrefix) {
            settings.report(
                "url",
                "\"\(url)\" has a host or a port that no browser understands: a host is a name such as example.org, and a port "
                    + "a number from 1 to 65535")
            return nil
        }
        if url.contains(":") || url.contains("//"), let meant {
            settings.report("url", "\"\(url)\" is no address of the web; did you mean \"\(meant)\"?")
            return nil
        }
        guard let file else {
            if let outside = fileOutside {
                settings.report(
                    "url",
                    "url names a file by its way from the kiosk's folder, without a / before it and without ..: copy the file into "
                        + "that folder, and write url = \"\(outside)\"")
            } else if url.hasSuffix("/"), !url.contains(":") {
                settings.report(
                    "url", "\"\(url)\" is a folder; name a file in it, such as url = \"\(url)index.html\"")
            } else {
                settings.reject("url", rule)
            }
            return nil
        }
        if [".md", ".toml"].contains(where: file.name.lowercased().hasSuffix) {
            settings.report(
                "url",
                file.name.lowercased().hasSuffix(".md")
                    ? "\"\(file.name)\" is a page of the kiosk, which a browser does not show: link to it from another page, as in "
                        + "[Title](\(file.name)), and remove this page"
                    : "\"\(file.name)\" has settings, which a browser does not show: name a page of the web, such as \"map.html\""
            )
            return nil
        }
        return .file(path: file.name + file.rest)
    }

    /// The name of the file without escapes, and what follows it from ? or # on; nil for what is no name of a file in the folder.
    private var file: (name: String, rest: Substring)? {
        let steps = url.split(separator: "/", omittingEmptySubsequences: false)
        guard !url.contains(":"), !url.hasPrefix("/"), !steps.contains(".."), !steps.contains("") else { return nil }
        let written = url.prefix { $0 != "?" && $0 != "#" }
        let name = Reference.name(of: String(written))
        // What stands for one of these signs would be read as the sign.
        return (
            name.contains { "?#".contains($0) } || name.hasControlCharacters ? String(written) : name,
            url[written.endIndex...]
        )
    }

    /// The name of the file that lies elsewhere, or is named by a way that leads out of the folder; nil for anything else.
    private var fileOutside: String? {
        let isFile = url.lowercased().hasPrefix("file:")
        let isOfDisk = url.contains(/^[A-Za-z]:[\\\/]/)
        let path = isFile ? url.dropFirst("file:".count) : isOfDisk ? url.dropFirst(2) : url[...]
        let steps = path.prefix { $0 != "?" && $0 != "#" }.split { $0 == "/" || $0 == "\\" }
        guard isFile || isOfDisk || !path.contains(":") && (path.hasPrefix("/") || steps.contains("..")) else {
            return nil
        }
        return steps.last.flatMap { $0 == ".." ? nil : String($0) } ?? "map.html"
    }

    /// The address of the web that is probably meant; nil if none is. So a mistyped scheme, or none before the name of a host.
    var meant: String? {
        let letters = url.prefix { $0.isASCII && $0.isLetter }
        let bare = url[letters.endIndex...].drop { ":;/\\".contains($0) }
        let signs = url[letters.endIndex..<bare.startIndex]
        let hasScheme = signs.count > 1 || signs == ":"
        if hasScheme, let scheme = Spelling(["http", "https"]).nearest(to: String(letters)) {
            return address(scheme, bare)
        }
        guard letters.isEmpty || signs.isEmpty || signs == ":" else { return nil }
        let place = (letters.isEmpty ? bare : url[...]).prefix { !"/?#".contains($0) }
        let host = place.prefix { $0 != ":" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let isLocal = host == "localhost" || labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
        guard let last = labels.last else { return nil }
        let isName =
            labels.count > 1 && !labels.contains("") && last.count > 1 && last.allSatisfy(\.isLetter)
            && (labels[0] == "www" || place.count > host.count || !Self.endings.contains(Substring(last.lowercased())))
        guard isLocal && (host != "localhost" || place.count > host.count) || isName else { return nil }
        return address(isLocal ? "http" : "https", letters.isEmpty && signs == "//" ? bare : url[...])
    }

    private func address(_ scheme: String, _ rest: Substring) -> String? {
        let address = "\(scheme)://\(rest)"
        return address != url && WebAddress(address)?.isOfWeb == true ? address : nil
    }
}

extension Settings {
    /// Reports that the file that `program` shows is not in `folder`.
    func checkFile(of program: GuestProgram?, in folder: KioskFolder) {
        guard case .file(let path) = program?.source else { return }
        let name = String(path.prefix { $0 != "?" && $0 != "#" })
        guard !folder.files.contains(name) else { return }
        let inner = folder.files.filter { $0.hasPrefix(name + "/") }
        let pages = inner.filter(ProgramAddress.isFileOfBrowser)
        if let file = inner.contains("\(name)/index.html") ? "\(name)/index.html" : pages.min() ?? inner.min() {
            return report("url", "\"\(name)\" is a folder; name a file in it, such as url = \"\(file)\"")
        }
        let address = ProgramAddress(url: path).meant.map { "for a page of the web write url = \"\($0)\"" }
        let near = FileNames(folder.files).nearest(to: name).map { "did you mean \"\($0)\"?" }
        let advice = near ?? address ?? "put it there; an address of the web begins with https://"
        report("url", "there is no file \"\(name)\" in the kiosk's folder; \(advice)")
    }
}
