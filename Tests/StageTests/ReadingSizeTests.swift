// The size of text on panels of any size, read from any distance.

import Drawing
import Geometry
import TestRandomness
import Testing

@testable import Stage

@Suite struct ReadingSizeTests {
    /// Diagonals from 7 to 55 inches, in shapes from a square to a strip.
    private static func panel(_ random: inout SplitMix) -> Panel {
        let (diagonal, shape) = (Double(178 + random.below(1220)), 1 + Double(random.below(250)) / 100)
        let density = 3 + Double(random.below(80)) / 10
        let height = diagonal / (1 + shape * shape).squareRoot()
        let size = Size((height * shape).rounded(), height.rounded())
        return Panel(
            pixels: PixelSize(Int(size.width * density), Int(size.height * density)), millimetres: size)
    }

    private static func turned(_ panel: Panel) -> Panel {
        Panel(
            pixels: PixelSize(panel.pixels.height, panel.pixels.width),
            millimetres: Size(panel.millimetres.height, panel.millimetres.width))
    }

    /// The angle (minutes of arc) at which a capital letter of `theme` is seen from `distance` (mm).
    private static func minutes(_ theme: Theme, on panel: Panel, from distance: Double) -> Double {
        let height = theme.em * TextStyle.capHeight(of: theme.fontFamily) / panel.density(.vertical)
        // For small angles the tangent is the angle in radians.
        return height / distance * 180 * 60 / Double.pi
    }

    @Test func `capitals have 16 minutes of arc or more from the distance that is given, and from the usual one`() {
        var random = SplitMix(1)
        for _ in 0..<300 {
            let panel = Self.panel(&random)
            let distance = Double(400 + random.below(2000))
            let given = Theme(.paper, on: panel, readingDistance: Length(millimetres: distance))
            #expect((18...22.5).contains(Self.minutes(given, on: panel, from: distance)), "\(panel) \(distance)")
            let usual = ReadingSize.usualDistance(on: panel)
            let minutes = Self.minutes(Theme(.paper, on: panel), on: panel, from: usual)
            #expect((18...22.5).contains(minutes), "\(panel)")
        }
    }

    @Test func `text has one size upright and lengthways, and is larger on a larger panel`() {
        var random = SplitMix(2)
        for _ in 0..<300 {
            let (panel, other) = (Self.panel(&random), Self.panel(&random))
            // The pixels of a panel that is given in whole numbers are not quite square.
            #expect(abs(Theme(.paper, on: panel).em - Theme(.paper, on: Self.turned(panel)).em) <= 1, "\(panel)")
            func diagonal(_ panel: Panel) -> Double {
                (panel.millimetres.width * panel.millimetres.width + panel.millimetres.height * panel.millimetres.height)
                    .squareRoot()
            }
            func em(_ panel: Panel) -> Double { ReadingSize.usualDistance(on: panel) }
            #expect(
                (diagonal(panel) < diagonal(other)) == (em(panel) < em(other)) || diagonal(panel) == diagonal(other))
        }
    }

    @Test func `the scale multiplies the size, and no target becomes smaller than a fingertip`() {
        var random = SplitMix(3)
        for _ in 0..<100 {
            let panel = Self.panel(&random)
            let usual = Theme(.paper, on: panel)
            for scale in [0.5, 1.5, 4] {
                let theme = Theme(.paper, on: panel, scale: scale)
                #expect(abs(theme.em - scale * usual.em) <= scale)
                for length in [theme.fingertip, BarView.height(theme)] {
                    #expect(length / panel.density(.vertical) >= 9, "\(panel) \(scale)")
                }
                let button = ButtonView("OK", theme: theme) {}
                #expect(button.naturalSize.height / panel.density(.vertical) >= 9)
            }
        }
    }

    @Test func `a theme that moves to another panel is the one that is made there`() {
        var random = SplitMix(4)
        let distance = Length(millimetres: 900)
        for _ in 0..<50 {
            let (panel, other) = (Self.panel(&random), Self.panel(&random))
            let moved = Theme(.night, on: panel, scale: 1.5, readingDistance: distance).resized(for: other)
            #expect(moved == Theme(.night, on: other, scale: 1.5, readingDistance: distance))
        }
    }
}
