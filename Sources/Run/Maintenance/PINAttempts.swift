// The attempts to type the PIN, on all screens of the machine.

import Geometry
import Linux
import Logging

/// Compares PINs, one at a time, under one limit for all screens.
final class PINAttempts {
    /// Compares a PIN with its hash asynchronously, and calls its last argument with whether they match.
    typealias Comparison = (String, PasswordHash, @escaping (Result<Bool, SystemError>) -> Void) -> Void

    /// How many tries were wrong, and how long to wait.
    private(set) var limit: PINLimit
    /// Whether a PIN is being compared.
    private(set) var isComparing = false
    private let tries: PINTries
    private let log: Logger
    private let wallClock: () -> Int
    private let compare: Comparison

    /// Goes on where the file of `tries` ends, at `instant`. `wallClock` gives the seconds since 1970.
    init(
        _ tries: PINTries, at instant: Instant, log: Logger, wallClock: @escaping () -> Int,
        compare: @escaping Comparison
    ) {
        (self.tries, self.log, self.wallClock, self.compare) = (tries, log, wallClock, compare)
        limit = tries.limit(at: instant, seconds: wallClock())
        if tries.isUnknown {
            log.warning("\(tries.path) does not tell how many PINs were wrong, so no try is free until the right one")
        }
        tries.probe(seconds: wallClock()) { [log] in Self.warn(log, $0) }
    }

    /// How long to wait at `instant` before the next try; nil when a try is allowed. As long as tries cannot be kept, each start
    /// of the kiosk would give new free ones, so there are none.
    func waiting(at instant: Instant) -> Instant.Span? {
        if tries.cannotBeKept { limit.distrust(at: instant) }
        return limit.waiting(at: instant)
    }

    /// Compares `pin` with `hash`, and calls `onAnswer` with whether they match. Returns false without a comparison while another
    /// one is under way, or while no try is allowed.
    func check(
        _ pin: String, with hash: PasswordHash, at instant: Instant, onAnswer: @escaping (Bool) -> Void
    ) -> Bool {
        guard !isComparing, waiting(at: instant) == nil else { return false }
        isComparing = true
        limit.began(at: instant)
        keep()
        compare(pin, hash) { [weak self] result in
            guard let self else { return }
            isComparing = false
            switch result {
            case .success(true):
                limit.succeeded(at: instant)
                keep()
                log.notice("maintenance: the PIN was right")
            case .success(false):
                log.warning("maintenance: a wrong PIN, \(limit.failures) in a row")
            case .failure(let error):
                log.error("maintenance: the PIN cannot be compared: \(error)")
            }
            onAnswer((try? result.get()) ?? false)
        }
        return true
    }

    private func keep() {
        tries.keep(limit.failures, seconds: wallClock()) { [log] in Self.warn(log, $0) }
    }

    private static func warn(_ log: Logger, _ error: SystemError) {
        log.warning("wrong PINs are not counted beyond this run, so no try is free: \(error)")
    }
}
