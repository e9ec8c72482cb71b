// A table [slider.year] of kiosk.toml: a number that visitors set with a slider, which pages then show.

import Settings

/// The numbers that a slider can be set to.
package struct SliderTable: Hashable, Sendable {
    /// The numbers in their order, two or more; none for a slider that was left out for its mistake.
    package let steps: [Int]
    /// The number with which each visit begins.
    package let start: Int

    /// The most sliders of a kiosk, and the most steps of one.
    static let (mostSliders, mostSteps) = (16, 100)
    /// The numbers that steps can be.
    private static let numbers = -1_000_000...1_000_000

    /// A slider with `steps`, which begins at `start`.
    init(steps: [Int], start: Int) { (self.steps, self.start) = (steps, start) }

    /// Whether visitors can set the slider.
    var isUsable: Bool { !steps.isEmpty }

    /// The index of `value` among the steps; nil if it is none of them.
    func index(of value: Int) -> Int? { steps.firstIndex(of: value) }

    /// Why nothing can be called `name`, as a sentence; nil if it can.
    static func problem(ofName name: String) -> String? {
        if Placeholder.isWord(name) { return "{{\(name)}} is something else already; call the slider otherwise" }
        let isName =
            name.first.map { ("a"..."z").contains($0) } == true
            && name.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" }
        return isName
            ? nil
            : "a slider's name has small letters from a to z, digits and hyphens, such as \(Self.name(like: name) ?? "year")"
    }

    /// The name that a slider can have and that is most like `name`, which it cannot have; nil for none.
    static func name(like name: String) -> String? {
        let written = name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        guard let first = written.first, first.isLetter, !Placeholder.isWord(String(written)) else { return nil }
        return String(written)
    }

    /// The sliders in `settings`, the whole of `kiosk.toml`, by their names. Those that are left out are there without steps, so that a
    /// page that names one is not wrong too.
    static func all(reading settings: Settings) -> [String: SliderTable] {
        guard let tables = settings.table("slider") else { return [:] }
        var sliders: [String: SliderTable] = [:]
        for name in tables.keys {
            if !Placeholder.isWord(name) { sliders[name] = SliderTable(steps: [], start: 0) }
            if let problem = problem(ofName: name) {
                // Pages may have the right name already.
                if let other = Self.name(like: name), !tables.has(other) {
                    sliders[other] = SliderTable(steps: [], start: 0)
                }
                tables.table(name)?.leaveOut()
                tables.report(name, problem)
            } else if sliders.values.count(where: \.isUsable) == mostSliders {
                tables.table(name)?.leaveOut()
                tables.report(name, "a kiosk has at most \(mostSliders) sliders; this one is left out")
            } else if let table = tables.table(name), let slider = SliderTable(reading: table, name) {
                sliders[name] = slider
            }
        }
        return sliders
    }

    private init?(reading table: Settings, _ name: String) {
        guard let steps = Self.steps(table, name) else { return nil }
        let start = table.has("start") ? table.integer("start", in: Self.numbers) : steps[0]
        if let start, !steps.contains(start) {
            table.report("start", "start must be one of the steps, \(Self.shown(steps)), not \(start)")
        }
        self.init(steps: steps, start: start.flatMap { steps.contains($0) ? $0 : nil } ?? steps[0])
    }

    /// `steps` as text for messages, shortened where there are many.
    static func shown(_ steps: [Int]) -> String {
        steps.count <= 12
            ? Spelling.list(steps.map { "\($0)" }, "or")
            : "\(steps[0]), \(steps[1]) and so on to \(steps[steps.count - 1])"
    }

    private static func steps(_ table: Settings, _ name: String) -> [Int]? {
        if table.has("steps") {
            for key in ["from", "to", "step"] where table.has(key) {
                _ = table.integer(key, in: numbers)
                table.report(key, "steps lists all numbers; remove \(key)")
            }
            guard let steps = table.integers("steps", in: numbers) else {
                table.leaveOut()
                return nil
            }
            guard (2...mostSteps).contains(steps.count), zip(steps, steps.dropFirst()).allSatisfy({ $0 < $1 }) else {
                table.leaveOut()
                table.report(
                    "steps",
                    "steps must be 2 to \(mostSteps) numbers, each greater than the one before, such as [1748, 1802, 1891]"
                )
                return nil
            }
            return steps
        }
        let (from, to) = (table.integer("from", in: numbers), table.integer("to", in: numbers))
        let step = table.has("step") ? table.integer("step", in: 1...numbers.upperBound) : 1
        for key in ["from", "to"] where !table.has(key) {
            table.reportMissing(key, "such as from = 1850 and to = 2000, or steps = [1850, 1900, 2000]")
        }
        guard let from, let to, let step else {
            table.leaveOut()
            return nil
        }
        guard from < to, (to - from) % step == 0, (to - from) / step < mostSteps else {
            let problem =
                from >= to
                ? "to must be greater than from"
                : (to - from) % step != 0
                    ? "to must be a whole number of steps after from; \(to - (to - from) % step) would do"
                    : "a slider has at most \(mostSteps) steps; write a greater step"
            table.leaveOut()
            table.report("to", problem)
            return nil
        }
        return Array(stride(from: from, through: to, by: step))
    }
}
