// The names of pages' files, and what makes two names the same.

import Settings

/// What the name of a page's file says.
package enum PageFile {
    /// The name of the page in the file at `path`, which is the path without `.md`, in small or capital letters. Nil for any other file.
    package static func page(at path: some StringProtocol) -> String? {
        path.utf8.count >= 3 && path.suffix(3).lowercased() == ".md" ? String(path.dropLast(3)) : nil
    }

    /// Endings that other programs give to Markdown. Editors of plain text add one that file managers hide.
    private static let foreignEndings = [".markdown", ".mdown", ".mkdn", ".mkd", ".md.txt"]

    /// The name that the file at `path` needs to be a page, if it has the ending that other programs give to Markdown; nil for any
    /// other file.
    static func name(insteadOf path: String) -> String? {
        let lowered = path.lowercased()
        return foreignEndings.first(where: lowered.hasSuffix).map { path.dropLast($0.count) + ".md" }
    }

    /// The names of files that were probably meant to be the page at `path`.
    static func foreignNames(of path: String) -> [String] {
        page(at: path).map { name in foreignEndings.map { name + $0 } } ?? []
    }

    /// How the name `a` is written otherwise than `b`, which is the same name for a reader: Unicode can write a letter with its accent
    /// as one sign or as two. Nil for names of the same bytes.
    static func difference(_ a: String, _ b: String) -> String? {
        guard !a.utf8.elementsEqual(b.utf8), a == b else { return nil }
        let pair = zip(a, b).first { !$0.utf8.elementsEqual($1.utf8) }
        guard let (mine, other) = pair else { return nil }
        return "\"\(mine)\" is \(codes(mine)) here and \(codes(other)) there"
    }

    private static func codes(_ character: Character) -> String {
        character.unicodeScalars.prefix(8).map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined(separator: " ")
    }
}

/// Names of files, for advice about one that is missing.
struct FileNames {
    /// The first file of each name, in small letters and without its folder.
    private let byName: [String: String]
    /// The first file of each name with one more ending: `pool.jpg` for `pool.jpg.jpg`.
    private let byStem: [String: String]
    private let spelling: Spelling

    init(_ files: some Sequence<String>) {
        spelling = Spelling(files)
        let names = spelling.known.map { (name: Self.name(of: $0), file: $0) }
        byName = Dictionary(names.map { ($0.name, $0.file) }, uniquingKeysWith: { first, _ in first })
        let stems = names.compactMap { name, file in name.lastIndex(of: ".").map { (String(name[..<$0]), file) } }
        byStem = Dictionary(stems.filter { $0.0.contains(".") }, uniquingKeysWith: { first, _ in first })
    }

    /// The file with the name of `path` in another folder or with one more ending, or else the one with the most similar path. Not `path` itself, which is
    /// there and cannot be opened.
    func nearest(to path: String) -> String? {
        let name = Self.name(of: path)
        let near = byName[name] ?? byStem[name] ?? spelling.nearest(to: path)
        return near == path ? nil : near
    }

    private static func name(of path: String) -> String {
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        return path[start...].lowercased()
    }
}
