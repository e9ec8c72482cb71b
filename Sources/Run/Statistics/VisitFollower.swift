// Follows the visits on one screen, and counts what happens in them.

import Frames
import Geometry
import Machine
import Pages
import Stage

/// Counts the visits of one screen. A visit begins with the first touch that reaches a page, and ends when the idle rules discard it, or at the first touch
/// after a long pause. What clients and the maintenance pages show does not count, nor does the list of languages.
final class VisitFollower: StageObserver {
    /// The page on top during a visit.
    private struct Page {
        let page: VisitCounts.Page
        let since: Instant
    }

    /// What is known about the visitor.
    private enum State {
        case nobody
        case visit(page: Page?, language: String, began: Instant, last: Instant)
    }

    /// The counts since the start.
    private(set) var total = VisitCounts()
    /// The counts since they were taken last.
    private var fresh = VisitCounts()
    private var state = State.nobody
    private unowned let stage: Stage
    private let isVisited: () -> Bool
    private let pause: () -> Instant.Span
    private let language: () -> String
    private let onCount: () -> Void

    /// The longest time without a touch within a visit, where no idle rule ends visits. As long as most visitors take to read a
    /// long page.
    static let longestPause = Instant.Span.seconds(120)

    /// Follows `stage`. `isVisited` says whether there is a visit by the idle rules, `pause` after which time without a touch there is
    /// none, and `language` in which language the page on top is shown. `onCount` is called when there is something new to take.
    init(
        _ stage: Stage, isVisited: @escaping () -> Bool, pause: @escaping () -> Instant.Span,
        language: @escaping () -> String, onCount: @escaping () -> Void
    ) {
        (self.stage, self.isVisited, self.pause) = (stage, isVisited, pause)
        (self.language, self.onCount) = (language, onCount)
    }

    /// The counts since the last call.
    func take() -> VisitCounts {
        defer { fresh = VisitCounts() }
        return fresh
    }

    /// Counts the visit that is under way, if there is one, and ends it.
    func end() {
        guard case .visit(let page, let language, let began, let last) = state else { return }
        state = .nobody
        count {
            if let page { $0.add(.init(time: max(.zero, last - page.since)), of: page.page) }
            $0.add(visits: .init(time: last - began), in: language)
        }
    }

    // MARK: What happens

    func takes(_ touches: TouchFrame) {
        let phases = touches.changes.map(\.phase)
        if phases.contains(.began) {
            touched(at: touches.time)
        } else if phases.contains(.ended) {
            extend(to: touches.time)
        }
    }

    func takes(_ presses: PressFrame) {
        if presses.changes.contains(where: { $0.phase == .began }) { touched(at: presses.time) }
    }

    func decided(_ record: TraceRecord) {
        switch record.kind {
        case "transition" where record.text("phase") == "finished": moved(record)
        case "begin":
            // The idle rules have changed their state before: without a visit this is the start for the next visitor.
            if !isVisited() { end() }
            if case .visit = state { show(stage.visitNames.last.map(Self.name), at: record.time) }
        default: break
        }
    }

    /// A finger has come down, or a button: the visit goes on, or another one begins.
    private func touched(at instant: Instant) {
        if stage.isMaintained { return }
        if case .visit(_, _, _, let last) = state {
            if instant - last <= pause() { return extend(to: instant) }
            end()
        }
        let language = language()
        state = .visit(page: nil, language: language, began: instant, last: instant)
        count { $0.add(visits: .init(count: 1), in: language) }
        show(stage.visitNames.last.map(Self.name), at: instant)
    }

    private func extend(to instant: Instant) {
        guard case .visit(let page, let language, let began, let last) = state else { return }
        state = .visit(page: page, language: language, began: began, last: max(last, instant))
    }

    private func moved(_ record: TraceRecord) {
        guard case .visit = state, !stage.isMaintained, let from = record.text("from"), let to = record.text("to"),
            let operation = record.text("operation")
        else { return }
        // A visitor who chooses a language is still on the page.
        if from == LanguageScreen.name || to == LanguageScreen.name { return }
        if operation == "push" || operation == "present" {
            count { $0.add(1, of: .init(language: language(), from: from, to: to)) }
        }
        show(to, at: record.time)
    }

    /// Counts the page that was on top, and from now on the page `name`.
    private func show(_ name: String?, at instant: Instant) {
        guard case .visit(let page, let visitLanguage, let began, let last) = state, name != LanguageScreen.name else {
            return
        }
        let next = name.map { VisitCounts.Page(language: language(), name: $0) }
        if page?.page == next { return }
        state = .visit(
            page: next.map { Page(page: $0, since: instant) }, language: visitLanguage, began: began, last: last)
        count {
            if let page { $0.add(.init(time: max(.zero, instant - page.since)), of: page.page) }
            if let next { $0.add(.init(count: 1), of: next) }
        }
    }

    private func count(_ body: (inout VisitCounts) -> Void) {
        body(&total)
        body(&fresh)
        onCount()
    }

    /// The name of the screen that the entry `name` of a stack names.
    private static func name(_ name: String) -> String { name.hasSuffix("!") ? String(name.dropLast()) : name }
}
