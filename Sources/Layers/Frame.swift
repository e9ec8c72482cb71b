// A planned picture that is not drawn yet: a flat snapshot of the layer tree.

package import Geometry

/// The layer tree at the time of planning. A frame keeps its bitmaps alive, so it can be drawn later and compared with the
/// next frame, whatever happens to the layers in between. The compositor plans a frame again, to reuse its memory, only
/// when nothing else references it.
package final class Frame {
    /// The extent of the picture in pixels.
    package let size: PixelSize

    var nodes: [Node] = []
    var shadowAlphas: [UInt32] = []
    private(set) var bitmaps: [Bitmap] = []

    /// An empty frame for a screen of `size` pixels.
    init(size: PixelSize) { self.size = size }

    /// Plans the picture of `root`, posed by `poses`, over `background`.
    func plan(_ root: Layer, _ poses: Poses, background: Color) {
        begin(background)
        add(root, poses, in: .screen, keep: 1, clip: size.bounds)
    }

    /// Plans the picture of `layer` alone, in the top left corner and without its dim and its shadow. A display engine can
    /// move and dim this picture.
    func retake(_ layer: Layer) {
        begin(.black)
        var values = layer.presentation
        values.position = .zero
        values.dim = 0
        values.isHidden = false
        add(layer, as: values, shadow: nil, Poses(), in: .screen, keep: 1, clip: size.bounds)
    }

    private func begin(_ background: Color) {
        nodes.removeAll(keepingCapacity: true)
        shadowAlphas.removeAll(keepingCapacity: true)
        bitmaps.removeAll(keepingCapacity: true)
        let opaque = background.withAlpha(1).premultiplied
        let all = SubpixelRect(left: 0, top: 0, right: size.width << 8, bottom: size.height << 8)
        nodes.append(Node(content: .fill(opaque), rect: all, extent: size.bounds))
    }

    /// Adds `layer`, which lies in `superspace` and is visible within `clip`.
    private func add(
        _ layer: Layer, _ poses: Poses, in superspace: Space, keep superKeep: Double, clip: PixelRect
    ) {
        add(
            layer, as: poses.presentation(of: layer), shadow: layer.edgeShadow, poses, in: superspace, keep: superKeep,
            clip: clip)
    }

    /// Adds `layer` with the given values and shadow instead of its own.
    private func add(
        _ layer: Layer, as values: Layer.Presentation, shadow edgeShadow: EdgeShadow?, _ poses: Poses,
        in superspace: Space, keep superKeep: Double, clip: PixelRect
    ) {
        if values.isHidden { return }
        let opacity = Int((values.opacity * 256).rounded())
        let (space, frame) = superspace.space(of: values)
        guard opacity > 0, let rect = SubpixelRect(snapping: frame) else { return }
        let keep = superKeep * (1 - values.dim)

        let opening = nodes.count
        if opacity < 256 { open(.opacity(opacity), rect: .none) }
        if let shadow = edgeShadow { add(shadow, of: rect, scale: space.scale, clip: clip) }

        let radius = layer.roundedCorners.isEmpty ? 0 : SubpixelRect.snap(values.cornerRadius * space.scale)
        let half = max(0, min(rect.right - rect.left, rect.bottom - rect.top) / 2)
        let cutsOff = layer.masksToBounds || radius > 0
        let clipping = nodes.count
        let group = Node.Group.clip(radius: min(radius, half), corners: layer.roundedCorners)
        let isClipped = cutsOff || (layer.backgroundColor != nil && layer.strips != nil)
        let innerClip = cutsOff ? clip.intersection(rect.cover) : clip
        if isClipped { open(group, rect: rect) }

        if let color = layer.backgroundColor, color.alpha > 0 {
            let pixel = Blend.dimmed(color.premultiplied, keep: Int((keep * 256).rounded()))
            append(.fill(pixel), rect: rect, clip: clip)
        }
        if let strips = layer.strips { add(strips, in: frame, scale: space.scale, keep: keep, clip: clip) }
        if isClipped, !cutsOff { close(from: clipping) }
        if !innerClip.isEmpty {
            for sublayer in layer.sublayers { add(sublayer, poses, in: space, keep: keep, clip: innerClip) }
        }
        if cutsOff { close(from: clipping) }
        if opacity < 256 { close(from: opening) }
    }

    private func append(_ content: Node.Content, rect: SubpixelRect, clip: PixelRect, link: Int = 0) {
        let extent = rect.cover.intersection(clip)
        if !extent.isEmpty { nodes.append(Node(content: content, rect: rect, extent: extent, link: link)) }
    }

    private func add(_ strips: Strips, in frame: Rect, scale: Double, keep: Double, clip: PixelRect) {
        let size = strips.size
        let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
        let part = Rect(frame.minX, frame.minY, min(frame.width, width), min(frame.height, height))
        guard var shown = SubpixelRect(snapping: part) else { return }
        if scale == 1 {
            // The rounded sum must not reach past the last pixel.
            shown.right = min(shown.right, shown.left + (size.width << 8))
            shown.bottom = min(shown.bottom, shown.top + (size.height << 8))
        }
        let step = Int((0x1p24 / scale).rounded())
        let seen = shown.cover.intersection(clip)
        guard !seen.isEmpty else { return }
        func read(_ pixel: Int, _ start: Int, _ count: Int) -> Int {
            min(max(0, Blend.position(pixel: pixel, from: start, step: step) >> 32), count - 1)
        }
        let rows = read(seen.y, shown.top, size.height)..<read(seen.maxY - 1, shown.top, size.height) + 1
        let columns = read(seen.x, shown.left, size.width)..<read(seen.maxX - 1, shown.left, size.width) + 1
        strips.forEachPiece(inRows: rows, columns: columns) { index in
            guard let bitmap = strips.bitmaps[index] else { return }
            let pixels = Node.Pixels(
                base: strips.base(of: index, bitmap), pitch: bitmap.pitch, width: size.width, height: size.height,
                isOpaque: strips.isOpaque, step: step, revision: bitmap.revision?.number ?? 0)
            // Each piece draws the pixels of the screen whose upper left source pixel belongs to that piece.
            func part(_ own: Range<Int>, of length: Int, from start: Int, _ clip: Range<Int>) -> (Int, Int) {
                let first = own.lowerBound > 0 ? Blend.firstPixel(on: own.lowerBound, from: start, step: step) : Int.min
                let end =
                    own.upperBound < length ? Blend.firstPixel(on: own.upperBound, from: start, step: step) : Int.max
                let low = max(clip.lowerBound, first)
                return (low, min(clip.upperBound, end) - low)
            }
            let (x, width) = part(strips.columns(of: index), of: size.width, from: shown.left, clip.x..<clip.maxX)
            let (y, height) = part(strips.rows(of: index), of: size.height, from: shown.top, clip.y..<clip.maxY)
            let count = nodes.count
            append(
                .bitmap(pixels, keep: Int((keep * 256).rounded())), rect: shown, clip: PixelRect(x, y, width, height),
                link: bitmaps.count)
            if nodes.count > count { bitmaps.append(bitmap) }
        }
    }

    private func add(_ shadow: EdgeShadow, of rect: SubpixelRect, scale: Double, clip: PixelRect) {
        // A width of 2¹⁶ pixels exceeds any screen, and keeps the products below within 64 bits.
        let width = min(SubpixelRect.snap(shadow.width * scale), 1 << 24)
        let alpha = Int((max(0, min(1, shadow.opacity)) * 65536).rounded())
        guard width > 0, alpha > 0 else { return }
        if shadow.edges.contains(.left) {
            var beside = rect
            (beside.left, beside.right) = (rect.left - width, rect.left)
            add(Shadow(side: rect.left, fallsLeft: true, width: width, alpha: alpha), in: beside, clip: clip)
        }
        if shadow.edges.contains(.right) {
            var beside = rect
            (beside.left, beside.right) = (rect.right, rect.right + width)
            add(Shadow(side: rect.right, fallsLeft: false, width: width, alpha: alpha), in: beside, clip: clip)
        }
    }

    private func add(_ shadow: Shadow, in rect: SubpixelRect, clip: PixelRect) {
        let count = nodes.count
        append(.shadow(shadow), rect: rect, clip: clip, link: shadowAlphas.count)
        guard nodes.count > count else { return }
        let extent = nodes[count].extent
        for x in extent.x..<extent.maxX { shadowAlphas.append(shadow.alpha(column: x)) }
    }

    private func open(_ group: Node.Group, rect: SubpixelRect) {
        nodes.append(Node(content: .open(group), rect: rect, extent: PixelRect(0, 0, 0, 0)))
    }

    /// Closes the group that the node at `index` opened, or removes it when it is empty.
    private func close(from index: Int) {
        guard case .open(let group) = nodes[index].content else { fatalError("node \(index) opens no group") }
        if index == nodes.count - 1 {
            nodes.removeLast()
            return
        }
        var extent = PixelRect(0, 0, 0, 0)
        for node in nodes[(index + 1)...] { extent = extent.union(node.extent) }
        nodes[index].extent = extent
        nodes[index].link = nodes.count - index
        nodes.append(Node(content: .close(group), rect: nodes[index].rect, extent: extent, link: nodes.count - index))
    }
}

extension SubpixelRect {
    /// The empty rectangle.
    static let none = SubpixelRect(left: 0, top: 0, right: 0, bottom: 0)
}
