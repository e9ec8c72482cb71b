// A small picture of the sea, a different one for each number.

import Bezel
import Glibc

/// A moon over three rows of waves. The number decides the colours, the phase of the moon, and the swell.
final class Poster: View {
    private let number: Int
    private let theme: Theme

    init(_ number: Int, theme: Theme) {
        self.number = number
        self.theme = theme
        super.init(drawsContents: true, isOpaque: true)
    }

    private static let skies: [(sky: Color, moon: Color, waves: [Color])] = [
        (Palette.navy, Palette.paper, [Palette.slate, Palette.teal, Palette.mist]),
        (Palette.sand, Palette.brick, [Palette.mist, Palette.teal, Palette.slate]),
        (Palette.brick, Palette.sand, [Palette.ochre, Palette.slate, Palette.navy]),
        (Palette.mist, Palette.paper, [Palette.teal, Palette.slate, Palette.navy]),
        (Palette.teal, Palette.sand, [Palette.mist, Palette.sand, Palette.ochre]),
        (Palette.ochre, Palette.paper, [Palette.brick, Palette.slate, Palette.navy]),
    ]

    override func draw(on canvas: Canvas) {
        let colors = Self.skies[number % Self.skies.count]
        canvas.fill(colors.sky)
        let size = bounds.size
        let reach = min(size.width, size.height) * 0.17
        let moon = Point(size.width * (0.28 + 0.11 * Double(number * 2 % 5)), size.height * 0.34)
        canvas.fill(Path(center: moon, radius: reach), colors.moon)
        // The shadow covers the moon from the side, a little more for each number.
        let shadow = Double(number % 4) * 0.45 * reach
        if shadow > 0 {
            canvas.fill(Path(center: moon + Vector(2.1 * reach - shadow, 0), radius: reach * 1.06), colors.sky)
        }
        for (row, color) in colors.waves.enumerated() {
            let swell = Swell(
                level: size.height * (0.58 + 0.14 * Double(row)), height: size.height * 0.035,
                length: size.width / (1.6 + 0.55 * Double((number + row) % 3)),
                phase: Double(number) * 1.7 + Double(row) * 2.1)
            canvas.fill(swell.path(in: size), color)
        }
        let caption = TextLayout(
            AttributedText("\(number + 1)", theme.style(1.2, weight: .semibold, color: Palette.paper)))
        canvas.draw(caption, at: Point(theme.em * 0.8, size.height - caption.size.height - theme.em * 0.5))
    }
}

/// A water surface with waves.
struct Swell {
    /// The distance of the still water from the top, in pixels.
    var level: Double
    /// The height of a crest above the still water, in pixels.
    var height: Double
    /// The distance between two crests, in pixels.
    var length: Double
    /// The phase of the waves, in radians.
    var phase: Double

    /// The outline of the water, down to the bottom of a picture of `size`.
    func path(in size: Size) -> Path {
        var points: [Point] = []
        var x = 0.0
        while x < size.width + 8 {
            // Crests are sharper than troughs.
            let angle = 2 * .pi * x / length + phase
            points.append(Point(x, level - height * (sin(angle) + 0.22 * cos(2 * angle))))
            x += 8
        }
        var path = Path(lines: points + [Point(x, size.height), Point(0, size.height)])
        path.close()
        return path
    }
}
