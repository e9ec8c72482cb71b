// Which planes of real display engines show a transition.

import Geometry
import Testing

@testable import Linux

@Suite struct PlaneAssignmentTests {
    /// XR24 and AR24 of drm_fourcc.h.
    private static let (opaque, blended): (UInt32, UInt32) = (0x3432_5258, 0x3432_5241)

    private struct Engine {
        let primary: Plane
        let overlays: [Plane]

        init(primary: Plane, overlays: [Plane]) { (self.primary, self.overlays) = (primary, overlays) }

        /// The planes of a board's first CRTC, as `PlaneSet` selects them.
        init(_ board: Board) {
            let planes = board.planes.keys.sorted().filter { board.planes[$0].map { $0.crtcs & 1 != 0 } ?? false }.map {
                Plane($0, board)
            }
            guard let primary = planes.first(where: \.isPrimary) else {
                fatalError("\(board.name) has no primary plane")
            }
            self.primary = primary
            overlays = planes.filter { $0.kind == .overlay && $0.formats.contains(PlaneAssignmentTests.opaque) }
        }
    }

    private static func plane(
        _ id: UInt32, _ kind: Plane.Kind = .overlay, zpos: Int? = nil, formats: [UInt32] = [opaque, blended]
    ) -> Plane {
        Plane(id: id, kind: kind, formats: formats, zpos: zpos)
    }

    private static let parallax = PlaneWants(
        lowerMoves: true, dimsLower: true, coversScreen: true, shadow: PixelSize(64, 1080), movesAsOne: false)
    private static let slide = PlaneWants(
        lowerMoves: true, dimsLower: false, coversScreen: true, shadow: nil, movesAsOne: true)
    private static let cover = PlaneWants(
        lowerMoves: false, dimsLower: false, coversScreen: true, shadow: PixelSize(64, 1080), movesAsOne: false)

    /// The best way, or why there is none.
    private func best(_ wants: PlaneWants, _ engine: Engine) -> String {
        do {
            let found = try PlaneAssignment.candidates(for: wants, primary: engine.primary, overlays: engine.overlays)
            guard let first = found.first else { return "no way and no reason" }
            return first.description + (first.zpos.isEmpty ? "" : ", at \(first.zpos)")
        } catch { return "\(error)" }
    }

    private func best(_ wants: PlaneWants, _ board: Board) -> String { best(wants, Engine(board)) }

    @Test func `a dimmed screen lies on an overlay with alpha over black`() {
        #expect(
            best(Self.parallax, .pi4)
                == "black on the primary plane, lower screen on plane 103, shadow on plane 104, upper on plane 105")
    }

    @Test func `planes that can be moved in depth are put in order`() {
        // The primary plane lies in front of the video layer.
        #expect(
            best(Self.parallax, .h3)
                == "black on the primary plane, lower screen on plane 100, shadow on plane 102, upper on plane 103, "
                + "at [0, 1, 2, 3]")
        #expect(best(Self.cover, .h6).hasSuffix("shadow on plane 100, upper on plane 102, at [0, 1, 2]"))
    }

    @Test func `a screen that stays lies on the primary plane`() {
        #expect(
            best(Self.cover, .rk3399) == "lower screen on the primary plane, shadow on plane 102, upper on plane 103")
    }

    @Test func `two screens that meet need two planes, one of which may be the primary`() throws {
        #expect(best(Self.slide, .rk3399) == "lower screen on plane 102, upper on plane 103")
        #expect(best(Self.slide, .am62) == "lower screen on the primary plane, upper on plane 101")
        let engine = Engine(.rk3399)
        let ways = try PlaneAssignment.candidates(for: Self.slide, primary: engine.primary, overlays: engine.overlays)
        #expect(ways.map(\.primary) == [.unchanged, .lower, .lower])
    }

    @Test func `planes in fixed places count in the order of their places, not of their numbers`() {
        let engine = Engine(
            primary: Self.plane(90, .primary, zpos: 0),
            overlays: [Self.plane(60, zpos: 3), Self.plane(70, zpos: 2), Self.plane(80, zpos: 1)])
        #expect(best(Self.slide, engine) == "lower screen on plane 80, upper on plane 70")
    }

    @Test func `what is missing is reported`() {
        #expect(best(Self.parallax, .rk3399) == "no plane has alpha for the dim")
        #expect(
            best(Self.parallax, .rk3568dual)
                == "3 overlay planes in front of the primary are wanted and there are 2")
        #expect(best(Self.cover, .am62) == "2 overlay planes in front of the primary are wanted and there is 1")
        #expect(best(Self.cover, .v3s) == "no plane blends the shadow")
    }

    @Test func `black lies behind where screens leave a gap`() {
        var gap = Self.slide
        gap.coversScreen = false
        #expect(best(gap, .rk3399) == "black on the primary plane, lower screen on plane 102, upper on plane 103")
        #expect(best(gap, .am62) == "2 overlay planes in front of the primary are wanted and there is 1")
    }

    @Test(arguments: [parallax, slide, cover])
    func `every assignment goes from back to front, and there are not too many to ask for`(wants: PlaneWants) throws {
        for engine in Board.all.map({ Engine($0) }) {
            let ways =
                (try? PlaneAssignment.candidates(for: wants, primary: engine.primary, overlays: engine.overlays)) ?? []
            #expect(ways.count <= PlaneAssignment.limit)
            for way in ways {
                let planes = [engine.primary] + way.overlays
                let inOrder = zip(planes, planes.dropFirst()).allSatisfy { $0.isBehind($1) }
                #expect(inOrder || way.zpos == way.zpos.sorted() && way.zpos.count == planes.count)
                #expect(Set(planes.map(\.id)).count == planes.count)
                #expect(!wants.dimsLower || way.lower?.hasAlpha == true)
            }
        }
    }
}

extension Plane {
    /// The plane `id` of `board`, as the kernel describes it.
    fileprivate init(_ id: UInt32, _ board: Board) {
        guard let plane = board.planes[id] else { fatalError("\(board.name) has no plane \(id)") }
        var range: ClosedRange<Int>?
        if case .mutable(_, let places) = plane.zpos { range = places }
        let isLinear = plane.kind == .primary || plane.layout == .linear || plane.layout == .unlisted
        self.init(
            id: id, kind: plane.kind, possibleCRTCs: plane.crtcs,
            formats: isLinear ? plane.formats.map { Board.fourcc($0) } : [], hasAlpha: plane.hasAlpha,
            zpos: plane.zpos.value, zposRange: range)
    }
}
