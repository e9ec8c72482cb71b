// Buffers that the compositor reads until it releases them.

/// Tracks which of a window's buffers are free to draw in, and how old the contents of each are. It only does the bookkeeping.
struct ReleasedBuffers {
    /// The number of the frame in each buffer; 0 for none.
    private var frames: [Int]
    /// For each buffer, whether the compositor may still read it.
    private(set) var isHeld: [Bool]
    private var lastFrame = 0
    /// The buffer that the caller is drawing in.
    private var drawing: Int?

    /// `count` buffers, numbered from 0, none of which has been shown.
    init(count: Int) {
        frames = [Int](repeating: 0, count: count)
        isHeld = [Bool](repeating: false, count: count)
    }

    /// The buffer for the next frame, and how many frames ago its contents were presented (0: never). Returns the same buffer
    /// until it is presented; nil while the compositor holds all of them.
    mutating func free() -> (buffer: Int, age: Int)? {
        // The newest contents need the least repainting. This order also leaves buffers that are not needed untouched.
        let free = frames.indices.filter { !isHeld[$0] }
        guard let buffer = drawing ?? free.max(by: { frames[$0] < frames[$1] || frames[$0] == frames[$1] && $0 > $1 })
        else { return nil }
        drawing = buffer
        return (buffer, frames[buffer] == 0 ? 0 : lastFrame - frames[buffer] + 1)
    }

    /// The drawn buffer is complete and goes to the compositor.
    mutating func present() -> Int {
        guard let buffer = drawing else { fatalError("present without a buffer from free()") }
        drawing = nil
        lastFrame += 1
        frames[buffer] = lastFrame
        isHeld[buffer] = true
        return buffer
    }

    /// The compositor has released `buffer`.
    mutating func released(_ buffer: Int) { isHeld[buffer] = false }
}
