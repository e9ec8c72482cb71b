// Which buffer is on the screen, which comes next, and which is free to draw in.

/// The state of a display's buffers, which are identified by number.
enum FlipState: Equatable {
    /// Nothing has been shown.
    case dark
    /// `scanout` is on the screen, and no flip is pending.
    case idle(scanout: Int)
    /// `pending` replaces `scanout` at the next vblank. If `scanout` is nil, the screen shows an earlier picture.
    case pending(scanout: Int?, pending: Int)
    /// As in `pending`; `queued` is submitted as soon as the pending flip is done.
    case queued(scanout: Int?, pending: Int, queued: Int)
    /// Another session has the display. `last` is shown when the display comes back.
    case paused(last: Int?)

    /// The buffer of the pending flip; nil if no flip is pending.
    var pending: Int? {
        switch self {
        case .pending(_, let pending), .queued(_, let pending, _): pending
        case .dark, .idle, .paused: nil
        }
    }

    /// Whether `buffer`, of `count`, can be drawn in: it is not in use, or it is the only one.
    func isFree(_ buffer: Int, of count: Int) -> Bool {
        switch self {
        case .dark: true
        case .idle(let scanout): buffer != scanout || count == 1
        case .pending(let scanout, let pending): buffer != scanout && buffer != pending
        case .queued, .paused: false
        }
    }

    /// Whether `next` is a valid transition from this state.
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

/// Tracks two or three buffers that take turns, and the age of each one's contents. With a single buffer, frames are drawn into
/// the visible buffer, but not while a flip to it is pending. This type only does the bookkeeping: it tells the caller which
/// buffer to submit to the display.
struct SwapChain {
    /// The state of the buffers.
    private(set) var state = FlipState.dark
    /// The number of the frame in each buffer; 0 for none.
    private var frames: [Int]
    private var lastFrame = 0
    /// The buffer that the caller is drawing in.
    private var drawing: Int?

    /// `count` buffers, numbered from 0, none of which has been shown.
    init(count: Int) { frames = [Int](repeating: 0, count: count) }

    /// The buffer for the next frame, and how many frames ago its contents were presented (0: never). Returns the same buffer
    /// until it is presented; nil if none is free.
    mutating func free() -> (buffer: Int, age: Int)? {
        var youngest: Int?
        for buffer in frames.indices where state.isFree(buffer, of: frames.count) {
            // The newest contents need the least repainting.
            if let other = youngest, frames[other] > frames[buffer] { continue }
            youngest = buffer
        }
        guard let youngest else { return nil }
        let buffer = drawing ?? youngest
        drawing = buffer
        return (buffer, frames[buffer] == 0 ? 0 : lastFrame - frames[buffer] + 1)
    }

    /// The drawn buffer is complete. Returns the buffer to submit to the display now; nil while a flip is pending or the display
    /// is away.
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

    /// Planes with their own buffers will be shown at the next vblank. A frame that is presented before then waits for that flip.
    /// The buffer on the screen stays in use, because parts of it may remain visible beside the planes.
    mutating func presentPlanes() {
        guard case .idle(let scanout) = state else { fatalError("planes cannot be shown from \(state)") }
        become(.pending(scanout: scanout, pending: scanout))
    }

    /// The pending flip is done. Returns the queued buffer to submit next, if there is one.
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

    /// The display rejected the pending buffer. The queued buffer is discarded with it. The screen keeps its picture, and the
    /// contents of the two buffers count as unknown.
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

    /// The display is back. Returns the buffer to submit; nil if nothing has been shown yet.
    mutating func resume() -> Int? {
        guard case .paused(let last) = state else { return nil }
        become(last.map { .pending(scanout: nil, pending: $0) } ?? .dark)
        return last
    }

    /// The screen is off. No buffer is visible or pending any more; their contents stay valid.
    mutating func darken() {
        if case .paused = state { return become(.paused(last: nil)) }
        if state != .dark { become(.dark) }
    }

    private mutating func become(_ next: FlipState) {
        guard state.canBecome(next) else { fatalError("a display's buffers cannot go from \(state) to \(next)") }
        state = next
    }
}
