// The cases in which the kiosk's own gestures compete with those of the content.

import Bezel

/// The content under the finger: a row of the table of conflicts in docs/scrolling.md.
@MainActor
enum Meeting: String, CaseIterable {
    case verticalScroll = "vertical-scroll"
    case horizontalStart = "horizontal-start"
    case horizontalMiddle = "horizontal-middle"
    case horizontalEnd = "horizontal-end"
    case bothAxes = "both-axes"
    case galleryFirst = "gallery-first"
    case galleryOther = "gallery-other"
    case rowLeading = "row-leading"
    case rowTrailing = "row-trailing"
    case slider
    case map
    case longPress = "long-press"
    case doubleTap = "double-tap"
    case pinch

    /// The title, and which gesture wins, in words for visitors.
    var texts: (title: String, rule: String) {
        switch self {
        case .verticalScroll: ("A list", "Sideways the page goes. Down at its top a sheet goes.")
        case .horizontalStart: ("A strip at its start", "To the right the page goes, unless the strip has just moved.")
        case .horizontalMiddle:
            ("A strip in its middle", "The strip goes, and never hands over in mid-drag. The edge pops.")
        case .horizontalEnd: ("A strip at its end", "The strip goes. The edge pops.")
        case .bothAxes: ("A wall that scrolls both ways", "As a strip sideways, as a list down.")
        case .galleryFirst: ("A gallery on its first page", "To the right the page of the kiosk goes.")
        case .galleryOther: ("A gallery on another page", "The gallery goes back a page. The edge pops.")
        case .rowLeading: ("Rows with an action on the left", "To the right the row opens. The edge pops.")
        case .rowTrailing: ("Rows with an action on the right", "To the right the page goes; an open row closes first.")
        case .slider: ("A slider", "The thumb moves, even at the edge; beside the thumb the edge pops.")
        case .map: ("A map", "The map goes, both ways. The edge pops, and the bar of a sheet pulls.")
        case .longPress: ("A long press", "Moved at once, the page goes. Held, the mark keeps the finger.")
        case .doubleTap: ("A double tap", "The page does not wait for it.")
        case .pinch: ("Two fingers", "With two fingers the card grows, and nothing else begins.")
        }
    }

    /// Creates the content, in `frame`.
    func view(_ frame: Rect, theme: Theme) -> View {
        let view = make(frame.size, theme)
        view.frame = frame
        return view
    }

    private func make(_ size: Size, _ theme: Theme) -> View {
        switch self {
        case .verticalScroll: return Sheets.list(Rect(origin: .zero, size: size), theme: theme)
        case .horizontalStart: return strip(size, at: 0, theme)
        case .horizontalMiddle: return strip(size, at: 0.5, theme)
        case .horizontalEnd: return strip(size, at: 1, theme)
        case .bothAxes: return Sheets.wall(size, theme: theme)
        case .galleryFirst: return Sheets.gallery(size, theme: theme)
        case .galleryOther:
            let gallery = Sheets.gallery(size, theme: theme)
            let scroll = gallery.scroll
            scroll.scroll(
                to: scroll.ends.lowerBound + 2 * (scroll.pageLength ?? 0), along: .horizontal, animated: false)
            return gallery
        case .rowLeading, .rowTrailing: return rows(size, theme)
        case .slider: return SliderTable(size, theme: theme)
        case .map: return Chart.view(Rect(origin: .zero, size: size), theme: theme)
        case .longPress, .doubleTap: return MarkTable(isPress: self == .longPress, theme: theme)
        case .pinch: return PinchTable(size, theme: theme)
        }
    }

    private func strip(_ size: Size, at share: Double, _ theme: Theme) -> View {
        let margin = theme.em.rounded()
        let card = Size((size.height * 0.9).rounded(), (size.height - 2 * margin).rounded())
        let strip = Strips.strip(0..<9, card: card, margin: margin, theme: theme)
        strip.contentInsets = Insets(top: margin)
        strip.frame = Rect(origin: .zero, size: size)
        strip.scroll(to: share * strip.ends(along: .horizontal).upperBound, along: .horizontal, animated: false)
        return strip
    }

    private func rows(_ size: Size, _ theme: Theme) -> View {
        let actions = [RowAction(title: "Keep", color: Palette.teal) {}]
        let view = View()
        let height = ThingRow.height(theme)
        for index in 0..<Int(size.height / height) {
            let row = SwipeRow(
                content: ThingRow(Thing(number: index), width: size.width, theme: theme),
                leading: self == .rowLeading ? actions : [], trailing: self == .rowTrailing ? actions : [],
                theme: theme)
            row.frame = Rect(0, Double(index) * height, size.width, height)
            view.addSubview(row)
        }
        return view
    }
}
