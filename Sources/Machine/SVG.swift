// The SVG elements of Bezel's pictures of measurements, with the same output on every machine.

package import Geometry
import Stage

/// The elements of an SVG file.
package enum SVG {
    package static func number(_ value: Double) -> String {
        let text = ((value * 10).rounded() / 10).decimalThousandths
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    package static func label(
        _ text: String, _ at: Point, size: Double = 12, fill: String = "#1d1f23", weight: Int = 400,
        anchor: String = "start"
    ) -> String {
        "<text x=\"\(number(at.x))\" y=\"\(number(at.y))\" font-size=\"\(number(size))\" fill=\"\(fill)\""
            + " font-weight=\"\(weight)\" text-anchor=\"\(anchor)\">\(text)</text>"
    }

    package static func dot(_ at: Point, _ radius: Double, _ color: String, opacity: Double = 1) -> String {
        "<circle cx=\"\(number(at.x))\" cy=\"\(number(at.y))\" r=\"\(number(radius))\" fill=\"\(color)\""
            + (opacity < 1 ? " fill-opacity=\"\(opacity.decimalThousandths)\"/>" : "/>")
    }

    package static func line(_ points: [Point], _ color: String, _ width: Double, dash: String? = nil) -> String {
        let path = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
        return "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(number(width))\""
            + (dash.map { " stroke-dasharray=\"\($0)\"/>" } ?? "/>")
    }
}
