// What is seen of a row that a finger opens: its words go under an edge, and its dots fade.

import Drawing
import Geometry
import Layers
import Stage
import Testing
import TouchScript

@testable import Pages

@Suite struct OpenRowTests {
    /// A page whose first row has many words, and an action where lines begin or where they end.
    private static func glass(leading: Bool, _ direction: LayoutDirection) throws -> PageGlass {
        let hall = "[\(String(repeating: "Hall and lift ", count: 20))](hall.md)"
        let map = "[Map](map.md \"action\")"
        let side = direction == .leftToRight ? "left-to-right" : "right-to-left"
        return try PageGlass(
            [
                "home.md":
                    "+++\ndirection = \"\(side)\"\n+++\n# Home\n\n- \(leading ? "\(map) \(hall)" : "\(hall) \(map)")\n",
                "hall.md": "# H\n", "map.md": "# M\n",
            ])
    }

    /// The direction in which a finger opens the row: 1 to the right, −1 to the left.
    private static func way(leading: Bool, _ direction: LayoutDirection) -> Double {
        leading == (direction == .leftToRight) ? 1 : -1
    }

    /// Whether a word, which differs from the ground by more than a tenth, is seen between `left` and `right` (px) in the height of `row`.
    private static func isSeen(from left: Double, to right: Double, beside row: View, on stage: Stage) -> Bool {
        let bitmap = Bitmap(size: stage.panel.pixels, isOpaque: true)
        stage.draw(stage.plan(at: stage.now), into: bitmap.surface, region: Region(bitmap.size.bounds))
        let (pixels, origin) = (bitmap.pixels, row.convert(fromPanel: .zero))
        let ground = stage.theme.background.premultiplied
        func isWord(_ pixel: UInt32) -> Bool {
            func channel(_ color: UInt32, _ shift: UInt32) -> Int { Int((color >> shift) & 255) }
            let channels: [UInt32] = [0, 8, 16]
            return channels.contains { abs(channel(pixel, $0) - channel(ground, $0)) > 25 }
        }
        // The lines above and below the row end within it.
        let rows = (Int(-origin.y) + 4)..<(Int(-origin.y + row.bounds.height) - 4)
        let columns = (Int(left) - Int(origin.x))..<(Int(right) - Int(origin.x))
        return rows.contains { y in columns.contains { isWord(pixels[y * bitmap.size.width + $0]) } }
    }

    @Test(arguments: [false, true], [LayoutDirection.leftToRight, .rightToLeft])
    func `no word is cut off at the edge of an open row`(leading: Bool, direction: LayoutDirection) throws {
        let glass = try Self.glass(leading: leading, direction)
        let row = try #require(glass.all(SwipeRow.self).first)
        let way = Self.way(leading: leading, direction)
        let width = row.bounds.width
        let edge = way < 0 ? 0...1.0 : (width - 1)...width
        for _ in 0..<2 {
            // Two buttons' width away, wherever the words are.
            glass.drag(from: glass.middle(of: row), by: Vector(25 * way, 0))
            #expect(row.isOpen && row.content.frame.minX * way > 50)
            #expect(!Self.isSeen(from: edge.lowerBound, to: edge.upperBound, beside: row, on: glass.stage))
            let inside = way < 0 ? 40...(width / 2) : (width / 2)...(width - 40)
            #expect(Self.isSeen(from: inside.lowerBound, to: inside.upperBound, beside: row, on: glass.stage))
            row.close()
            glass.pass()
        }
    }

    @Test(arguments: [false, true], [LayoutDirection.leftToRight, .rightToLeft])
    func `the dots of a row fade as a finger opens it, and come back as it closes`(
        leading: Bool, direction: LayoutDirection
    ) throws {
        let glass = try Self.glass(leading: leading, direction)
        let row = try #require(glass.all(SwipeRow.self).first)
        let dots = try #require((row.content as? RowView)?.marks.first)
        #expect(dots.layer.opacity == 1)
        let touch = TouchScript(start: glass.stage.now)
        let way = Vector(25 * Self.way(leading: leading, direction), 0)
        let middle = glass.middle(of: row)
        touch.down(at: middle).drag(to: middle + way, over: .milliseconds(500)).hold(for: .milliseconds(150)).lift()
        let opacities = touch.frames.map { frame in
            glass.stage.handle(frame)
            return dots.layer.opacity
        }
        #expect(opacities == opacities.sorted(by: >) && opacities.last == 0)
        #expect(opacities.count { $0 > 0.1 && $0 < 0.9 } > 3)
        glass.pass()
        #expect(row.isOpen && dots.layer.opacity == 0)
        row.close()
        glass.pass()
        #expect(dots.layer.opacity == 1)
    }
}
