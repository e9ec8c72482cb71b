// The frames of pages that have a process of their own.

/// The sessions of frames from other sites, and of the viewer of PDFs: Chromium gives them processes of their own, which the rules of a window do
/// not reach.
struct FrameSessions {
    /// The most of them at once, in all windows. A page can make frames without end; those beyond this run without the rules.
    static let most = 64

    /// The session of the window or the frame that each is in.
    private var parents: [String: String] = [:]

    var count: Int { parents.count }

    func contains(_ session: String) -> Bool { parents[session] != nil }

    /// A frame has come, in what has the session `parent`. Whether there is room for it.
    mutating func add(_ session: String, in parent: String) -> Bool {
        guard parents.count < Self.most else { return false }
        parents[session] = parent
        return true
    }

    /// The window or the frame with `session` has gone, and with it all frames in it.
    mutating func remove(_ session: String) {
        var gone = [session]
        while let one = gone.popLast() {
            parents[one] = nil
            gone += parents.filter { $0.value == one }.keys
        }
    }
}
