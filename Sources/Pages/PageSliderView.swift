// A slider on a page, with its words and its value above the track, and the least and the greatest value below its ends.

import Drawing
import Geometry
import Stage

/// A slider that sets a number of the kiosk. What shows the number changes while the finger moves.
final class PageSliderView: View, BlockView, LiveView {
    private let name: String
    private let table: SliderTable
    private let slider: SliderView
    private let theme: Theme
    private let direction: LayoutDirection
    private let label: SetText
    private let alignment: TextAlignment
    private var value: SetText
    /// The least and the greatest number.
    private let ends: [TextLayout]
    /// The number that is set.
    private var number: Int?

    /// A slider called `name` with the numbers of `table` on a page in `direction`; `label` says what it sets.
    init(
        _ name: String, _ table: SliderTable, label: String, text: TextSetter, theme: Theme, direction: LayoutDirection
    ) {
        (self.name, self.table, self.theme, self.direction) = (name, table, theme, direction)
        self.label = text.set(label.isEmpty ? [] : [.text(label)], theme.style(1, weight: .medium))
        alignment = text.alignment(of: self.label, on: direction)
        number = text.values.value(ofSlider: name)
        value = text.set([.placeholder(.slider(name))], theme.style(1.1, weight: .semibold))
        let small = theme.style(0.85, color: theme.secondaryText)
        ends = [table.steps.first, table.steps.last].map { number in
            TextLayout(text.set([.text(number.map { "\($0)" } ?? "")], small).attributed)
        }
        slider = SliderView(
            value: Self.share(text.values.value(ofSlider: name), table), stops: table.steps.count, direction: direction,
            theme: theme)
        super.init(drawsContents: true, isOpaque: true)
        // The name in the settings says more than nothing.
        slider.label = label.isEmpty ? name : label
        slider.format = { [table] in "\(Self.step($0, table))" }
        slider.onChange = { [unowned self] in set($0) }
        addSubview(slider)
    }

    /// The place of `number` on the track, from 0 to 1.
    private static func share(_ number: Int?, _ table: SliderTable) -> Double {
        Double(number.flatMap { table.index(of: $0) } ?? 0) / Double(table.steps.count - 1)
    }

    /// The number at the place `share`, from 0 to 1, on the track.
    private static func step(_ share: Double, _ table: SliderTable) -> Int {
        table.steps[Int((share * Double(table.steps.count - 1)).rounded())]
    }

    private func set(_ share: Double) {
        let step = Self.step(share, table)
        if step != number { screen?.navigator?.stage.set(name, to: step) }
    }

    /// The height (px) of the track with its thumb, which is as high as a finger needs.
    private var trackHeight: Double { max((2.2 * theme.em).rounded(.up), theme.fingertip) }

    /// The words at the start of the line above the track, and the value at its end; none without words.
    private func line(_ width: Double) -> (label: TextLayout, value: TextLayout, height: Double)? {
        guard !label.attributed.string.isEmpty else { return nil }
        let value = TextLayout(value.attributed)
        let room = max(theme.em, width - value.size.width.rounded(.up) - theme.em)
        let label = TextLayout(label.attributed, width: room, alignment: alignment, lineLimit: 2)
        return (label, value, max(label.size.height, value.size.height).rounded(.up))
    }

    /// The distance (px) of the numbers at the ends from the top of the track: just below the thumb, within the height that a finger
    /// needs.
    private var endsTop: Double { (trackHeight / 2 + 0.95 * theme.em).rounded() }

    func height(forWidth width: Double) -> Double {
        (line(width)?.height ?? 0) + max(trackHeight, endsTop + (ends.map(\.size.height).max() ?? 0).rounded(.up))
    }

    override func layout() {
        slider.frame = Rect(0, line(bounds.width)?.height ?? 0, bounds.width, trackHeight)
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.background)
        let line = line(bounds.width)
        let top = (line?.height ?? 0) + endsTop
        draw(ends[0], atStart: true, y: top, on: canvas)
        draw(ends[1], atStart: false, y: top, on: canvas)
        guard let (label, value, _) = line else { return }
        let baseline = max(label.baseline, value.baseline)
        draw(label, atStart: true, y: baseline - label.baseline, on: canvas)
        draw(value, atStart: false, y: baseline - value.baseline, on: canvas)
    }

    /// Draws `text` at the side where lines begin, or else where they end.
    private func draw(_ text: TextLayout, atStart isAtStart: Bool, y: Double, on canvas: Canvas) {
        let isLeft = isAtStart == (direction == .leftToRight)
        canvas.draw(text, at: Point(isLeft ? 0 : bounds.width - text.size.width, y))
    }

    var placeholders: [Placeholder] { [.slider(name)] }

    func refresh(_ setter: TextSetter) -> Bool {
        number = setter.values.value(ofSlider: name)
        slider.follow(Self.share(number, table))
        if let next = value.refreshed(by: setter) {
            value = next
            if !label.attributed.string.isEmpty { setNeedsDisplay() }
        }
        return true
    }
}
