// Which plane shows which part of a transition: the ways there are, best first. The kernel says which of them work.

import CDRM
package import Geometry

/// What a transition wants of the planes.
package struct PlaneWants: Equatable, Sendable {
    /// Whether the lower screen moves too.
    package var lowerMoves: Bool
    /// Whether the lower screen is dimmed: shown translucent over black.
    package var dimsLower: Bool
    /// Whether the two screens cover everything; where they do not, black is seen.
    package var coversScreen: Bool
    /// The extent of the shadow beside the upper screen, in pixels; nil for none.
    package var shadow: PixelSize?
    /// Whether the screens lie side by side and move as one, so that a single plane can pan over both.
    package var movesAsOne: Bool
    /// Whether screens move up and down: where the picture is turned on its side.
    package var isSideways: Bool

    /// What is wanted.
    package init(
        lowerMoves: Bool, dimsLower: Bool, coversScreen: Bool, shadow: PixelSize?, movesAsOne: Bool,
        isSideways: Bool = false
    ) {
        self.lowerMoves = lowerMoves
        self.dimsLower = dimsLower
        self.coversScreen = coversScreen
        self.shadow = shadow
        self.movesAsOne = movesAsOne
        self.isSideways = isSideways
    }
}

/// Why something cannot be shown by planes.
package struct PlaneRefusal: Error, Equatable, CustomStringConvertible {
    /// For people, as the end of a sentence: `no overlay plane`.
    package let description: String

    /// Because of `description`.
    package init(_ description: String) { self.description = description }

    /// The display is driven by something else than KMS.
    package static let notKMS = PlaneRefusal("the display is no screen of KMS")
}

/// Each part of a transition and the plane that shows it.
struct PlaneAssignment: Equatable, CustomStringConvertible {
    /// What the primary plane shows.
    enum Primary: Equatable {
        /// What it showed before: nothing of it is seen.
        case unchanged
        /// Black.
        case black
        /// The lower screen.
        case lower
    }

    let primary: Primary
    /// The overlay with the lower screen; nil when that is on the primary plane.
    let lower: Plane?
    /// The overlay with the shadow, if there is one.
    let shadow: Plane?
    /// The overlay with the upper screen.
    let upper: Plane
    /// The places from back to front that have to be set, the primary plane's first; empty when they are right already.
    let zpos: [Int]

    /// The overlays, back to front.
    var overlays: [Plane] { [lower, shadow, upper].compactMap { $0 } }

    var description: String {
        let behind = primary == .black ? "black on the primary plane, " : ""
        let beneath = lower.map { "lower screen on plane \($0.id)" } ?? "lower screen on the primary plane"
        return behind + beneath + (shadow.map { ", shadow on plane \($0.id)" } ?? "") + ", upper on plane \(upper.id)"
    }

    /// So many are tried: each is a question to the kernel, before the first frame of a transition.
    static let limit = 8

    /// The ways to show what is wanted over `primary` with some of `overlays`, those with the fewest planes first. Throws
    /// what is missing when there is none.
    static func candidates(
        for wants: PlaneWants, primary: Plane, overlays: [Plane]
    ) throws(PlaneRefusal) -> [PlaneAssignment] {
        let usable = overlays.filter { $0.formats.contains(BEZEL_DRM_FORMAT_XRGB8888) }.sorted { $0.isBehind($1) }
        guard !usable.isEmpty else { throw PlaneRefusal("no overlay plane") }
        let shadows = usable.filter { $0.formats.contains(BEZEL_DRM_FORMAT_ARGB8888) }
        if wants.shadow != nil, shadows.isEmpty { throw PlaneRefusal("no plane blends the shadow") }
        if wants.dimsLower, !usable.contains(where: \.hasAlpha) { throw PlaneRefusal("no plane has alpha for the dim") }

        var found: [PlaneAssignment] = []
        func collect(_ primaryShows: Primary) {
            // The lower screen goes on the primary plane in two of three ways; a plane of its own is then nobody.
            let lowers: [Plane?] = primaryShows == .lower ? [nil] : usable.filter { $0.hasAlpha || !wants.dimsLower }
            for lower in lowers {
                for shadow in wants.shadow != nil ? shadows.map(Optional.some) : [nil] {
                    if let lower, let shadow, !lower.isBehind(shadow) { continue }
                    for upper in usable where (shadow ?? lower).map({ $0.isBehind(upper) }) ?? true {
                        guard found.count < limit else { return }
                        let planes = [primary] + [lower, shadow, upper].compactMap { $0 }
                        guard let zpos = PlaneAssignment.zpos(planes) else { continue }
                        found.append(
                            PlaneAssignment(
                                primary: primaryShows, lower: lower, shadow: shadow, upper: upper, zpos: zpos))
                    }
                }
            }
        }
        // A translucent plane with nothing behind it is not black everywhere, so a dimmed screen is never the rearmost.
        let lowerFits = !wants.dimsLower && wants.coversScreen
        if lowerFits, !wants.lowerMoves { collect(.lower) }
        collect(wants.dimsLower || !wants.coversScreen ? .black : .unchanged)
        if lowerFits, wants.lowerMoves { collect(.lower) }
        guard !found.isEmpty else {
            let count = (lowerFits ? 1 : 2) + (wants.shadow != nil ? 1 : 0)
            throw PlaneRefusal(
                "\(count) overlay planes in front of the primary are wanted and there are "
                    + "\(usable.count { primary.isBehind($0) })")
        }
        return found
    }

    /// The places for `planes`, back to front: none when they lie so already, nil when they cannot be put so.
    private static func zpos(_ planes: [Plane]) -> [Int]? {
        if zip(planes, planes.dropFirst()).allSatisfy({ $0.isBehind($1) }) { return [] }
        let ranges = planes.compactMap(\.zposRange)
        guard ranges.count == planes.count, let lowest = ranges.map(\.lowerBound).max(),
            let highest = ranges.map(\.upperBound).min(), lowest + planes.count - 1 <= highest
        else { return nil }
        return planes.indices.map { lowest + $0 }
    }
}
