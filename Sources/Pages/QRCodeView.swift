// A QR code on the glass.

import Drawing
import Geometry
import Layers
import Stage

/// Draws a QR code, black on white in every theme, because many readers know no other. Its modules lie on whole pixels.
final class QRCodeView: View {
    private let modules: QRCode.Modules
    private let theme: Theme
    /// The side of a module, in whole pixels.
    let moduleSide: Int

    /// The least side (mm) of a code with its border, where there is room. A phone reads it from about ten times as far.
    static let leastSide = 30.0
    /// The usual side in em, which grows with the distance from which a screen is read.
    private static let usualSide = 8.0

    /// A view of `modules` that is at most `limit` pixels wide and high.
    init(_ modules: QRCode.Modules, theme: Theme, limit: Double) {
        (self.modules, self.theme) = (modules, theme)
        // A fingertip has 9 mm.
        let wanted = max(Self.leastSide * theme.fingertip / 9, Self.usualSide * theme.em)
        let whole = Double(modules.whole)
        moduleSide = Int(max(1, min((wanted / whole).rounded(.up), (limit / whole).rounded(.down))))
        super.init(drawsContents: true, isOpaque: true)
        isUserInteractionEnabled = false
    }

    /// The side (px) with the border.
    var side: Double { Double(moduleSide * modules.whole) }
    /// The width (px) of the border where it is not seen, because the page is white too.
    var unseenBorder: Double { theme.background == .white ? Double(moduleSide * QRCode.quietZone) : 0 }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.background)
        let unit = Double(moduleSide)
        // The corners stay within the border.
        canvas.fill(Rect(0, 0, side, side), .white, cornerRadius: unit * 2)
        for row in 0..<modules.side {
            for run in modules.runs(inRow: row) {
                let (x, y) = (Double(QRCode.quietZone + run.lowerBound), Double(QRCode.quietZone + row))
                canvas.fill(Rect(x * unit, y * unit, Double(run.count) * unit, unit), .black)
            }
        }
    }
}
