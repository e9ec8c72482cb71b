// Which screens are on the stacks, which have left them, whether they were allowed to, and which are still in memory.

@testable import Stage

/// Counts the screens of one stage.
final class HandCensus {
    private struct Seen {
        weak var screen: Screen?
        let name: String
        var isLeaving = false
    }
    private var seen: [ObjectIdentifier: Seen] = [:]
    private let book: HandBook

    init(_ book: HandBook) { self.book = book }

    /// Whether it is settled that `screen` leaves its stack.
    private static func isLeaving(_ screen: Screen) -> Bool {
        guard let navigator = screen.navigator else { return true }
        return navigator.isLeaving(screen) || navigator.sheet?.isLeaving == true
    }

    /// Notes the screens that are there.
    func see(_ stage: Stage) {
        for screen in stage.navigators.flatMap(\.screens) where seen[ObjectIdentifier(screen)]?.screen == nil {
            seen[ObjectIdentifier(screen)] = Seen(screen: screen, name: screen.name)
        }
    }

    /// Notes the screens that are there, and checks those that leave: a test's screen leaves only with its own permission, or
    /// by code.
    func count(_ stage: Stage, _ watch: HandWatch) {
        see(stage)
        let here = Set(stage.navigators.flatMap(\.screens).map(ObjectIdentifier.init))
        let questionLeaves = stage.navigators.contains {
            $0.sheet?.isLeaving == true && $0.screens.contains { $0.name == "question" }
        }
        for probe in book.probes {
            let id = ObjectIdentifier(probe)
            guard let before = seen[id] else { continue }
            let isLeaving = !here.contains(id) || Self.isLeaving(probe)
            if isLeaving, !before.isLeaving {
                // The sample takes its question away, and what code has put over it.
                let isOnQuestion = probe.navigator?.root.name == "question"
                let isTop =
                    probe.navigator.map { $0.sheet?.isLeaving != true || Self.isAsked(probe, of: $0) && !isOnQuestion }
                    ?? !questionLeaves
                if isTop, !probe.mayLeave, !probe.isTakenAway {
                    watch.faults.append("refusal: \(probe.name) leaves; it \(words(probe))")
                }
                // The screens below the top of a sheet go with it, and are not asked.
                for other in probe.navigator?.screens ?? [] {
                    if probe.navigator?.sheet?.isLeaving == true { (other as? HandProbe)?.isTakenAway = true }
                }
            }
            seen[id]?.isLeaving = isLeaving
            if !isLeaving, isAtRest(probe) { probe.forgetAnswer() }
        }
    }

    /// Whether `probe` is the screen that was asked whether the sheet with `navigator` may go. While a transition runs on its
    /// stack, another screen may have been on top when it was asked.
    private static func isAsked(_ probe: HandProbe, of navigator: Navigator) -> Bool {
        navigator.top === probe && navigator.transitions.isEmpty
    }

    private func words(_ probe: HandProbe) -> String {
        switch probe.manners {
        case .lets: "was not asked"
        case .refuses: "refuses"
        case .answersLater: "has not answered, or has said no"
        }
    }

    private func isAtRest(_ probe: HandProbe) -> Bool {
        guard let navigator = probe.navigator else { return false }
        return navigator.transitions.isEmpty && probe.transition == nil
            && navigator.sheet?.transition == nil && !book.questions.contains { $0.screen === probe }
    }

    /// Excuses the screens that code has taken away.
    func excuse(_ stage: Stage) {
        see(stage)
        let here = Set(stage.navigators.flatMap(\.screens).map(ObjectIdentifier.init))
        for probe in book.probes where !here.contains(ObjectIdentifier(probe)) || Self.isLeaving(probe) {
            probe.isTakenAway = true
        }
    }

    /// Checks that a screen is in memory only if it is on a stack, can be brought back to one, or presents a sheet.
    func checkGone(_ stage: Stage, _ fail: (String) -> Void) async {
        see(stage)
        let kept = stage.navigators.flatMap { $0.screens + $0.popped } + stage.sheets.map(\.presenter)
        await checkAllGone(except: kept, fail)
    }

    func checkAllGone(except screens: [Screen], _ fail: (String) -> Void) async {
        let here = Set(screens.map(ObjectIdentifier.init))
        var left: [String] {
            seen.values.compactMap(\.screen).filter { !here.contains(ObjectIdentifier($0)) }.map(\.name)
        }
        // The task of a screen holds it until the task has heard that it is cancelled.
        for _ in 0..<100 where !left.isEmpty { await Task.yield() }
        if !left.isEmpty { fail("memory: \(left.sorted().joined(separator: ", ")) left and is still in memory") }
    }
}
