// Pictures that closures draw.

public import Drawing
public import Geometry
public import Stage

/// A picture that a closure draws.
public struct Drawn<Subject: Hashable>: ViewElement {
    private let description: String
    private let subject: Subject
    private let draw: (Subject, Canvas, Size, Environment) -> Void

    /// A picture of `subject`, which `description` describes in words. `draw` draws it into a canvas of a size (px), again whenever
    /// `subject` is another one, and must draw the same each time. The picture is as large as it may be: a `frame` or an `aspectRatio` around it
    /// gives it a shape.
    public init(
        _ subject: Subject, description: String,
        draw: @escaping (_ subject: Subject, _ canvas: Canvas, _ size: Size) -> Void
    ) {
        self.init(subject, description: description) { subject, canvas, size, _ in draw(subject, canvas, size) }
    }

    /// The same for a picture that also depends on its `environment`: the theme, the direction and the language of the place.
    public init(
        _ subject: Subject, description: String,
        draw: @escaping (_ subject: Subject, _ canvas: Canvas, _ size: Size, _ environment: Environment) -> Void
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
        view.show { draw(subject, $0, $1, environment) }
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
