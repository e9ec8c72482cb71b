// A burst of changes to files: when it is over and can be reported.

import Geometry

/// The files that have changed since the last report, and when they are reported: when nothing has changed for a short time and no
/// file is being written. Each file has a bound of its own, so that one that never rests holds back the others only briefly:
///
/// - Changes of one file extend a burst once, by `quiet` after it was first complete.
/// - A file that is written holds a burst until it is closed, but not longer than `patience`. One that is never closed holds only one
///   burst; from then on each write completes it.
/// - A file that does not rest is reported once per `spacing`, unless another file is reported meanwhile.
struct ChangeBurst {
    /// The time without changes that ends a burst. Editors, rsync and git write several files within it.
    static let quiet = Instant.Span.milliseconds(100)
    /// The least time between two reports because of a file that does not rest. A report has the whole folder read.
    static let spacing = Instant.Span.seconds(1)
    /// The most files that have a bound of their own. All others are treated as one.
    private static let mostFiles = 10_000

    /// What happens to a file.
    enum Step {
        /// It is written, and will be closed.
        case written
        /// It is closed, or another file comes to its place, or it goes.
        case completed
        /// Something that neither opens nor closes it.
        case changed
    }

    private struct File {
        let begin: Instant
        var last: Instant
        /// When it was first complete; nil while it is written for the first time.
        var whole: Instant?
        /// When the first write came that is not completed.
        var opened: Instant?
    }

    /// How long a file may be written.
    let patience: Instant.Span
    /// The longest burst, however many files take part in it.
    let longest: Instant.Span
    /// The files that have changed since the last report.
    private var files: [String: File] = [:]
    /// The files that did not rest when they were last reported, with the earliest time of their next report.
    private var restless: [String: Instant] = [:]
    /// The files that were reported before they were closed.
    private var neverClosed: Set<String> = []

    init(patience: Instant.Span, longest: Instant.Span) { (self.patience, self.longest) = (patience, longest) }

    /// Takes a change of the file at `path`.
    mutating func add(_ path: String, _ step: Step, at now: Instant) {
        let path = files.count < Self.mostFiles || files[path] != nil ? path : ""
        // A file that has rested is a file like any other.
        if files[path] == nil, let next = restless[path], next <= now { restless[path] = nil }
        var file = files[path] ?? File(begin: now, last: now)
        file.last = now
        switch step {
        case .written where neverClosed.contains(path): break
        case .written: file.opened = file.opened ?? now
        case .completed:
            file.opened = nil
            neverClosed.remove(path)
        case .changed: break
        }
        if file.opened == nil { file.whole = file.whole ?? now }
        files[path] = file
    }

    /// Takes it that no file is being written for whose path `isGone` returns true.
    mutating func complete(where isGone: (String) -> Bool) {
        for (path, file) in files where file.opened != nil && isGone(path) { files[path]?.opened = nil }
        neverClosed = neverClosed.filter { !isGone($0) }
    }

    /// Whether something has changed, and no file is being written.
    var isComplete: Bool { !files.isEmpty && files.values.allSatisfy { $0.opened == nil } }

    /// When the changes are reported if there are no more; nil when there are none.
    var deadline: Instant? {
        guard let begin = files.values.map(\.begin).min() else { return nil }
        var (end, steadyEnd): (Instant?, Instant?) = (nil, nil)
        // Until when files that do not rest are half written.
        var written = begin
        for (path, file) in files {
            if let next = restless[path] {
                steadyEnd = min(steadyEnd ?? next, next)
                if let opened = file.opened { written = max(written, opened + Self.quiet) }
            } else {
                end = max(end ?? begin, self.end(of: file))
            }
        }
        // Such files wait for their time, unless another one is reported.
        return min(max(end ?? steadyEnd ?? begin, written), begin + longest)
    }

    /// When `file`, which rests now and then, is complete and quiet.
    private func end(of file: File) -> Instant {
        file.opened.map { $0 + patience }
            ?? min(file.last + Self.quiet, (file.whole ?? file.last) + Self.quiet + Self.quiet)
    }

    /// The changes are reported.
    mutating func report(at now: Instant) {
        restless = restless.filter { $0.value > now }
        for (path, file) in files {
            if file.opened != nil { neverClosed.insert(path) }
            if now - file.last < Self.quiet { restless[path] = now + Self.spacing }
        }
        files = [:]
    }
}
