// Which buffer is on the glass, which comes next, and which can be drawn in.

/// What a display's buffers are doing; the numbers are those of the buffers.
enum FlipState: Equatable {
    /// Nothing has been shown.
    case dark
    /// `scanout` is on the glass and stays there.
    case idle(scanout: Int)
    /// `pending` replaces `scanout` (nil: what was there before us) at the next vblank.
    case pending(scanout: Int?, pending: Int)
    /// And `queued` is handed over as soon as that has happened.
    case queued(scanout: Int?, pending: Int, queued: Int)
    /// Another session has the display; `last` comes back with it.
    case paused(last: Int?)

    /// The buffer that the next flip brings to the glass; nil when none is on its way.
    var pending: Int? {
        switch self {
        case .pending(_, let pending), .queued(_, let pending, _): pending
        case .dark, .idle, .paused: nil
        }
    }

    /// Whether `buffer`, of `count`, can be drawn in: nobody but us needs it, or it is the only one.
    func isFree(_ buffer: Int, of count: Int) -> Bool {
        switch self {
        case .dark: true
        case .idle(let scanout): buffer != scanout || count == 1
        case .pending(let scanout, let pending): buffer != scanout && buffer != pending
        case .queued, .paused: false
        }
    }

    /// Whether a display can go from this state to `next`.
    fileprivate func canBecome(_ next: FlipState) -> Bool {
        switch (self, next) {
        case (.dark, .pending), (.idle, .pending), (.idle, .dark), (.pending, .idle), (.pending, .dark),
            (.pending, .queued), (.queued, .pending), (.queued, .idle), (.queued, .dark), (.paused, .pending),
            (.paused, .dark),
            (_, .paused):
            true
        case (.dark, _), (.idle, _), (.pending, _), (.queued, _), (.paused, _):
            false
        }
    }
}

/// Two or three buffers that take turns, and how old the contents of each are; or one, which is drawn while it is seen,
/// but not while a flip to it is pending. It moves no pixel and calls nobody: it says which buffer is to be handed to the
/// display.
struct SwapChain {
    /// What the buffers are doing.
    private(set) var state = FlipState.dark
    /// For each buffer the number of the frame that is in it; 0: none.
    private var frames: [Int]
    private var lastFrame = 0
    /// The buffer that was given out to be drawn in.
    private var drawing: Int?

    /// `count` buffers, numbered from 0, none of them ever shown.
    init(count: Int) { frames = [Int](repeating: 0, count: count) }

    /// The buffer to draw the next frame in and how many frames ago its contents were presented (0: never); the same one
    /// until it is presented; nil while there is none.
    mutating func free() -> (buffer: Int, age: Int)? {
        var youngest: Int?
        for buffer in frames.indices where state.isFree(buffer, of: frames.count) {
            // The youngest contents need the least repainting.
            if let other = youngest, frames[other] > frames[buffer] { continue }
            youngest = buffer
        }
        guard let youngest else { return nil }
        let buffer = drawing ?? youngest
        drawing = buffer
        return (buffer, frames[buffer] == 0 ? 0 : lastFrame - frames[buffer] + 1)
    }

    /// The buffer given out is drawn. Returns the one to hand to the display now; nil while a flip is pending, or the
    /// display is away.
    mutating func present() -> Int? {
        guard let buffer = drawing else { fatalError("present without a buffer from free()") }
        drawing = nil
        lastFrame += 1
        frames[buffer] = lastFrame
        switch state {
        case .dark:
            become(.pending(scanout: nil, pending: buffer))
            return buffer
        case .idle(let scanout):
            become(.pending(scanout: scanout, pending: buffer))
            return buffer
        case .pending(let scanout, let pending):
            become(.queued(scanout: scanout, pending: pending, queued: buffer))
            return nil
        case .paused:
            become(.paused(last: buffer))
            return nil
        case .queued:
            fatalError("a buffer was given out while none was free")
        }
    }

    /// Planes come to the glass at the next vblank, with buffers of their own. A frame that is presented before that waits for
    /// the flip. The buffer on the glass stays in use, because the planes may leave parts of it visible.
    mutating func presentPlanes() {
        guard case .idle(let scanout) = state else { fatalError("planes cannot be shown from \(state)") }
        become(.pending(scanout: scanout, pending: scanout))
    }

    /// The pending flip has happened. Returns the buffer to hand over next, if one waits.
    mutating func flipped() -> Int? {
        switch state {
        case .pending(_, let pending):
            become(.idle(scanout: pending))
            return nil
        case .queued(_, let pending, let queued):
            become(.pending(scanout: pending, pending: queued))
            return queued
        case .dark, .idle, .paused:
            return nil
        }
    }

    /// The display refused the pending buffer, and with it the one that is queued. The glass shows what it did before, and the
    /// contents of the two buffers are unknown.
    mutating func refused() {
        let before: Int?
        switch state {
        case .pending(let scanout, let pending):
            frames[pending] = 0
            before = scanout
        case .queued(let scanout, let pending, let queued):
            (frames[pending], frames[queued]) = (0, 0)
            before = scanout
        case .dark, .idle, .paused: return
        }
        become(before.map { .idle(scanout: $0) } ?? .dark)
    }

    /// Another session takes the display.
    mutating func pause() {
        switch state {
        case .dark: become(.paused(last: nil))
        case .idle(let last), .pending(_, let last), .queued(_, _, let last): become(.paused(last: last))
        case .paused: break
        }
    }

    /// The display is back. Returns the buffer to hand over; nil when nothing has been shown yet.
    mutating func resume() -> Int? {
        guard case .paused(let last) = state else { return nil }
        become(last.map { .pending(scanout: nil, pending: $0) } ?? .dark)
        return last
    }

    /// The glass is dark: whatever was on it or on its way there is not, and the buffers still hold it.
    mutating func darken() {
        if case .paused = state { return become(.paused(last: nil)) }
        if state != .dark { become(.dark) }
    }

    private mutating func become(_ next: FlipState) {
        guard state.canBecome(next) else { fatalError("a display's buffers cannot go from \(state) to \(next)") }
        state = next
    }
}
