// The picture of `bezel calibrate --report`: where swipes were first seen at each edge, and the resulting width.

import Geometry
import Machine

/// An SVG file with a chart for each edge at 16 units per millimetre. The edge is repeated below its chart at true size
/// (96 units per inch).
package struct CalibrationPicture {
    private let measured: RecordedCalibration
    private let names: [PanelRecord.EdgeName]

    private static let (scale, trueScale) = (16.0, 96 / 25.4)
    /// The range of the charts in mm, and their height in units.
    private static let (reach, height) = (34.0, 190.0)
    private static let (left, top, row) = (60.0, 132.0, 350.0)
    private static let (bin, width) = (0.5, 940.0)
    private static let (ink, grey, ours, drag) = ("#1d1f23", "#6a707a", "#c2410c", "#2f5d8a")
    /// The swipe speeds that are drawn in separate shades. `below` is the upper limit in mm/s.
    private static let speeds = [
        (below: 220.0, name: "slow", fill: "#9aa3ad"), (below: 450, name: "usual", fill: "#5c6670"),
        (below: .infinity, name: "fast", fill: "#1d1f23"),
    ]

    package init(_ measured: RecordedCalibration) {
        self.measured = measured
        names = measured.plan.edges.filter { measured.edges[$0] != nil }
    }

    /// The text of the file, without a newline at its end.
    package var text: String {
        let size = Size(Self.width, Self.top + Double(max(1, names.count)) * Self.row - 20)
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(SVG.number(size.width)) \(SVG.number(size.height))\""
                + " font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\" fill=\"\(Self.ink)\">",
            "<rect width=\"\(SVG.number(size.width))\" height=\"\(SVG.number(size.height))\" rx=\"10\" fill=\"#fff\"/>",
            "<defs><pattern id=\"dead\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
                + "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#eceae3\"/>"
                + "<rect width=\"2.5\" height=\"6\" fill=\"#c9c5ba\"/></pattern></defs>",
            SVG.label(
                names.isEmpty ? "No edge was measured" : "Where swipes over the edge are first seen",
                Point(Self.left, 44),
                size: 22),
            SVG.label(
                "Distance of the first contact from the edge, mm. \(measured.record.name.isEmpty ? "" : escaped(measured.record.name) + ", ")"
                    + "\(tenths(measured.size.width)) × \(tenths(measured.size.height)) mm"
                    + (measured.noise.scanPeriod.map { ", \(Int((1 / $0).rounded())) scans a second" } ?? ""),
                Point(Self.left, 68), size: 13, fill: Self.grey),
        ]
        var x = Self.left
        for speed in Self.speeds {
            lines.append(rect(Rect(x, 84, 11, 11), speed.fill))
            lines.append(SVG.label(speed.name, Point(x + 17, 94), fill: Self.grey))
            x += 74
        }
        lines.append(SVG.dot(Point(x + 5, 89.5), 4, Self.drag))
        lines.append(SVG.label("a drag that was meant for the page", Point(x + 16, 94), fill: Self.grey))
        for (index, name) in names.enumerated() {
            guard let calibration = measured.edges[name], let proposal = calibration.proposal else { continue }
            lines.append(
                "<g transform=\"translate(\(SVG.number(Self.left)) \(SVG.number(Self.top + Double(index) * Self.row)))\">"
            )
            lines += chart(name, calibration, proposal)
            lines.append("</g>")
        }
        return (lines + ["</svg>"]).joined(separator: "\n")
    }

    private func chart(
        _ name: PanelRecord.EdgeName, _ calibration: EdgeCalibration, _ proposal: EdgeProposal
    ) -> [String] {
        let axis = 40 + Self.height
        var lines = [
            SVG.label("The \(name.rawValue) edge: \(tenths(proposal.width)) mm", Point(0, 20), size: 17, weight: 700)
        ]
        let width = proposal.width * Self.scale
        lines.append(rect(Rect(0, 40, width, Self.height), Self.ours, opacity: 0.09))
        if proposal.deadBorder > 0 {
            lines.append(rect(Rect(0, 40, proposal.deadBorder * Self.scale, Self.height), "url(#dead)"))
        }
        lines += bars(calibration, base: axis)
        for drag in calibration.drags where drag.distance <= Self.reach {
            lines.append(SVG.dot(Point(max(0, drag.distance) * Self.scale, axis + 12), 3.5, Self.drag, opacity: 0.7))
        }
        lines.append(SVG.line([Point(0, axis), Point(Self.reach * Self.scale, axis)], Self.ink, 1))
        for distance in stride(from: 0.0, through: Self.reach, by: 5) {
            let x = distance * Self.scale
            lines.append(SVG.line([Point(x, axis), Point(x, axis + 5)], Self.ink, 1))
            lines.append(SVG.label(SVG.number(distance), Point(x, axis + 34), fill: Self.grey, anchor: "middle"))
        }
        lines.append(SVG.line([Point(width, 32), Point(width, axis + 18)], Self.ours, 2.5))
        lines.append(
            SVG.label("\(tenths(proposal.width)) mm", Point(width + 7, 44), size: 13, fill: Self.ours, weight: 700))
        if let narrower = calibration.narrower {
            let x = narrower.width * Self.scale
            lines.append(SVG.line([Point(x, 40), Point(x, axis)], Self.ours, 1.5, dash: "3 4"))
        }
        lines += words(calibration, proposal) + trueSize(proposal, y: axis + 62)
        return lines
    }

    /// The bars of a chart, one for each half millimetre. The slowest swipes are at the bottom.
    private func bars(_ calibration: EdgeCalibration, base: Double) -> [String] {
        func bin(_ stroke: EdgeStroke) -> Int { Int((max(0, stroke.distance) / Self.bin).rounded(.down)) }
        let bins = Int(Self.reach / Self.bin)
        var counts = [[Int]](repeating: [0, 0, 0], count: bins)
        for stroke in calibration.counted {
            let speed = Self.speeds.firstIndex { stroke.speed < $0.below } ?? 2
            counts[min(bin(stroke), bins - 1)][speed] += 1
        }
        let unit = Self.height * 0.86 / Double(max(6, counts.map { $0.reduce(0, +) }.max() ?? 0))
        return counts.enumerated().flatMap { index, counts in
            var y = base
            return zip(Self.speeds, counts).compactMap { speed, count -> String? in
                guard count > 0 else { return nil }
                y -= unit * Double(count)
                return rect(
                    Rect(
                        Double(index) * Self.bin * Self.scale + 0.5, y, Self.bin * Self.scale - 1, unit * Double(count)),
                    speed.fill)
            }
        }
    }

    /// The bounds that the width guarantees, as text beside the chart.
    private func words(_ calibration: EdgeCalibration, _ proposal: EdgeProposal) -> [String] {
        var words = [
            ("\(percent(proposal.missBound)) of swipes", true), ("at most are missed, with 95 % confidence:", false),
            ("\(proposal.missed) of \(proposal.swipes) lie beyond it", false),
        ]
        if proposal.leftOut > 0 { words.append(("\(proposal.leftOut) did not begin at the edge", false)) }
        if proposal.drags > 0 {
            words += [
                ("\(percent(proposal.takeBound)) of drags", true), ("at most are taken, with 95 % confidence:", false),
                ("\(proposal.taken) of \(proposal.drags) begin within it", false),
            ]
        }
        if let narrower = calibration.narrower {
            words += [
                ("dotted: \(tenths(narrower.width)) mm would take up to \(percent(narrower.takeBound)),", false),
                ("and miss up to \(percent(narrower.missBound))", false),
            ]
        }
        if proposal.deadBorder > 0 {
            words += [("\(tenths(proposal.deadBorder)) mm", true), ("of the glass do not sense touches", false)]
        }
        var y = 62.0
        return words.map { text, isStrong in
            if isStrong, y > 62 { y += 14 }
            defer { y += 19 }
            return SVG.label(
                text, Point(Self.reach * Self.scale + 30, y), size: isStrong ? 16 : 12.5,
                fill: isStrong ? Self.ink : Self.grey, weight: isStrong ? 700 : 400)
        }
    }

    /// The edge at true size, where an inch has 96 units.
    private func trueSize(_ proposal: EdgeProposal, y: Double) -> [String] {
        let (reach, height) = (Self.reach * Self.trueScale, 34.0)
        return [
            rect(Rect(0, y, reach, height), "#f3f1ea"),
            rect(Rect(0, y, proposal.width * Self.trueScale, height), Self.ours, opacity: 0.35),
            SVG.line([Point(0, y), Point(0, y + height)], Self.ink, 2.5),
            SVG.label(
                "at true size, if an inch of this picture is an inch", Point(reach + 12, y + 21), fill: Self.grey),
        ]
    }

    private func rect(_ rect: Rect, _ fill: String, opacity: Double = 1) -> String {
        "<rect x=\"\(SVG.number(rect.minX))\" y=\"\(SVG.number(rect.minY))\" width=\"\(SVG.number(rect.width))\""
            + " height=\"\(SVG.number(rect.height))\" fill=\"\(fill)\""
            + (opacity < 1 ? " fill-opacity=\"\(opacity)\"/>" : "/>")
    }

    /// Escapes `text` for XML. The name that a panel reports can hold any character.
    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
