// A picture that is planned but not yet drawn: the layer tree at one moment, flat.

public import Geometry

/// The layer tree as it was when it was planned. It keeps the bitmaps that it shows alive, so it can be drawn later and
/// compared with the next one, whatever happens to the layers meanwhile. It is planned once more only when nobody else has
/// it any more; its memory is used again then.
public final class Frame {
    /// The picture's extent in pixels.
    public let size: PixelSize

    var nodes: [Node] = []
    var shadowAlphas: [UInt32] = []
    private var bitmaps: [Bitmap] = []

    /// Nothing yet, on a screen of `size` pixels.
    init(size: PixelSize) { self.size = size }

    /// Becomes the picture of `root` over `background`.
    func plan(_ root: Layer, background: Color) {
        begin(background)
        add(root, in: .screen, keep: 1, clip: size.bounds)
    }

    /// Becomes the picture of `layer` alone, in the top left corner, without its dim and its shadow: what a display engine
    /// can move and dim.
    func retake(_ layer: Layer) {
        begin(.black)
        var values = layer.presentation
        values.position = .zero
        values.dim = 0
        add(layer, as: values, shadow: nil, in: .screen, keep: 1, clip: size.bounds)
    }

    private func begin(_ background: Color) {
        nodes.removeAll(keepingCapacity: true)
        shadowAlphas.removeAll(keepingCapacity: true)
        bitmaps.removeAll(keepingCapacity: true)
        let opaque = background.withAlpha(1).premultiplied
        let all = SubpixelRect(left: 0, top: 0, right: size.width << 8, bottom: size.height << 8)
        nodes.append(Node(content: .fill(opaque), rect: all, extent: size.bounds))
    }

    /// Adds `layer`, which lies in `superspace`, of which `clip` can be seen.
    private func add(_ layer: Layer, in superspace: Space, keep superKeep: Double, clip: PixelRect) {
        if layer.isHidden { return }
        add(layer, as: layer.presentation, shadow: layer.edgeShadow, in: superspace, keep: superKeep, clip: clip)
    }

    /// Adds `layer` as if its values were `values` and its shadow `edgeShadow`.
    private func add(
        _ layer: Layer, as values: Layer.Presentation, shadow edgeShadow: EdgeShadow?, in superspace: Space,
        keep superKeep: Double, clip: PixelRect
    ) {
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
            for sublayer in layer.sublayers { add(sublayer, in: space, keep: keep, clip: innerClip) }
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
            // A sum that was rounded must not lead past the last pixel.
            shown.right = min(shown.right, shown.left + (size.width << 8))
            shown.bottom = min(shown.bottom, shown.top + (size.height << 8))
        }
        let step = Int((0x1p24 / scale).rounded())
        for (index, bitmap) in strips.bitmaps.enumerated() {
            guard let bitmap else { continue }
            let pixels = Node.Pixels(
                base: strips.base(of: index, bitmap), width: size.width, height: size.height,
                isOpaque: strips.isOpaque, step: step)
            // Each strip draws the screen's rows whose upper row of the picture is its own.
            var rows = clip
            let own = strips.rows(of: index)
            if index > 0 { rows.y = max(rows.y, Blend.firstPixel(on: own.lowerBound, from: shown.top, step: step)) }
            let end = index < strips.count - 1 ? Blend.firstPixel(on: own.upperBound, from: shown.top, step: step) : nil
            rows.height = min(clip.maxY, end ?? clip.maxY) - rows.y
            let count = nodes.count
            append(.bitmap(pixels, keep: Int((keep * 256).rounded())), rect: shown, clip: rows)
            if nodes.count > count { bitmaps.append(bitmap) }
        }
    }

    private func add(_ shadow: EdgeShadow, of rect: SubpixelRect, scale: Double, clip: PixelRect) {
        // A width of 2¹⁶ pixels is more than any screen has, and keeps the products below inside 64 bits.
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

    /// Ends the group that the node `index` opened, or takes it back when there is nothing in it.
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
    /// No rectangle.
    static let none = SubpixelRect(left: 0, top: 0, right: 0, bottom: 0)
}
