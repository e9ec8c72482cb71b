// Reports completed changes to files: inotify on folders and their subfolders.

import CLinux
package import Geometry
import Glibc

/// Watches folders, and calls back once per burst of changes: when no file is open for writing and there was no event for a short
/// time. A file counts as open for writing from its first byte until it is closed, so that an incomplete file is not read. A
/// program that keeps a file open, or a change without an end (truncate(2) reports none), delays the call, but not for ever.
///
/// Names that begin with a dot or end with `~` belong to editors and are ignored.
package final class FolderWatch {
    /// The time without events that ends a burst. Editors, rsync and git write several files within it.
    package static let quiet = Instant.Span.milliseconds(100)
    /// The most folders that are watched. The kernel has a limit of its own for each user.
    private static let mostFolders = 4096
    /// The time without events after which a file counts as complete although it was not closed.
    private let patience: Instant.Span
    /// The longest burst. Steady changes would otherwise never be reported.
    private let longestBurst: Instant.Span

    private let inotify: FileDescriptor
    /// Retained, because both watches are released through it.
    private let loop: EventLoop
    private var timer: Timer!
    private let onChange: () -> Void
    private let followsLinks: Bool
    /// When the burst of changes began that is not reported yet.
    private var burst: Instant?
    private var watch: EventLoop.Watch?
    private let roots: [Root]
    /// The watched folders, by inotify's watch numbers.
    private var folders: [Int32: Folder] = [:]
    /// Files that are open for writing.
    private var open: Set<String> = []

    /// A folder that stays watched even if it is replaced.
    private struct Root {
        let path: String
        /// The names in it that count; nil for all names and those in its subfolders.
        let names: Set<String>?
    }

    private struct Folder {
        let path: String
        /// The names in it that count; nil for all.
        var names: Set<String>?
    }

    private static let mask =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
        | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB)

    /// Calls `onChange` in `loop` when something changes in one of `folders` or in its subfolders, or when one of `files`
    /// changes. For a missing file or folder, the parent folder is watched until it appears. A file that is not closed for
    /// `patience` after its last write counts as complete, and a burst ends after `longestBurst`. The folders may be symbolic links;
    /// links in them are followed only if `followsLinks`.
    package init(
        folders: [String], files: [String] = [], followsLinks: Bool = false, loop: EventLoop,
        patience: Instant.Span = .seconds(10),
        longestBurst: Instant.Span = .seconds(60), onChange: @escaping () -> Void
    ) throws(SystemError) {
        (self.patience, self.longestBurst, self.followsLinks) = (patience, longestBurst, followsLinks)
        inotify = FileDescriptor(
            owning: try SystemError.check("inotify_init1") {
                inotify_init1(Int32(BEZEL_IN_CLOEXEC | BEZEL_IN_NONBLOCK))
            })
        self.loop = loop
        // A folder can be replaced as a whole, so its name in the parent folder is watched too.
        roots =
            folders.map { Root(path: $0, names: nil) }
            + (folders + files).map { path in
                let (folder, name) = FolderWatch.parts(of: path)
                return Root(path: folder, names: [name])
            }
        self.onChange = onChange
        timer = loop.timer { [unowned self] in end() }
        watchRoots()
        let number = inotify.number
        watch = try loop.watch(number) { [unowned self] _ in read() }
    }

    deinit {
        watch?.cancel()
        timer.cancel()
    }

    /// The parent folder of `path`, and the name in it.
    private static func parts(of path: String) -> (folder: String, name: String) {
        let bare = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let slash = bare.lastIndex(of: "/") else { return (".", bare) }
        let name = String(bare[bare.index(after: slash)...])
        return (slash == bare.startIndex ? "/" : String(bare[..<slash]), name)
    }

    private func watchRoots() {
        for root in roots {
            if let names = root.names { add(root.path, names, isRoot: true) } else { addAll(root.path, isRoot: true) }
        }
    }

    /// Watches the folders anew that have been replaced unnoticed: by another folder above them, or behind a symbolic link. Call
    /// it before what they contain is read.
    package func renew() { watchRoots() }

    /// Returns false if the folder is already watched or cannot be watched.
    @discardableResult
    private func add(_ path: String, _ names: Set<String>?, isRoot: Bool) -> Bool {
        guard folders.count < Self.mostFolders else { return false }
        let links = isRoot || followsLinks ? 0 : UInt32(IN_DONT_FOLLOW)
        let number = inotify_add_watch(inotify.number, path, FolderWatch.mask | UInt32(IN_ONLYDIR) | links)
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

    /// Adds the folder at `path` and its subfolders. Folders that are already watched are skipped, because links can form a
    /// cycle.
    private func addAll(_ path: String, isRoot: Bool = false) {
        guard add(path, nil, isRoot: isRoot), let names = try? SystemFiles.names(path) else { return }
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
                if handle(event, name) { hasChanged = true }
                place += 16 + Int(event.len)
            }
        }
        // What is ignored must not delay the report of what is not.
        guard hasChanged else { return }
        let now = MonotonicClock.now()
        let begin = burst ?? now
        burst = begin
        timer.setDeadline(min(now + (open.isEmpty ? Self.quiet : patience), begin + longestBurst))
    }

    /// The burst is over.
    private func end() {
        (burst, open) = (nil, [])
        onChange()
    }

    /// Whether the event is a change.
    private func handle(_ event: inotify_event, _ name: String) -> Bool {
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

    /// Whether the file at `path` is newly created and still open for writing, unlike a new hard or symbolic link.
    private func isBeingWritten(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    }
}
