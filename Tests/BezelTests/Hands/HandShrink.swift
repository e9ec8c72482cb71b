// Makes a script that fails small enough to be read.

/// Removes what the same fault does not need.
struct HandShrink {
    private let pages: HandPages
    private let kind: String
    /// How many more scripts may be tried.
    private var left: Int

    /// The rule that a fault violates: the text before the colon.
    static func kind(_ fault: String) -> String { String(fault.prefix { $0 != ":" }) }

    /// A smaller form of `script` that still has a fault of `kind`.
    static func shrunk(_ script: HandScript, kind: String, on pages: HandPages, tries: Int = 400) async -> HandScript {
        var shrink = HandShrink(pages: pages, kind: kind, left: tries)
        return await shrink.shrunk(script)
    }

    private init(pages: HandPages, kind: String, left: Int) { (self.pages, self.kind, self.left) = (pages, kind, left) }

    private mutating func fails(_ script: HandScript) async -> Bool {
        guard left > 0 else { return false }
        left -= 1
        let player = HandPlayer(script, on: pages)
        await player.play()
        return player.faults.contains { Self.kind($0) == kind }
    }

    private mutating func shrunk(_ script: HandScript) async -> HandScript {
        var best = script
        var isSmaller = true
        while isSmaller, left > 0 {
            isSmaller = false
            for next in smaller(best) {
                guard await fails(next) else { continue }
                best = next
                isSmaller = true
                break
            }
        }
        return best
    }

    /// Scripts slightly smaller than `script`, those with the largest cuts first.
    private func smaller(_ script: HandScript) -> [HandScript] {
        var all: [HandScript] = []
        func add(_ change: (inout HandScript) -> Void) {
            var next = script
            change(&next)
            all.append(next)
        }
        let half = script.acts.count / 2
        if half > 1 {
            add { $0.acts.removeFirst(half) }
            add { $0.acts.removeLast(half) }
        }
        for index in script.acts.indices.reversed() { add { $0.acts.remove(at: index) } }
        for index in script.setting.stack.indices.dropFirst() { add { $0.setting.stack.remove(at: index) } }
        if script.setting.cut != nil { add { $0.setting.cut = nil } }
        if script.setting.look != .nothing { add { $0.setting.look = .nothing } }
        if script.setting.lead != 0 { add { $0.setting.lead = 0 } }
        if script.setting.last != .cancelled { add { $0.setting.last = .cancelled } }
        if !script.setting.isOwn { add { $0.setting.isOwn = true } }
        for index in script.acts.indices {
            guard case .stroke(let stroke) = script.acts[index].deed else { continue }
            @MainActor func change(_ change: @MainActor (inout HandStroke) -> Void) {
                add { script in
                    var next = stroke
                    change(&next)
                    script.acts[index].deed = .stroke(next)
                }
            }
            if stroke.lost > 0 { change { $0.lost = 0 } }
            if stroke.end != .lift { change { $0.end = .lift } }
            for leg in stroke.legs.indices where stroke.legs.count > 1 { change { $0.legs.remove(at: leg) } }
        }
        if let first = script.acts.first?.time, first > 0 {
            add { script in for index in script.acts.indices { script.acts[index].time -= first } }
        }
        return all
    }
}
