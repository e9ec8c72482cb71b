// The values of files in a kiosk that is loaded.

import Settings

extension Kiosk {
    /// The values of the files that `page` shows, and of those that the title of the first page shows, which is on the way back.
    package func values(on page: Page) -> [String: DataFile] {
        let wayBack = (start.first.map(versions) ?? []).flatMap(\.titleText.placeholders).compactMap(\.file)
        return data.filter { page.targets.files.contains($0.key) || wayBack.contains($0.key) }
    }

    /// Takes the values of `files`, which its pages show, and returns what is wrong with them. Those of a file in `folder` that cannot be
    /// read, or with which a table cannot be shown any more, stay as they were in `last`.
    mutating func takeData(
        _ files: [String: Result<DataFile, Diagnostic>], in folder: KioskFolder, last: Kiosk?
    ) -> [Diagnostic] {
        var found: [Diagnostic] = []
        let use = DataUse(pages.values, last: last?.data)
        for (path, result) in files.sorted(by: { $0.key < $1.key }) {
            let known = last?.data[path]
            do throws(Diagnostic) {
                let new = try result.get()
                var file = use.shown(new, at: path)
                if file == new { found += file.warnings(file: folder.file(path)) }
                // An empty list does not name its columns.
                if file.isEmpty { file.columns = known?.columns ?? [] }
                data[path] = file
            } catch {
                found.append(error)
                guard let known else { continue }
                data[path] = known
                kept.insert(folder.file(path))
            }
        }
        // A page that stays as it was may show a file that is gone.
        if !kept.isEmpty { data.merge(last?.data ?? [:]) { now, _ in now } }
        return found
    }
}
