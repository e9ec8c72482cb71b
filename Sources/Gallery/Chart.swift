// A sea chart, larger than the glass, drawn in tiles.

import Bezel
import Glibc

/// A chart of imaginary islands.
@MainActor
enum Chart {
    /// The size of the chart, in pixels at a text size of 23 px. It grows with the text.
    private static let size = Size(4800, 3200)
    private static let tile = 400.0

    private static func scale(_ theme: Theme) -> Double { theme.em / 23 }

    /// Creates a panning view of the chart in `frame`, centred near the middle of the chart.
    static func view(_ frame: Rect, theme: Theme) -> PanningView {
        let view = PanningView()
        view.frame = frame
        let scale = scale(theme)
        view.contentSize = Size(size.width * scale, size.height * scale)
        let side = (tile * scale).rounded()
        for row in 0..<Int((size.height / tile).rounded(.up)) {
            for column in 0..<Int((size.width / tile).rounded(.up)) {
                let origin = Point(Double(column) * side, Double(row) * side)
                view.addSubview(Tile(Rect(origin: origin, size: Size(side, side)), theme: theme))
            }
        }
        view.center(on: Point(2250 * scale, 1500 * scale), animated: false)
        return view
    }

    /// A tile of the chart, drawn when it comes near the glass.
    private final class Tile: View {
        private let theme: Theme

        init(_ frame: Rect, theme: Theme) {
            self.theme = theme
            super.init(drawsContents: true, isOpaque: true)
            self.frame = frame
        }

        override func draw(on canvas: Canvas) {
            let distance: Vector = frame.origin - .zero
            let place = AffineTransform(rotation: 0, scale: scale(theme), origin: .zero - distance)
            Chart.draw(on: canvas, place, theme: theme)
        }
    }

    /// An island: a circle with bays. Its shallows have the same outline, larger.
    private struct Island {
        let name: String
        let center: Point
        let radius: Double
        let seed: Double

        func outline(_ share: Double) -> Path {
            var points: [Point] = []
            for step in 0..<120 {
                let angle = Double(step) * .pi / 60
                var reach = 1 + 0.16 * sin(2 * angle + seed) + 0.11 * sin(3 * angle + 2.3 * seed)
                // Smaller bays are not visible from afar.
                reach += (0.06 * sin(7 * angle + 4.1 * seed) + 0.025 * sin(13 * angle + seed)) / share
                points.append(center + Vector(cos(angle) * 1.25, sin(angle)) * (radius * reach * share))
            }
            var path = Path(lines: points)
            path.close()
            return path
        }
    }

    private static let islands = [
        Island(name: "Gull Island", center: Point(1500, 1150), radius: 330, seed: 0.4),
        Island(name: "Lorne", center: Point(2800, 1750), radius: 520, seed: 2.2),
        Island(name: "The Long Sands", center: Point(3750, 800), radius: 300, seed: 3.9),
        Island(name: "Little Lorne", center: Point(2000, 2350), radius: 190, seed: 5.1),
        Island(name: "Lantern Rock", center: Point(900, 2300), radius: 130, seed: 1.3),
        Island(name: "Merrow Point", center: Point(4250, 2600), radius: 420, seed: 4.4),
    ]
    private static let depths: [(share: Double, color: Color)] = [
        (2, Color(0xCBD8D2)), (1.62, Color(0xD6DFD5)), (1.32, Color(0xE2E7DA)), (1.12, Color(0xEEEEDD)),
    ]

    private static func draw(on canvas: Canvas, _ place: AffineTransform, theme: Theme) {
        canvas.fill(Color(0xC0D0CC))
        for (share, color) in depths {
            for island in islands { canvas.fill(island.outline(share).transformed(by: place), color) }
            for island in islands {
                canvas.stroke(
                    island.outline(share).transformed(by: place), width: 1.5 * place.scale, Palette.teal.withAlpha(0.35)
                )
            }
        }
        drawGrid(on: canvas, place)
        for island in islands {
            let outline = island.outline(1).transformed(by: place)
            canvas.fill(outline, Palette.sand)
            canvas.stroke(outline, width: 4 * place.scale, Palette.navy)
        }
        drawRoute(on: canvas, place)
        for island in islands {
            var style = theme.style(island.radius > 250 ? 1.5 : 1.05)
            style.isItalic = true
            let name = TextLayout(AttributedText(island.name, style))
            canvas.draw(
                name, at: place.apply(to: island.center - Vector(name.size.width / 2, name.size.height / 2)))
        }
    }

    private static func drawGrid(on canvas: Canvas, _ place: AffineTransform) {
        let ink = Palette.navy.withAlpha(0.13)
        for column in 0...12 {
            let x = Double(column) * 400 + 200
            canvas.stroke(
                Path(lines: [Point(x, 0), Point(x, size.height)]).transformed(by: place), width: 1.5 * place.scale, ink)
        }
        for row in 0...8 {
            let y = Double(row) * 400 + 200
            canvas.stroke(
                Path(lines: [Point(0, y), Point(size.width, y)]).transformed(by: place), width: 1.5 * place.scale, ink)
        }
    }

    /// Draws the ferry's route round the islands, in dots.
    private static func drawRoute(on canvas: Canvas, _ place: AffineTransform) {
        let stops = [
            Point(600, 1500), Point(1500, 1600), Point(2100, 1900), Point(2250, 1250), Point(3300, 1100),
            Point(3550, 1700), Point(3650, 2450),
        ]
        for (from, to) in zip(stops, stops.dropFirst()) {
            let way = to - from
            let count = Int(way.length / 36)
            for dot in 0..<count {
                let point = place.apply(to: from + way * (Double(dot) / Double(count)))
                canvas.fill(Path(center: point, radius: 5.5 * place.scale), Palette.brick)
            }
        }
        for stop in stops {
            canvas.fill(Path(center: place.apply(to: stop), radius: 16 * place.scale), Palette.paper)
            canvas.stroke(
                Path(center: place.apply(to: stop), radius: 16 * place.scale), width: 6 * place.scale, Palette.brick)
        }
    }
}
