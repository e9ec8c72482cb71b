// A view that shows a picture from a file, once another thread has read it.

public import Drawing
public import Geometry
import Layers

/// Shows a picture from a file, which another thread reads. Until it has been read, the view already has its final size
/// and shows the theme's placeholder colour; or what the file held before, in the place of a view that showed that in the same size.
/// A picture that arrives while its place is visible and empty fades in. A picture that cannot be read is replaced by its description,
/// in a frame; one without a description, which is only an ornament, leaves its place empty.
open class PictureView: View {
    /// The duration of the fade-in.
    public static let fade = Instant.Span.milliseconds(200)

    /// The picture; nil for its description alone, and while it is not known.
    package private(set) final var picture: Picture?
    /// How the picture fills the view.
    package final let fit: Picture.Fit
    /// The point of the picture that stays in view where its edges are cut off, in shares of its sides. It is set before the view gets
    /// its size.
    package final var focus = Picture.middle
    private var words: String
    /// The colours and sizes.
    package final var theme: Theme { didSet { if theme != oldValue { dress() } } }
    /// How round the corners are (px).
    package final var cornerRadius: Double {
        get { window.layer.cornerRadius }
        set { window.layer.cornerRadius = newValue }
    }
    /// The part of the view that the picture covers. It clips the picture and rounds its corners.
    private let window = View()
    /// The description, where it is shown.
    private var description: DescriptionView?
    private let ground = Layer()
    private let image = Layer()
    private var order: PictureOrder?
    private var kept: KeptPicture?
    private var animation: Animation?
    private var player: FilmPlayer?
    /// The number of the last frame in which the empty place was visible.
    private var seenEmpty: Int?
    /// Whether what lies behind shows until the picture arrives, which it then does at once, without a fade.
    final var isBare = false { didSet { ground.backgroundColor = isBare ? nil : theme.placeholder } }
    /// Whether an animation shows its first frame only.
    final var standsStill = false
    /// Whether a picture fades in that arrives on the glass.
    package final var fades = true
    /// Whether a sign stands over the description.
    package final var hasSign = false
    /// Whether it is not known yet which picture it is.
    private var isAwaited = false
    /// Called when the picture has arrived.
    final var onArrival: (() -> Void)?
    /// Called when it is clear that the picture cannot be read.
    final var onFailure: (() -> Void)?

    /// Creates a view of `picture`, which either fits inside the view or covers it, with corners of `cornerRadius`
    /// pixels. If `picture` is nil or cannot be read, the view shows `description`, or nothing if that is empty.
    public init(
        _ picture: Picture?, description: String, fit: Picture.Fit = .inside, cornerRadius: Double = 0, theme: Theme
    ) {
        (self.picture, words, self.fit, self.theme) = (picture, description, fit, theme)
        super.init()
        holdsPictures = picture != nil
        window.isUserInteractionEnabled = false
        window.layer.masksToBounds = true
        window.layer.cornerRadius = cornerRadius
        ground.backgroundColor = theme.placeholder
        image.isHidden = true
        window.layer.addSublayer(ground)
        window.layer.addSublayer(image)
        addSubview(window)
        if picture == nil { showWords() }
    }

    /// Creates a view of a picture that `reveal` will tell. Until then it shows the placeholder in its whole size.
    package convenience init(awaiting description: String, fit: Picture.Fit, cornerRadius: Double, theme: Theme) {
        self.init(nil, description: "", fit: fit, cornerRadius: cornerRadius, theme: theme)
        (words, isAwaited, holdsPictures) = (description, true, true)
        window.layer.isHidden = false
    }

    /// Shows `picture`; for nil its description, because there is none.
    package final func reveal(_ picture: Picture?) {
        (self.picture, isAwaited) = (picture, false)
        if picture == nil { showWords() }
        layout()
    }

    private func dress() {
        if !isBare { ground.backgroundColor = theme.placeholder }
        guard let old = description else { return }
        old.removeFromSuperview()
        description = nil
        showWords()
    }

