// The list of files in a kiosk's folder.

internal import CFiles
import Geometry
import Glibc
import Settings

/// The files of a kiosk's folder and its subfolders, by their paths in the folder. Files and folders whose name begins
/// with a dot are left out.
struct KioskFolder {
    /// The greatest number of files and folders that are listed.
    static let mostFiles = 10_000

    /// The name of the file with the settings.
    static let settings = "kiosk.toml"

    /// The path of the folder, as diagnostics name it.
    let path: String
    /// The paths of the pages' files in the folder, by page name.
    private(set) var pages: [String: String] = [:]
    /// The paths of all other files in the folder.
    private(set) var files: Set<String> = []
    /// The errors of the folder itself.
    private(set) var diagnostics = Diagnostics()

    /// The rules for the files.
    let rules: ContentRules
    /// The names of the pages by their names in small letters.
    private var lowered: [String: String] = [:]

    /// Lists the folder at `path`.
    init(_ path: String, rules: ContentRules) throws(Diagnostic) {
        self.rules = rules
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let folder = opendir(self.path) else {
            let reason =
                switch errno {
                case ENOENT: "there is no such folder"
                case ENOTDIR: "is not a folder"
                default: "cannot be read: \(String(cString: strerror(errno)))"
                }
            throw Diagnostic(reason, file: self.path)
        }
        var found: [String] = []
        var around: [[UInt64]] = []
        var looked = 0
        if !collect(folder, "", into: &found, around: &around, looked: &looked) {
            diagnostics.add(
                Diagnostic(
                    "holds more files than the \(looked) that are looked at; is it the right folder?",
                    file: self.path))
        }
        // `readdir` returns files in no particular order.
        for file in found.sorted() { addFile(file) }
    }

    /// The path of the file `inner` of the folder, as diagnostics name it.
    func file(_ inner: String) -> String { path == "/" ? "/" + inner : "\(path)/\(inner)" }

    /// The path in the folder of `file`, as diagnostics name it; nil for the folder itself, and for what does not lie in it.
    func inner(_ file: String) -> String? {
        let prefix = self.file("")
        return file.hasPrefix(prefix) && file != prefix ? String(file.dropFirst(prefix.count)) : nil
    }

    /// The languages among `languages` that are in the names of files that are no pages, such as `plan.de.png`.
    func languages(ofPictures languages: KioskLanguages) -> [String] {
        guard languages.isChoice else { return [] }
        let tags = Set(files.compactMap { $0.split(separator: ".").dropLast().last.map(String.init) })
        return languages.all.filter { $0 != languages.standard && tags.contains($0) }
    }

