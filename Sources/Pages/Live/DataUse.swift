// What pages show of files of values, and whether a new version of a file still has it.

import Settings

/// What the pages of a kiosk show of files of values. It is found before the pages are read, because what is wrong with a new version of
/// a file depends on all of them.
struct DataUse {
    /// The paths of the values that pages show, by their files.
    private var paths: [String: Set<String>] = [:]
    /// The tables of files.
    private var tables: [DataTable] = []
    /// The values of the files that are shown so far.
    private var last: [String: DataFile] = [:]

    /// No page shows anything.
    init() {}

    /// What `pages` show, where the values of the files are `last` so far.
    init(_ pages: some Sequence<Page>, last: [String: DataFile]?) {
        self.last = last ?? [:]
        for page in pages {
            for placeholder in page.placeholders { add(placeholder) }
            tables += page.dataTables
        }
    }

    private mutating func add(_ placeholder: Placeholder) {
        if case .value(let file, let path) = placeholder { paths[file, default: []].insert(path) }
    }

    /// Adds what the pages in `drafts` show, also in `languages`, in which there are files of values but perhaps no pages.
    mutating func add(_ drafts: [String: PageDraft], in languages: [String], _ references: KioskReferences) {
        for (name, draft) in drafts where draft.mayShowData {
            add(draft, as: [name] + languages.map { "\(name).\($0)" }, references)
        }
    }

    /// Adds what the page in `draft` shows as the `versions`, the names that its file has in languages.
    private mutating func add(_ draft: PageDraft, as versions: [String], _ references: KioskReferences) {
        guard let document = try? MarkdownDocument(parsed: draft.body) else { return }
        for version in versions {
            var text = draft.page.titleText
            for entry in document.entries {
                switch entry.detail {
                case .nothing where entry.kind == .text && entry.literal.contains("{{"):
                    text += Placeholder.inlines(of: entry.literal, on: version) { _ in }
                case .reference(let address, let title) where entry.kind == .image:
                    guard let file = DataTable.file(at: address, on: version) else { continue }
                    tables.append(
                        DataTable(file: references.translated(file, on: version), title: title, description: ""))
                default: continue
                }
            }
            for placeholder in text.placeholders { add(references.translated(placeholder, on: version)) }
        }
    }

    /// Why `file`, the new version of the file at `path`, is a mistake as a whole, such as the message of a program that has failed; nil
    /// if it is none.
    func problem(of file: DataFile, at path: String) -> String? {
        // A list that has no items now.
        if file.isEmpty { return nil }
        let (known, paths) = (last[path] ?? DataFile(), paths[path] ?? [])
        let isUsed =
            paths.contains(where: file.mayHave)
            || tables.contains { $0.file == path && $0.names(in: file, since: known.columns) }
        if path.lowercased().hasSuffix(".csv"), file.columns.count == 1, file.rows.isEmpty,
            known.columns.count > 1 || !isUsed && !paths.isEmpty
        {
            return
                "\"\(file.columns[0].prefix(80))\" is one line without a separator, which is no table: the first line names the "
                + "columns, and each other line is a row"
        }
        if isUsed { return nil }
        if !known.columns.isEmpty, !file.columns.isEmpty, Set(known.columns).isDisjoint(with: file.columns) {
            return
                "all its columns are gone: it had \(Self.list(known.columns)), and has \(Self.list(file.columns)); if that is "
                + "meant, name the new ones in the title of the table, or restart the kiosk"
        }
        let lost = paths.filter { known.value(at: $0) != nil }.sorted()
        if lost.isEmpty { return nil }
        let left = (file.values.keys.sorted() + file.columns).filter { !$0.isEmpty }
        return "all values that pages show are gone: it had \(Self.list(lost))"
            + (left.isEmpty ? "" : ", and has \(Self.list(left))")
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(4).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ") + (names.count > 4 ? " and more" : "")
    }

    /// The values that are shown where the file at `path` has those of `file` now: the last ones if a table can be shown with them and
    /// not with the new ones. Its page says what is wrong.
    func shown(_ file: DataFile, at path: String) -> DataFile {
        guard let known = last[path] else { return file }
        return tables.contains { $0.file == path && !$0.canShow(file) && $0.canShow(known) } ? known : file
    }
}

extension DataFile {
    /// Whether there is a value at `path`, or could be one again: that of a row that is gone, or in a list that has no items now.
    fileprivate func mayHave(_ path: String) -> Bool {
        value(at: path) != nil || columns.contains { path.hasSuffix(".\($0)") }
            || path.indices.contains { path[$0] == "." && values[String(path[..<$0])]?.isEmpty == true }
    }
}

extension DataTable {
    /// Whether `file` has a column of this table, which shows those of `known` so far unless its title names some.
    fileprivate func names(in file: DataFile, since known: [String]) -> Bool {
        (columns.isEmpty ? known : columns.map(\.name)).contains(where: file.columns.contains)
    }

    /// The path of the file of values at `address` on `page`; nil where it is no such file.
    static func file(at address: String, on page: String) -> String? {
        guard case .file(let file, _) = Reference(address, on: page, isThere: { _ in true }), DataFile.isName(file)
        else { return nil }
        return file
    }
}

extension PageDraft {
    /// Whether the page may show values of files. Nearly all do not, and need not be read once more.
    fileprivate var mayShowData: Bool {
        let text = source.string.lowercased()
        return text.contains(".csv") || text.contains(".json")
    }
}
