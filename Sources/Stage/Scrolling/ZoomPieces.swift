// The bitmaps of a zoomed picture: the whole in the size at rest, a sharp part over it, and what is shown before they arrive.

import Drawing
import Geometry
import Layers

/// The views of a zoomed picture, each with pixels for a zoom of its own. The compositor scales them to the zoom that is shown. The sharp
/// part is somewhat larger than the view, so the memory for it is bounded however far the picture is zoomed.
@MainActor
final class ZoomPieces {
    /// The view that contains these views.
    weak var container: View?

    private let file: Picture
    private let theme: Theme
    private let whole: PictureView
    /// What another view of the same picture shows, until the picture arrives.
    private var standIn: Piece?
    /// The sharp part, and after it the one that will replace it.
    private var parts: [Piece] = []
    /// The zoom that is shown.
    private var zoom = 1.0
    /// The size of the picture at zoom 1.
    private var rest = Size(1, 1)

    private struct Piece {
        let view: View
        /// Its top left corner in the picture of `width` pixels.
        let corner: Vector
        /// The width of the whole picture in the size of the piece.
        let width: Double
        /// The zoom for which the piece was read; nil for another size.
        var zoom: Double?
    }

    /// The views of `file`. If it cannot be read, they show `description`.
    init(of file: Picture, description: String, like source: PictureView?, theme: Theme) {
        (self.file, self.theme) = (file, theme)
        whole = PictureView(file, description: description, theme: theme)
        whole.layer.scaleAnchor = .zero
        guard let (bitmap, order) = source?.shown, order.picture == file else { return }
        let view = View()
        view.isUserInteractionEnabled = false
        view.layer.scaleAnchor = .zero
        view.layer.contents = bitmap
        view.frame = Rect(origin: .zero, size: bitmap.size.size)
        standIn = Piece(
            view: view, corner: Vector(Double(order.part.x), Double(order.part.y)), width: Double(order.whole.width))
        whole.isBare = true
        whole.onArrival = { [unowned self] in
            standIn?.view.removeFromSuperview()
            standIn = nil
        }
    }

    /// The views without a sharp part, back to front.
    var views: [View] { [standIn?.view, whole].compactMap(\.self) }

    /// Fits the picture into `size` at zoom 1.
    func fit(_ size: Size) {
        rest = size
        whole.frame = Rect(origin: .zero, size: size)
        dropParts()
    }

    // MARK: Places

    /// Shows everything at `zoom`.
    func place(_ zoom: Double) {
        self.zoom = zoom
        whole.layer.scale = zoom
        for piece in [standIn].compactMap(\.self) + parts {
            let scale = scale(of: piece, at: zoom)
            piece.view.layer.scale = scale
            piece.view.layer.position = .zero + piece.corner * scale
        }
    }

    /// Poses everything at `zoom`.
    func pose(_ poses: inout Poses, _ zoom: Double) {
        poses[whole.layer].scale = zoom
        for piece in [standIn].compactMap(\.self) + parts {
            let scale = scale(of: piece, at: zoom)
            poses[piece.view.layer].scale = scale
            poses[piece.view.layer].position = .zero + piece.corner * scale
        }
    }

    /// The scale of `piece` at `zoom`: exactly 1 where it was read for that zoom, so that its pixels are those of the glass.
    private func scale(of piece: Piece, at zoom: Double) -> Double {
        zoom == piece.zoom ? 1 : rest.width * zoom / piece.width
    }

    // MARK: Sharpness

    /// The greatest zoom of a picture of the size `rest` at zoom 1: twice the size of its pixels, but at least three times and at most
    /// twelve times the size at rest.
    func most(at rest: Size) -> Double { min(max(2 * finest(at: rest), 3), 12) }

    /// The zoom above which nothing becomes sharper.
    private func finest(at rest: Size) -> Double {
        guard file.isVector else { return Double(sharpest.width) / max(1, rest.width) }
        return (Double(Self.mostPixels) / max(1, rest.width * rest.height)).squareRoot()
    }

    /// The size of the file in pixels; of a very large one a half, a quarter, and so on, which decoders of JPEG give without the whole.
    private var sharpest: PixelSize {
        var size = file.size
        while size.width * size.height > Self.mostPixels { size = PixelSize(size.width / 2, size.height / 2) }
        return size
    }

    /// The most pixels that are decoded for a sharp part: some 100 MB in the process that decodes.
    private static let mostPixels = 25_000_000
    /// The share of the view by which a sharp part is larger than the view on each side.
    private static let margin = 0.125
    /// How much larger the picture is than at rest before a sharp part is worth reading.
    private static let coarse = 1.02

    /// Reads what `pose` shows in the size in which it is shown, where what is there is coarser. What is there stays until the part
    /// arrives.
    func sharpen(in geometry: ZoomGeometry, _ pose: ZoomGeometry.Pose) {
        // An app may have taken the picture out of its view.
        guard geometry.view.width > 0, geometry.view.height > 0, let container, whole.superview === container else {
            return
        }
        let finest = finest(at: rest)
        let fine = min(pose.zoom, finest)
        // An animation moves here too, and a part of one frame would cover it.
        guard fine > Self.coarse, !whole.isFilm else { return dropParts() }
        let size =
            fine < pose.zoom && !file.isVector
            ? sharpest
            : PixelSize(Int((rest.width * fine).rounded()), Int((rest.height * fine).rounded()))
        let scale = fine / pose.zoom
        let seen = Rect(origin: .zero + pose.offset, size: geometry.view)
        func part(_ margin: Double) -> PixelRect {
            let (across, down) = (seen.width * margin, seen.height * margin)
            let area = seen.inset(by: Insets(left: -across, top: -down, right: -across, bottom: -down))
            return Rect(area.minX * scale, area.minY * scale, area.width * scale, area.height * scale).pixelCover
                .intersection(size.bounds)
        }
        let needed = part(0)
        if needed.isEmpty { return dropParts() }
        if let last = parts.last?.view as? PicturePart, last.whole == size, last.part.contains(needed) { return }
        // A part that has not arrived is not needed any more.
        if let last = parts.last?.view as? PicturePart, !last.hasArrived {
            parts.removeLast()
            last.removeFromSuperview()
        }
        let next = PicturePart(file, size, part: part(Self.margin), theme: theme)
        next.layer.scaleAnchor = .zero
        next.onArrival = { [unowned self, unowned next] in
            guard parts.contains(where: { $0.view === next }) else { return }
            while let old = parts.first, old.view !== next { parts.removeFirst().view.removeFromSuperview() }
        }
        parts.append(
            Piece(
                view: next, corner: Vector(Double(next.part.x), Double(next.part.y)), width: Double(size.width),
                zoom: fine == pose.zoom ? fine : nil))
        // What zooms with the picture stays in front.
        container.insertSubview(next, at: container.subviews.count - 1)
        place(zoom)
    }

    private func dropParts() {
        for piece in parts { piece.view.removeFromSuperview() }
        parts = []
    }
}
