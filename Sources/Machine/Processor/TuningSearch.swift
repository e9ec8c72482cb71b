// The search for the values with which a processor draws fastest.

package import Geometry
package import Layers

/// Tries other values one after the other, in the order of what they are worth, and keeps those that are clearly faster. Strips of
/// pictures are drawn in turn with and without the other value, so that a busy machine slows both down.
package struct TuningSearch {
    /// A value that was tried.
    package struct Trial {
        /// The value's name and text, such as `distance` and `8192`.
        package let name: String
        package let value: String
        /// Its time as a multiple of the time of the values so far.
        package let ratio: Double
        /// Whether it was kept.
        package let isKept: Bool
    }

    /// What is tried together, with the pictures that show the difference.
    private struct Question {
        let name: String
        let pictures: [TuningPictures.Picture]
        let answers: [(text: String, tuning: (Tuning) -> Tuning)]
    }

    /// A value is kept when it takes less than this part of the time, twice. Less may be chance.
    package static let margin = 0.96
    /// How often each value is compared.
    private static let rounds = 7
    /// How long one comparison should draw. Shorter strips are drowned by the clock and by the beginning of a strip.
    private static let strip = Instant.Span(nanoseconds: 400_000)
    /// The pixels of a picture that several threads draw.
    private static let shared = 1 << 19

    /// The best values so far.
    package private(set) var tuning: Tuning
    /// All values that were tried.
    package private(set) var trials: [Trial] = []

    private let size: PixelSize
    private let cores: Int
    private let end: Instant
    private let now: () -> Instant
    private let processor: () -> Instant
    private let draw: (TuningPictures.Picture, Int, Tuning) -> Void

    /// A search from `tuning` on, for pictures of `size` pixels on `cores` cores, which ends within `time`. `draw` draws a number
    /// of rows of a picture. `now` tells the time, and `processor` the time that this thread has used.
    package init(
        from tuning: Tuning, size: PixelSize, cores: Int, within time: Instant.Span, now: @escaping () -> Instant,
        processor: @escaping () -> Instant, draw: @escaping (TuningPictures.Picture, Int, Tuning) -> Void
    ) {
        (self.tuning, self.size, self.cores) = (tuning, size, cores)
        (self.now, self.processor, self.draw) = (now, processor, draw)
        end = now() + time
    }

    /// Tries all values, or as many as there is time for.
    package mutating func run() {
        let questions = questions
        for question in questions.prefix(3) where now() < end { ask(question) }
        askThreads()
        for question in questions.dropFirst(3) where now() < end { ask(question) }
    }

    private var questions: [Question] {
        typealias Answer = (text: String, tuning: (Tuning) -> Tuning)
        func answers<Value>(_ values: [Value], _ key: WritableKeyPath<Tuning, Value>) -> [Answer] {
            values.map { value in
                (
                    "\(value)",
                    { old in
                        var new = old
                        new[keyPath: key] = value
                        return new
                    }
                )
            }
        }
        let memory: [TuningPictures.Picture] = [.pop, .fade]
        let kinds: [(Int, Tuning.Cache)] = [(0, .second), (1, .first), (1, .second), (2, .first), (2, .second)]
        let requests: [Answer] = kinds.map { count, cache in
            (
                "\(count) into the \(cache) cache",
                { old in
                    var new = old
                    (new.requests, new.cache) = (count, cache)
                    return new
                }
            )
        }
        return [
            Question(name: "requests", pictures: memory, answers: requests),
            Question(name: "copying", pictures: memory, answers: answers(Tuning.Kernels.available, \.copying)),
            Question(
                name: "calculating", pictures: [.betweenPixels],
                answers: answers(Tuning.Kernels.available, \.calculating)),
            Question(
                name: "distance", pictures: memory,
                answers: answers([4 << 10, 8 << 10, 16 << 10, 32 << 10], \.distance)),
            Question(name: "near", pictures: memory, answers: answers([0, 256, 512, 1024], \.near)),
            Question(name: "lines", pictures: [.betweenPixels], answers: answers([1, 2, 4], \.lines)),
            Question(name: "beside", pictures: [.turned], answers: answers([0, 256, 512, 1024], \.beside)),
            Question(name: "streams", pictures: [.readAgain], answers: answers([true, false], \.streamsToCached)),
        ]
    }

    /// Compares each answer with the best so far.
    private mutating func ask(_ question: Question) {
        var rows: [Int] = []
        for picture in question.pictures { rows.append(stripRows(picture)) }
        for answer in question.answers {
            var other = tuning
            other.threads = 1
            let alone = other
            other = answer.tuning(other)
            guard other != alone else { continue }
            let compare = { [self] in ratio(of: other, to: alone, question.pictures, rows) }
            guard let ratio = confirmed(compare) else { return }
            keep(answer.tuning(tuning), ratio, question.name, answer.text)
        }
    }

    /// What `compare` says; when that is good enough to be kept, what it says the second time, since the best of many values
    /// that are compared once is often one that was lucky. Nil when the time is up.
    private func confirmed(_ compare: () -> Double?) -> Double? {
        guard let first = compare() else { return nil }
        return first < Self.margin ? compare() : first
    }

    /// The mean over `pictures`, of which strips of `rows` rows each are drawn.
    private func ratio(
        of other: Tuning, to tuning: Tuning, _ pictures: [TuningPictures.Picture], _ rows: [Int]
    ) -> Double? {
        var sum = 0.0
        for (picture, rows) in zip(pictures, rows) {
            guard let one = compared(other, tuning, processor, picture, rows) else { return nil }
            sum += one
        }
        return sum / Double(pictures.count)
    }

    private mutating func keep(_ other: Tuning, _ ratio: Double, _ name: String, _ text: String) {
        let isFaster = ratio < Self.margin
        trials.append(Trial(name: name, value: text, ratio: ratio, isKept: isFaster))
        if isFaster { tuning = other }
    }

    /// Whether a second thread, and then more, are worth it, and from which size on. Measured by the clock.
    private mutating func askThreads() {
        let expected = tuning
        tuning.threads = 1
        let rows = max(16, min(Self.shared / size.width, size.height))
        var threads = 2
        while threads <= min(expected.threads, cores) {
            var other = tuning
            (other.threads, other.share) = (threads, 1)
            let (before, size) = (tuning, rows)
            guard let ratio = confirmed({ [self] in compared(other, before, now, .betweenPixels, size) }) else {
                // What could not be compared stays as expected.
                tuning = expected
                return
            }
            other.share = tuning.share
            keep(other, ratio, "threads", "\(threads)")
            threads *= 2
        }
        guard tuning.threads > 1 else { return }
        for share in [1 << 15, 1 << 16] where share < tuning.share {
            var (alone, together) = (tuning, tuning)
            (alone.threads, together.share) = (1, 1)
            let rows = max(16, 2 * share / size.width)
            guard let ratio = confirmed({ [self] in compared(together, alone, now, .pop, rows) }) else { return }
            var other = tuning
            other.share = share
            keep(other, ratio, "share", "\(share)")
            if ratio < Self.margin { return }
        }
    }

    /// The median of the times with `other`, as multiples of those with `tuning`; nil when the time is up.
    private func compared(
        _ other: Tuning, _ tuning: Tuning, _ clock: () -> Instant, _ picture: TuningPictures.Picture, _ rows: Int
    ) -> Double? {
        func time(_ tuning: Tuning) -> Double {
            let start = clock()
            draw(picture, rows, tuning)
            return (clock() - start).seconds
        }
        guard now() < end else { return nil }
        // The first strips load the code and wake the threads.
        _ = (time(other), time(tuning))
        var ratios: [Double] = []
        for round in 0..<Self.rounds {
            guard now() < end else { return nil }
            // Each is the first one as often as the other.
            var (first, second) = (0.0, 0.0)
            if round % 2 == 0 {
                (first, second) = (time(other), time(tuning))
            } else {
                (second, first) = (time(tuning), time(other))
            }
            guard second > 0 else { return nil }
            ratios.append(first / second)
        }
        return ratios.sorted()[ratios.count / 2]
    }

    /// The number of rows that take about as long as a comparison should.
    private func stripRows(_ picture: TuningPictures.Picture) -> Int {
        var alone = tuning
        alone.threads = 1
        let some = 64
        let start = processor()
        draw(picture, some, alone)
        let seconds = max((processor() - start).seconds, 1e-6)
        return max(16, min(size.height, Int(Double(some) * Self.strip.seconds / seconds)))
    }
}
