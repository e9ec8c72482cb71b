// A small stage whose frames a test draws itself, for pictures from files.

import Geometry
import Layers

@testable import Stage

/// A stage of 480 by 270 pixels, what it draws, and what it warns of.
class PictureStage {
    static let panel = Panel(pixels: PixelSize(480, 270), millimetres: Size(527, 296))
    static let theme = Theme(.paper, on: panel)

    let stage: Stage
    private(set) var warnings: [String] = []
    private let bitmap = Bitmap(size: panel.pixels, isOpaque: true)

    init(root: Screen, memory: Int? = nil) {
        stage = Stage(panel: Self.panel, theme: Self.theme, gestures: GestureSettings(), root: root)
        stage.memory = memory
        stage.onWarning = { [unowned self] in warnings.append($0) }
    }

    /// The frame on the glass at `milliseconds`.
    @discardableResult
    func frame(at milliseconds: Int) -> FrameHash {
        let instant = Instant.zero + .milliseconds(milliseconds)
        stage.advance(to: instant)
        let frame = stage.plan(at: instant)
        stage.willPresent(at: instant)
        stage.draw(frame, into: bitmap.surface, region: Region(Self.panel.pixels.bounds))
        return FrameHash(of: bitmap.surface)
    }

    /// The colour at a place of the last frame.
    subscript(x: Int, y: Int) -> UInt32 { bitmap[x, y] & 0xFF_FFFF }
}
