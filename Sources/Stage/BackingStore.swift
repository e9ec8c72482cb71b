// What all views of a stage have drawn: how much memory that takes, and what goes when it is too much.

import Drawing
import Geometry
import Layers

/// Keeps what has been drawn within a budget. Before each picture it is told what is seen and what is near (a pass); what
/// is seen is then drawn if it is not there, always. What is near is drawn ahead, a strip at a time, when there is time
/// for it. When it becomes too much, the strips that were wanted longest ago go first, so those of covered screens before
/// those of the one in front; never what is seen. What is drawn depends on the views alone, so pictures do not depend on
/// what was kept.
final class BackingStore {
    /// The most bytes that may be kept, unless more are seen at once.
    var budget = 0
    /// How high (px) a view can be that is drawn in one piece; a higher one has strips.
    var wholeHeight = 0.0
    /// How many bytes are kept.
    var bytes: Int { stripBytes + pictures.bytes }
    /// The number of the present pass.
    private(set) var pass = 0
    /// Pictures that strips have a part of.
    let pictures = DecodedPictures()
    /// Called once, when what is seen takes more than the budget, with how many bytes that is.
    var onExcess: ((Int) -> Void)?

    /// A strip of a view that may be gone by the time it is looked at.
    private struct Strip {
        weak var backing: Backing?
        let index: Int
        let use: Backing.Use
    }
    private struct WeakBacking { weak var backing: Backing? }

    private var backings: [WeakBacking] = []
    private var stripBytes = 0
    /// What is seen and not drawn yet.
    private var missing: [Strip] = []
    /// What is near and not drawn yet, the nearest last.
    private var ahead: [Strip] = []

    /// How many rows a strip of a view of `height` pixels has: a view that fits on the glass is one; else a quarter of the
    /// glass, so that what a fling brings into view in one frame is not much more than what it shows of it.
    func stripHeight(forHeight height: Double) -> Int {
        height <= wholeHeight ? Int(height.rounded(.up)) : max(64, Int(wholeHeight / 4) / 64 * 64)
    }

    // MARK: A pass over the views

    /// Begins a pass: whatever is not wanted from now on is not wanted any more.
    func begin() {
        pass += 1
        missing.removeAll(keepingCapacity: true)
        ahead.removeAll(keepingCapacity: true)
    }

    /// Strip `index` of `backing` is wanted, as `use` says, and is not drawn.
    func miss(_ backing: Backing, _ index: Int, _ use: Backing.Use) {
        let strip = Strip(backing: backing, index: index, use: use)
        if use.distance == 0 { missing.append(strip) } else { ahead.append(strip) }
    }

    /// Draws what is seen and not drawn yet, and makes room for it.
    func drawVisible() {
        ahead.sort { $0.use.distance > $1.use.distance }
        if missing.isEmpty, bytes <= budget { return }
        makeRoom(for: missing.reduce(0) { $0 + ($1.backing?.bytes(of: $1.index) ?? 0) }, keepsNear: false)
        for strip in missing { strip.backing?.draw(strip.index) }
        missing.removeAll(keepingCapacity: true)
        // Pictures may have been read for them.
        if bytes > budget { makeRoom(for: 0, keepsNear: false) }
        if bytes > budget {
            onExcess?(bytes)
            onExcess = nil
        }
    }

    // MARK: Ahead of time

    /// Whether something near is not drawn yet.
    var hasMoreAhead: Bool { !ahead.isEmpty }

    /// Draws the strip that may be seen next; nothing when there is none, or no room for it.
    func drawAhead() {
        while let strip = ahead.popLast() {
            guard let backing = strip.backing, !backing.has(strip.index) else { continue }
            let needed = backing.bytes(of: strip.index)
            if bytes + needed > budget { makeRoom(for: needed, keepsNear: true) }
            if bytes + needed <= budget { backing.draw(strip.index) } else { ahead.removeAll() }
            return
        }
    }

    // MARK: What is kept

    func add(_ backing: Backing) {
        if backings.count == backings.capacity { backings.removeAll { $0.backing == nil } }
        backings.append(WeakBacking(backing: backing))
    }

    func changed(by difference: Int) { stripBytes += difference }

    /// Drops what was wanted longest ago until `needed` more bytes fit, as far as that goes without what is seen, and when
    /// `keepsNear` without what is near.
    private func makeRoom(for needed: Int, keepsNear: Bool) {
        guard bytes + needed > budget else { return }
        pictures.removeAll()
        guard bytes + needed > budget else { return }
        var strips: [Strip] = []
        for backing in backings.lazy.compactMap(\.backing) where backing.bytes > 0 {
            for (index, use) in backing.uses.enumerated() where backing.has(index) {
                let isWanted = use.pass == pass && (keepsNear || use.distance == 0)
                if !isWanted { strips.append(Strip(backing: backing, index: index, use: use)) }
            }
        }
        strips.sort { ($0.use.pass, $1.use.distance) < ($1.use.pass, $0.use.distance) }
        for strip in strips {
            if bytes + needed <= budget { return }
            strip.backing?.drop(strip.index)
        }
    }
}
