// What one view has drawn: a strip of its rows at a time, kept as long as there is memory for it.

import Drawing
import Geometry
import Layers

/// The strips of one view. They are shown by its layer; which of them there are is up to the `BackingStore`.
final class Backing {
    /// When a strip was wanted last.
    struct Use {
        /// In which pass over the views.
        var pass = 0
        /// How far it was from what was seen, in pixels of the view; 0 for what was seen.
        var distance = 0.0
    }

    private unowned let view: View
    private let store: BackingStore
    private(set) var uses: [Use]
    /// How many bytes its strips take.
    private(set) var bytes = 0

    /// The backing of `view`, which has a size, in strips of `stripHeight` rows. It shows nothing yet.
    init(of view: View, stripHeight: Int, store: BackingStore) {
        self.view = view
        self.store = store
        let size = PixelSize(Int(view.bounds.width.rounded(.up)), Int(view.bounds.height.rounded(.up)))
        let strips = Strips(size: size, isOpaque: view.isOpaque, stripHeight: stripHeight)
        uses = Array(repeating: Use(), count: strips.count)
        view.layer.strips = strips
        store.add(self)
    }

    deinit { store.changed(by: -bytes) }

    /// Whether strip `index` has been drawn.
    func has(_ index: Int) -> Bool { view.layer.strips?.bitmaps[index] != nil }

    /// How many bytes strip `index` takes.
    func bytes(of index: Int) -> Int { view.layer.strips?.bytes(of: index) ?? 0 }

    /// Says which strips are wanted: `visible` and `near` are in the view's own space, from its top left corner.
    func want(visible: Rect, near: Rect) {
        guard let strips = view.layer.strips else { return }
        for index in strips.indices(ofRows: rows(near)) {
            let (own, width) = (strips.rows(of: index), Double(strips.size.width))
            let area = Rect(0, Double(own.lowerBound) - 1, width, Double(own.count) + 2)
            let distance = area.intersects(visible) ? 0 : max(1, area.distance(to: visible))
            uses[index] = Use(pass: store.pass, distance: distance)
            if strips.bitmaps[index] == nil { store.miss(self, index, uses[index]) }
        }
    }

    /// The rows that the compositor may read to show `area`: those that it touches, and one more at either side.
    private func rows(_ area: Rect) -> Range<Int> {
        // A view can be far away; an integer cannot be as large as what lies there.
        func row(_ y: Double) -> Int { Int(min(max(y, -1e9), 1e9)) }
        let top = row(area.minY.rounded(.down) - 1)
        return top..<max(top, row(area.maxY.rounded(.up) + 1))
    }

    /// Draws strip `index`.
    func draw(_ index: Int) {
        guard let strips = view.layer.strips else { return }
        let rows = strips.bitmapRows(of: index)
        let bitmap = Bitmap(size: PixelSize(strips.size.width, rows.count), isOpaque: strips.isOpaque)
        let origin = Point(0, Double(rows.lowerBound))
        view.draw(on: Canvas(bitmap, origin: origin, pictures: strips.count > 1 ? store.pictures : nil))
        view.layer.strips?.set(index, bitmap)
        change(by: strips.bytes(of: index))
    }

    /// Gives strip `index` up.
    func drop(_ index: Int) {
        guard has(index) else { return }
        view.layer.strips?.set(index, nil)
        change(by: -bytes(of: index))
        // If others are wanted, they are about to be drawn.
        if bytes == 0, !uses.contains(where: { $0.pass == store.pass }) { view.contentsDropped() }
    }

    private func change(by difference: Int) {
        bytes += difference
        store.changed(by: difference)
    }
}
