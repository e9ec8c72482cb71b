// Keeps what a visitor sees, and tells where to continue after a crash.

import Frames
import Geometry
import Glibc
import Linux
import Logging
import Machine
import Pages
import Settings
import Stage

/// Keeps the visit of one screen in a file. The file is replaced atomically when the stack has changed, and from time to time to
/// note that the visitor is still here. Another thread writes it, always with the newest state. A run that ends as it should leaves
/// no file.
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
    /// The page that was on top at these crashes; nil when no page is suspected.
    private var suspect: String?
    /// The number of restarts after crashes since the kiosk was last started on purpose.
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

    /// The state to return to after a crash, with what of it still exists in `screens`; nil for the start. A visit is over when
    /// `home-after` has passed since its last touch. From here on the file holds the state that is returned to, so that a crash on
    /// the way there counts.
    func restore(at instant: Instant, from screens: StartScreens) -> VisitState? {
        guard let last = read() else { return nil }
        (crashes, suspect) = (last.crashes + 1, last.stack.last)
        restarts = last.restarts + 1
        proofTimer.setDeadline(instant + VisitKeeper.proof)
        let page = last.stack.last.map { "page \"\($0.withoutControls)\"" } ?? "the start"
        log.warning("the last run did not end as it should, with \(page) on top (\(crashes) in a row)")
        var next = VisitState(crashes: crashes, restarts: restarts)
        if last.stack.isEmpty
            || last.touched.map({ touched in screens.idle.homeAfter.map { touched + $0 <= instant } ?? false }) == true
        {
            suspect = nil
        } else if crashes >= VisitKeeper.mostCrashes {
            log.error("\(page) was on top at \(crashes) crashes in a row: the kiosk begins at the start")
        } else {
            next.touched = last.touched
            let remaining = screens.remaining(
                StageState(stack: last.stack, offsets: [], language: last.language, sliders: last.sliders))
            (next.stack, next.language, next.sliders) = (remaining.stack, remaining.language, remaining.sliders)
            for name in last.stack.map(\.withoutSheetMark) where !next.stack.map(\.withoutSheetMark).contains(name) {
                log.warning("page \"\(name.withoutControls)\" is skipped: it cannot be shown any more")
            }
        }
        write(next)
        // A page that crashes at once each time must be counted. Where that is impossible, it must not be shown again. Nothing is
        // shown yet that the wait could freeze.
        if !files.finish(within: .seconds(2)) || files.hasFailed(path) { next.stack = [] }
        log.notice("the kiosk begins with \(next.stack.isEmpty ? "the start" : next.stack.joined(separator: ", "))")
        return next.stack.isEmpty ? nil : next
    }

    /// Schedules a check whether the state has changed. The check runs in the next turn of the loop, after the whole change.
    func scheduleCheck() { writeTimer.setDeadline(.zero) }

    package func decided(_ record: TraceRecord) {
        if ["transition", "begin", "language", "slider"].contains(record.kind) { scheduleCheck() }
    }

    package func takes(_ touches: TouchFrame) {
        if touches.changes.contains(where: { $0.phase == .began }) { scheduleCheck() }
    }

    package func takes(_ presses: PressFrame) {
        if presses.changes.contains(where: { $0.phase == .began }) { scheduleCheck() }
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
        if let kept, kept.stack == state.stack, kept.language == state.language, kept.sliders == state.sliders,
            kept.crashes == state.crashes,
            !isStale(kept.touched, state.touched),
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
            // What the error advises is for people who write such files.
            let line = error.line.map { ":\($0)" } ?? ""
            let advice =
                "the kiosk begins at the start; nothing is to be done, because the kiosk writes this file itself, and writes it anew now"
            log.warning("\(path)\(line): what the last run showed cannot be read, so \(advice)")
            return nil
        }
    }
}

extension String {
    /// The name of the screen that this entry of a stack names.
    fileprivate var withoutSheetMark: String { hasSuffix("!") ? String(dropLast()) : self }
}
