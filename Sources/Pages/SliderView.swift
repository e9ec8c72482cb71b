// A slider on a page, with its words and its value above the track.

import Drawing
import Geometry
import Stage

/// A slider that sets a number of the kiosk. What shows the number changes while the finger moves.
final class SliderView: View, BlockView, LiveView {
    private let name: String
    private let table: SliderTable
    private let slider: Slider
    private let theme: Theme
    private let direction: LayoutDirection
    private let label: SetText
    private let alignment: TextAlignment
    private var value: SetText
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
        slider = Slider(
            value: Self.share(text.values.value(ofSlider: name), table), stops: table.steps.count, direction: direction,
            theme: theme)
        super.init(drawsContents: true, isOpaque: true)
        slider.onChange = { [unowned self] in set($0) }
        addSubview(slider)
    }

    /// The place of `number` on the track, from 0 to 1.
    private static func share(_ number: Int?, _ table: SliderTable) -> Double {
        Double(number.flatMap { table.index(of: $0) } ?? 0) / Double(table.steps.count - 1)
    }

    private func set(_ share: Double) {
        let step = table.steps[Int((share * Double(table.steps.count - 1)).rounded())]
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

    func height(forWidth width: Double) -> Double { (line(width)?.height ?? 0) + trackHeight }

    override func layout() {
        slider.frame = Rect(0, bounds.height - trackHeight, bounds.width, trackHeight)
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.background)
        guard let (label, value, _) = line(bounds.width) else { return }
        let baseline = max(label.baseline, value.baseline)
        let ends = (start: 0.0, end: bounds.width - value.size.width)
        let isMirrored = direction == .rightToLeft
        canvas.draw(
            label, at: Point(isMirrored ? bounds.width - label.size.width : ends.start, baseline - label.baseline))
        canvas.draw(value, at: Point(isMirrored ? 0 : ends.end, baseline - value.baseline))
    }

    var placeholders: [Placeholder] { [.slider(name)] }

    func refresh(_ setter: TextSetter) -> Bool {
        number = setter.values.value(ofSlider: name)
        // The thumb is where the finger is.
        if !slider.isDragged {
            let share = Self.share(number, table)
            if slider.value != share { slider.value = share }
        }
        if let next = value.refreshed(by: setter) {
            value = next
            if !label.attributed.string.isEmpty { setNeedsDisplay() }
        }
        return true
    }
}
