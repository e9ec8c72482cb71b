// The pictures from files that views show, and which of them are wanted, being read, or in memory.

import Drawing
import Geometry
import Layers

/// A picture in the size in which some views show it. It is released with the last of these views.
@MainActor
final class KeptPicture {
    /// The states of a picture on its way to the views.
    enum State {
        /// Not being read.
        case wanted
        /// Being read. Its memory already counts.
        case ordered
        /// In memory.
        case here(Bitmap)
        /// It could not be read, and the failure was reported.
        case failed
    }

    let order: PictureOrder
    private(set) var state = State.wanted
    /// The frames, while the picture is in memory and moves.
    private(set) var film: Film?
    /// The last use of the picture.
    var use = Backing.Use()
    /// The views that show the picture or wait for it.
    private(set) var views: [WeakView] = []
    private let store: PictureStore

    struct WeakView { weak var view: PictureView? }

    init(_ order: PictureOrder, in store: PictureStore) { (self.order, self.store) = (order, store) }

    isolated deinit {
        store.bytes -= bytes
        if case .here = state { store.onLeave?(order.record) }
    }

    /// The memory that the picture takes, or will take once it is read, in bytes.
    var bytes: Int {
        switch state {
        case .wanted, .failed: 0
        case .ordered, .here: order.bytes + (film?.bytes ?? 0)
        }
    }

    func add(_ view: PictureView) {
        views.removeAll { $0.view == nil }
        views.append(WeakView(view: view))
    }

    /// Changes the state: from wanted to ordered, from ordered to here or failed, and from here back to wanted. A picture that moves
    /// comes with `film`.
    func move(to next: State, film: Film? = nil) {
        let before = bytes
        self.film = film
        switch (state, next) {
        case (.wanted, .ordered), (.ordered, .here), (.ordered, .failed): state = next
        case (.here, .wanted):
            state = next
            store.onLeave?(order.record)
        case (.wanted, _), (.ordered, _), (.here, _), (.failed, _):
            fatalError("the picture \(order.picture.path) cannot go from \(state) to \(next)")
        }
        store.bytes += bytes - before
    }
}

/// All pictures that the views of a stage show or wait for. The store reads no files itself: it names the picture to
/// read next, and takes the outcome.
@MainActor
final class PictureStore {
    private struct WeakPicture { weak var picture: KeptPicture? }

    /// The memory of the pictures that are in memory or being read, in bytes.
    fileprivate(set) var bytes = 0
    /// The most memory of the frames of all animations, in bytes. One that does not fit stands still.
    var mostFilmBytes = 0
    /// Called for each picture that leaves memory.
    var onLeave: ((ArrivalRecord.Picture) -> Void)?
    /// Whether pictures are evicted only by name, when a recording says so.
    var isHeldToRecord = false
    private var pictures: [PictureOrder: WeakPicture] = [:]
    /// The pictures that are wanted in this pass and not being read. Their views keep them. A picture keeps the store, so the store
    /// keeps none.
    private var wanted: [WeakPicture] = []

    /// Returns the picture of `order`, which all views with the same order share.
    func picture(_ order: PictureOrder) -> KeptPicture {
        if let known = pictures[order]?.picture { return known }
        if pictures.count == pictures.capacity { pictures = pictures.filter { $0.value.picture != nil } }
        let picture = KeptPicture(order, in: self)
        pictures[order] = WeakPicture(picture: picture)
        return picture
    }

    /// The picture in memory that the file of `order` held before, in the same size; nil for none.
    func before(_ order: PictureOrder) -> Bitmap? {
        let others = here.filter {
            $0.order.picture.path == order.picture.path && $0.order != order
                && ($0.order.whole, $0.order.part) == (order.whole, order.part)
        }
        guard case .here(let bitmap)? = others.max(by: { $0.use.pass < $1.use.pass })?.state else { return nil }
        return bitmap
    }

    /// Begins a pass over the views.
    func begin() { wanted.removeAll(keepingCapacity: true) }

    /// Marks `picture` as wanted, `distance` pixels away from the visible area.
    func want(_ picture: KeptPicture, pass: Int, distance: Double) {
        let isFirst = picture.use.pass != pass
        picture.use = Backing.Use(pass: pass, distance: isFirst ? distance : min(distance, picture.use.distance))
        if isFirst, case .wanted = picture.state { wanted.append(WeakPicture(picture: picture)) }
    }

    /// The nearest picture that is not being read and for which `isAllowed` returns true. Among equally near ones, the
    /// first that the pass met.
    func next(where isAllowed: (KeptPicture) -> Bool) -> KeptPicture? {
        var nearest: KeptPicture?
        for case let picture? in wanted.lazy.map(\.picture) {
            guard case .wanted = picture.state, isAllowed(picture) else { continue }
            if nearest.map({ picture.use.distance < $0.use.distance }) ?? true { nearest = picture }
        }
        return nearest
    }

    /// Orders a picture that is not being read and whose order matches.
    func orderAny(where isAllowed: (PictureOrder) -> Bool) -> PictureOrder? {
        for case let picture? in pictures.values.lazy.map(\.picture) {
            guard case .wanted = picture.state, isAllowed(picture.order) else { continue }
            picture.move(to: .ordered)
            return picture.order
        }
        return nil
    }

    /// Takes the outcome of an order. Returns the picture, which the caller shows in the views that wait; nil when no
    /// view waits for it any more.
    func take(_ read: ReadPicture) -> KeptPicture? {
        guard let picture = pictures[read.order]?.picture, case .ordered = picture.state else { return nil }
        switch read.result {
        case .success(let bitmap):
            let filmed = here.reduce(0) { $0 + ($1.film?.bytes ?? 0) }
            let film = read.film.flatMap { filmed + $0.bytes <= mostFilmBytes ? $0 : nil }
            picture.move(to: .here(bitmap), film: film)
        case .failure: picture.move(to: .failed)
        }
        return picture
    }

    /// The pictures in memory.
    var here: [KeptPicture] {
        pictures.values.compactMap(\.picture).filter { if case .here = $0.state { true } else { false } }
    }

    /// The pictures in memory, and those that are being read.
    var hereOrOrdered: [KeptPicture] {
        pictures.values.compactMap(\.picture).filter {
            switch $0.state {
            case .here, .ordered: true
            case .wanted, .failed: false
            }
        }
    }

    /// Whether a picture that a view shows could not be read.
    var hasFailed: Bool { pictures.values.contains { if case .failed? = $0.picture?.state { true } else { false } } }

    /// The pictures that may be evicted to make room. There are none while a recording says what is evicted.
    var droppable: [KeptPicture] { isHeldToRecord ? [] : here }
}
