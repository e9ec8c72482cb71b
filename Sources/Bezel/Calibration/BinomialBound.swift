// What a count of events among trials promises about how often they happen.

import Glibc

/// The exact bound (Clopper and Pearson) on the share of a binomial count: it supposes nothing but that the trials are
/// alike and do not depend on each other.
enum BinomialBound {
    /// The greatest share of events that `count` of them among `trials` still leaves possible: at a greater one, so few
    /// would be seen in less than 1 − `confidence` of all cases. 1 when there were no trials.
    static func most(_ count: Int, of trials: Int, confidence: Double) -> Double {
        if count >= trials { return 1 }
        var (low, high) = (0.0, 1.0)
        // 50 halvings are past the last bit that matters.
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

    /// The most events that may be seen among `trials`, so that the share is at most `share` with `confidence`; nil when
    /// there are too few trials to say so even without any.
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
