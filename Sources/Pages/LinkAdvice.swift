// What to write in place of a link that leads to no page of the kiosk.

import Settings
import Stage

extension KioskReferences {
    /// What to do about a link on `page` to `address`, which is no file.
    func adviceElsewhere(_ address: String, on page: String) -> String {
        guard WebAddress(address)?.isOfWeb == true else {
            return "a kiosk opens only its own pages, not \"\(address)\""
        }
        return "a link leads to a page of the kiosk, not to the web: \(self.page(showing: address, on: page))"
    }

    /// The half sentence that names the page which shows `url`, a page of the web or a file of the folder, for a link on `page`; or says what to
    /// write so that there is one.
    private func page(showing url: String, on page: String) -> String {
        let name = programs.filter { [.web(url: url), .file(path: url)].contains($0.value.source) }.keys.min()
        return name.map { "link to \(Reference.hint(Reference.address(of: $0 + ".md", on: page))), which shows it" }
            ?? BrowserPage.advice(for: url)
    }

    /// What is wrong with a link to the place `anchor` of a page that is the window of `program`.
    static func problem(ofPlace anchor: String, in program: GuestProgram) -> String {
        switch program.source {
        case .command: "the page is the window of a program, which has no headings: leave out #\(anchor)"
        case .web, .file:
            "the page is shown by a browser, so the kiosk knows no places in it: leave out #\(anchor), and write it at the end of "
                + "the page's url"
        }
    }

    func absence(of path: String, in folder: KioskFolder, address: String, on page: String) -> String {
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
            if ProgramAddress.isFileOfBrowser(path) {
                return "\"\(address)\" is a file for a browser: \(self.page(showing: path, on: page))"
            }
            return ForeignFile.problem(of: address)
                ?? "\"\(address)\" is not a page; a link leads to a .md file, and ![…](\(address)) shows a picture"
        }
        if let other = PageFile.foreignNames(of: path).first(where: folder.files.contains) {
            return
                "there is no page \"\(Reference.name(of: address))\"; rename \"\(Reference.address(of: other, on: page))\" to it"
        }
        let near = nearest(to: path, among: pageNames)
        if near == nil, let meant = ProgramAddress(url: address).meant { return adviceElsewhere(meant, on: page) }
        if near == nil, ProgramAddress.isFileOfBrowser(path) {
            return "there is no file \"\(Reference.name(of: address))\"; put it into the kiosk's folder, and "
                + self.page(showing: path, on: page)
        }
        return "there is no page \"\(Reference.name(of: address))\"" + hint(near, on: page)
    }
}

/// A page that has a browser show something.
enum BrowserPage {
    /// The half sentence that says what to write, so that a page shows `url`.
    static func advice(for url: String) -> String {
        let name = name(for: url)
        let title = name.prefix(1).uppercased() + name.dropFirst()
        return
            "write a page \(name).md with the lines +++, title = \"\(title)\", url = \"\(url)\", hosts = [], +++, and link to "
            + "(\(name).md)"
    }

    /// A name for the page: what is told apart most easily in the host, or the name of the file.
    private static func name(for url: String) -> String {
        let host = WebAddress(url).flatMap { $0.isOfWeb ? $0.shownHost : nil }
        let labels = host.map { $0.split(separator: ".").drop { $0 == "www" } }
        let file = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last?.split(separator: ".").first
        let name =
            (labels.map(\.first) ?? file).map { $0.filter { $0.isLetter || $0.isNumber || "-_".contains($0) } } ?? ""
        return name.contains(where: \.isLetter) ? name : "web"
    }

    /// What to write in place of the beginning of `html`, the tag `tag`, which shows something that only a browser does; nil for any other.
    static func advice(forTag tag: String, in html: Substring) -> String? {
        let frames: Set = ["iframe", "frame", "embed", "object"]
        let source = html.prefix { $0 != ">" }.firstMatch(of: /(?i)\b(?:src|href|data)\s*=\s*["']?([^"'\s>]+)/).map {
            String($0.output.1)
        }
        if frames.contains(tag) || tag == "a", let source {
            if let address = WebAddress(source)?.isOfWeb == true ? source : ProgramAddress(url: source).meant {
                return advice(for: address)
            }
            if ProgramAddress.isFileOfBrowser(source), !source.contains(":") { return advice(for: source) }
        }
        let others: Set = ["script", "form", "input", "button", "select", "textarea", "canvas", "video", "audio"]
        guard frames.contains(tag) || others.contains(tag) else { return nil }
        return "write Markdown, or put this into a file such as page.html, and " + advice(for: "page.html")
    }
}
