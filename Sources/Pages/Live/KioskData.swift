// The values of files in a kiosk that is loaded.

import Settings

extension Kiosk {
    /// Takes the values of `files`, which its pages show, and returns what is wrong with them. Those of a file in `folder` that cannot be
    /// read stay as they were in `last`.
    mutating func takeData(
        _ files: [String: Result<DataFile, Diagnostic>], in folder: KioskFolder, last: Kiosk?
    ) -> [Diagnostic] {
        var errors: [Diagnostic] = []
        for (path, result) in files.sorted(by: { $0.key < $1.key }) {
            do throws(Diagnostic) { data[path] = try result.get() } catch {
                errors.append(error)
                guard let values = last?.data[path] else { continue }
                data[path] = values
                kept.insert(folder.file(path))
            }
        }
        // A page that stays as it was may show a file that is gone.
        if !kept.isEmpty { data.merge(last?.data ?? [:]) { now, _ in now } }
        return errors
    }
}
