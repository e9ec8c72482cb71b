// A rectangle of a screen: it draws itself when it comes into view, contains other views, and takes touches.

public import Drawing
public import Geometry
public import Gestures
public import Layers

/// A node of the view tree. Each view has a layer. What the view draws is kept as the layer's contents while there is
/// memory for it, and is drawn again when it is needed.
open class View: Responder {
    /// The layer that shows this view. The layer tree mirrors the view tree.
    public final let layer = Layer()
    /// The views in this view, back to front.
    @exclusivity(unchecked) public private(set) final var subviews: [View] = []
    /// The view that contains this view.
    public private(set) final weak var superview: View?
    final var gestureRegions: [GestureRegion] = []
    /// The view's built-in regions. Regions that were added to the view override them.
    var ownGestureRegions: [GestureRegion] { [] }
    /// The drawn contents; nil while nothing has been drawn.
    private(set) final var backing: Backing?
    /// Whether this view, or a view in it, shows a picture from a file.
    final var holdsPictures = false { didSet { if holdsPictures { superview?.holdsPictures = true } } }
    /// Whether this view and the views in it can be touched.
    @exclusivity(unchecked) public final var isUserInteractionEnabled = true
    /// Whether the view only fades away: what it showed is gone, so it takes no fingers and is not in the spoken tree.
    @exclusivity(unchecked) package final var isLeaving = false
    /// Whether the drawing covers the bounds completely, so that nothing behind it has to be composed.
    public final let isOpaque: Bool
    /// Whether `draw` draws anything.
    public final let drawsContents: Bool

    /// Creates a view of zero size. If it `drawsContents`, `draw` is called once the view comes near the glass.
    public init(drawsContents: Bool = false, isOpaque: Bool = false) {
        self.drawsContents = drawsContents
        self.isOpaque = isOpaque
        super.init()
    }

    /// The view's rectangle in its superview, in pixels.
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

    /// The view's own space, in pixels. Its origin moves when the view scrolls.
    public final var bounds: Rect { layer.bounds }

    /// Adds `view` in front of all other subviews.
    public final func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

    /// Inserts `view` at `index` of `subviews`, after removing it from its old superview.
    public final func insertSubview(_ view: View, at index: Int) {
        view.removeFromSuperview()
        // The view may have been one of these. Layers that belong to no view stay in front of those that do.
        let index = min(index, subviews.count)
        subviews.insert(view, at: index)
        view.superview = self
        layer.insertSublayer(view.layer, at: index)
        if view.holdsPictures { holdsPictures = true }
    }

    /// Removes this view from its superview. Touches on it and on the views in it are cancelled. Recognizers of the
    /// views around it keep following the fingers.
    public final func removeFromSuperview() {
        guard let superview else { return }
        dispatcher?.remove(self)
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        layer.removeFromSuperlayer()
    }

    /// Shows `views` and no others in this view, back to front. Those that are here already stay, with the fingers on them.
    package final func show(_ views: [View]) {
        guard !subviews.elementsEqual(views, by: ===) else { return }
        let wanted = Set(views.map(ObjectIdentifier.init))
        for view in subviews where !wanted.contains(ObjectIdentifier(view)) { view.removeFromSuperview() }
        for view in views where view.superview !== self { addSubview(view) }
        subviews = views
        for (index, view) in views.enumerated() where layer.sublayers[index] !== view.layer {
            layer.insertSublayer(view.layer, at: index)
        }
    }

    /// Draws the contents, when the view comes near the glass. It must draw the same each time, until
    /// `setNeedsDisplay`: a view larger than the glass is drawn in pieces, each when it is needed, and a piece can be
    /// evicted and drawn again. Coordinates are in the view's space. What lies outside `canvas.area` need not be drawn.
    open func draw(on canvas: Canvas) {}

    /// Called when none of the drawn contents is kept any more. The view can release what it keeps for drawing.
    open func contentsDropped() {}

    /// Lays out the subviews. Called when the size has changed.
    open func layout() {}

    /// Discards the drawn contents. They are drawn again before they are next shown.
    public final func setNeedsDisplay() {
        guard backing != nil else { return }
        backing = nil
        layer.strips = nil
        contentsDropped()
    }

    // MARK: Touches

