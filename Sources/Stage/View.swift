// A rectangle of a screen: draws itself when it comes into view, holds other views, and takes touches.

public import Drawing
public import Geometry
public import Gestures
public import Layers

/// A node of the view tree. Each view has a layer; what it draws is kept as the layer's contents while the view is near
/// the glass and given up when it is far from it.
open class View: Responder {
    /// The layer that shows this view. Its tree mirrors the views'.
    public final let layer = Layer()
    /// The views in this one, back to front.
    public private(set) final var subviews: [View] = []
    /// The view around this one.
    public private(set) final weak var superview: View?
    final var gestureRegions: [GestureRegion] = []
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

    /// Draws the view's contents; called once, with a canvas of the view's size, when it comes near the glass.
    open func draw(on canvas: Canvas) {}

    /// Lays out the subviews; called when the size has changed.
    open func layout() {}

    /// What is drawn is out of date and is drawn again before it is shown next.
    public final func setNeedsDisplay() { layer.contents = nil }

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

    /// Draws what is in `visible` (superview's space, px) and not drawn yet; gives up what is outside `near`.
    final func displayIfNeeded(visible: Rect, near: Rect) {
        guard !layer.isHidden else { return }
        let shown = layer.presentation
        if drawsContents, !bounds.isEmpty {
            if !shown.frame.intersects(near) {
                layer.contents = nil
            } else if layer.contents == nil, shown.frame.intersects(visible) {
                let size = PixelSize(Int(bounds.width.rounded(.up)), Int(bounds.height.rounded(.up)))
                let bitmap = Bitmap(size: size, isOpaque: isOpaque)
                draw(on: Canvas(bitmap))
                layer.contents = bitmap
            }
        }
        let (visible, near) = (shown.fromSuperlayer(visible), shown.fromSuperlayer(near))
        for view in subviews { view.displayIfNeeded(visible: visible, near: near) }
    }

    /// Gives up everything that it and the views in it have drawn.
    final func discardContents() {
        if drawsContents { layer.contents = nil }
        for view in subviews { view.discardContents() }
    }
}
