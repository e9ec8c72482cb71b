// The times that a file system keeps of its files.

import Glibc

/// A time of CLOCK_REALTIME, as files have it.
package struct FileTime: Hashable, Comparable, Sendable {
    /// The time since 1970.
    private let seconds: Int
    private let nanoseconds: Int

    private init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }

    /// The present time.
    package static func now() -> FileTime {
        var time = timespec()
        guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { fatalError("the kernel has no CLOCK_REALTIME") }
        return FileTime(time)
    }

    /// When the content, name or mode of the file or link at `path` changed last, where it is no folder; nil where it is one, or
    /// where there is none. Something in a folder is no change of the folder.
    package init?(ofChangeTo path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return nil }
        self.init(status.st_ctim)
    }

    /// The time so many milliseconds before.
    func earlier(byMilliseconds count: Int) -> FileTime {
        let rest = nanoseconds - count % 1000 * 1_000_000
        return FileTime(
            timespec(
                tv_sec: seconds - count / 1000 - (rest < 0 ? 1 : 0), tv_nsec: rest < 0 ? rest + 1_000_000_000 : rest))
    }

    package static func < (a: FileTime, b: FileTime) -> Bool {
        (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
    }
}
