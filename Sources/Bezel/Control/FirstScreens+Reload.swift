// Pages and settings that were read anew come onto a stage that shows older ones.

import Geometry
import Stage

extension FirstScreens {
    /// Shows these screens on `stage` instead of those that are there, on the same pages, as far as they still exist, and
    /// scrolled as far. Throws before anything has changed.
    func replace(what stage: Stage, shows scale: Double, record: PanelRecord?) throws(Failure) {
        let shown = StageState(stack: stage.stackNames, offsets: stage.scrollOffsets)
        var stacks: [[Screen]] = []
        for name in shown.stack {
            let isSheet = name.hasSuffix("!")
            guard let screen = try? screen(isSheet ? String(name.dropLast()) : name) else { break }
            if isSheet || stacks.isEmpty { stacks.append([screen]) } else { stacks[stacks.count - 1].append(screen) }
        }
        if stacks.isEmpty {
            stacks = [[]]
            for name in start { stacks[0].append(try screen(name)) }
        }
        stage.cancelAllTouches()
        for sheet in stage.sheets.reversed() { sheet.dismiss(animated: false) }
        dress(stage, scale, record)
        stage.navigator.replaceAll(with: stacks[0], animated: false)
        for stack in stacks.dropFirst() {
            stage.present(stack[0], animated: false)
            for screen in stack.dropFirst() { stage.frontNavigator.push(screen, animated: false) }
        }
        stage.scroll(to: shown)
    }
}
