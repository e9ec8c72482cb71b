// Verifies a PIN on another thread, because the hash is slow by design.

/// A verification in progress. Touches and frames continue meanwhile; the event loop delivers the result.
package final class PasswordCheck {
    private let call: BackgroundCall<Result<Bool, SystemError>>

    /// Compares `password` with `hash` and calls `onAnswer` from `loop` with the result or an error. The thread calls `first` before
    /// it compares. Releasing the check cancels the call. Throws when no thread can be started.
    package init(
        _ password: String, _ hash: PasswordHash, on loop: EventLoop, first: @escaping @Sendable () -> Void = {},
        onAnswer: @escaping (Result<Bool, SystemError>) -> Void
    ) throws(SystemError) {
        call = try BackgroundCall(
            on: loop,
            {
                first()
                do throws(SystemError) { return .success(try hash.matches(password)) } catch { return .failure(error) }
            }, onAnswer: onAnswer)
    }
}