    /// Whether touches can land on the view: it is on the glass and visible, and neither it nor a view around it
    /// refuses touches.
    open override var takesTouches: Bool {
        mayBeHit && (next?.takesTouches ?? (panel != nil))
    }

    /// Whether the view itself lets touches land on it and its subviews. A view that fades out can be touched until
    /// nothing of it is visible. A view that fades in can be touched as soon as something of it is visible.
    package final var mayBeHit: Bool { isUserInteractionEnabled && !isLeaving && layer.isSeen }

    open override var next: Responder? { superview }

    /// The view in words, for whoever cannot see it, and for tests; nil for a view that only holds others.
    open var spoken: Spoken? { nil }

    /// The screen that contains this view; nil outside of all screens.
    open var screen: Screen? { superview?.screen }

    /// The panel that shows this view. The outermost view knows it; the others ask their superviews.
    open var panel: Panel? { superview?.panel }

    open override func convert(fromPanel point: Point) -> Point {
        guard let superview else { return panel?.pixels(point) ?? point }
        return fromSuperview(superview.convert(fromPanel: point))
    }

    /// Converts a point from the superview's space to the view's own, by the positions that are on the glass.
    final func fromSuperview(_ point: Point) -> Point {
        layer.fromSuperlayer(point)
    }

    /// The innermost view at `point` (own space, px) that takes touches, by the positions that are on the glass.
    open func hitTest(_ point: Point) -> View? {
        let inside = layer.contains(point)
        // This check decides for most views, so it comes first: a touch is tested against every view in front of the
        // one that it hits.
        if !inside, subviews.isEmpty || layer.cutsOff(point) { return nil }
        guard mayBeHit else { return nil }
        for view in subviews.reversed() {
            if let hit = view.hitTest(view.fromSuperview(point)) { return hit }
        }
        return inside ? self : nil
    }

    // MARK: Contents

    /// Tells `store` which contents of the view and its subviews are needed in the poses `poses`: those in `visible`
    /// (superview's space, px) are visible, those in `near` may be soon.
    final func want(visible: Rect, near: Rect, _ poses: Poses, in store: BackingStore) {
        let shown = poses.presentation(of: layer)
        guard !shown.isHidden, !near.isEmpty else { return }
        var (visible, near) = (shown.fromSuperlayer(visible), shown.fromSuperlayer(near))
        if drawsContents, !bounds.isEmpty, shown.bounds.intersects(near) {
            let backing = backing ?? makeBacking(in: store)
            let toContents = .zero - shown.bounds.origin
            backing.want(visible: visible.offset(by: toContents), near: near.offset(by: toContents))
        }
        wantPictures(visible: visible, near: near, in: store)
        if layer.masksToBounds {
            (visible, near) = (visible.intersection(shown.bounds), near.intersection(shown.bounds))
        }
        if !visible.isEmpty { near = widened(near, at: shown.bounds.origin) }
        for view in subviews { view.want(visible: visible, near: near, poses, in: store) }
    }

    /// Tells `store` which picture from a file the view itself needs. Like `want`, but in the view's own space.
    func wantPictures(visible: Rect, near: Rect, in store: BackingStore) {}

    /// Called before frame `number` is shown. The frame shows `visible` (superview's space, px) in the poses `poses`.
    final func see(_ visible: Rect, _ poses: Poses, inFrame number: Int) {
        guard holdsPictures else { return }
        let shown = poses.presentation(of: layer)
        guard !shown.isHidden else { return }
        var visible = shown.fromSuperlayer(visible)
        if layer.masksToBounds { visible = visible.intersection(shown.bounds) }
        guard !visible.isEmpty else { return }
        seePictures(visible, inFrame: number)
        for view in subviews { view.see(visible, poses, inFrame: number) }
    }

    /// Called for a frame that shows `visible` (own space, px) of the view.
    func seePictures(_ visible: Rect, inFrame number: Int) {}

    /// The part of the content that counts as near, when `seen` is visible and the bounds begin at `origin`. Views with
    /// moving content return more.
    func widened(_ seen: Rect, at origin: Point) -> Rect { seen }

    private func makeBacking(in store: BackingStore) -> Backing {
        let backing = Backing(of: self, store: store)
        self.backing = backing
        return backing
    }

    /// Discards everything that the view and its subviews have drawn.
    final func discardContents() {
        setNeedsDisplay()
        for view in subviews { view.discardContents() }
    }
}
