// Assigns planes to the parts of a transition. Candidates are listed best first; the kernel decides which of them work.

import CDRM
package import Geometry

/// What a transition needs from the planes.
package struct PlaneWants: Equatable, Sendable {
    /// Whether the lower screen moves.
    package var lowerMoves: Bool
    /// Whether the lower screen is dimmed, which is shown as translucency over black.
    package var dimsLower: Bool
    /// Whether the two screens cover everything. Elsewhere black is visible.
    package var coversScreen: Bool
    /// The size of the shadow beside the upper screen, in pixels; nil for no shadow.
    package var shadow: PixelSize?
    /// Whether the screens are side by side and move together, so that a single plane can pan over both.
    package var movesAsOne: Bool
    /// Whether screens move vertically, because the picture is turned on its side.
    package var isSideways: Bool

    /// The needs of a transition.
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

/// Why planes cannot show a transition.
package struct PlaneRefusal: Error, Equatable, CustomStringConvertible {
    /// The reason as the end of a sentence: `no overlay plane`.
    package let description: String

    /// A refusal with the given reason.
    package init(_ description: String) { self.description = description }

    /// The display is driven by something else than KMS.
    package static let notKMS = PlaneRefusal("the display does not use KMS")
}

/// The plane for each part of a transition.
struct PlaneAssignment: Equatable, CustomStringConvertible {
    /// The content of the primary plane.
    enum Primary: Equatable {
        /// Its earlier content, which is entirely covered.
        case unchanged
        /// Black.
        case black
        /// The lower screen.
        case lower
    }

    let primary: Primary
    /// The overlay with the lower screen; nil if the primary plane shows it.
    let lower: Plane?
    /// The overlay with the shadow, if there is one.
    let shadow: Plane?
    /// The overlay with the upper screen.
    let upper: Plane
    /// The stack positions to set, from back to front, the primary plane's first; empty if they are already right.
    let zpos: [Int]

    /// The overlays, back to front.
    var overlays: [Plane] { [lower, shadow, upper].compactMap { $0 } }

    var description: String {
        let behind = primary == .black ? "black on the primary plane, " : ""
        let beneath = lower.map { "lower screen on plane \($0.id)" } ?? "lower screen on the primary plane"
        return behind + beneath + (shadow.map { ", shadow on plane \($0.id)" } ?? "") + ", upper on plane \(upper.id)"
    }

    /// The number of candidates to try. Each costs a test commit before the first frame of a transition.
    static let limit = 8

    /// The possible assignments of `wants` to `primary` and `overlays`, which take XRGB8888, with the fewest planes first. Throws
    /// the reason if there is none.
    static func candidates(
        for wants: PlaneWants, primary: Plane, overlays: [Plane]
    ) throws(PlaneRefusal) -> [PlaneAssignment] {
        let usable = overlays.sorted { $0.isBehind($1) }
        let shadows = usable.filter { $0.formats.contains(BEZEL_DRM_FORMAT_ARGB8888) }
        if wants.shadow != nil, shadows.isEmpty { throw PlaneRefusal("no plane blends the shadow") }
        if wants.dimsLower, !usable.contains(where: \.hasAlpha) { throw PlaneRefusal("no plane has alpha for the dim") }

        var found: [PlaneAssignment] = []
        func collect(_ primaryShows: Primary) {
            // In two of three cases the primary plane shows the lower screen. Then the lower screen needs no overlay.
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
        // A translucent plane with nothing behind it is not blended with black on all hardware, so a dimmed screen is never the
        // rearmost.
        let lowerFits = !wants.dimsLower && wants.coversScreen
        if lowerFits, !wants.lowerMoves { collect(.lower) }
        collect(wants.dimsLower || !wants.coversScreen ? .black : .unchanged)
        if lowerFits, wants.lowerMoves { collect(.lower) }
        guard !found.isEmpty else {
            let wanted = (lowerFits ? 1 : 2) + (wants.shadow != nil ? 1 : 0)
            let there = usable.count { primary.isBehind($0) }
            throw PlaneRefusal(
                "\(wanted) overlay planes in front of the primary are wanted and there \(there == 1 ? "is" : "are") \(there)"
            )
        }
        return found
    }

    /// The stack positions for `planes` from back to front: empty if they are already in order, nil if they cannot be ordered.
    private static func zpos(_ planes: [Plane]) -> [Int]? {
        if zip(planes, planes.dropFirst()).allSatisfy({ $0.isBehind($1) }) { return [] }
        let ranges = planes.compactMap(\.zposRange)
        guard ranges.count == planes.count, let lowest = ranges.map(\.lowerBound).max(),
            let highest = ranges.map(\.upperBound).min(), lowest + planes.count - 1 <= highest
        else { return nil }
        return planes.indices.map { lowest + $0 }
    }
}