    open override var spoken: Spoken? { words.isEmpty ? nil : Spoken(.image, words) }

    /// Whether the picture itself is shown.
    public final var hasArrived: Bool { if case .here? = kept?.state { true } else { false } }
    /// Whether it is an animation that moves.
    final var isFilm: Bool { player != nil }

    /// Whether the picture could not be read.
    package final var hasFailed: Bool { if case .failed? = kept?.state { true } else { false } }

    open override func layout() {
        let area = Rect(origin: .zero, size: bounds.size)
        (order, kept, seenEmpty) = (nil, nil, nil)
        leave()
        description?.frame = area
        if isAwaited { return wait(in: area) }
        guard let picture, !area.isEmpty else { return }
        let place = picture.place(in: area, fit: fit, focus: focus)
        let seen = place.intersection(fit == .inside ? place : area.pixelCover)
        if seen.isEmpty { return }
        wait(
            for: PictureOrder(
                picture, PixelSize(place.width, place.height),
                part: PixelRect(seen.x - place.x, seen.y - place.y, seen.width, seen.height)),
            in: Rect(Double(seen.x), Double(seen.y), Double(seen.width), Double(seen.height)))
    }

    /// Waits for the outcome of `order`, to show it in `frame` (own space, px).
    final func wait(for order: PictureOrder, in frame: Rect) {
        wait(in: frame)
        self.order = order
    }

    private func wait(in frame: Rect) {
        window.frame = frame
        for layer in [ground, image] { layer.frame = Rect(origin: .zero, size: frame.size) }
    }

    /// The bitmap that is shown, and what of the picture it is; nil while there is none.
    final var shown: (bitmap: Bitmap, order: PictureOrder)? {
        guard case .here(let bitmap)? = kept?.state, hasArrived, let order else { return nil }
        return (bitmap, order)
    }

    // MARK: Arrival and eviction

    override func wantPictures(visible: Rect, near: Rect, in store: BackingStore) {
        // In a frame that only moves, nothing of the order is copied.
        guard order != nil, bounds.intersects(near) else { return }
        if kept == nil, let order {
            let kept = store.pictures.picture(order)
            self.kept = kept
            kept.add(self)
            // Another view may have requested the same picture already.
            show(nil)
            if !hasArrived, bounds.intersects(visible), let before = store.pictures.before(order) { standIn(before) }
        }
        guard let kept else { return }
        let distance = bounds.intersects(visible) ? 0 : max(1, bounds.distance(to: visible))
        store.pictures.want(kept, pass: store.pass, distance: distance)
    }

    override func seePictures(_ visible: Rect, inFrame number: Int) {
        guard bounds.intersects(visible) else { return }
        if image.contents == nil, !isBare { seenEmpty = number }
        if let player, let stage { player.seen(on: stage) }
    }

    /// Shows the outcome of the order. The picture fades in if the empty place was visible in the last frame of
    /// `stage`. Without a stage it does not fade in.
    func show(_ stage: Stage?) {
        switch kept?.state {
        case .here(let bitmap)?:
            // The description may be shown because an earlier attempt, or one in another size, failed.
            window.layer.isHidden = false
            description?.removeFromSuperview()
            description = nil
            if let film = kept?.film, !standsStill {
                player = FilmPlayer(film, on: image)
            } else {
                image.contents = bitmap
            }
            image.isHidden = false
            onArrival?()
            guard fades, let stage, let seenEmpty, seenEmpty == stage.pictures else { return ground.isHidden = true }
            fadeIn(on: stage, over: bitmap.isOpaque)
        case .failed?:
            leave()
            showWords()
            onFailure?()
        case .wanted?, .ordered?, nil: break
        }
    }

