// Keeps where a visitor is, and says where to go on after a crash.

import Frames
import Geometry
import Glibc
import Linux
import Logging
import Stage

/// Keeps the visit of one screen in a file. The file is written whole or not at all: when the stack has changed, and from time
/// to time to note that the visitor is still here. Another thread writes it, and the newest state counts. A run that ends as it
/// should leaves no file.
final class VisitKeeper: StageObserver {
    /// The number of crashes in a row with the same page on top after which the kiosk goes home.
    static let mostCrashes = 3
    /// How long a page must be shown after a crash before it is clear that the page did not cause it.
    static let proof = Instant.Span.seconds(60)

    private let path: String
    private let boot: String
    private let log: Logger
    private let writeTimer: Timer
    private let proofTimer: Timer
    private let files: WholeFileWriter
    /// The state that the file has, or will have soon.
    private(set) var kept: VisitState?
    private var crashes = 0
    /// The page that was on top at these crashes.
    private var suspect: String?
    /// How often the kiosk has come back since it was started on purpose.
    private(set) var restarts = 0

    /// Returns what is shown now; nil before there is a stage.
    var now: (() -> VisitState)?

    /// Keeps the visit of screen `number`, counted from 1, in `folder`.
    init(
        folder: String, screen number: Int, loop: EventLoop, log: Logger, boot: String = MonotonicClock.boot,
        files: WholeFileWriter = .shared
    ) {
        path = "\(folder)/visit\(number == 1 ? "" : "-\(number)").toml"
        (self.log, self.boot, self.files) = (log, boot, files)
        var write: () -> Void = {}
        var prove: () -> Void = {}
        writeTimer = loop.timer { write() }
        proofTimer = loop.timer { prove() }
        write = { [unowned self] in keep() }
        prove = { [unowned self] in
            (crashes, suspect) = (0, nil)
            keep()
        }
    }

    /// The state to return to after a crash; nil for the start. Only screens that exist according to `has` are restored. A
    /// visit is over `homeAfter` after its last touch. From here on the file holds the state that is returned to, so that a
    /// crash on the way there counts.
    func restore(at instant: Instant, homeAfter: Instant.Span?, has: (String) -> Bool) -> VisitState? {
        guard let last = read() else { return nil }
        (crashes, suspect) = (last.crashes + 1, last.stack.last)
        restarts = last.restarts + 1
        proofTimer.setDeadline(instant + VisitKeeper.proof)
        let page = last.stack.last.map { "page \"\($0)\"" } ?? "the start"
        log.warning("the last run ended without a word, with \(page) on top (\(crashes) in a row)")
        var next = VisitState(crashes: crashes, restarts: restarts)
        if last.stack.isEmpty
            || last.touched.map({ touched in homeAfter.map { touched + $0 <= instant } ?? false }) == true
        {
            suspect = nil
        } else if crashes >= VisitKeeper.mostCrashes {
            log.error("\(page) is left: it was on top at \(crashes) crashes in a row; the kiosk begins at the start")
        } else {
            next.touched = last.touched
            next.stack = last.stack.filter { name in
                let isThere = has(name.hasSuffix("!") ? String(name.dropLast()) : name)
                if !isThere { log.warning("page \"\(name)\" is skipped: it cannot be shown any more") }
                return isThere
            }
            if next.stack.first?.hasSuffix("!") == true { next.stack = [] }
        }
        write(next)
        // A page that crashes at once, each time, would else never count. Nothing is shown yet that could stand still.
        files.finish(within: .seconds(2))
        log.notice("the kiosk begins with \(next.stack.isEmpty ? "the start" : next.stack.joined(separator: ", "))")
        return next.stack.isEmpty ? nil : next
    }

    /// Schedules a check whether the state has changed. It runs in the next turn of the loop, when everything that belongs to
    /// the change is done.
    func look() { writeTimer.setDeadline(.zero) }

    package func decided(_ record: TraceRecord) {
        if record.kind == "transition" || record.kind == "begin" { look() }
    }

    package func takes(_ touches: TouchFrame) {
        if touches.changes.contains(where: { $0.phase == .began }) { look() }
    }

    package func takes(_ presses: PressFrame) {
        if presses.changes.contains(where: { $0.phase == .began }) { look() }
    }

    /// Removes the file: the run ends as it should, so there is nothing to return to.
    func close() {
        writeTimer.setDeadline(nil)
        now = nil
        files.remove(path)
    }

    private func keep() {
        guard var state = now?() else { return }
        state.crashes = state.stack.last == suspect ? crashes : 0
        state.restarts = restarts
        if let kept, kept.stack == state.stack, kept.crashes == state.crashes, !isStale(kept.touched, state.touched),
            !files.hasFailed(path)
        {
            return
        }
        write(state)
    }

    /// Whether it is worth a write to note that the visitor is still here: after 5 s or more.
    private func isStale(_ old: Instant?, _ new: Instant?) -> Bool {
        guard let old, let new else { return old != new }
        return new - old >= .seconds(5)
    }

    private func write(_ state: VisitState) {
        kept = state
        files.write(state.text(boot: boot), to: path, mode: 0o600) { [log, path] error in
            log.error("after a crash the kiosk will begin at the start: \(path): \(error)")
        }
    }

    private func read() -> VisitState? {
        guard access(path, F_OK) == 0 else { return nil }
        do {
            return try VisitState(path: path, boot: boot)
        } catch {
            log.warning("\(error)\nthe kiosk begins at the start")
            return nil
        }
    }
}
