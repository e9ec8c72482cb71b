// A queue that wakes the thread which empties it.

/// What other threads have posted, in order. Whoever posts to an empty queue wakes the thread that takes. The functions return whom to
/// wake, since that has to happen after the lock around the queue is released.
struct WakingQueue<Element> {
    typealias Wake = @Sendable () -> Void

    private var elements: [Element] = []
    private var wake: Wake?

    /// Has `wake` called from now on. Returns it if something waits already.
    mutating func wake(by wake: @escaping Wake) -> Wake? {
        self.wake = wake
        return elements.isEmpty ? nil : wake
    }

    var isEmpty: Bool { elements.isEmpty }
    var count: Int { elements.count }

    /// Appends `element`. Returns whom to wake.
    mutating func append(_ element: Element) -> Wake? {
        elements.append(element)
        return elements.count == 1 ? wake : nil
    }

    /// Removes and returns at most `most` elements, oldest first.
    mutating func take(atMost most: Int = .max) -> [Element] {
        let taken = Array(elements.prefix(most))
        elements.removeFirst(taken.count)
        return taken
    }

    /// Whom to wake for what still waits; nil if nothing does.
    var waiter: Wake? { elements.isEmpty ? nil : wake }
}
