// Pages that another process lays out on trial.

package import Geometry
import Linux
package import Pages
import Stage

/// What the kiosk and the process that lays out its pages say to each other.
package enum LayoutMessage {
    /// The most characters of a language. Tags of languages have at most 35 (RFC 5646, 4.4.1).
    private static let longestLanguage = 100

    /// The packet's text for `trial` with `count` bytes of text, which should take no longer than `most`; nil leaves that to the
    /// process, which knows how fast it is. A file with the text comes with it.
    static func text(of trial: LayoutTrial, _ count: Int, within most: Instant.Span?) -> String {
        let language = String(trial.language.unicodeScalars.prefix(longestLanguage))
        return "lay-out \(count) \(most?.nanoseconds ?? 0) \(trial.direction.rawValue) \(language)"
    }

    /// The trial of a packet's text, the number of bytes of its text, and the time that it should take, if that is given; nil if it
    /// is none.
    static func task(_ text: String) -> (trial: LayoutTrial, count: Int, most: Instant.Span?)? {
        let words = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
        guard words.count == 5, words[0] == "lay-out", let count = Int(words[1]), let most = Int64(words[2]),
            let direction = LayoutDirection(rawValue: words[3]), (0...ParsingMessage.longest).contains(count), most >= 0
        else { return nil }
        let limit = most > 0 ? Instant.Span(nanoseconds: most) : nil
        return (LayoutTrial(language: words[4], direction: direction), count, limit)
    }

    /// The packet's text of an answer: the trial took `time` of the processor, and may take `most`.
    static func answer(_ time: Instant.Span, of most: Instant.Span) -> String {
        "laid-out \(time.nanoseconds) \(most.nanoseconds)"
    }

    /// The times in the answer `text`; nil when that is no answer.
    package static func times(_ text: String) -> (time: Instant.Span, most: Instant.Span)? {
        let words = text.split(separator: " ")
        guard words.count == 3, words[0] == "laid-out", let time = Int64(words[1]), let most = Int64(words[2]),
            time >= 0,
            most > 0
        else { return nil }
        return (Instant.Span(nanoseconds: time), Instant.Span(nanoseconds: most))
    }
}

extension ContentProcess {
    /// The most pages that are known to be laid out in time.
    private static let mostLaidOut = 10_000

    /// Layout trials in another process, for one load of all kiosks, which all together have a limit of time.
    package func trier(_ rules: ContentRules) -> LayoutTrier {
        let (limits, most, total) = (Limits(rules), rules.layoutTime, ContentRules.totalParsingTime)
        let spent = Monitor(Instant.Span.zero)
        return { trial, text throws(ParsingError) in
            var hasher = Hasher()
            hasher.combine(trial)
            hasher.combine(most)
            text.withUnsafeBytes { hasher.combine(bytes: $0) }
            let hash = hasher.finalize()
            guard !self.laidOut.with({ $0.contains(hash) }) else { return }
            let begin = MonotonicClock.now()
            guard spent.with({ $0 }) < total else {
                throw ParsingError(
                    reason: "laying out the pages before it took more than \(total.seconds.decimalThousandths) s")
            }
            defer { spent.with { $0 = $0 + (MonotonicClock.now() - begin) } }
            // On a slow processor the process knows of a longer limit than the usual one.
            var allowed = most ?? LayoutTrial.leastLimit
            do throws(Trouble) {
                let (time, limit) = try self.times(of: trial, text, most, limits, by: begin + total)
                allowed = limit
                guard time <= limit else { throw .tooSlow }
            } catch {
                switch error {
                case .notStarted(let error):
                    throw ParsingError(reason: "there is no process to lay it out: \(error)")
                case .tooSlow:
                    throw ParsingError(
                        reason:
                            "laying it out takes more than \(allowed.seconds.decimalThousandths) s of the "
                            + "processor; split it, write shorter words, fewer cells or fewer scripts, or set layout-time in [content]"
                    )
                case .tooSlowBefore:
                    throw ParsingError(
                        reason:
                            "reading it takes more than \(ContentRules.parsingTime.seconds.decimalThousandths) s of the processor, "
                            + "before it is laid out; make it simpler, or divide it")
                case .late:
                    throw ParsingError(
                        reason:
                            "the process that lays it out has not answered within \(total.seconds.decimalThousandths) s: "
                            + "the machine is too busy; reload when it is not")
                case .failed(let reason):
                    throw ParsingError(reason: "the process that lays it out has failed (\(reason))")
                case .strange: throw ParsingError(reason: "the process that lays it out answers something else")
                }
            }
            self.laidOut.with {
                if $0.count >= Self.mostLaidOut { $0.removeAll() }
                $0.insert(hash)
            }
        }
    }

    /// The time of the processor that `trial` takes with `text`, and the time that it may take.
    private func times(
        of trial: LayoutTrial, _ text: ArraySlice<UInt8>, _ most: Instant.Span?, _ limits: Limits, by deadline: Instant
    ) throws(Trouble) -> (time: Instant.Span, most: Instant.Span) {
        let source = try Self.memory(of: text.count)
        do throws(SystemError) { try SealedMemory.write(text, to: source.number) } catch { throw .notStarted(error) }
        return try ask(
            limits, by: deadline,
            send: { connection throws(SystemError) in
                try connection.send(LayoutMessage.text(of: trial, text.count, within: most), source.number)
            },
            answer: LayoutMessage.times)
    }
}
