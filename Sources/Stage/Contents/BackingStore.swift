// The memory of the bitmaps that all views of a stage have drawn, and their eviction when it exceeds the budget.

import Drawing
import Geometry
import Layers

/// Keeps the drawn bitmaps within a budget. Before each picture a pass over the views tells the store what is visible
/// and what is near. Visible contents that have no bitmap are then always drawn. Near contents are drawn ahead, a strip
/// at a time, when there is time for it. When the bitmaps exceed the budget, the strips that were wanted longest ago
/// are evicted first, so those of covered screens go before those of the front screen. Visible strips are never
/// evicted. What is drawn depends on the views alone, so a picture does not depend on what was kept. Pictures from
/// files count towards the budget too; other threads read them, so a visible view can be without its picture.
@MainActor
final class BackingStore {
    /// The budget in bytes. It is exceeded only while the visible contents alone need more.
    var budget = 0 { didSet { pictures.mostFilmBytes = budget / 2 } }
    /// The size (px) up to which a view is drawn in one piece: that of the glass.
    var whole = Size.zero
    /// The memory in use, in bytes.
    var bytes: Int { stripBytes + pictures.bytes }
    /// The number of the current pass.
    private(set) var pass = 0
    /// The pictures from files.
    let pictures = PictureStore()
    /// Called once, when the memory in use exceeds the budget because of visible contents, with the bytes in use.
    var onExcess: ((Int) -> Void)?

    /// A strip of a view. The view may be gone when the strip's turn comes.
    private struct Strip {
        weak var backing: Backing?
        let index: Int
        let use: Backing.Use
    }
    private struct WeakBacking { weak var backing: Backing? }

    /// Keeps pictures that views do not, with the pass in which it began to. The store of pictures keeps none itself.
    private var held: (pictures: [KeptPicture], pass: Int) = ([], 0)
    /// The pictures whose files no longer hold them.
    private var unique: [KeptPicture] = []
    private var backings: [WeakBacking] = []
    private var stripBytes = 0
    /// Visible strips that are not drawn yet.
    private var missing: [Strip] = []
    /// Near strips that are not drawn yet, the nearest last.
    private var ahead: [Strip] = []

    /// The rows or columns (px) of one piece of a view that has `length` of them along `axis`. A view that fits on the glass is
    /// one piece. A longer one has pieces of a quarter of the glass, so that a fling does not draw much more in one frame than
    /// it brings into view. The longest side that can be drawn at once is longer than any glass.
    func piece(of length: Int, of axis: Axis) -> Int {
        Double(length) <= whole[axis] ? length : max(64, Int(whole[axis] / 4) / 64 * 64)
    }

    // MARK: A pass over the views

    /// Begins a pass. Contents that are not wanted in this pass are not wanted any more.
    func begin() {
        pass += 1
        if pass > held.pass + 1 { held.pictures = [] }
        pictures.begin()
        missing.removeAll(keepingCapacity: true)
        ahead.removeAll(keepingCapacity: true)
    }

    /// Adds strip `index` of `backing`, which is wanted with `use` and not drawn.
    func miss(_ backing: Backing, _ index: Int, _ use: Backing.Use) {
        let strip = Strip(backing: backing, index: index, use: use)
        if use.distance == 0 { missing.append(strip) } else { ahead.append(strip) }
    }

    /// Makes room for the visible strips that are not drawn yet, and draws them.
    func drawVisible() {
        ahead.sort { $0.use.distance > $1.use.distance }
        if missing.isEmpty, bytes <= budget { return }
        makeRoom(for: missing.reduce(0) { $0 + ($1.backing?.bytes(of: $1.index) ?? 0) }, keepsNear: false)
        for strip in missing { strip.backing?.draw(strip.index) }
        missing.removeAll(keepingCapacity: true)
        warnOfExcess()
    }

    private func warnOfExcess() {
        guard bytes > budget else { return }
        onExcess?(bytes)
        onExcess = nil
    }

    // MARK: Drawing ahead

    /// Whether a near strip is not drawn yet.
    var hasMoreAhead: Bool { !ahead.isEmpty }

    /// Draws the near strip that is likely to become visible next. Does nothing when there is none, or no room for it.
    func drawAhead() {
        while let strip = ahead.popLast() {
            guard let backing = strip.backing, !backing.has(strip.index) else { continue }
            let needed = backing.bytes(of: strip.index)
            if bytes + needed > budget { makeRoom(for: needed, keepsNear: true) }
            if bytes + needed <= budget { backing.draw(strip.index) } else { ahead.removeAll() }
            return
        }
    }

    // MARK: Pictures from files

    /// The picture to read next, as in `Stage.nextPicture`, after making room for it.
    func orderPicture(onlySeen: Bool) -> PictureOrder? {
        guard let next = pictures.next(where: { !onlySeen || $0.use.distance == 0 }) else { return nil }
        let isSeen = next.use.distance == 0
        makeRoom(for: next.order.bytes, keepsNear: !isSeen)
        guard isSeen || bytes + next.order.bytes <= budget else { return nil }
        next.move(to: .ordered)
        warnOfExcess()
        return next.order
    }

    /// Keeps all pictures up to the end of the next pass, so that views which take the place of those that show them find them.
    func holdPictures() { held = (pictures.hereOrOrdered, pass) }

    /// Keeps those of `changed` that are in memory, because their files hold something else by now; nothing else brings them back.
    /// They are evicted last. Those that were kept before and are not among `changed` are released.
    func keep(_ changed: Set<Picture>) {
        unique = changed.isEmpty ? [] : pictures.hereOrOrdered.filter { changed.contains($0.order.picture) }
    }

    /// Evicts the pictures that match `record`.
    func drop(_ record: ArrivalRecord.Picture) {
        for picture in pictures.here where picture.order.record == record { drop(picture) }
    }

    private func drop(_ picture: KeptPicture) {
        picture.move(to: .wanted)
        for view in picture.views { view.view?.leave() }
    }

    // MARK: Eviction

    func add(_ backing: Backing) {
        if backings.count == backings.capacity { backings.removeAll { $0.backing == nil } }
        backings.append(WeakBacking(backing: backing))
    }

    func changed(by difference: Int) { stripBytes += difference }

    /// A bitmap that can be evicted, and its last use.
    private struct Candidate {
        let use: Backing.Use
        /// Whether nothing could bring it back.
        var isUnique = false
        let drop: () -> Void
    }

    /// Evicts the bitmaps that were wanted longest ago until `needed` more bytes fit. It never evicts visible bitmaps,
    /// nor near ones if `keepsNear`, so the room may not suffice.
    private func makeRoom(for needed: Int, keepsNear: Bool) {
        guard bytes + needed > budget else { return }
        func isWanted(_ use: Backing.Use) -> Bool { use.pass == pass && (keepsNear || use.distance == 0) }
        var candidates = pictures.droppable.filter { !isWanted($0.use) }
            .map { picture in
                let isUnique = unique.contains { $0 === picture }
                return Candidate(use: picture.use, isUnique: isUnique) { [unowned self] in drop(picture) }
            }
        for backing in backings.lazy.compactMap(\.backing) where backing.bytes > 0 {
            for (index, use) in backing.uses.enumerated() where backing.has(index) && !isWanted(use) {
                candidates.append(Candidate(use: use) { backing.drop(index) })
            }
        }
        candidates.sort {
            ($0.isUnique ? 1 : 0, $0.use.pass, $1.use.distance) < ($1.isUnique ? 1 : 0, $1.use.pass, $0.use.distance)
        }
        for candidate in candidates {
            if bytes + needed <= budget { return }
            candidate.drop()
        }
    }
}
