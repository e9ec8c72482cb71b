// Pictures.

public import Drawing
public import Geometry
public import Stage

/// A picture from a file, which other threads read.
public struct Image: ViewElement {
    private let picture: Picture
    private let description: String
    private let fit: Picture.Fit
    private let corners: Double

    /// `picture`, which `description` describes in words; they stand in its place if it cannot be read. It fills its room as `fit`
    /// says, with corners that are `corners` em round.
    public init(_ picture: Picture, description: String, fit: Picture.Fit = .inside, corners: Double = 0) {
        (self.picture, self.description, self.fit, self.corners) = (picture, description, fit, corners)
    }

    /// Makes the view of the element.
    public func makeView(in environment: Environment) -> PictureView {
        PictureView(
            picture, description: description, fit: fit, cornerRadius: environment.theme.radius(corners),
            theme: environment.theme)
    }

    /// Another picture gets a view of its own.
    public func takesOver(from old: Image) -> Bool {
        (picture, description, fit, corners) == (old.picture, old.description, old.fit, old.corners)
    }

    /// Lets `view` show the element.
    public func update(_ view: PictureView, from old: Image?, in environment: Environment) -> Bool { old == nil }

    /// The size (px) that `view` needs when it is offered `proposal`: that of the picture, or a smaller one of its shape.
    public func size(of view: PictureView, in proposal: Proposal, _ environment: Environment) -> Size {
        let (width, height) = (Double(picture.size.width), Double(picture.size.height))
        let scale = min(1, (proposal.width ?? width) / width, (proposal.height ?? height) / height)
        return Size((width * scale).rounded(), (height * scale).rounded())
    }
}

/// A picture that a closure draws.
public struct Drawn<Subject: Hashable>: ViewElement {
    private let description: String
    private let subject: Subject
    private let draw: (Subject, Canvas, Size) -> Void

    /// A picture of `subject`, which `description` describes in words. `draw` draws it into a canvas of a size (px), again whenever
    /// `subject` is another one, and must draw the same each time. The picture is as large as it may be: a `frame` or an `aspectRatio` around it
    /// gives it a shape.
    public init(
        _ subject: Subject, description: String,
        draw: @escaping (_ subject: Subject, _ canvas: Canvas, _ size: Size) -> Void
    ) {
        (self.subject, self.description, self.draw) = (subject, description, draw)
    }

    /// Makes the view of the element.
    public func makeView(in environment: Environment) -> DrawnView { DrawnView() }

    /// Lets `view` show the element.
    public func update(_ view: DrawnView, from old: Drawn?, in environment: Environment) -> Bool {
        view.words = description
        guard old?.subject != subject else { return false }
        let (subject, draw) = (subject, draw)
        view.show { draw(subject, $0, $1) }
        return old == nil
    }

    /// The size (px) that `view` needs when it is offered `proposal`.
    public func size(of view: DrawnView, in proposal: Proposal, _ environment: Environment) -> Size {
        Size(proposal.width ?? 0, proposal.height ?? 0)
    }

    /// It takes the room that others leave.
    public var traits: LayoutTraits { LayoutTraits(widthShare: 1, heightShare: 1) }
}

/// The view of a picture that a closure draws.
public final class DrawnView: View {
    fileprivate var words = ""
    private var body: ((Canvas, Size) -> Void)?

    init() { super.init(drawsContents: true) }

    fileprivate func show(_ body: @escaping (Canvas, Size) -> Void) {
        self.body = body
        setNeedsDisplay()
    }

    public override var spoken: Spoken? { words.isEmpty ? nil : Spoken(.image, words) }

    /// Draws the picture.
    public override func draw(on canvas: Canvas) { body?(canvas, bounds.size) }
}
