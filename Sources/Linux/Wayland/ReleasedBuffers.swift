// Buffers that somebody else reads until he says that he is done with them.

/// Which of a window's buffers can be drawn in, and how old the contents of each are. It moves no pixel and calls nobody.
struct ReleasedBuffers {
    /// For each buffer the number of the frame that is in it; 0: none.
    private var frames: [Int]
    /// For each buffer whether the compositor may still read it.
    private(set) var isHeld: [Bool]
    private var lastFrame = 0
    /// The buffer that was given out to be drawn in.
    private var drawing: Int?

    /// `count` buffers, numbered from 0, none of them ever shown.
    init(count: Int) {
        frames = [Int](repeating: 0, count: count)
        isHeld = [Bool](repeating: false, count: count)
    }

    /// The buffer to draw the next frame in and how many frames ago its contents were presented (0: never); the same one
    /// until it is presented; nil while the compositor has all of them.
    mutating func free() -> (buffer: Int, age: Int)? {
        // The youngest contents need the least repainting, and a buffer that is not needed is never touched.
        let free = frames.indices.filter { !isHeld[$0] }
        guard let buffer = drawing ?? free.max(by: { frames[$0] < frames[$1] || frames[$0] == frames[$1] && $0 > $1 })
        else { return nil }
        drawing = buffer
        return (buffer, frames[buffer] == 0 ? 0 : lastFrame - frames[buffer] + 1)
    }

    /// The buffer given out is drawn and goes to the compositor.
    mutating func present() -> Int {
        guard let buffer = drawing else { fatalError("present without a buffer from free()") }
        drawing = nil
        lastFrame += 1
        frames[buffer] = lastFrame
        isHeld[buffer] = true
        return buffer
    }

    /// The compositor does not read `buffer` any more.
    mutating func released(_ buffer: Int) { isHeld[buffer] = false }
}
