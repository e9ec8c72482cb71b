// Reports completed changes to files: inotify on folders and their subfolders.

import CLinux
package import Geometry
import Glibc

/// Watches folders, and calls back once per burst of changes: when no file is open for writing and there was no event for a short
/// time (`ChangeBurst`). A file counts as open for writing from its first byte until it is closed, so that an incomplete file is not
/// read. A program that keeps a file open, or a change without an end (truncate(2) reports none), delays the call, but not for ever,
/// and a file that changes all the time delays the report of others only briefly.
///
/// Names that begin with a dot or end with `~` belong to editors and are ignored. The caller may ignore more files.
///
/// A watched path is followed as the kernel finds it: each folder on the way is watched for the next name, through symbolic links,
/// as far as the path exists. So a link that changes, or a folder that comes back, is a change too.
package final class FolderWatch {
    /// The most folders that are watched. The kernel has a limit of its own for each user.
    private static let mostFolders = 4096
    private let inotify: FileDescriptor
    /// Retained, because both watches are released through it.
    private let loop: EventLoop
    private var timer: Timer!
    private let onChange: () -> Void
    private let followsLinks: Bool
    /// Whether a change of the file at a path in a watched folder counts.
    private let counts: (String) -> Bool
    /// The changes that are not reported yet.
    private var burst: ChangeBurst
    /// When the events that are being read came.
    private var now = Instant.zero
    private var watch: EventLoop.Watch?
    private let roots: [Root]
    /// The watched folders, by inotify's watch numbers.
    private var folders: [Int32: Folder] = [:]
    /// The number of the last walk over all roots. Folders that this walk has not reached are not watched any longer.
    private var walk = 0
    /// How many folders the last walk has reached.
    private var reached = 0
    /// Whether an event of this turn may have changed where a root is. One walk follows, however many events there are.
    private var wayHasChanged = false

    /// A file or folder that stays watched even if it is replaced.
    private struct Root {
        let path: String
        /// Whether it is a folder of which everything counts.
        let isFolder: Bool
    }

    private struct Folder {
        let path: String
        /// Whether all names in it count, and those in its subfolders.
        var isWhole = false
        /// The names in it that count in any case: those on the way to a root.
        var names: Set<String> = []
        /// The walk that reached it last.
        var walk = 0
    }

    /// What changes where a name in a folder leads, or whether it may be read.
    private static let naming =
        UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB)
    /// All that changes the files in a folder.
    private static let changes = naming | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MODIFY)

    /// Calls `onChange` in `loop` when something changes in one of `folders` or in its subfolders, or when one of `files`
    /// changes. They may be missing, or be symbolic links; links in the folders are followed only if `followsLinks`. A file that is
    /// not closed for `patience` after its first write counts as complete, and a burst ends after `longestBurst`.
    /// Of the files in `folders`, those count for whose paths `counts` returns true; links and folders count always.
    package init(
        folders: [String], files: [String] = [], followsLinks: Bool = false, loop: EventLoop,
        patience: Instant.Span = .seconds(10), longestBurst: Instant.Span = .seconds(60),
        counts: @escaping (String) -> Bool = { _ in true }, onChange: @escaping () -> Void
    ) throws(SystemError) {
        self.counts = counts
        burst = ChangeBurst(patience: patience, longest: longestBurst)
        self.followsLinks = followsLinks
        inotify = FileDescriptor(
            owning: try SystemError.check("inotify_init1") {
                inotify_init1(Int32(BEZEL_IN_CLOEXEC | BEZEL_IN_NONBLOCK))
            })
        self.loop = loop
        roots =
            folders.map { Root(path: $0, isFolder: true) } + files.map { Root(path: $0, isFolder: false) }
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

    /// Watches the roots and the ways to them, and nothing else any longer.
    private func watchRoots() {
        (walk, reached) = (walk + 1, 0)
        for root in roots {
            follow(root.path, isFile: !root.isFolder)
            if root.isFolder { addAll(root.path, isRoot: true) }
        }
        for (number, folder) in folders where folder.walk != walk { forget(number, folder) }
    }

    /// Watches the folders anew that have been replaced unnoticed, because more changed at once than the kernel keeps. Call it
    /// before what they contain is read.
    package func renew() { watchRoots() }

    /// Whether something that counts has changed between `time` and now, by the files' own times: what changed after it was read and
    /// before it was watched. It may say so of what changed up to 20 ms before.
    package func hasChanged(since time: FileTime) -> Bool {
        let times = time.earlier(byMilliseconds: 20)...max(time, FileTime.now())
        func isNew(_ path: String) -> Bool { FileTime(ofChangeTo: path).map { times.contains($0) } ?? false }
        return folders.values.contains { folder in
            guard folder.isWhole else { return folder.names.contains { isNew("\(folder.path)/\($0)") } }
            let names = (try? SystemFiles.names(folder.path)) ?? []
            return names.map { "\(folder.path)/\($0)" }.contains { isNew($0) && hasWeight($0, isFolder: false) }
        }
    }

    /// Whether a change of what is, or was, at `path` in a watched folder counts.
    private func hasWeight(_ path: String, isFolder: Bool) -> Bool {
        if FolderWatch.isIgnored(path.split(separator: "/").last.map(String.init) ?? path) { return false }
        // What was behind a link that is gone was watched by the link's path.
        return isFolder || counts(path) || SystemFiles.target(path) != nil
            || followsLinks && folders.values.contains { $0.path == path }
    }

    /// Watches each folder on the way to `path` for the next name. The content of the last one counts too if `isFile`.
    private func follow(_ path: String, isFile: Bool) {
        var folder = path.hasPrefix("/") ? "/" : "."
        var names = path.split(separator: "/").map(String.init)[...]
        // As many links as the kernel follows.
        var links = 40
        while let name = names.popFirst() {
            let next = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            if name == "." { continue }
            if name == ".." {
                folder = Self.parent(of: folder)
                continue
            }
            // A link that changes after it was read is noticed, because its folder is watched first.
            watch(folder, mask: isFile && names.isEmpty ? Self.changes : Self.naming) { $0.names.insert(name) }
            if let target = SystemFiles.target(next) {
                links -= 1
                if links == 0 { return }
                if target.hasPrefix("/") { folder = "/" }
                names = (target.split(separator: "/").map(String.init) + names)[...]
            } else {
                folder = next
            }
        }
    }

    /// The folder that contains `folder`, whose path has no links.
    private static func parent(of folder: String) -> String {
        if folder == "/" { return folder }
        guard let slash = folder.lastIndex(of: "/"), !folder.hasSuffix("/..") else { return folder + "/.." }
        return slash == folder.startIndex ? "/" : String(folder[..<slash])
    }

    /// Watches the folder at `path`, if it exists and may be read, and changes what counts in it.
    private func watch(_ path: String, mask: UInt32, _ change: (inout Folder) -> Void) {
        // The kernel keeps one mask for each folder, however often it is added.
        let number = inotify_add_watch(
            inotify.number, path, mask | UInt32(bitPattern: Int32(IN_MASK_ADD)) | UInt32(IN_ONLYDIR))
        guard number >= 0 else { return }
        let known = folders[number].flatMap { $0.walk == walk ? $0 : nil }
        if known == nil {
            guard reached < Self.mostFolders else {
                if folders[number] == nil { inotify_rm_watch(inotify.number, number) }
                return
            }
            reached += 1
        }
        var folder = known ?? Folder(path: path, walk: walk)
        change(&folder)
        folders[number] = folder
    }

    /// Watches everything in the folder at `path` and in its subfolders. Folders that this walk has reached are skipped, because
    /// links can form a cycle.
    private func addAll(_ path: String, isRoot: Bool = false) {
        if !isRoot, SystemFiles.target(path) != nil {
            guard followsLinks else { return }
            follow(path, isFile: true)
        }
        var isNew = false
        watch(path, mask: Self.changes) { (isNew, $0.isWhole) = (!$0.isWhole, true) }
        guard isNew, let names = try? SystemFiles.names(path) else { return }
        for name in names where !FolderWatch.isIgnored(name) { addAll("\(path)/\(name)") }
    }

    /// Whether a change is reported as soon as it is quiet, because no file is open for writing; for tests.
    var isAboutToReport: Bool { burst.isComplete }
    /// The paths of the folders that are watched, for tests.
    var watchedFolders: [String] { folders.values.map(\.path) }

    private func forget(_ number: Int32, _ folder: Folder) {
        inotify_rm_watch(inotify.number, number)
        folders[number] = nil
        burst.complete { $0.hasPrefix(folder.path + "/") }
    }

    private static func isIgnored(_ name: String) -> Bool { name.hasPrefix(".") || name.hasSuffix("~") }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let number = inotify.number
        var hasChanged = false
        wayHasChanged = false
        now = MonotonicClock.now()
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
        if wayHasChanged { watchRoots() }
        // What is ignored must not delay the report of what is not.
        guard hasChanged, let deadline = burst.deadline else { return }
        timer.setDeadline(deadline)
    }

    /// The burst is over.
    private func end() {
        burst.report(at: MonotonicClock.now())
        onChange()
    }

    /// Whether the event is a change.
    private func handle(_ event: inotify_event, _ name: String) -> Bool {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            burst.complete { _ in true }
            burst.add("", .changed, at: now)
            wayHasChanged = true
            return true
        }
        if event.mask & UInt32(IN_IGNORED) != 0 {
            folders[event.wd] = nil
            return false
        }
        guard let folder = folders[event.wd] else { return false }
        let isOnTheWay = folder.names.contains(name)
        let path = "\(folder.path)/\(name)"
        let isFolder = event.mask & UInt32(IN_ISDIR) != 0
        guard isOnTheWay || folder.isWhole && hasWeight(path, isFolder: isFolder) else { return false }
        let ends = UInt32(IN_CLOSE_WRITE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
        let isWritten =
            event.mask & UInt32(IN_MODIFY) != 0
            || event.mask & UInt32(IN_CREATE) != 0 && !isFolder && isBeingWritten(path)
        burst.add(path, event.mask & ends != 0 ? .completed : isWritten ? .written : .changed, at: now)
        if isFolder, event.mask & ends != 0 { burst.complete { $0.hasPrefix(path + "/") } }
        if isFolder, event.mask & UInt32(IN_MOVED_FROM) != 0 {
            // The kernel goes on watching a folder that moves. It is watched anew by its new name if it lies in here; kept, it
            // would have the old one, by which nothing in it is found.
            for (number, inner) in folders where inner.path == path || inner.path.hasPrefix(path + "/") {
                forget(number, inner)
            }
        }
        if isOnTheWay, event.mask & Self.naming != 0 {
            wayHasChanged = true
        } else if event.mask & (UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) != 0 {
            addAll(path)
        }
        return true
    }

    /// Whether the file at `path` is newly created and still open for writing, unlike a new hard or symbolic link.
    private func isBeingWritten(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    }
}
