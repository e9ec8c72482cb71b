// The figures on the gallery's cards.

import Bezel

/// Figures for cards, drawn in a card's own space.
enum Figures {
    /// The width of a card's shadow, as a share of its side.
    private static let margin = 0.06

    /// The sheet of a card whose total size, with its shadow, is `size`.
    private static func sheet(_ size: Size) -> Rect {
        let (width, height) = (size.width / (1 + 2 * margin), size.height / (1 + 2 * margin))
        return Rect(-width / 2, -height / 2, width, height)
    }

    /// Draws a sheet with a shadow.
    private static func drawSheet(_ sheet: Rect, _ color: Color, on canvas: Canvas, _ place: AffineTransform) {
        let radius = sheet.width * 0.08
        for step in 1...8 {
            let reach = sheet.width * margin * Double(step) / 9
            let shadow = sheet.inset(by: Insets(left: -reach, top: -reach, right: -reach, bottom: -reach))
            canvas.fill(Path(shadow, cornerRadius: radius + reach).transformed(by: place), .black.withAlpha(0.02))
        }
        canvas.fill(Path(sheet, cornerRadius: radius).transformed(by: place), color)
    }

    /// A coloured square that shows which side is up.
    static func square(_ size: Size, _ color: Color, theme: Theme) -> Card.Figure {
        { canvas, place in
            let sheet = sheet(size)
            drawSheet(sheet, color, on: canvas, place)
            let inset = sheet.width * 0.07
            let frame = sheet.inset(by: Insets(left: inset, top: inset, right: inset, bottom: inset))
            let ink = theme.background
            canvas.stroke(
                Path(frame, cornerRadius: sheet.width * 0.04).transformed(by: place),
                width: sheet.width * 0.008 * place.scale,
                ink.withAlpha(0.7))
            let reach = sheet.width * 0.17
            canvas.stroke(
                Path(center: .zero, radius: reach).transformed(by: place), width: sheet.width * 0.016 * place.scale, ink
            )
            let tip = Point(0, -reach * 1.95)
            var arrow = Path(lines: [tip, Point(reach * 0.42, -reach * 1.3), Point(-reach * 0.42, -reach * 1.3)])
            arrow.close()
            canvas.fill(arrow.transformed(by: place), ink)
        }
    }

    /// A compass rose on a sheet of paper, as on a sea chart.
    static func compass(_ size: Size, theme: Theme) -> Card.Figure {
        { canvas, place in
            let sheet = sheet(size)
            drawSheet(sheet, Color(0xFFFBF2), on: canvas, place)
            let radius = sheet.width * 0.4
            func ring(_ share: Double, _ width: Double) {
                canvas.stroke(
                    Path(center: .zero, radius: radius * share).transformed(by: place),
                    width: radius * width * place.scale, theme.text)
            }
            ring(1, 0.014)
            ring(0.93, 0.006)
            ring(0.5, 0.006)
            for tick in 0..<72 {
                let turn = AffineTransform(rotation: Double(tick) * .pi / 36, scale: 1, origin: .zero).then(place)
                let inner = tick.isMultiple(of: 9) ? 0.84 : tick.isMultiple(of: 3) ? 0.885 : 0.93
                canvas.stroke(
                    Path(lines: [Point(0, -radius), Point(0, -radius * inner)]).transformed(by: turn),
                    width: radius * 0.009 * place.scale, theme.text)
            }
            for (points, length, color) in [(1, 0.56, theme.secondaryText), (0, 0.82, theme.text)] {
                for point in 0..<4 {
                    let angle = (Double(point) + 0.5 * Double(points)) * .pi / 2
                    let turn = AffineTransform(rotation: angle, scale: 1, origin: .zero).then(place)
                    let isNorth = points == 0 && point == 0
                    drawPoint(radius * length, isNorth ? theme.accent : color, on: canvas, turn)
                }
            }
            canvas.fill(Path(center: .zero, radius: radius * 0.055).transformed(by: place), Color(0xFFFBF2))
            canvas.stroke(
                Path(center: .zero, radius: radius * 0.055).transformed(by: place), width: radius * 0.012 * place.scale,
                theme.text)
        }
    }

    /// Draws one point of a star: one half filled, the other only outlined.
    private static func drawPoint(_ length: Double, _ color: Color, on canvas: Canvas, _ place: AffineTransform) {
        let (tip, waist) = (Point(0, -length), length * 0.16)
        var (left, right) = (
            Path(lines: [tip, Point(-waist, -waist), .zero]), Path(lines: [tip, Point(waist, -waist), .zero])
        )
        left.close()
        right.close()
        canvas.fill(left.transformed(by: place), color)
        canvas.fill(right.transformed(by: place), Color(0xFFFBF2))
        canvas.stroke(right.transformed(by: place), width: length * 0.012 * place.scale, color)
    }
}

extension AffineTransform {
    /// The factor by which the transform makes lengths longer, if it only turns and scales.
    var scale: Double { Vector(a, d).length }
}
