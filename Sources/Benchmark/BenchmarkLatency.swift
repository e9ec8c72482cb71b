// `bezel benchmark latency`: measures how old a touch is when it is seen, by the frame clock and by other systems.

import Frames
import Geometry
import Glibc
import Machine

/// A finger that moves for half an hour on displays of 60 Hz, in virtual time. Each frame wakes as late and takes as long as
/// frames did on this machine in this run, in stretches of consecutive frames. The clock is the real frame clock.
///
/// Bezel is responsible from the moment it reads touches: everything that has come by then is in the frame. The latency with a
/// goal is the time from there to the vblank that shows the frame. The age of the newest sample at the vblank is given beside
/// it. That adds the time since the panel's last scan, and 2 to 4 ms from the scan to the program.
@MainActor
struct BenchmarkLatency {
    /// How the beginning of a frame is chosen.
    enum Rule: String {
        case bezel
        /// Weston's default: a timer, set to whole milliseconds, 7 ms before the vblank.
        case fixedWindow = "7 ms before the vblank (Weston)"
        /// wlroots, and with it cage and sway, and niri: when the flip of the last frame is reported.
        case afterVblank = "right after the vblank (wlroots, niri)"
    }

    /// The frames that a simulation draws from.
    struct Machine {
        let name: String
        let samples: [LatencyMeasurement.Sample]
        /// Whether the goals apply to this machine.
        var hasGoals = false
    }

    private static let refresh = Instant.Span(nanoseconds: 16_666_667)
    private static let vblanks = 100_000
    /// How long before its vblank a frame must be handed to the display. The clock is not told about it.
    private static let latch = Instant.Span(nanoseconds: 100_000)
    /// The time to hand a frame to the kernel when it goes on planes. There is no display here to measure it with.
    private static let commit = Instant.Span(nanoseconds: 200_000)
    /// How many measured frames are used in a row.
    private static let stretch = 50
    private static let frames = 4000
    private static let panels = [60.0, 120, 240]

    static func rows(kiosk: String) throws(Failure) -> [BenchmarkCommand.Row] {
        var rows: [BenchmarkCommand.Row] = []
        let small = try LatencyMeasurement(of: kiosk, size: PixelSize(1920, 1080), count: frames).samples
        let large = try LatencyMeasurement(of: kiosk, size: PixelSize(3840, 2160), count: frames).samples
        rows += measured("wake-ups", (small + large).map(\.lateness))
        rows += measured("drawing at 1080p", small.map(\.drawing)) + measured("drawing at 4K", large.map(\.drawing))
        let machines = [
            Machine(name: "4K, this machine", samples: large),
            Machine(name: "1080p, this machine", samples: small),
            Machine(name: "planes, this machine", samples: large.map(onPlanes)),
            Machine(name: "4K, undisturbed", samples: undisturbed(large), hasGoals: true),
            Machine(name: "1080p, undisturbed", samples: undisturbed(small), hasGoals: true),
            Machine(name: "planes, undisturbed", samples: undisturbed(large).map(onPlanes), hasGoals: true),
        ]
        for machine in machines {
            for rule in [Rule.bezel, .fixedWindow, .afterVblank] {
                var simulation = Simulation(machine.samples, rule)
                rows += Self.rows(of: machine, by: rule, simulation.run())
            }
        }
        return rows
    }

    // MARK: Machines

    private static func onPlanes(_ sample: LatencyMeasurement.Sample) -> LatencyMeasurement.Sample {
        .init(lateness: sample.lateness, drawing: sample.planning + commit, planning: sample.planning, work: 1)
    }

    /// The same frames without interruptions by other programs or the hypervisor. Wake-up, drawing and planning times of the
    /// longest tenth are clamped to the longest of the others. The remaining times are those of this processor alone. A machine
    /// with dedicated processors and no other work comes near them.
    static func undisturbed(_ samples: [LatencyMeasurement.Sample]) -> [LatencyMeasurement.Sample] {
        func limit(_ spans: [Instant.Span]) -> Instant.Span { spans.sorted()[spans.count * 9 / 10] }
        let (late, drawing) = (limit(samples.map(\.lateness)), limit(samples.map(\.drawing)))
        let planning = limit(samples.map(\.planning))
        return samples.map {
            .init(
                lateness: min($0.lateness, late), drawing: min($0.drawing, drawing),
                planning: min($0.planning, planning), work: $0.work)
        }
    }

    // MARK: Rows

    private static func measured(_ what: String, _ spans: [Instant.Span]) -> [BenchmarkCommand.Row] {
        let times = Times(spans)
        return [
            BenchmarkCommand.Row(
                name: "measured here: \(what), median", value: times.quantile(0.5), unit: "ms",
                details: [
                    ("p10", times.quantile(0.1)), ("p90", times.quantile(0.9)), ("p99", times.quantile(0.99)),
                    ("p99.9", times.quantile(0.999)),
                    ("longest", times.quantile(1)), ("count", Double(spans.count)),
                ])
        ]
    }

