// The bitmaps that one view has drawn, in pieces, each kept while there is memory for it.

import Drawing
import Geometry
import Layers

/// The pieces of one view. The view's layer shows them; the `BackingStore` decides which of them are in memory.
@MainActor
final class Backing {
    /// The last time that a piece was wanted.
    struct Use {
        /// The number of the pass over the views.
        var pass = 0
        /// The distance from the visible area, in pixels of the view; 0 for visible pieces.
        var distance = 0.0
    }

    private unowned let view: View
    private let store: BackingStore
    private(set) var uses: [Use]
    /// The memory that the pieces take, in bytes.
    private(set) var bytes = 0

    /// Creates an empty backing of `view`, whose size must not be zero.
    init(of view: View, store: BackingStore) {
        self.view = view
        self.store = store
        let size = PixelSize(Int(view.bounds.width.rounded(.up)), Int(view.bounds.height.rounded(.up)))
        let strips = Strips(
            size: size, isOpaque: view.isOpaque, stripHeight: store.piece(of: size.height, of: .vertical),
            pieceWidth: store.piece(of: size.width, of: .horizontal))
        uses = Array(repeating: Use(), count: strips.count)
        view.layer.strips = strips
        store.add(self)
    }

    isolated deinit { store.changed(by: -bytes) }

    /// Whether piece `index` is in memory.
    func has(_ index: Int) -> Bool { view.layer.strips?.bitmaps[index] != nil }

    /// The memory that piece `index` takes, in bytes.
    func bytes(of index: Int) -> Int { view.layer.strips?.bytes(of: index) ?? 0 }

    /// Marks the wanted pieces. `visible` and `near` are in the view's own space, relative to its top left corner.
    func want(visible: Rect, near: Rect) {
        guard let strips = view.layer.strips else { return }
        strips.forEachPiece(
            inRows: pixels(near.minY, near.maxY), columns: pixels(near.minX, near.maxX)
        ) { index in
            let (rows, columns) = (strips.rows(of: index), strips.columns(of: index))
            let area = Rect(
                Double(columns.lowerBound) - 1, Double(rows.lowerBound) - 1, Double(columns.count) + 2,
                Double(rows.count) + 2)
            let distance = area.intersects(visible) ? 0 : max(1, area.distance(to: visible))
            uses[index] = Use(pass: store.pass, distance: distance)
            if strips.bitmaps[index] == nil { store.miss(self, index, uses[index]) }
        }
    }

    /// The rows or columns that the compositor may read to show the range from `low` to `high`: those that the range
    /// touches, and one more at either side.
    private func pixels(_ low: Double, _ high: Double) -> Range<Int> {
        // A view can be so far away that its coordinates do not fit into an integer.
        func pixel(_ place: Double) -> Int { Int(min(max(place, -1e9), 1e9)) }
        let first = pixel(low.rounded(.down) - 1)
        return first..<max(first, pixel(high.rounded(.up) + 1))
    }

    /// Draws piece `index`.
    func draw(_ index: Int) {
        guard let strips = view.layer.strips else { return }
        let area = strips.bitmapArea(of: index)
        let bitmap = Bitmap(size: PixelSize(area.width, area.height), isOpaque: strips.isOpaque)
        let origin = Point(Double(area.x), Double(area.y))
        view.draw(on: Canvas(bitmap, origin: origin))
        view.layer.strips?.set(index, bitmap)
        change(by: strips.bytes(of: index))
    }

    /// Evicts piece `index`.
    func drop(_ index: Int) {
        guard has(index) else { return }
        view.layer.strips?.set(index, nil)
        change(by: -bytes(of: index))
        // If other pieces are wanted in this pass, they are about to be drawn, and the view still needs what it keeps
        // for drawing.
        if bytes == 0, !uses.contains(where: { $0.pass == store.pass }) { view.contentsDropped() }
    }

    private func change(by difference: Int) {
        bytes += difference
        store.changed(by: difference)
    }
}
