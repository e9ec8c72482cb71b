// The view of a picture or a text that changes with a slider.

import Drawing
import Geometry
import Stage

/// Shows the variant for the slider's value. The highest variant decides the height, so nothing moves as the slider does.
final class SteppedView: View, LiveView {
    private let stepped: Stepped
    private let variants: VariantView

    /// A view of `stepped`, for whose variants there are `views`, when `values` are current.
    init(_ stepped: Stepped, views: [View], values: LiveValues) {
        self.stepped = stepped
        variants = VariantView(views, showing: stepped.index(at: values.value(ofSlider: stepped.slider)))
        super.init()
        addSubview(variants)
    }

    override func layout() { variants.frame = Rect(origin: .zero, size: bounds.size) }

    private var texts: [any LiveView] { variants.variants.compactMap { $0 as? any LiveView } }

    var placeholders: [Placeholder] { [.slider(stepped.slider)] + texts.flatMap(\.placeholders) }

    func refresh(_ setter: TextSetter) -> Bool {
        variants.show(stepped.index(at: setter.values.value(ofSlider: stepped.slider)))
        return texts.map { $0.refresh(setter) }.allSatisfy(\.self)
    }
}

extension SteppedView {
    /// A view of `stepped`, whose variants begin where lines of a page in `direction` begin, with its size (px) in a column of `width`.
    /// A picture is at most `heightLimit` high.
    static func make(
        _ stepped: Stepped, width: Double, heightLimit: Double, text: TextSetter, theme: Theme,
        direction: LayoutDirection, actions: PictureActions
    ) -> (view: SteppedView, size: Size) {
        let lines = min(width, (PageGrid.measure * theme.em).rounded())
        var size = Size(lines, 0)
        let views: [any BlockView] = stepped.variants.map { variant in
            let (view, own): (any BlockView, Double)
            switch variant.block.content {
            case .picture(let picture):
                view = PictureBlock(picture, theme: theme, heightLimit: heightLimit, actions: actions)
                own = width
            case .paragraph(let inlines):
                let set = text.paragraph(inlines)
                view = TextView(
                    set, theme: theme, alignment: text.alignment(of: set, on: direction), open: actions.open)
                own = lines
            default: fatalError("a slider changes pictures and texts alone")
            }
            size = Size(max(size.width, own), max(size.height, view.height(forWidth: own)))
            return view
        }
        for view in views {
            // A text keeps its own height, by which it tells whether another text fits.
            let picture = view as? PictureBlock
            let own = picture?.width(inColumnOf: width) ?? lines
            let height = picture == nil ? view.height(forWidth: lines) : size.height
            view.frame = Rect(direction == .leftToRight ? 0 : size.width - own, 0, own, height)
        }
        return (SteppedView(stepped, views: views, values: text.values), size)
    }
}
