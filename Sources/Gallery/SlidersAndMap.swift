// A map, and below it sliders that move a sea.

import Bezel

/// Views that take a finger along their own axes: a map in both directions, sliders along their tracks.
final class SlidersAndMap: Sample {
    private(set) var sliders: [SliderView] = []

    init() {
        super.init(
            name: "sliders-and-map", title: "Sliders and maps",
            summary: "A chart goes wherever the finger goes; three sliders make waves. The edge still leads back.")
    }

    override func build(in content: View, theme: Theme) {
        let values = sliders.isEmpty ? [0, 0.5, 0.4] : sliders.map(\.value)
        sliders = []
        let area = Rect(origin: .zero, size: content.bounds.size)
        let top = (area.height * 0.56).rounded()
        content.addSubview(Chart.view(Rect(0, 0, area.width, top), theme: theme))
        let line = View()
        line.layer.backgroundColor = theme.separator
        line.frame = Rect(0, top, area.width, 2)
        content.addSubview(line)

        let sea = Sea(theme: theme)
        let margin = (theme.em * 1.6).rounded()
        let left = (area.width * 0.5).rounded()
        sea.layer.cornerRadius = (theme.em * 0.5).rounded()
        sea.frame = Rect(left, top + margin, area.width - left - 4 * margin, area.height - top - 2 * margin)
        content.addSubview(sea)

        // The first slider begins so near to the edge that its thumb, at 0, lies where edge pops begin.
        let titles = ["Swell", "From crest to crest"]
        let height = ((area.height - top - margin) / 2).rounded()
        for (index, title) in titles.enumerated() {
            let y = top + margin + Double(index) * height
            let label = LabelView(AttributedText(title, theme.style(1, color: theme.secondaryText)))
            label.frame = Rect(margin, y, left - 2 * margin, (1.6 * theme.em).rounded())
            content.addSubview(label)
            let slider = SliderView(value: values[index], theme: theme)
            slider.label = title
            let start = index == 0 ? 4.0 : margin
            slider.frame = Rect(start, y + (2 * theme.em).rounded(), left - margin - start, (3 * theme.em).rounded())
            add(slider, to: content, moving: sea)
        }
        let tide = SliderView(axis: .vertical, value: values[2], theme: theme)
        tide.label = "Tide"
        tide.frame = Rect(sea.frame.maxX + margin, sea.frame.minY, 2 * margin, sea.frame.height)
        add(tide, to: content, moving: sea)
        show(in: sea)
    }

    private func add(_ slider: SliderView, to content: View, moving sea: Sea) {
        slider.onChange = { [unowned self] _ in show(in: sea) }
        content.addSubview(slider)
        sliders.append(slider)
    }

    private func show(in sea: Sea) {
        guard sliders.count == 3 else { return }
        (sea.swell, sea.length, sea.tide) = (sliders[0].value, sliders[1].value, sliders[2].value)
        sea.setNeedsDisplay()
    }
}

/// A sea under a moon.
private final class Sea: View {
    /// The height and the length of the waves, and the level of the water, from 0 to 1.
    var (swell, length, tide) = (0.0, 0.0, 0.0)
    private let theme: Theme

    init(theme: Theme) {
        self.theme = theme
        super.init(drawsContents: true, isOpaque: true)
        isUserInteractionEnabled = false
    }

    override func draw(on canvas: Canvas) {
        let size = bounds.size
        canvas.fill(Palette.navy)
        canvas.fill(
            Path(center: Point(size.width * 0.72, size.height * 0.27), radius: size.height * 0.14), Palette.paper)
        let still = size.height * (0.85 - 0.5 * tide)
        for (row, color) in [Palette.slate, Palette.teal, Palette.mist].enumerated() {
            let water = Swell(
                level: still + Double(row) * size.height * 0.12, height: size.height * (0.01 + 0.1 * swell),
                length: size.width * (0.12 + 0.7 * length), phase: 2.1 * Double(row))
            canvas.fill(water.path(in: size), color)
        }
    }
}
