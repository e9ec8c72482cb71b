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
