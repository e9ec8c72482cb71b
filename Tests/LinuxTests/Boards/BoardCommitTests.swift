// The commits that each board gets, compared with those that were read and found right.

import CDRM
import Geometry
import Glibc
import Testing

@testable import Linux

extension CardTests {
    /// Each board's requests are in Fixtures/Boards/NAME.txt. `BEZEL_WRITE_BOARDS=1` writes them anew.
    @Suite struct Boards {
        @Test(arguments: Board.all.map(\.name))
        func `each board gets the commits that its driver accepts`(name: String) throws {
            let board = try #require(Board.all.first { $0.name == name })
            let story = try BoardStory(of: board)
            try story.play()
            #expect(story.scene.failures == [])
            #expect(story.card.harms == [], "accepted, but shown wrongly")
            let path = "\(#filePath.dropLast("Boards/BoardCommitTests.swift".count))Fixtures/Boards/\(name).txt"
            if getenv("BEZEL_WRITE_BOARDS") != nil {
                try WholeFile.write(story.lines.map { $0 + "\n" }.joined(), to: path)
            }
            let golden = SystemFiles.lines(path)
            let place = Array(zip(story.lines, golden)).firstIndex { $0 != $1 } ?? min(story.lines.count, golden.count)
            let (line, goldenLine) = (story.lines.dropFirst(place).first, golden.dropFirst(place).first)
            #expect(line == goldenLine, "\(path):\(place + 1): write it anew with BEZEL_WRITE_BOARDS=1")
        }

        @Test func `a plane that another program has turned, and blends otherwise, is shown upright`() throws {
            let card = TestCard(.pi4)
            let overlay = try #require(card.objects.first { $1.name == "overlay 0" }?.key)
            card.objects[overlay]?.values["rotation"] = Board.rotate180
            card.objects[overlay]?.values["pixel blend mode"] = Board.Blend.none.rawValue
            let scene = try CardScene(card)
            try scene.show(1)
            _ = try scene.display.planes.get().choose(
                PlaneWants(
                    lowerMoves: false, dimsLower: false, coversScreen: true, shadow: PixelSize(64, 1080),
                    movesAsOne: false))
            try scene.display.present(
                .planes(.init(lower: .init(buffer: 0, x: 0, y: 0), upper: .init(buffer: 1, x: 900, y: 0), shadowX: 836))
            )
            #expect(card.value(overlay, "FB_ID") != 0)
            #expect(card.value(overlay, "rotation") == Board.rotate0)
            #expect(card.value(overlay, "pixel blend mode") == Board.Blend.premultiplied.rawValue)
            try scene.vblank()
            scene.close()
        }

        @Test func `no memory is taken for planes that show only video`() throws {
            let scene = try CardScene(TestCard(.s905))
            try scene.show(1)
            #expect(throws: PlaneRefusal.self) { try scene.display.planes.get().prepare() }
            #expect(scene.card.buffers.count == 3)
            scene.close()
        }

        @Test func `planes that take only compressed pictures are not asked for`() throws {
            let scene = try CardScene(TestCard(.rk3568dual))
            try scene.show(1)
            let parallax = PlaneWants(
                lowerMoves: true, dimsLower: true, coversScreen: true, shadow: PixelSize(64, 1080), movesAsOne: false)
            #expect(throws: PlaneRefusal.self) { try scene.display.planes.get().choose(parallax) }
            #expect(scene.card.tests == 0)
            scene.close()
        }
    }
}

/// A kiosk on a board: its first frame, another, a transition of each look, and a frame after each.
private final class BoardStory {
    let card: TestCard
    let scene: CardScene
    private(set) var lines: [String] = []
    private var told = 0
    private var number: UInt32 = 0

    init(of board: Board) throws {
        card = TestCard(board)
        scene = try CardScene(card)
        lines.append("driver \(board.driver), \(try scene.display.name)")
    }

    func play() throws {
        try frame("first frame")
        try frame("frame")
        let (width, height) = (card.board.screen.width, card.board.screen.height)
        // As StagePlanes and TransitionScreens have them: a shadow's width is a multiple of 64 pixels.
        let shadow = PixelSize(64, height)
        let looks = [
            (
                "parallax",
                PlaneWants(lowerMoves: true, dimsLower: true, coversScreen: true, shadow: shadow, movesAsOne: false)
            ),
            (
                "cover",
                PlaneWants(lowerMoves: false, dimsLower: false, coversScreen: true, shadow: shadow, movesAsOne: false)
            ),
            (
                "slide",
                PlaneWants(lowerMoves: true, dimsLower: false, coversScreen: true, shadow: nil, movesAsOne: true)
            ),
        ]
        for (look, wants) in looks {
            (card.tests, card.refusals) = (0, [])
            let planes: PlaneSet
            do {
                planes = try scene.display.planes.get()
                lines.append("\(look): \(try planes.choose(wants)) (\(card.tests) tests\(refusals))")
            } catch {
                lines.append("\(look): drawn, because \(error) (\(card.tests) tests\(refusals))")
                continue
            }
            do {
                // The upper screen comes in from the right.
                for way in [width - 1, width / 2 + 1, 2] {
                    try scene.display.present(Self.picture(wants, way, width))
                    note("  upper screen at \(way)")
                    try scene.vblank()
                }
            } catch { lines.append("  drawn from here on, because \(error)\(refusals)") }
            try frame("  frame")
        }
        scene.close()
    }

    private var refusals: String {
        let unique = card.refusals.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return unique.isEmpty ? "" : "; refused: " + unique.joined(separator: "; ")
    }

    private static func picture(_ wants: PlaneWants, _ way: Int, _ width: Int) -> PlanePicture {
        let lower = wants.movesAsOne ? way - width : wants.lowerMoves ? (way - width) * 3 / 10 : 0
        let dim = 0.1 * Double(width - way) / Double(width)
        return .planes(
            .init(
                lower: .init(buffer: 0, x: lower, y: 0), upper: .init(buffer: 1, x: way, y: 0),
                lowerAlpha: wants.dimsLower ? UInt16(((1 - dim) * 65535).rounded()) : .max,
                shadowX: way - (wants.shadow?.width ?? 0)))
    }

    private func frame(_ what: String) throws {
        number += 1
        try scene.show(number)
        note(what)
    }

    /// Adds the commits since the last call.
    private func note(_ what: String) {
        for commit in card.commits[told...] {
            let flags = [
                (Int(DRM_MODE_ATOMIC_ALLOW_MODESET), "modeset"), (Int(DRM_MODE_ATOMIC_NONBLOCK), "nonblock"),
                (Int(DRM_MODE_PAGE_FLIP_EVENT), "event"),
            ]
            let names = flags.filter { commit.flags & UInt32($0.0) != 0 }.map(\.1)
            lines.append("\(what): \(names.joined(separator: ", "))")
            lines += commit.lines.map { "    \($0)" }
        }
        told = card.commits.count
    }
}
