// The modes of a connector, and the choice of one.

import CDRM
package import Geometry

/// A resolution and a refresh rate that a connector offers.
package struct DisplayMode: Hashable, Sendable, CustomStringConvertible {
    /// The picture in pixels.
    package let size: PixelSize
    /// Refreshes per 1000 seconds, from the pixel clock; 0 if unknown (sysfs lists no rates).
    package let millihertz: Int
    /// Whether the display marks this mode as its preferred one.
    package let isPreferred: Bool
    /// Whether the mode is interlaced: each refresh draws every other row.
    package let isInterlaced: Bool

    /// A mode with the properties that the kernel lists.
    package init(size: PixelSize, millihertz: Int, isPreferred: Bool = false, isInterlaced: Bool = false) {
        self.size = size
        self.millihertz = millihertz
        self.isPreferred = isPreferred
        self.isInterlaced = isInterlaced
    }

    /// The time between refreshes; 1/60 s if the rate is unknown.
    package var refreshInterval: Instant.Span {
        Instant.Span(nanoseconds: 1_000_000_000_000 / Int64(millihertz > 0 ? millihertz : 60_000))
    }

    /// Such as `1920x1080@60` or `1920x1080@59.94`.
    package var description: String {
        let text = "\(size.width)x\(size.height)" + (isInterlaced ? "i" : "")
        return millihertz > 0 ? text + "@" + DisplayMode.rate(millihertz) : text
    }

    /// The rate in hertz, with up to two decimals.
    private static func rate(_ millihertz: Int) -> String {
        let hundredths = (millihertz + 5) / 10
        let (whole, part) = hundredths.quotientAndRemainder(dividingBy: 100)
        if part == 0 { return "\(whole)" }
        return "\(whole)." + (part % 10 == 0 ? "\(part / 10)" : part < 10 ? "0\(part)" : "\(part)")
    }

    /// Converts the kernel's description of a mode.
    init(_ info: drmModeModeInfo) {
        let isInterlaced = info.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0
        let total = Int(info.htotal) * Int(info.vtotal)
        // The clock is in kHz. An interlaced field has half the rows; doublescan draws each row twice.
        var rate = total > 0 ? (Int(info.clock) * 1_000_000 + total / 2) / total : Int(info.vrefresh) * 1000
        if isInterlaced { rate *= 2 }
        if info.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 { rate /= 2 }
        if info.vscan > 1 { rate /= Int(info.vscan) }
        self.init(
            size: PixelSize(Int(info.hdisplay), Int(info.vdisplay)), millihertz: rate,
            isPreferred: info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0, isInterlaced: isInterlaced)
    }
}

/// The configured mode.
package enum ModeChoice: Hashable, Sendable, CustomStringConvertible {
    /// The display's preferred mode, or else the first that it lists.
    case preferred
    /// This size, at this rate (Hz) or at the highest available.
    case size(PixelSize, hertz: Double?)

    /// Parses `preferred`, `1920x1080` or `1920x1080@60`; nil for other texts.
    package init?(_ text: String) {
        if text == "preferred" || text == "auto" {
            self = .preferred
            return
        }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count <= 2, numbers.count == 2, let width = numbers[0], let height = numbers[1], width > 0,
            height > 0
        else { return nil }
        var hertz: Double?
        if parts.count == 2 {
            guard let rate = Double(parts[1]), rate > 0, rate < 10_000 else { return nil }
            hertz = rate
        }
        self = .size(PixelSize(width, height), hertz: hertz)
    }

    /// The text that `init` parses.
    package var description: String {
        switch self {
        case .preferred: "preferred"
        case .size(let size, let hertz):
            DisplayMode(size: size, millihertz: Int(((hertz ?? 0) * 1000).rounded())).description
        }
    }

    /// The index of the chosen mode in `modes`; nil if it is not there. `@60` also matches 59.94 if there is no mode with 60.
    package func index(in modes: [DisplayMode]) -> Int? {
        switch self {
        case .preferred:
            return modes.firstIndex(where: \.isPreferred) ?? modes.indices.first
        case .size(let size, let hertz):
            let fitting = modes.indices.filter { modes[$0].size == size && !modes[$0].isInterlaced }
            guard let hertz else {
                return fitting.first { modes[$0].isPreferred }
                    ?? fitting.max { modes[$0].millihertz < modes[$1].millihertz }
            }
            let wanted = hertz * 1000
            func distance(_ index: Int) -> Double { abs(Double(modes[index].millihertz) - wanted) }
            return fitting.filter { distance($0) <= 500 }.min { distance($0) < distance($1) }
        }
    }
}
