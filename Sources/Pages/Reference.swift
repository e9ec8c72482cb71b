// Where the address of a link or a picture leads, seen from the page it stands on.

/// The address of a link or a picture, resolved in the kiosk's folder.
enum Reference: Equatable {
    /// There is no address.
    case nothing
    /// Somewhere on a network, or another program's business: it has a scheme such as `https:`.
    case elsewhere
    /// Above the kiosk's folder.
    case outside
    /// A place on the same page.
    case anchor
    /// A file in the kiosk's folder, by its path from there.
    case file(String, hasAnchor: Bool)

    /// What `address` means on the page called `page`. A leading `/` is the kiosk's folder.
    init(_ address: String, on page: String) {
        let scheme = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
        if address.hasPrefix("//") || !scheme.isEmpty && address[scheme.endIndex...].hasPrefix(":") {
            self = .elsewhere
            return
        }
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, !path.isEmpty else {
            self = address.isEmpty ? .nothing : .anchor
            return
        }
        var folders = path.hasPrefix("/") ? [] : Reference.folder(of: page).split(separator: "/").map(String.init)
        for step in Reference.decoded(path).split(separator: "/") where step != "." {
            if step == ".." {
                guard folders.popLast() != nil else {
                    self = .outside
                    return
                }
            } else {
                folders.append(String(step))
            }
        }
        self = .file(folders.joined(separator: "/"), hasAnchor: parts.count > 1)
    }

    /// How a page called `page` writes the address of the file at `path`.
    static func address(of path: String, on page: String) -> String {
        var target = path.split(separator: "/")[...]
        var here = folder(of: page).split(separator: "/")[...]
        while target.count > 1, let next = here.first, next == target.first {
            target.removeFirst()
            here.removeFirst()
        }
        return String(repeating: "../", count: here.count) + target.joined(separator: "/")
    }

    /// The folder that the page or file called `name` lies in; empty for the kiosk's own.
    static func folder(of name: String) -> String {
        name.lastIndex(of: "/").map { String(name[..<$0]) } ?? ""
    }

    /// `text` with `%20` and the like as the bytes they stand for.
    private static func decoded(_ text: Substring) -> String {
        guard text.contains("%") else { return String(text) }
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let digits = bytes[index...].dropFirst().prefix(2)
            if bytes[index] == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy({ $0 != UInt8(ascii: "+") }),
                let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
