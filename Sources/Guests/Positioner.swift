// Where a popup goes: xdg_positioner.

import CWaylandServer
import Geometry
import Linux

/// An `xdg_positioner`: the rules by which a popup is placed beside something in its parent.
final class Positioner: Resource {
    private(set) var rules = PopupRules()
    private let dialect: XDGDialect

    private static let requests = permanent(
        xdg_positioner_interface(
            destroy: destroyResource,
            set_size: { _, positioner, width, height in
                let positioner = Positioner.of(positioner)
                guard width > 0, height > 0 else { return positioner.refuse("a size of \(width)×\(height)") }
                positioner.rules.size = PixelRect(clamping: 0, 0, width, height).rect.size
            },
            set_anchor_rect: { _, positioner, x, y, width, height in
                let positioner = Positioner.of(positioner)
                guard width >= 0, height >= 0 else {
                    return positioner.refuse("an anchor rectangle of \(width)×\(height)")
                }
                positioner.rules.anchorRect = PixelRect(clamping: x, y, width, height).rect
            },
            set_anchor: { _, positioner, anchor in
                let positioner = Positioner.of(positioner)
                guard let edges = Edges(anchor, positioner.dialect) else {
                    return positioner.refuse("there is no anchor \(anchor)")
                }
                positioner.rules.anchor = edges
            },
            set_gravity: { _, positioner, gravity in
                let positioner = Positioner.of(positioner)
                guard let edges = Edges(gravity, positioner.dialect) else {
                    return positioner.refuse("there is no gravity \(gravity)")
                }
                positioner.rules.gravity = edges
            },
            set_constraint_adjustment: { _, positioner, adjustment in
                Positioner.of(positioner).rules.adjustment = PopupRules.Adjustment(rawValue: adjustment)
            },
            set_offset: { _, positioner, x, y in
                Positioner.of(positioner).rules.offset = PixelRect(clamping: x, y, 0, 0).rect.origin.vector
            },
            // The room of a popup is the whole window, which does not move.
            set_reactive: { _, _ in },
            // The parent's present size decides, also while it changes.
            set_parent_size: { _, _, _, _ in }, set_parent_configure: { _, _, _ in }))

    init(_ client: OpaquePointer, _ dialect: XDGDialect, version: Int32, id: UInt32) {
        self.dialect = dialect
        super.init(client, dialect.positioner, version: version, id: id, requests: Self.requests)
    }

    private func refuse(_ what: String) { fail(XDG_POSITIONER_ERROR_INVALID_INPUT, what) }
}

extension Edges {
    /// The edges that an anchor or a gravity of a positioner names. Both have the same numbers.
    fileprivate init?(_ number: UInt32, _ dialect: XDGDialect) {
        if dialect == .unstable {
            guard let edges = Edges(bits: number), !edges.isSuperset(of: [.top, .bottom]),
                !edges.isSuperset(of: [.left, .right])
            else { return nil }
            self = edges
            return
        }
        let all: [Edges] = [
            [], .top, .bottom, .left, .right, [.top, .left], [.bottom, .left], [.top, .right], [.bottom, .right],
        ]
        guard number < all.count else { return nil }
        self = all[Int(number)]
    }

    /// The edges of a set in which the bits mean top, bottom, left and right, as in `zxdg_positioner_v6` and `zwlr_layer_surface_v1`.
    init?(bits: UInt32) {
        guard bits < 16 else { return nil }
        self = []
        for (bit, edge) in [Edges.top, .bottom, .left, .right].enumerated() where bits >> bit & 1 == 1 { insert(edge) }
    }
}

/// The rules of a positioner, as a value. Coordinates are those of the parent's window geometry.
struct PopupRules {
    var size = Size.zero
    var anchorRect: Rect?
    /// The point of the anchor rectangle that the popup touches: its middle, or the middle of an edge, or a corner.
    var anchor: Edges = []
    /// The side of that point on which the popup lies.
    var gravity: Edges = []
    var adjustment: Adjustment = []
    var offset = Vector.zero

    /// What may be done to a popup that does not fit, with the numbers of xdg_positioner.
    struct Adjustment: OptionSet {
        let rawValue: UInt32
        static let slideX = Adjustment(rawValue: 1)
        static let slideY = Adjustment(rawValue: 2)
        static let flipX = Adjustment(rawValue: 4)
        static let flipY = Adjustment(rawValue: 8)
        static let resizeX = Adjustment(rawValue: 16)
        static let resizeY = Adjustment(rawValue: 32)
    }

    /// Whether the client has said what it must.
    var isComplete: Bool { size.width > 0 && size.height > 0 && anchorRect != nil }

    /// The popup's rectangle, if possible within `room`. On each axis it is flipped first, then moved, then made smaller.
    func place(in room: Rect) -> Rect {
        let anchorRect = anchorRect ?? .zero
        let x = Span(
            anchor: (anchorRect.minX, anchorRect.maxX), side: anchor.side(.left, .right),
            gravity: gravity.side(.left, .right), offset: offset.x, length: size.width
        ).placed(
            in: room.minX...room.maxX, flips: adjustment.contains(.flipX), slides: adjustment.contains(.slideX),
            resizes: adjustment.contains(.resizeX))
        let y = Span(
            anchor: (anchorRect.minY, anchorRect.maxY), side: anchor.side(.top, .bottom),
            gravity: gravity.side(.top, .bottom), offset: offset.y, length: size.height
        ).placed(
            in: room.minY...room.maxY, flips: adjustment.contains(.flipY), slides: adjustment.contains(.slideY),
            resizes: adjustment.contains(.resizeY))
        return Rect(x.lowerBound, y.lowerBound, x.upperBound - x.lowerBound, y.upperBound - y.lowerBound)
    }

    /// One axis of a popup. A side is −1 for left or top, 1 for right or bottom, 0 for the middle.
    private struct Span {
        let anchor: (low: Double, high: Double)
        let side: Double
        let gravity: Double
        let offset: Double
        let length: Double

        var range: ClosedRange<Double> {
            let point = (anchor.low + anchor.high) / 2 + side * (anchor.high - anchor.low) / 2 + offset
            let low = (point + (gravity - 1) / 2 * length).rounded(.down)
            return low...low + length
        }

        var flipped: Span {
            Span(anchor: anchor, side: -side, gravity: -gravity, offset: -offset, length: length)
        }

        func placed(in room: ClosedRange<Double>, flips: Bool, slides: Bool, resizes: Bool) -> ClosedRange<Double> {
            func fits(_ range: ClosedRange<Double>) -> Bool {
                range.lowerBound >= room.lowerBound && range.upperBound <= room.upperBound
            }
            var range = range
            if fits(range) { return range }
            if flips, fits(flipped.range) { return flipped.range }
            if slides {
                // The edge towards which the popup grows gives way first, unless the popup is longer than the room.
                let low =
                    length > room.upperBound - room.lowerBound
                    ? (gravity < 0 ? room.upperBound - length : room.lowerBound)
                    : max(room.lowerBound, min(room.upperBound - length, range.lowerBound))
                range = low...low + length
                if fits(range) { return range }
            }
            if resizes {
                let low = max(room.lowerBound, range.lowerBound)
                let high = min(room.upperBound, range.upperBound)
                if high - low >= 1 { return low...high }
            }
            return range
        }
    }
}

extension Edges {
    /// −1 if the set has `low`, 1 if it has `high`, else 0.
    fileprivate func side(_ low: Edges, _ high: Edges) -> Double { contains(low) ? -1 : contains(high) ? 1 : 0 }
}
