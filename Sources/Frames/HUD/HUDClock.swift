// The frame clock at work: a chart of the last frames, and what the clock has learned, in words.

import Drawing
import Geometry
import Layers

/// A card with the chart and four lines of text.
@MainActor
final class HUDClock {
    private let style: HUDStyle
    private let layer = Layer()
    private let chart: HUDChart
    private let legend: HUDLabel
    private let title: HUDLabel
    private let figures: HUDLabel
    private let miss: HUDLabel
    private let place: HUDLabel
    /// Display and panel, in words.
    private let whereabouts: String
    /// The vblanks of the last second that had a new frame.
    private var vblanks: [Instant] = []
    /// How long the frames of the chart took.
    private var recent: [Instant.Span] = []
    private var last: FrameReport?
    private var lastMiss: (miss: MissedVblank, total: Int)?
    private var said: Instant?
    /// Whether words wait to be said.
    private var isStale = false

    /// So often the words change: numbers that flicker cannot be read.
    static let pace = Instant.Span.milliseconds(250)

    /// A card whose lower right corner is `corner`; the chart is half of `refresh` high.
    init(corner: Point, refresh: Instant.Span, whereabouts: String, style: HUDStyle, in parent: Layer) {
        (self.style, self.whereabouts) = (style, whereabouts)
        let column = style.pixels(5)
        let (margin, row) = (style.pixels(18), style.pixels(24))
        let inner = Double(HUDChart.count) * column
        let high = style.pixels(120)
        let size = Size(inner + 2 * margin, 2 * margin + 5.5 * row + high)
        layer.frame = Rect(corner.x - size.width, corner.y - size.height, size.width, size.height)
        layer.backgroundColor = HUDStyle.card
        layer.cornerRadius = style.pixels(12)
        parent.addSublayer(layer)
        var y = margin * 0.8
        func line(_ height: Double, _ layer: Layer) -> HUDLabel {
            defer { y += height }
            return HUDLabel(Rect(margin, y, inner, height.rounded(.up)), in: layer)
        }
        title = line(1.3 * row, layer)
        legend = line(row, layer)
        chart = HUDChart(
            Rect(margin, y.rounded(), inner, high), scale: Instant.Span(nanoseconds: refresh.nanoseconds / 2),
            style: style, in: layer)
        y += high + 0.3 * row
        place = line(row, layer)
        figures = line(row, layer)
        miss = line(row, layer)
        func key(_ color: Color, _ words: String) -> [AttributedText.Run] {
            [
                .init("■ ", style.text(14, color: color)),
                .init(words + "    ", style.text(14, color: HUDStyle.secondaryText)),
            ]
        }
        legend.say(
            AttributedText(
                key(HUDStyle.waking, "woken late") + key(HUDStyle.drawing, "drawing")
                    + key(HUDStyle.secondaryText, "kept for both") + key(HUDStyle.alarm, "missed")
                    + [
                        .init(
                            "height \(chartScale(refresh)) ms", style.text(14, color: HUDStyle.secondaryText))
                    ]))
        say()
    }

    /// Where the card lies, in pixels.
    var frame: Rect { layer.frame }

    func record(_ report: FrameReport) {
        let times = report.times
        let shown = times.appointment.vblank
        vblanks.append(shown)
        vblanks.removeAll { shown - $0 >= .seconds(1.0) }
        chart.add(
            late: times.start - times.appointment.start, drawing: report.drawing,
            kept: times.appointment.vblank - times.appointment.start, isMissed: false)
        recent.append(report.drawing)
        if recent.count > HUDChart.count { recent.removeFirst() }
        last = report
        isStale = true
        if said.map({ shown - $0 >= Self.pace }) ?? true { say(at: shown) }
    }

    func record(_ miss: MissedVblank, total: Int) {
        lastMiss = (miss, total)
        chart.missedLast()
        isStale = true
    }

    func show(at instant: Instant) {
        if isStale, said.map({ instant - $0 >= Self.pace }) ?? true { say(at: instant) }
    }

    private func say(at instant: Instant? = nil) {
        said = instant
        isStale = false
        guard let last else {
            title.say(AttributedText("No frame yet", style.text(21, weight: .semibold)))
            place.say(AttributedText(whereabouts, style.text(14, color: HUDStyle.secondaryText)))
            return
        }
        let age = last.touchAge.map { "    touch \($0.inMilliseconds) ms old when seen" } ?? ""
        title.say(
            AttributedText([
                .init("\(vblanks.count) fps", style.text(21, weight: .semibold)),
                .init(
                    "    \(last.drawing.inMilliseconds) ms drawing",
                    style.text(18, weight: .medium, color: HUDStyle.drawing)),
                .init(age, style.text(18, color: HUDStyle.text)),
            ]))
        place.say(AttributedText("\(last.path)    \(whereabouts)", style.text(14, color: HUDStyle.secondaryText)))
        let times = recent.sorted()
        let middle = times[times.count / 2].inMilliseconds
        let spread =
            "of \(times.count) frames half took \(middle) ms, none more than \(times[times.count - 1].inMilliseconds)"
        guard let margin = last.margin else {
            figures.say(AttributedText(spread, style.text(16)))
            return
        }
        let kept = last.times.appointment.vblank - last.times.appointment.start
        figures.say(
            AttributedText(
                "begun \(kept.inMilliseconds) ms before the vblank, margin \(margin.inMilliseconds) ms"
                    + "    this HUD \(last.overlay.inMilliseconds) ms",
                style.text(16)))
        let words = lastMiss.map { "missed \($0.total), the last: \($0.miss)" } ?? "missed 0"
        miss.say(
            AttributedText(words, style.text(16, color: lastMiss == nil ? HUDStyle.waking : HUDStyle.alarm)))
    }

    private func chartScale(_ refresh: Instant.Span) -> String {
        Instant.Span(nanoseconds: refresh.nanoseconds / 2).inMilliseconds
    }
}
