// Pictures.

public import Drawing
import Geometry
import Observation
import Stage

/// A picture from a file or from bytes, which other threads read.
public struct Image: Element {
    private enum Source: Equatable {
        case picture(Picture)
        case data([UInt8])
    }
    private let source: Source
    private let look: PictureElement.Look

    /// `picture`, which `description` describes in words; they stand in its place if it cannot be read. A picture with an empty description is
    /// an ornament, whose place then stays empty. It fills its room as `fit`
    /// says, with corners that are `corners` em round.
    public init(_ picture: Picture, description: String, fit: Picture.Fit = .inside, corners: Double = 0) {
        source = .picture(picture)
        look = PictureElement.Look(description: description, fit: fit, corners: corners)
    }

    /// The picture in `data`: PNG, JPEG, WebP, SVG or any other format that a file may have, of at most 32 MB. Its size is known only when
    /// other threads have read its beginning; until then it takes all the room that it may, unless a `frame` is around it.
    public init(data: [UInt8], description: String, fit: Picture.Fit = .inside, corners: Double = 0) {
        source = .data(data)
        look = PictureElement.Look(description: description, fit: fit, corners: corners)
    }

    /// The picture.
    public var body: some Element {
        switch source {
        case .picture(let picture): PictureElement(content: .here(picture), look: look)
        case .data(let data):
            Remembered({ PictureLoading() }, keepsRow: false) { loading, _ in
                PictureElement(content: loading.content(of: data), look: look) { loading.begin(data, on: $0) }
            }
        }
    }
}

/// Which picture some bytes are, as far as that is known.
@Observable final class PictureLoading {
    /// What is known.
    enum Content: Equatable {
        case awaited
        case here(Picture)
        /// There is no picture.
        case damaged
    }

    private var known: Content = .awaited
    @ObservationIgnored private var data: [UInt8]?
    @ObservationIgnored private var task: Task<Void, Never>?

    /// What is known of `data`.
    func content(of data: [UInt8]) -> Content {
        let known = known
        return data == self.data ? known : .awaited
    }

    /// Has another thread read the beginning of `data` for `screen`, unless that was done.
    func begin(_ data: [UInt8], on screen: Screen) {
        guard data != self.data else { return }
        task?.cancel()
        self.data = data
        if known != .awaited { known = .awaited }
        task = screen.task { [weak self, weak screen] in
            let bytes = PictureBytes(data)
            do {
                guard let head = try await screen?.recorded("picture", by: { try bytes.head() }) else { return }
                if self?.data == data { self?.known = .here(Picture(bytes, head: head)) }
            } catch {
                if self?.data == data, !(error is CancellationError) { self?.known = .damaged }
            }
        }
    }
}

/// A picture as far as it is known.
private struct PictureElement: ViewElement {
    struct Look: Equatable {
        let description: String
        let fit: Picture.Fit
        let corners: Double
    }

    let content: PictureLoading.Content
    let look: Look
    /// Called with the screen on which the picture is awaited.
    var load: (Screen) -> Void = { _ in }

    func makeView(in environment: Environment) -> AwaitedPictureView {
        let radius = environment.theme.radius(look.corners)
        let view = AwaitedPictureView(
            awaiting: look.description, fit: look.fit, cornerRadius: radius, theme: environment.theme)
        view.hasSign = true
        return view
    }

    /// Another picture gets a view of its own.
    func takesOver(from old: PictureElement) -> Bool {
        look == old.look && (content == old.content || old.content == .awaited)
    }

    func update(_ view: AwaitedPictureView, from old: PictureElement?, in environment: Environment) -> Bool {
        (view.theme, view.fades) = (environment.theme, !environment.reducesMotion)
        view.cornerRadius = environment.theme.radius(look.corners)
        view.load = load
        guard view.content != content else {
            if content == .awaited { view.wantsLoad() }
            return old == nil
        }
        view.content = content
        switch content {
        case .awaited: break
        case .here(let picture): view.reveal(picture)
        case .damaged: view.reveal(nil)
        }
        return true
    }

    /// That of the picture, or a smaller one of its shape. One that covers its place is as large as that, where both sides are given.
    func size(of view: AwaitedPictureView, in proposal: Proposal, _ environment: Environment) -> Size {
        guard let picture = view.picture else {
            let side = (8 * environment.theme.em).rounded()
            return Size(proposal.width ?? side, proposal.height ?? min(proposal.width ?? side, side))
        }
        if look.fit == .covering, let width = proposal.width, let height = proposal.height {
            return Size(width, height)
        }
        let (width, height) = (Double(picture.size.width), Double(picture.size.height))
        let scale = min(1, (proposal.width ?? width) / width, (proposal.height ?? height) / height)
        return Size((width * scale).rounded(), (height * scale).rounded())
    }
}

/// Shows a picture once it is known.
private final class AwaitedPictureView: PictureView {
    var content = PictureLoading.Content.awaited
    var load: (Screen) -> Void = { _ in }

    override func layout() {
        super.layout()
        wantsLoad()
    }

    func wantsLoad() { if content == .awaited, let screen, !bounds.isEmpty { load(screen) } }
}
