// A region that a client has described: wl_region.

import CWaylandServer
import Geometry
import Linux

/// The points of a surface that a client adds to a region and takes out of it, rectangle by rectangle. The last rectangle in which a
/// point lies decides about it.
struct PointSet {
    private var steps: [(rect: PixelRect, isAdded: Bool)] = []

    /// The most rectangles of one region. A client that describes more is ended.
    static let limit = 256

    /// Adds `rect`, or takes it out. Returns false if that is one rectangle too many.
    mutating func change(_ rect: PixelRect, isAdded: Bool) -> Bool {
        guard steps.count < PointSet.limit else { return false }
        if !rect.isEmpty { steps.append((rect, isAdded)) }
        return true
    }

    /// Whether `point` belongs to the region.
    func contains(_ point: Point) -> Bool {
        let step = steps.last {
            point.x >= Double($0.rect.x) && point.y >= Double($0.rect.y) && point.x < Double($0.rect.maxX)
                && point.y < Double($0.rect.maxY)
        }
        return step?.isAdded ?? false
    }

    /// Whether all of `rect` surely belongs to the region: one rectangle covers it, and nothing was taken out later.
    func surelyContains(_ rect: PixelRect) -> Bool {
        guard let added = steps.lastIndex(where: { $0.isAdded && $0.rect.contains(rect) }) else { return false }
        return steps[added...].allSatisfy { $0.isAdded || $0.rect.intersection(rect).isEmpty }
    }
}

/// A `wl_region`: a set of points that the client builds, and then gives to surfaces.
final class ClientRegion: Resource {
    private(set) var points = PointSet()

    private static let requests = permanent(
        wl_region_interface(
            destroy: destroyResource,
            add: { _, region, x, y, width, height in
                ClientRegion.of(region).change(x, y, width, height, isAdded: true)
            },
            subtract: { _, region, x, y, width, height in
                ClientRegion.of(region).change(x, y, width, height, isAdded: false)
            }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32) {
        super.init(client, bezel_wl_region(), version: version, id: id, requests: Self.requests)
    }

    private func change(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32, isAdded: Bool) {
        let rect = PixelRect(clamping: x, y, width, height)
        if !points.change(rect, isAdded: isAdded) {
            endClient("has a region of more than \(PointSet.limit) rectangles")
        }
    }
}

extension PixelRect {
    /// The same rectangle.
    var rect: Rect { Rect(Double(x), Double(y), Double(width), Double(height)) }

    /// The rectangle of a client's request. Clients send the largest numbers there are to mean everything.
    init(clamping x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) {
        let reach: Int32 = 1 << 24
        let (left, top) = (max(-reach, min(reach, x)), max(-reach, min(reach, y)))
        let right = max(Int64(left), min(Int64(reach), Int64(x) + Int64(width)))
        let bottom = max(Int64(top), min(Int64(reach), Int64(y) + Int64(height)))
        self.init(Int(left), Int(top), Int(right) - Int(left), Int(bottom) - Int(top))
    }
}