    /// Adds the files in `folder` to `found`. `around` identifies the folders that contain it, and `looked` counts the files
    /// and folders so far. Returns false when there are too many.
    private mutating func collect(
        _ folder: OpaquePointer, _ prefix: String, into found: inout [String], around: inout [[UInt64]],
        looked: inout Int
    ) -> Bool {
        defer { closedir(folder) }
        var status = stat()
        // A link to a folder around this one would lead to an endless loop. A link to any other folder gives its files a second
        // name. Both names are kept, because the order in which `readdir` returns them has no meaning.
        guard fstat(dirfd(folder), &status) == 0, !around.contains([UInt64(status.st_dev), UInt64(status.st_ino)])
        else { return true }
        around.append([UInt64(status.st_dev), UInt64(status.st_ino)])
        defer { around.removeLast() }
        while true {
            // Only `errno` tells an error from the end of the folder.
            errno = 0
            guard let entry = readdir(folder) else {
                let error = errno
                if error != 0 {
                    diagnostics.add(
                        Diagnostic("cannot be read: \(String(cString: strerror(error)))", file: file(prefix)))
                }
                return true
            }
            // Reading `d_name` as a value would copy 256 bytes, which is beyond the end of an entry with a short name.
            let bytes = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            let name = String(validatingCString: bytes.assumingMemoryBound(to: CChar.self))
            guard let name else {
                diagnostics.add(Diagnostic("contains a file whose name is not UTF-8; rename it", file: file(prefix)))
                continue
            }
            if name.hasPrefix(".") { continue }
            if name.hasControlCharacters {
                // The message leaves out the name, which would forge lines in the log.
                diagnostics.add(
                    Diagnostic("contains a file whose name has a control character; rename it", file: file(prefix)))
                continue
            }
            if looked == KioskFolder.mostFiles { return false }
            looked += 1
            let inner = open(prefix + name)
            if let inner {
                let isAll = collect(inner, prefix + name + "/", into: &found, around: &around, looked: &looked)
                if !isAll { return false }
                // A folder in the place of a file is an error when the file is read.
                if isNameOfFile(prefix + name) { found.append(prefix + name) }
            } else if errno == ENOTDIR || errno == ENOENT {
                found.append(prefix + name)
            } else if errno == ELOOP || errno == EXDEV {
                diagnostics.add(
                    Diagnostic(
                        "is a symbolic link, and links are not followed: put the file itself here, or allow links with "
                            + "follow-links = true in [content] of the machine's file", file: file(prefix + name)))
            } else {
                diagnostics.add(
                    Diagnostic("cannot be read: \(String(cString: strerror(errno)))", file: file(prefix + name)))
            }
        }
    }

    /// Whether `inner` is the name of the settings, of a page or of a file of values.
    private func isNameOfFile(_ inner: String) -> Bool {
        inner == Self.settings || PageFile.page(at: inner) != nil || DataFile.isName(inner)
    }

    /// Opens the folder `inner` of this folder. Nil when it is none, or cannot be opened; errno says which.
    private func open(_ inner: String) -> OpaquePointer? {
        let descriptor = bezel_open_beneath(path, inner, O_RDONLY | O_DIRECTORY, rules.followsLinks ? 1 : 0)
        guard descriptor >= 0 else { return nil }
        guard let folder = fdopendir(descriptor) else {
            let error = errno
            close(descriptor)
            errno = error
            return nil
        }
        return folder
    }

    private mutating func addFile(_ inner: String) {
        guard let name = PageFile.page(at: inner) else {
            let (isNew, other) = files.insert(inner)
            if !isNew { reportSame(inner, as: other) }
            if let name = PageFile.name(insteadOf: inner) {
                diagnostics.add(
                    Diagnostic(
                        "this is not a page, since its name does not end with .md; rename it to \(name)",
                        file: file(inner),
                        severity: .warning))
            }
            return
        }
        if let other = pages[name] {
            if reportSame(inner, as: other) { return }
            diagnostics.add(
                Diagnostic("a page of this name is there already: \(file(other))", file: file(inner)))
            return
        }
        if let other = lowered.updateValue(name, forKey: name.lowercased()) {
            diagnostics.add(
                Diagnostic(
                    "differs only by capitals from \(file("\(other).md")); other systems treat them as one file",
                    file: file(inner), severity: .warning))
        }
        pages[name] = inner
    }

    /// The page whose name differs from `name` only in capitals, if there is any.
    func page(inOtherCapitals name: String) -> String? { lowered[name.lowercased()] }

    /// The advice about the page `name`, which is not there: the most similar one, as half a sentence.
    func hint(_ name: String) -> String {
        let bare = PageFile.page(at: name) ?? name
        let near = pages[bare] == nil ? FileNames(pages.keys).nearest(to: bare) : bare
        return near.map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// Reports a file whose name is that of `other` in other signs. Returns false when the names differ otherwise.
    @discardableResult
    private mutating func reportSame(_ inner: String, as other: String) -> Bool {
        guard let difference = PageFile.difference(inner, other) else { return false }
        diagnostics.add(
            Diagnostic(
                "left out: another file has the same name, written with other signs: \(difference); rename one of them",
                file: file(inner)))
        return true
    }
}
