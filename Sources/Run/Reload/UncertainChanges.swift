// Changed files of which it is not known yet whether they matter.

/// Files of kiosks' folders that changed while the kiosks were read, and to which no page referred before.
struct UncertainChanges {
    /// The most of them that are kept. Whatever else changes is then taken for something that matters.
    private static let most = 1000
    private var files: Set<File> = []

    private struct File: Hashable { let folder, inner: String }

    /// Adds the file `inner` of `folder`. Returns false when there are too many.
    mutating func add(_ inner: String, in folder: String) -> Bool {
        let file = File(folder: folder, inner: inner)
        guard files.count < Self.most || files.contains(file) else { return false }
        files.insert(file)
        return true
    }

    /// Forgets all of them, and returns the folders of those that matter, as `matters` says of a file and its folder.
    mutating func settle(_ matters: (_ inner: String, _ folder: String) -> Bool) -> Set<String> {
        defer { files = [] }
        return Set(files.filter { matters($0.inner, $0.folder) }.map(\.folder))
    }
}
