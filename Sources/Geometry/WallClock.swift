// What a stage knows of the wall clock: how it runs along with the stage's own time, and the local time zone.

/// The wall clock. It runs as fast as the stage's time, so that the stage knows the time of day at each of its instants without
/// asking. When somebody sets the clock, another value takes the place of this one.
package struct WallClock: Hashable, Sendable {
    /// The time of the wall clock at `Instant.zero`, in nanoseconds since the beginning of 1970 (UTC).
    private let zero: Int64
    /// The local time zone.
    package let zone: Zone

    /// A clock that shows `nanoseconds` since the beginning of 1970 (UTC) at `instant`, in `zone`.
    package init(nanoseconds: Int64, at instant: Instant, zone: Zone) {
        zero = nanoseconds &- instant.nanoseconds
        self.zone = zone
    }

    /// The nanoseconds since the beginning of 1970 (UTC) at `instant`.
    package func nanoseconds(at instant: Instant) -> Int64 { zero &+ instant.nanoseconds }

    /// The whole seconds since the beginning of 1970 (UTC) at `instant`.
    package func seconds(at instant: Instant) -> Int {
        let nanoseconds = nanoseconds(at: instant)
        return Int(nanoseconds / 1_000_000_000) - (nanoseconds % 1_000_000_000 < 0 ? 1 : 0)
    }

    /// The instant at which the clock shows `seconds` since the beginning of 1970 (UTC).
    package func instant(of seconds: Int) -> Instant {
        Instant(nanoseconds: Self.nanoseconds(ofSeconds: seconds) &- zero)
    }

    /// The moments that a clock can show, in seconds since the beginning of 1970 (UTC): from 1684 to 2255. Nanoseconds in 64 bits end
    /// some years before and after.
    package static let range = -9_000_000_000...9_000_000_000

    /// `seconds` in nanoseconds. A moment beyond `range` counts as its end.
    package static func nanoseconds(ofSeconds seconds: Int) -> Int64 {
        Int64(min(max(seconds, range.lowerBound), range.upperBound)) * 1_000_000_000
    }

    /// The clock of a replay whose recording has none: Wednesday, 17 June 2026, 10:30, at `instant`. The zone is UTC.
    package static func standard(at instant: Instant) -> WallClock {
        WallClock(nanoseconds: 1_781_692_200_000_000_000, at: instant, zone: Zone(offsets: []))
    }

    /// A time zone, as far ahead as a kiosk looks.
    package struct Zone: Hashable, Sendable {
        /// How far local time is ahead of UTC from a moment on.
        package struct Offset: Hashable, Sendable {
            /// The moment, in seconds since the beginning of 1970 (UTC).
            package let since: Int
            /// The seconds by which local time is ahead of UTC; negative west of Greenwich.
            package let seconds: Int

            /// Local time is `seconds` ahead of UTC from `since` on.
            package init(since: Int, seconds: Int) { (self.since, self.seconds) = (since, seconds) }
        }

        /// The most changes of the clocks that are known.
        package static let mostOffsets = 16
        /// The offsets, by time. The first counts from ever on.
        package let offsets: [Offset]

        /// A zone with `offsets`, of which the first `mostOffsets` are used. Without any it is UTC.
        package init(offsets: [Offset]) {
            let sorted = offsets.prefix(Self.mostOffsets).sorted { $0.since < $1.since }
            self.offsets = [Offset(since: .min, seconds: sorted.first?.seconds ?? 0)] + sorted.dropFirst()
        }

        /// The seconds by which local time is ahead of UTC at `seconds` since the beginning of 1970 (UTC).
        package func offset(at seconds: Int) -> Int {
            (offsets.last { $0.since <= seconds } ?? offsets[0]).seconds
        }

        /// Local time at `seconds` since the beginning of 1970 (UTC).
        package func local(at seconds: Int) -> CivilTime { CivilTime(seconds: seconds + offset(at: seconds)) }

        /// The first moment at which local time is `time` or later, in seconds since the beginning of 1970 (UTC). With `isLast`, it is
        /// the moment up to which local time is earlier, for the last time: where clocks go back, `time` comes twice. Where they go
        /// forward and `time` is left out, both are the moment of the change.
        package func moment(of time: CivilTime, isLast: Bool = false) -> Int {
            var moments: [Int] = []
            for (index, offset) in offsets.enumerated() {
                let begin = offset.since
                let end = index + 1 < offsets.count ? offsets[index + 1].since : Int.max
                let moment = time.seconds - offset.seconds
                // What a change leaves out comes with the change.
                let isBefore = isLast ? moment <= begin : moment < begin
                if isBefore, index > 0, time.seconds >= begin + offsets[index - 1].seconds { moments.append(begin) }
                if isLast ? begin < moment && moment <= end : begin <= moment && moment < end { moments.append(moment) }
            }
            return (isLast ? moments.max() : moments.min()) ?? time.seconds - offsets[0].seconds
        }
    }
}

extension WallClock.Zone: CustomStringConvertible {
    /// The offsets as `3600 1774746000+7200`: the first offset, then each moment with the offset from then on.
    package var description: String {
        offsets.enumerated().map { index, offset in
            index == 0 ? "\(offset.seconds)" : "\(offset.since)\(offset.seconds < 0 ? "" : "+")\(offset.seconds)"
        }.joined(separator: " ")
    }

    /// The zone that `text`, a `description`, describes; nil for any other text.
    package init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ")
        guard let first = words.first.flatMap({ Int($0) }), words.count <= Self.mostOffsets else { return nil }
        var offsets = [Offset(since: .min, seconds: first)]
        for word in words.dropFirst() {
            guard let sign = word.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }),
                let since = Int(word[..<sign]), let seconds = Int(word[sign...])
            else { return nil }
            offsets.append(Offset(since: since, seconds: seconds))
        }
        guard offsets.allSatisfy({ abs($0.seconds) <= 100_000 }) else { return nil }
        self.init(offsets: offsets)
    }
}
