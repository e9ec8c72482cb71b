// The signs on keys that are no letters.

import Drawing
import Geometry
import Layers

/// A sign on a key, drawn with a round pen on a grid of 24 units.
nonisolated enum KeyIcon {
    case shift, shiftLocked, backspace, enter, hide, layout, undo, redo, cut, copy, paste, space

    /// The strokes of the sign, on the grid.
    private var strokes: [[(Double, Double)]] {
        switch self {
        case .shift: [[(12, 4), (4, 12), (8, 12), (8, 19), (16, 19), (16, 12), (20, 12), (12, 4)]]
        case .shiftLocked: KeyIcon.shift.strokes + [[(8, 22), (16, 22)]]
        case .backspace:
            [[(9, 5), (21, 5), (21, 19), (9, 19), (3, 12), (9, 5)], [(11.5, 9), (17.5, 15)], [(17.5, 9), (11.5, 15)]]
        case .enter: [[(20, 5), (20, 13), (4, 13)], [(9, 8), (4, 13), (9, 18)]]
        case .hide: [[(5, 9), (12, 16), (19, 9)]]
        case .layout: [[(12, 3), (12, 21)], [(3, 12), (21, 12)]]
        case .undo: [[(8, 4), (3, 9), (8, 14)], [(3, 9), (15, 9)], [(12, 19), (15, 19)]]
        case .redo: [[(16, 4), (21, 9), (16, 14)], [(21, 9), (9, 9)], [(12, 19), (9, 19)]]
        case .cut: [[(8, 17), (18, 4)], [(16, 17), (6, 4)]]
        case .copy: [[(8, 8), (20, 8), (20, 20), (8, 20), (8, 8)], [(16, 8), (16, 4), (4, 4), (4, 16), (8, 16)]]
        case .paste: [[(8, 4), (5, 4), (5, 21), (19, 21), (19, 4), (16, 4)], [(8, 2.5), (16, 2.5), (16, 6), (8, 6), (8, 2.5)]]
        case .space: [[(4, 14), (4, 18), (20, 18), (20, 14)]]
        }
    }

    /// Curves of the sign: the centre, the radius, and the angles in quarters of a turn.
    private var circles: [(x: Double, y: Double, radius: Double)] {
        switch self {
        case .layout: [(12, 12, 9)]
        case .cut: [(6.5, 19, 2.5), (17.5, 19, 2.5)]
        default: []
        }
    }

    /// Whether the sign points to where lines end or begin, and is mirrored in scripts that are written to the left.
    private var isDirectional: Bool {
        switch self {
        case .backspace, .enter, .undo, .redo: true
        default: false
        }
    }

    /// Draws the sign in the middle of `rect`, `size` pixels high.
    func draw(on canvas: Canvas, in rect: Rect, size: Double, _ color: Color, isMirrored: Bool) {
        let unit = size / 24
        let (left, top) = (rect.center.x - size / 2, rect.center.y - size / 2)
        func point(_ x: Double, _ y: Double) -> Point {
            Point(left + (isMirrored && isDirectional ? 24 - x : x) * unit, top + y * unit)
        }
        for stroke in strokes {
            canvas.stroke(Path(lines: stroke.map { point($0.0, $0.1) }), width: 1.8 * unit, color)
        }
        for circle in circles {
            canvas.stroke(Path(center: point(circle.x, circle.y), radius: circle.radius * unit), width: 1.8 * unit, color)
        }
        if case .layout = self {
            var meridian = Path()
            for side in [-1.0, 1.0] {
                meridian.move(to: point(12, 3))
                meridian.curve(point(12 + side * 5.5, 7), point(12 + side * 5.5, 17), to: point(12, 21))
            }
            canvas.stroke(meridian, width: 1.8 * unit, color)
        }
        if self == .undo || self == .redo {
            let way = self == .undo ? 1.0 : -1.0
            var bow = Path()
            bow.move(to: point(12 + way * 3, 9))
            bow.curve(point(12 + way * 10, 9), point(12 + way * 10, 19), to: point(12 + way * 3, 19))
            canvas.stroke(bow, width: 1.8 * unit, color)
        }
    }
}
