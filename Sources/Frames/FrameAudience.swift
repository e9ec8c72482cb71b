// Who is told of frames.

/// The observers of the frames of a screen, in order. The owner of each keeps it alive for as long as the frame loop runs.
struct FrameAudience {
    private struct Link { unowned let observer: any FrameObserver }

    private var links: [Link] = []

    mutating func add(_ observer: any FrameObserver) { links.append(Link(observer: observer)) }

    /// Tells the observers something by `body`, in their order.
    func tell(_ body: (any FrameObserver) -> Void) { for link in links { body(link.observer) } }
}
