// The handle through which a task, a thread or a timer sends a result that an app waits for.

import Geometry

/// Receives the result of something that takes time: a download, a sensor, a computation. It can be sent to another
/// thread or task. `Stage.expect` creates it.
///
///     let weather = stage.expect("weather") { (text: String) in label.text = text }
///     Task.detached { weather.arrive(await findOut()) }
public final class ExpectedResult<Value: LosslessStringConvertible>: Sendable {
    /// The name of the result in recordings and traces.
    public let name: String
    /// The maximum size of a result as text, in bytes.
    public static var mostBytes: Int { 64 << 10 }

    let number: Int
    private let arrivals: Arrivals

    init(_ name: String, number: Int, in arrivals: Arrivals) {
        (self.name, self.number, self.arrivals) = (name, number, arrivals)
    }

    deinit { arrivals.post(Arrival(.end(name: name, number: number))) }

    /// Sends `value`, as text, to the decision thread. It can be called from any thread, and again for each new value.
    /// The stage takes the value in the loop's next turn, after everything that this thread sent before. Returns false
    /// when the value is discarded: the stage is gone, the text is longer than `mostBytes`, or the queue is full.
    @discardableResult
    public func arrive(_ value: Value) -> Bool {
        let text = value.description
        guard text.utf8.count <= Self.mostBytes else { return false }
        return arrivals.post(Arrival(.result(.init(name: name, number: number, value: text))))
    }

    /// Sends that the work has failed, and why.
    func fail(_ reason: String) {
        let text = String(decoding: reason.utf8.prefix(Self.longestReason), as: UTF8.self)
        arrivals.post(Arrival(.result(.init(name: name, number: number, value: text, isError: true))))
    }

    /// The most bytes of the reason of a failure. What is longer is cut.
    private static var longestReason: Int { 4096 }
}