    /// Shows `bitmap`, which the file held before, until the picture arrives. The view keeps it, beyond the budget of pictures: it is as
    /// large as the one for which there is room, and on the glass.
    private func standIn(_ bitmap: Bitmap) {
        (image.contents, image.isHidden) = (bitmap, false)
        ground.isHidden = bitmap.isOpaque
    }

    private func fadeIn(on stage: Stage, over isOpaque: Bool) {
        let animation = Animation()
        animation.animator.add(.opacity, of: image, from: -1, to: 0)
        // A picture that is not opaque lets the ground show through until the fade ends, so the ground fades out.
        if !isOpaque { animation.animator.add(.opacity, of: ground, from: 0, to: -1) }
        animation.start(on: stage, for: Self.fade, curve: .easeOut) { [unowned self] in
            self.animation = nil
            ground.isHidden = true
        }
        self.animation = animation
    }

    /// Removes the picture after its eviction. Its place is empty again.
    func leave() {
        (animation, player) = (nil, nil)
        (image.scale, image.frame) = (1, Rect(origin: .zero, size: window.bounds.size))
        (image.contents, image.isHidden, ground.isHidden) = (nil, true, false)
    }

    private func showWords() {
        window.layer.isHidden = true
        guard description == nil, !words.isEmpty else { return }
        let description = DescriptionView(words, hasSign: hasSign, theme: theme)
        self.description = description
        insertSubview(description, at: 1)
        description.frame = Rect(origin: .zero, size: bounds.size)
    }
}

/// The description of a picture, shown in its place.
final class DescriptionView: View {
    private let words: String
    private let hasSign: Bool
    private let theme: Theme

    init(_ words: String, hasSign: Bool, theme: Theme) {
        (self.words, self.hasSign, self.theme) = (words, hasSign, theme)
        super.init(drawsContents: true, isOpaque: true)
        isUserInteractionEnabled = false
    }

    /// The room (px) beside the words: less where they would have too little.
    private var margin: Double { (min(1, 0.08 * bounds.width / theme.em) * theme.em).rounded() }

    /// The smallest size (em) of the words. Below it they are left out, as whoever cannot see hears them anyway.
    private static let leastSize = 0.6

    /// The words in lines: smaller where one of them would be broken; nil where they would be too small, or too high.
    var lines: (text: AttributedText, layout: TextLayout)? {
        func text(_ size: Double) -> AttributedText {
            AttributedText(words, theme.style(size, color: theme.secondaryText))
        }
        let (usual, room) = (0.9, bounds.width - 2 * margin)
        let size = min(usual, usual * 0.99 * room / max(1, TextLayout.leastWidth(of: text(usual))))
        guard size >= Self.leastSize else { return nil }
        let sized = text(size)
        let layout = TextLayout(sized, width: room, alignment: .center, lineLimit: 3)
        return layout.size.height <= bounds.height ? (sized, layout) : nil
    }

    override func draw(on canvas: Canvas) {
        canvas.fill(theme.background)
        let frame = Rect(1, 1, bounds.width - 2, bounds.height - 2)
        canvas.stroke(Path(frame, cornerRadius: theme.radius(0.4)), width: 2, theme.separator)
        let side = min(1.6 * theme.em, bounds.width, bounds.height)
        guard let layout = lines?.layout else {
            let place = Point((bounds.width - side) / 2, (bounds.height - side) / 2)
            return Symbol.warning.draw(
                on: canvas, in: Rect(origin: place, size: Size(side, side)), theme.secondaryText, .leftToRight)
        }
        let whole = layout.size.height + 2 * theme.em
        guard hasSign, whole <= bounds.height else {
            return canvas.draw(layout, at: Point(margin, ((bounds.height - layout.size.height) / 2).rounded()))
        }
        let top = ((bounds.height - whole) / 2).rounded()
        Symbol.warning.draw(
            on: canvas, in: Rect((bounds.width - side) / 2, top, side, side), theme.secondaryText, .leftToRight)
        canvas.draw(layout, at: Point(margin, (top + 2 * theme.em).rounded()))
    }
}
