// Confidence bounds on the share of events, computed from a count of events among trials.

import Glibc

/// The exact (Clopper–Pearson) bound on the share of a binomial count. It assumes only that the trials are alike and
/// independent of each other.
enum BinomialBound {
    /// The greatest share of events that is still possible after `count` events among `trials`. At a greater share,
    /// `count` or fewer events would be seen with a probability below 1 − `confidence`. Returns 1 when there were no
    /// trials.
    static func most(_ count: Int, of trials: Int, confidence: Double) -> Double {
        if count >= trials { return 1 }
        var (low, high) = (0.0, 1.0)
        // 50 halvings go beyond the last bit that matters.
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if atMost(count, of: trials, share: middle) > 1 - confidence { low = middle } else { high = middle }
        }
        return high
    }

    /// The probability of at most `count` events among `trials`, each with the probability `share`.
    static func atMost(_ count: Int, of trials: Int, share: Double) -> Double {
        if count < 0 { return 0 }
        if count >= trials || share <= 0 { return 1 }
        if share >= 1 { return 0 }
        var sum = 0.0
        for events in 0...count {
            let ways = lgamma(Double(trials + 1)) - lgamma(Double(events + 1)) - lgamma(Double(trials - events + 1))
            sum += exp(ways + Double(events) * log(share) + Double(trials - events) * log1p(-share))
        }
        return min(sum, 1)
    }

    /// The greatest number of events among `trials` for which the share is at most `share` with `confidence`. Returns
    /// nil when there are too few trials to say so even without an event.
    static func allowed(of trials: Int, share: Double, confidence: Double) -> Int? {
        var count: Int?
        var next = 0
        while next < trials, atMost(next, of: trials, share: share) <= 1 - confidence {
            count = next
            next += 1
        }
        return count
    }
}
