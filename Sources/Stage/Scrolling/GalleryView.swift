// A gallery: pages side by side, one in the middle at a time, with a dot for each.

public import Geometry
import Layers

/// Pages of one size that a finger turns sideways, from left to right or from right to left. The page in view stands in the middle, or
/// where the text around it begins. Its neighbours are visible at the sides as far as there is room, so visitors see that there is more.
public final class GalleryView: View {
    /// The view that scrolls the pages.
    public let scroll: ScrollView
    private let pages: [View]
    private let pageSize: Size
    private let gap: Double
    private let margin: Double?
    private let dots: PageDots
    /// Whether the first page is shown; until then the strip rests at its left end.
    private var hasBegun = false

    /// Creates a gallery of `pages`, each shown with `pageSize` (px) and `gap` pixels apart, in the `direction` of the text. The page
    /// in view is `margin` pixels from the side where lines begin, or in the middle if that is nil.
    public init(
        pages: [View], pageSize: Size, gap: Double, margin: Double? = nil, theme: Theme,
        direction: LayoutDirection = .leftToRight
    ) {
        self.pages = direction == .leftToRight ? pages : pages.reversed()
        self.pageSize = pageSize
        (self.gap, self.margin) = (gap, margin)
        dots = PageDots(count: pages.count, theme: theme)
        scroll = PageStrip(dots: dots)
        scroll.isMirrored = direction == .rightToLeft
        super.init()
        scroll.showsIndicators = false
        scroll.pageLength = pageSize.width + gap
        for page in pages { scroll.addSubview(page) }
        addSubview(scroll)
        addSubview(dots)
    }

    /// The height (px) that a gallery needs for pages `pageHeight` pixels high.
    public static func height(forPages pageHeight: Double, theme: Theme) -> Double {
        pageHeight + PageDots.height(theme)
    }

    public override func layout() {
        for (index, page) in pages.enumerated() {
            page.frame = Rect(
                origin: Point(Double(index) * (pageSize.width + gap), 0), size: pageSize)
        }
        let spare = max(0, bounds.width - pageSize.width)
        let start = min(spare, margin ?? spare / 2).rounded()
        let left = scroll.isMirrored ? spare - start : start
        scroll.contentInsets = Insets(left: left, right: spare - left)
        scroll.contentSize = Size(Double(pages.count) * (pageSize.width + gap) - gap, pageSize.height)
        scroll.frame = Rect(0, 0, bounds.width, pageSize.height)
        if scroll.isMirrored, !hasBegun, !bounds.isEmpty {
            hasBegun = true
            scroll.show(.start, along: .horizontal)
        }
        // They stand where the page in view stands: in the middle, or where lines begin.
        let free = pageSize.width - dots.width
        let beside = margin == nil ? (free / 2).rounded() : scroll.isMirrored ? free : 0
        dots.frame = Rect(left + beside, pageSize.height, dots.width, bounds.height - pageSize.height)
    }
}

/// The row of pages, which updates the dots as it scrolls.
private final class PageStrip: ScrollView {
    private let dots: PageDots

    init(dots: PageDots) {
        self.dots = dots
        super.init(axes: [.horizontal], isPaging: true)
    }

    override func didScroll() {
        dots.show(page)
        super.didScroll()
    }

    override func pose(_ poses: inout Poses, scrolledTo offset: Vector) {
        super.pose(&poses, scrolledTo: offset)
        dots.pose(&poses, page(at: offset[axis]))
    }
}

/// One dot per page. The dot of the visible page is dark, and the change from one to the next follows the finger. A dark dot lies
/// over each of the others, so that none of them is fainter than a mark may be.
final class PageDots: View {
    private let size: Double
    private let dots: [View]
    /// The dark dots over the others, of which one is visible.
    private let dark: [View]
    private var page = -1.0

    init(count: Int, theme: Theme) {
        size = (theme.em * 0.42).rounded()
        dots = (0..<(count > 1 ? count : 0)).map { _ in View() }
        dark = dots.map { _ in View() }
        super.init()
        isUserInteractionEnabled = false
        for (dot, dark) in zip(dots, dark) {
            dot.layer.backgroundColor = theme.mark
            dark.layer.backgroundColor = theme.text
            for one in [dot, dark] { one.layer.cornerRadius = size / 2 }
            dot.addSubview(dark)
            addSubview(dot)
        }
        show(0)
    }

    /// The height of the strip of dots under the pages.
    static func height(_ theme: Theme) -> Double { (theme.em * 1.7).rounded() }

    var width: Double { max(0, 2 * Double(dots.count) - 1) * size }

    override func layout() {
        for (index, dot) in dots.enumerated() {
            dot.frame = Rect(2 * Double(index) * size, ((bounds.height - size) / 2).rounded(), size, size)
            dark[index].frame = Rect(0, 0, size, size)
        }
    }

    /// Shows `page` as the visible page; a fraction lies between two pages.
    func show(_ page: Double) {
        guard page != self.page else { return }
        self.page = page
        for (index, dot) in dark.enumerated() { dot.layer.opacity = Self.opacity(of: index, page) }
    }

    /// Poses the dots for `page` as the visible page.
    func pose(_ poses: inout Poses, _ page: Double) {
        for (index, dot) in dark.enumerated() { poses[dot.layer].opacity = Self.opacity(of: index, page) }
    }

    private static func opacity(of dot: Int, _ page: Double) -> Double {
        max(0, 1 - abs(page - Double(dot)))
    }
}
