// A rectangle of a screen: draws itself when it comes into view, holds other views, and takes touches.

public import Drawing
public import Geometry
public import Gestures
public import Layers

/// A node of the view tree. Each view has a layer; what it draws is kept as the layer's contents as long as there is memory
/// for it, and is drawn again when it is needed.
open class View: Responder {
    /// The layer that shows this view. Its tree mirrors the views'.
    public final let layer = Layer()
    /// The views in this one, back to front.
    public private(set) final var subviews: [View] = []
    /// The view around this one.
    public private(set) final weak var superview: View?
    final var gestureRegions: [GestureRegion] = []
    /// What has been drawn; nil while that is nothing.
    private(set) final var backing: Backing?
    /// Whether touches can land on it and what lies in it.
    public final var isUserInteractionEnabled = true
    /// Whether what it draws covers its bounds completely; then nothing behind it needs to be looked at.
    public final let isOpaque: Bool
    /// Whether `draw` draws anything.
    public final let drawsContents: Bool

    /// A view without extent. One that `drawsContents` is asked to, once it comes near the glass.
    public init(drawsContents: Bool = false, isOpaque: Bool = false) {
        self.drawsContents = drawsContents
        self.isOpaque = isOpaque
        super.init()
    }

    /// Where the view lies in its superview, in pixels.
    public final var frame: Rect {
        get { layer.frame }
        set {
            let resized = newValue.size != layer.bounds.size
            layer.frame = newValue
            if resized {
                setNeedsDisplay()
                layout()
            }
        }
    }

    /// The view's own space, in pixels; its origin moves when the view scrolls.
    public final var bounds: Rect { layer.bounds }

    /// Puts `view` in front of all others in this one.
    public final func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

    /// Puts `view` at `index` of `subviews`, taking it out of where it was.
    public final func insertSubview(_ view: View, at index: Int) {
        view.removeFromSuperview()
        subviews.insert(view, at: min(index, subviews.count))
        view.superview = self
        layer.insertSublayer(view.layer, at: index)
    }

    /// Takes this view out of its superview. Touches on it are cancelled.
    public final func removeFromSuperview() {
        guard let superview else { return }
        dispatcher?.remove(self)
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        layer.removeFromSuperlayer()
    }

    /// Draws the view's contents, when the view comes near the glass. The same each time, until `setNeedsDisplay`: a view
    /// higher than the glass is drawn in strips of it, each when it is needed, and what was drawn can be given up and be
    /// needed again. Coordinates are the view's; what lies outside `canvas.area` need not be drawn.
    open func draw(on canvas: Canvas) {}

    /// Nothing that was drawn is kept any more: what has been kept to draw it can go too.
    open func contentsDropped() {}

    /// Lays out the subviews; called when the size has changed.
    open func layout() {}

    /// What is drawn is out of date and is drawn again before it is shown next.
    public final func setNeedsDisplay() {
        guard backing != nil else { return }
        backing = nil
        layer.strips = nil
        contentsDropped()
    }

    // MARK: Touches

    open override var next: Responder? { superview }

    /// The screen that this view is part of; nil outside of all.
    open var screen: Screen? { superview?.screen }

    /// The panel this view is shown on; known to the outermost view and asked through all others.
    open var panel: Panel? { superview?.panel }

    open override func convert(fromPanel point: Point) -> Point {
        guard let superview else { return panel?.pixels(point) ?? point }
        return fromSuperview(superview.convert(fromPanel: point))
    }

    /// From the superview's space to the view's own, as both are on the glass.
    final func fromSuperview(_ point: Point) -> Point {
        layer.presentation.fromSuperlayer(point)
    }

    /// The innermost view at `point` (own space, px) that takes touches, as they are on the glass.
    open func hitTest(_ point: Point) -> View? {
        guard isUserInteractionEnabled, !layer.isHidden else { return nil }
        let inside = layer.presentation.bounds.contains(point)
        if layer.masksToBounds, !inside { return nil }
        for view in subviews.reversed() {
            if let hit = view.hitTest(view.fromSuperview(point)) { return hit }
        }
        return inside ? self : nil
    }

    // MARK: Contents

    /// Says to `store` what is to be drawn of the view and of those in it: what lies in `visible` (superview's space, px)
    /// is seen, what lies in `near` may be soon.
    final func want(visible: Rect, near: Rect, in store: BackingStore) {
        guard !layer.isHidden, !near.isEmpty else { return }
        let shown = layer.presentation
        var (visible, near) = (shown.fromSuperlayer(visible), shown.fromSuperlayer(near))
        if drawsContents, !bounds.isEmpty, shown.bounds.intersects(near) {
            let backing = backing ?? makeBacking(in: store)
            let toContents = .zero - shown.bounds.origin
            backing.want(visible: visible.offset(by: toContents), near: near.offset(by: toContents))
        }
        if layer.masksToBounds {
            (visible, near) = (visible.intersection(shown.bounds), near.intersection(shown.bounds))
        }
        if !visible.isEmpty { near = widened(near) }
        for view in subviews { view.want(visible: visible, near: near, in: store) }
    }

    /// What of its content is near, when `seen` of it is seen: more of it where content moves.
    func widened(_ seen: Rect) -> Rect { seen }

    private func makeBacking(in store: BackingStore) -> Backing {
        let backing = Backing(of: self, stripHeight: store.stripHeight(forHeight: bounds.height), store: store)
        self.backing = backing
        return backing
    }

    /// Gives up everything that it and the views in it have drawn.
    final func discardContents() {
        setNeedsDisplay()
        for view in subviews { view.discardContents() }
    }
}
