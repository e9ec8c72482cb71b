// Resolves the address of a link or a picture relative to its page.

/// The address of a link or a picture, resolved in the kiosk's folder.
enum Reference: Equatable {
    /// The address is empty.
    case nothing
    /// The address has a scheme such as `https:`, so it leads to a network or to another program.
    case elsewhere
    /// The address leads above the kiosk's folder.
    case outside
    /// The address is a place on the same page, which `#` precedes. Empty for its top.
    case anchor(String)
    /// The address is a file in the kiosk's folder, with its path from there, and a place in it, if one is meant.
    case file(String, anchor: String?)

    /// Resolves `address` on the page called `page`. A leading `/` stands for the kiosk's folder. Escapes such as `%20` and a `#` may
    /// also be part of a file's name: `isThere` says whether there is a file of a name.
    init(_ address: String, on page: String, isThere: (String) -> Bool = { _ in false }) {
        let scheme = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
        if address.hasPrefix("//") || !scheme.isEmpty && address[scheme.endIndex...].hasPrefix(":") {
            self = .elsewhere
            return
        }
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let anchor = parts.count > 1 ? Reference.decoded(parts[1]) : nil
        guard let path = parts.first, !path.isEmpty else {
            self = anchor.map { .anchor($0) } ?? .nothing
            return
        }
        let whole = address[...]
        let names = [Reference.decoded(path), String(path), Reference.decoded(whole), String(whole)]
        let paths = names.map { Reference.path($0, on: page) }
        let index = paths.firstIndex { $0.map(isThere) == true } ?? 0
        self = paths[index].map { .file($0, anchor: index < 2 ? anchor : nil) } ?? .outside
    }

    /// The path in the kiosk's folder of the file that the page called `page` knows as `name`. Nil if it leads above the folder.
    private static func path(_ name: String, on page: String) -> String? {
        var folders = name.hasPrefix("/") ? [] : folder(of: page).split(separator: "/").map(String.init)
        for step in name.split(separator: "/") where step != "." {
            if step != ".." {
                folders.append(String(step))
            } else if folders.popLast() == nil {
                return nil
            }
        }
        return folders.joined(separator: "/")
    }

    /// `address` as the name of a file on the disk.
    static func name(of address: String) -> String { decoded(address[...]) }

    /// The name `path` as a hint at an address: with the form in which a link needs it, if that differs.
    static func hint(_ path: String) -> String {
        var written = ""
        for scalar in path.unicodeScalars {
            switch scalar {
            case " ", "%", "#", "(", ")", "<", ">": written += "%" + String(scalar.value, radix: 16, uppercase: true)
            default: written.unicodeScalars.append(scalar)
            }
        }
        return written == path ? "\"\(path)\"" : "\"\(path)\", which a link writes as (\(written))"
    }

    /// The address of the file at `path`, as the page called `page` writes it.
    static func address(of path: String, on page: String) -> String {
        var target = path.split(separator: "/")[...]
        var here = folder(of: page).split(separator: "/")[...]
        while target.count > 1, let next = here.first, next == target.first {
            target.removeFirst()
            here.removeFirst()
        }
        return String(repeating: "../", count: here.count) + target.joined(separator: "/")
    }

    /// The folder of the page or file called `name`. Empty for the kiosk's folder.
    static func folder(of name: String) -> String {
        name.lastIndex(of: "/").map { String(name[..<$0]) } ?? ""
    }

    /// `text` with percent escapes such as `%20` replaced by their bytes.
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
