// The size of the glass, from everything that states one.

package import Geometry

/// The size of a screen's glass. Calibrations, touch panels and displays state one, and some are wrong: a controller is sold with
/// glass of several sizes, and displays repeat the data of others.
package struct GlassSize: Hashable {
    /// The size of the picture in mm, as the viewer sees it.
    package let millimetres: Size
    /// What the sources state and why this size was taken, as a clause without a full stop. Nil when they agree, or when the size
    /// was measured and at most one other source differs.
    package let remark: String?

    /// The greatest difference between two sizes of one glass: a share of the length, and mm. The greater of both applies. A touch
    /// surface may reach beyond the picture, and some displays state whole centimetres.
    private static let tolerance = (share: 0.1, millimetres: 10.0)
    /// How much wider than high a pixel may be, as a share. Panels for kiosks have square pixels.
    private static let squareness = 0.05

    /// The size of a glass with `pixels`, from the size that a calibration measured, the size that the touch panel reports and the
    /// size that the display reports. The size on which two agree is taken. Where no two agree, it is the measured one, or else the
    /// only one with square pixels, or else the touch panel's. Nil when all are nil.
    package init?(measured: Size?, panel: Size?, display: Size?, pixels: PixelSize) {
        let panel = panel.map { Self.upright($0, like: [measured, display].compactMap(\.self)) }
        switch (measured, panel, display) {
        case (let measured?, let panel?, let display?):
            if !Self.agree(measured, panel), !Self.agree(measured, display), Self.agree(panel, display) {
                self.init(
                    millimetres: panel,
                    remark:
                        "the touch panel and the display report \(Self.words(panel)), which is used; the calibration "
                        + "has \(Self.words(measured))")
            } else {
                self.init(millimetres: measured, remark: nil)
            }
        case (let measured?, _, _): self.init(millimetres: measured, remark: nil)
        case (nil, let panel?, let display?):
            if Self.agree(panel, display) {
                self.init(millimetres: panel, remark: nil)
            } else {
                let both =
                    "the touch panel reports \(Self.words(panel)), and the display \(Self.words(display))"
                switch (Self.hasSquarePixels(panel, pixels), Self.hasSquarePixels(display, pixels)) {
                case (false, true):
                    self.init(millimetres: display, remark: both + ", which is used because its pixels are square")
                case (true, false):
                    self.init(
                        millimetres: panel,
                        remark: both + "; the touch panel's is used because its pixels are square")
                case (true, true), (false, false):
                    self.init(
                        millimetres: panel, remark: both + "; one of them is wrong, and the touch panel's is used")
                }
            }
        case (nil, let only?, nil), (nil, nil, let only?): self.init(millimetres: only, remark: nil)
        case (nil, nil, nil): return nil
        }
    }

    private init(millimetres: Size, remark: String?) { (self.millimetres, self.remark) = (millimetres, remark) }

    /// `size` with its sides exchanged if only then it agrees with one of `others`: the axes of a panel may lie along the other sides
    /// of the picture.
    private static func upright(_ size: Size, like others: [Size]) -> Size {
        let turned = Size(size.height, size.width)
        return !others.contains { agree(size, $0) } && others.contains { agree(turned, $0) } ? turned : size
    }

    private static func agree(_ one: Size, _ other: Size) -> Bool {
        func isNear(_ a: Double, _ b: Double) -> Bool {
            abs(a - b) <= max(tolerance.millimetres, tolerance.share * min(a, b))
        }
        return isNear(one.width, other.width) && isNear(one.height, other.height)
    }

    private static func hasSquarePixels(_ size: Size, _ pixels: PixelSize) -> Bool {
        let ratio = size.width * Double(pixels.height) / (size.height * Double(pixels.width))
        return abs(ratio - 1) <= squareness
    }

    private static func words(_ size: Size) -> String {
        "\(Int(size.width.rounded())) × \(Int(size.height.rounded())) mm"
    }
}
