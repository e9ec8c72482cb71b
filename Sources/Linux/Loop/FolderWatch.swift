// Says when files have changed for good: inotify on folders and the folders in them.

import CLinux
package import Geometry
import Glibc

/// Watches folders. One call for a whole burst of changes: when no file is being written, and nothing has happened for a
/// moment. A file counts as being written from its first byte to its closing, so nobody reads half of one; a program that
/// keeps a file open for long keeps everybody waiting for as long.
///
/// Names that begin with a dot or end with `~` are editors' own, and count for nothing.
package final class FolderWatch {
    /// For so long nothing must have happened: what editors, rsync and git do to several files comes within it.
    package static let quiet = Instant.Span.milliseconds(100)

    private let inotify: FileDescriptor
    /// Kept, since both watches are given back to it.
    private let loop: EventLoop
    private let timer: Timer
    private var watch: EventLoop.Watch?
    private let roots: [Root]
    /// The folders that are watched, by their numbers.
    private var folders: [Int32: Folder] = [:]
    /// Files that somebody writes.
    private var open: Set<String> = []

    /// A folder that is watched whatever becomes of it.
    private struct Root {
        let path: String
        /// Names in it that count; nil for all, and those in the folders in it.
        let names: Set<String>?
    }

    private struct Folder {
        let path: String
        /// Names in it that count; nil for all.
        var names: Set<String>?
    }

    private static let mask =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
        | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB)

    /// Calls `onChange` in `loop` when something in one of `folders`, or in a folder in it, has changed, or one of `files`.
    /// What is not there is waited for in the folder that it would be in.
    package init(
        folders: [String], files: [String] = [], loop: EventLoop, onChange: @escaping () -> Void
    ) throws(SystemError) {
        inotify = FileDescriptor(
            owning: try SystemError.check("inotify_init1") {
                inotify_init1(Int32(BEZEL_IN_CLOEXEC | BEZEL_IN_NONBLOCK))
            })
        self.loop = loop
        // A folder can be replaced as a whole: its name in the folder around it is watched too.
        roots =
            folders.map { Root(path: $0, names: nil) }
            + (folders + files).map { path in
                let (folder, name) = FolderWatch.parts(of: path)
                return Root(path: folder, names: [name])
            }
        timer = loop.timer(onChange)
        watchRoots()
        let number = inotify.number
        watch = try loop.watch(number) { [unowned self] _ in read() }
    }

    deinit {
        watch?.cancel()
        timer.cancel()
    }

    /// The folder around `path`, and its name there.
    private static func parts(of path: String) -> (folder: String, name: String) {
        let bare = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let slash = bare.lastIndex(of: "/") else { return (".", bare) }
        let name = String(bare[bare.index(after: slash)...])
        return (slash == bare.startIndex ? "/" : String(bare[..<slash]), name)
    }

    private func watchRoots() {
        for root in roots {
            if let names = root.names { add(root.path, names) } else { addAll(root.path) }
        }
    }

    /// False where it is watched already, or is no folder that can be.
    @discardableResult
    private func add(_ path: String, _ names: Set<String>?) -> Bool {
        let number = inotify_add_watch(inotify.number, path, FolderWatch.mask | UInt32(IN_ONLYDIR))
        guard number >= 0 else { return false }
        if var known = folders[number] {
            let isNew = known.names != nil && names == nil
            known.names = known.names.flatMap { old in names.map { old.union($0) } }
            folders[number] = known
            return isNew
        }
        folders[number] = Folder(path: path, names: names)
        return true
    }

    /// The folder at `path` and those in it; one that is watched already, as links in circles lead to, is not gone through
    /// again.
    private func addAll(_ path: String) {
        guard add(path, nil), let names = try? SystemFiles.names(path) else { return }
        for name in names where !FolderWatch.isIgnored(name) { addAll("\(path)/\(name)") }
    }

    private static func isIgnored(_ name: String) -> Bool { name.hasPrefix(".") || name.hasSuffix("~") }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let number = inotify.number
        var hasChanged = false
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
            if count <= 0 { break }
            var place = 0
            while place < count {
                let event = buffer[place...].withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
                let bytes = buffer[(place + 16)..<(place + 16 + Int(event.len))]
                let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                if take(event, name) { hasChanged = true }
                place += 16 + Int(event.len)
            }
        }
        if hasChanged || timer.deadline != nil {
            timer.setDeadline(open.isEmpty ? MonotonicClock.now() + FolderWatch.quiet : nil)
        }
    }

    /// Whether the event is a change.
    private func take(_ event: inotify_event, _ name: String) -> Bool {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            open = []
            watchRoots()
            return true
        }
        if event.mask & UInt32(IN_IGNORED) != 0 {
            folders[event.wd] = nil
            return false
        }
        guard let folder = folders[event.wd], !FolderWatch.isIgnored(name) else { return false }
        if let names = folder.names, !names.contains(name) { return false }
        let path = "\(folder.path)/\(name)"
        if event.mask & UInt32(IN_MODIFY) != 0 { open.insert(path) }
        if event.mask & UInt32(IN_CREATE) != 0, event.mask & UInt32(IN_ISDIR) == 0, isBeingWritten(path) {
            open.insert(path)
        }
        let ends = UInt32(IN_CLOSE_WRITE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
        if event.mask & ends != 0 { open.remove(path) }
        if event.mask & UInt32(IN_ISDIR) != 0, event.mask & ends != 0 {
            open = open.filter { !$0.hasPrefix(path + "/") }
        }
        if event.mask & UInt32(IN_ISDIR) != 0, event.mask & UInt32(IN_MOVED_FROM) != 0 {
            // The kernel goes on watching a folder that moves. It is watched anew by its new name if it lies in here; kept, it
            // would have the old one, by which nothing in it is found.
            for (number, inner) in folders where inner.path == path || inner.path.hasPrefix(path + "/") {
                inotify_rm_watch(inotify.number, number)
                folders[number] = nil
            }
        }
        if event.mask & (UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) != 0 {
            if folder.names == nil { addAll(path) } else { watchRoots() }
        }
        return true
    }

    /// Whether whoever made the file at `path` has it open: it is no link, neither hard nor soft.
    private func isBeingWritten(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    }
}
