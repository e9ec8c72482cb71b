// Which planes of real display engines show a transition: as their drivers describe them in Linux 6.1.

import Geometry
import Testing

@testable import Linux

@Suite struct PlaneAssignmentTests {
    /// XR24 and AR24 of drm_fourcc.h.
    private static let (opaque, blended): (UInt32, UInt32) = (0x3432_5258, 0x3432_5241)

    private struct Board {
        let primary: Plane
        let overlays: [Plane]
    }

    private static func plane(
        _ id: UInt32, _ kind: Plane.Kind = .overlay, alpha: Bool = false, zpos: Int? = nil,
        range: ClosedRange<Int>? = nil, formats: [UInt32] = [opaque, blended]
    ) -> Plane {
        Plane(id: id, kind: kind, formats: formats, hasAlpha: alpha, zpos: zpos, zposRange: range)
    }

    /// vc4: overlays with alpha, in the order of their numbers.
    private static let raspberryPi = Board(
        primary: plane(60, .primary, alpha: true), overlays: (0..<16).map { plane(70 + 10 * $0, alpha: true) })
    /// rockchip's VOP: two overlays, no alpha.
    private static let rk3399 = Board(primary: plane(31, .primary), overlays: [plane(36), plane(41)])
    /// rockchip's VOP2: the primary plane lies in front of two windows, and all can be moved in depth.
    private static let rk3568 = Board(
        primary: plane(60, .primary, alpha: true, zpos: 2, range: 0...5),
        overlays: [0, 1, 3].map { plane(50 + UInt32($0) * 10 + 5, alpha: true, zpos: $0, range: 0...5) })
    /// imx-dcss: two overlays in fixed places.
    private static let imx8mq = Board(
        primary: plane(33, .primary, alpha: true, zpos: 0),
        overlays: [plane(39, alpha: true, zpos: 1), plane(45, alpha: true, zpos: 2)])
    /// tidss: one overlay.
    private static let am625 = Board(
        primary: plane(31, .primary, alpha: true, zpos: 0, range: 0...1),
        overlays: [plane(41, alpha: true, zpos: 1, range: 0...1)])
    /// imx-lcdif: one plane.
    private static let imx8mp = Board(primary: plane(31, .primary), overlays: [])

    private static let parallax = PlaneWants(
        lowerMoves: true, dimsLower: true, coversScreen: true, shadow: PixelSize(64, 1080), movesAsOne: false)
    private static let slide = PlaneWants(
        lowerMoves: true, dimsLower: false, coversScreen: true, shadow: nil, movesAsOne: true)
    private static let cover = PlaneWants(
        lowerMoves: false, dimsLower: false, coversScreen: true, shadow: PixelSize(64, 1080), movesAsOne: false)

    /// The best way, or why there is none.
    private func best(_ wants: PlaneWants, _ board: Board) -> String {
        do {
            let found = try PlaneAssignment.candidates(for: wants, primary: board.primary, overlays: board.overlays)
            guard let first = found.first else { return "no way and no reason" }
            return first.description + (first.zpos.isEmpty ? "" : ", at \(first.zpos)")
        } catch { return "\(error)" }
    }

    @Test func `a dimmed screen lies on an overlay with alpha over black`() {
        #expect(
            best(Self.parallax, Self.raspberryPi)
                == "black on the primary plane, lower screen on plane 70, shadow on plane 80, upper on plane 90")
    }

    @Test func `planes that can be moved in depth are put in order`() {
        #expect(
            best(Self.parallax, Self.rk3568)
                == "black on the primary plane, lower screen on plane 55, shadow on plane 65, upper on plane 85, "
                + "at [0, 1, 2, 3]")
        #expect(best(Self.cover, Self.rk3568).hasSuffix("shadow on plane 55, upper on plane 65, at [0, 1, 2]"))
    }

    @Test func `a screen that stays lies on the primary plane`() {
        let here = "lower screen on the primary plane, shadow on plane"
        #expect(best(Self.cover, Self.rk3399) == "\(here) 36, upper on plane 41")
        #expect(best(Self.cover, Self.imx8mq) == "\(here) 39, upper on plane 45")
    }

    @Test func `two screens that meet need two planes, one of which may be the primary`() throws {
        #expect(best(Self.slide, Self.rk3399) == "lower screen on plane 36, upper on plane 41")
        #expect(best(Self.slide, Self.am625) == "lower screen on the primary plane, upper on plane 41")
        let ways = try PlaneAssignment.candidates(
            for: Self.slide, primary: Self.rk3399.primary, overlays: Self.rk3399.overlays)
        #expect(ways.map(\.primary) == [.unchanged, .lower, .lower])
    }

    @Test func `planes in fixed places count in the order of their places, not of their numbers`() {
        let board = Board(
            primary: Self.plane(90, .primary, zpos: 0),
            overlays: [Self.plane(60, zpos: 3), Self.plane(70, zpos: 2), Self.plane(80, zpos: 1)])
        #expect(best(Self.slide, board) == "lower screen on plane 80, upper on plane 70")
    }

    @Test func `what is missing is reported`() {
        #expect(best(Self.slide, Self.imx8mp) == "no overlay plane")
        #expect(best(Self.parallax, Self.rk3399) == "no plane has alpha for the dim")
        #expect(
            best(Self.parallax, Self.imx8mq)
                == "3 overlay planes in front of the primary are wanted and there are 2")
        #expect(
            best(Self.cover, Self.am625) == "2 overlay planes in front of the primary are wanted and there are 1")
        let unblended = Board(
            primary: Self.plane(1, .primary),
            overlays: (2..<5).map { Self.plane($0, formats: [Self.opaque]) })
        #expect(best(Self.cover, unblended) == "no plane blends the shadow")
    }

    @Test func `black lies behind where screens leave a gap`() {
        var gap = Self.slide
        gap.coversScreen = false
        #expect(
            best(gap, Self.rk3399) == "black on the primary plane, lower screen on plane 36, upper on plane 41")
        #expect(best(gap, Self.am625) == "2 overlay planes in front of the primary are wanted and there are 1")
    }

    @Test(arguments: [parallax, slide, cover])
    func `every assignment goes from back to front, and there are not too many to ask for`(wants: PlaneWants) throws {
        for board in [Self.raspberryPi, Self.rk3399, Self.rk3568, Self.imx8mq, Self.am625] {
            let ways =
                (try? PlaneAssignment.candidates(for: wants, primary: board.primary, overlays: board.overlays)) ?? []
            #expect(ways.count <= PlaneAssignment.limit)
            for way in ways {
                let planes = [board.primary] + way.overlays
                let inOrder = zip(planes, planes.dropFirst()).allSatisfy { $0.isBehind($1) }
                #expect(inOrder || way.zpos == way.zpos.sorted() && way.zpos.count == planes.count)
                #expect(Set(planes.map(\.id)).count == planes.count)
                #expect(!wants.dimsLower || way.lower?.hasAlpha == true)
            }
        }
    }
}
