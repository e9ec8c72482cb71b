// A PIN is compared by another thread, since that takes long on purpose.

/// One comparison under way. Touches and frames go on meanwhile; the answer comes from the event loop.
package final class PasswordCheck {
    private let call: BackgroundCall<Result<Bool, SystemError>>

    /// Compares `password` with `hash` and calls `onAnswer` from `loop`: whether it is that, or why nobody knows. Nothing
    /// is called once the check is gone. The thread calls `first` before it compares. Throws when no thread can be started.
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