    private static func rows(
        of machine: Machine, by rule: Rule, _ outcome: Simulation.Outcome
    ) -> [BenchmarkCommand.Row] {
        let isPlanes = machine.name.hasPrefix("planes")
        let times = Times(outcome.latencies)
        let hasGoals = machine.hasGoals && rule == .bezel
        var median = BenchmarkCommand.Row(
            name: "\(machine.name): \(rule.rawValue), touches read to vblank, median", value: times.quantile(0.5),
            unit: "ms", goal: hasGoals ? (isPlanes ? 1.5 : 3) : nil)
        median.details = outcome.ages.map { ("newest sample at \(Int($0.rate)) Hz", Times($0.ages).quantile(0.5)) }
        var late = BenchmarkCommand.Row(
            name: "\(machine.name): \(rule.rawValue), touches read to vblank, p99", value: times.quantile(0.99),
            unit: "ms", goal: hasGoals ? (isPlanes ? nil : 5) : nil)
        late.details = outcome.ages.map { ("newest sample at \(Int($0.rate)) Hz", Times($0.ages).quantile(0.99)) }
        return [
            median, late,
            BenchmarkCommand.Row(
                name: "\(machine.name): \(rule.rawValue), vblanks missed in 10,000",
                value: Double(outcome.missed) * 10_000 / Double(vblanks), unit: "vblanks",
                goal: hasGoals ? 1 : nil,
                details: outcome.margin.map { [("margin, ms", $0.seconds * 1000)] } ?? []),
        ]
    }

    /// Sorted times, for quantiles in milliseconds.
    private struct Times {
        private let sorted: [Instant.Span]
        init(_ spans: [Instant.Span]) { sorted = spans.sorted() }
        func quantile(_ share: Double) -> Double {
            guard !sorted.isEmpty else { return 0 }
            return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))].seconds * 1000
        }
    }

    // MARK: The simulation

    /// Half an hour on one machine by one rule.
    @MainActor
    struct Simulation {
        /// The result of a simulation.
        struct Outcome {
            /// The time from reading touches to the vblank, for each frame.
            var latencies: [Instant.Span] = []
            /// For some panel rates, the age of the newest sample at each vblank.
            var ages: [(rate: Double, ages: [Instant.Span])] = []
            var missed = 0
            /// The margin that the clock had learned by the end; nil for other rules than Bezel's.
            var margin: Instant.Span?
        }

        private let samples: [LatencyMeasurement.Sample]
        private let rule: Rule
        private var random = SeededGenerator(seed: 3)
        private var at = 0
        private var left = 0
        private var clock = FrameClock(refresh: refresh)

        init(_ samples: [LatencyMeasurement.Sample], _ rule: Rule) {
            self.samples = samples
            self.rule = rule
        }

        /// The next measured frame. After a stretch it goes on at a random place.
        private mutating func next() -> LatencyMeasurement.Sample {
            if left == 0 {
                at = Int(random.next() % UInt64(samples.count))
                left = stretch
            }
            left -= 1
            at = (at + 1) % samples.count
            return samples[at]
        }

        mutating func run() -> Outcome {
            var outcome = Outcome()
            outcome.ages = panels.map { ($0, []) }
            var shown = vblank(1)
            clock.presented(at: shown)
            while shown < vblank(vblanks) {
                let before = shown
                // The flip of the last frame is reported as late as any wake-up.
                let told = before + next().lateness
                let sample = next()
                let begun = begin(after: told, before, sample)
                let ready = begun + sample.drawing
                shown = firstVblank(notBefore: ready + latch)
                outcome.latencies.append(shown - begun)
                outcome.missed += Int((shown - before).nanoseconds / refresh.nanoseconds) - 1
                clock.presented(at: shown)
                for index in outcome.ages.indices {
                    outcome.ages[index].ages.append(shown - newestSample(at: begun, rate: outcome.ages[index].rate))
                }
            }
            if rule == .bezel { outcome.margin = clock.margin }
            return outcome
        }

        /// When touches are read and drawing starts, after the vblank at `last`, which is reported at `told`.
        private mutating func begin(
            after told: Instant, _ last: Instant, _ sample: LatencyMeasurement.Sample
        ) -> Instant {
            switch rule {
            case .afterVblank: return told
            case .fixedWindow:
                // Whole milliseconds from now, rounded down.
                let wait = (last + refresh - .milliseconds(7) - told).nanoseconds / 1_000_000
                return told + .milliseconds(Int(max(0, wait))) + sample.lateness
            case .bezel: return byClock(told, sample)
            }
        }

        private mutating func byClock(_ told: Instant, _ sample: LatencyMeasurement.Sample) -> Instant {
            var appointment = clock.next(after: told, work: sample.work)
            var woken = told
            for attempt in 0..<2 {
                woken = max(woken, appointment.wake)
                if appointment.wake > told {
                    let late = attempt == 0 ? sample.lateness : next().lateness
                    clock.woke(at: appointment.wake + late, due: appointment.wake)
                    woken = appointment.wake + late
                }
                let start = max(woken, appointment.start)
                if attempt == 1 || clock.canMeet(appointment.vblank, from: start, work: sample.work) { break }
                clock.gaveUp(appointment, woken: woken, start: start, work: sample.work)
                appointment = clock.next(after: start, work: sample.work)
                woken = start
            }
            let start = max(woken, appointment.start)
            clock.committed(
                FrameTimes(
                    appointment: appointment, woken: woken, start: start, committed: start + sample.drawing,
                    work: sample.work))
            return start
        }

        private func vblank(_ number: Int) -> Instant { .zero + refresh * Int64(number) }

        private func firstVblank(notBefore instant: Instant) -> Instant {
            vblank(Int((instant.nanoseconds + refresh.nanoseconds - 1) / refresh.nanoseconds))
        }

        /// When a panel of `rate` scanned the newest sample at `instant`. Panels are not synchronized with vblanks.
        private mutating func newestSample(at instant: Instant, rate: Double) -> Instant {
            let way = random.uniform(0.002...0.004)
            return instant - .seconds(way + random.uniform(0...1) / rate)
        }
    }
}
