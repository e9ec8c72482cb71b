// `bezel benchmark`: measures speed, size and accuracy, and compares them with their goals.

package import Geometry
import Glibc
import Linux
import Layers
package import Machine
import Pages
import Recordings
import Replay
import Stage

/// The options of `bezel benchmark`.
package struct BenchmarkCommand {
    /// The topics that can be measured.
    package enum Topic: String, CaseIterable, Sendable {
        /// Times and sizes on this machine.
        case startup
        /// How long frames of touches take, and what they allocate.
        case gestures
        /// How accurately the velocity of a lifting finger is estimated. A simulation, the same on every machine.
        case velocity
        /// How far a picture is from the finger that drags it. A simulation.
        case resampling
        /// Which swipes count as coming from an edge. A simulation.
        case edges
        /// Which swipes finish, by the rules of Bezel and of other systems. A simulation.
        case finish
        /// What a frame costs on this machine, compared with copying one.
        case composite
        /// What the frames of a transition allocate, from the touch to the display.
        case frames
        /// What a page of 100,000 px and a deep stack of pages cost in memory and in time.
        case backing
        /// How fast pages of 40,000 lines open and scroll.
        case long
        /// How long bodies and layouts of elements take.
        case interface
        /// What the windows of other programs cost, and how soon they are seen.
        case guests
        /// How old a touch is when it is seen. A simulation of the frame clock, with times of this machine.
        case latency
        /// Whether memory and files grow over days of visitors. It runs only on request, through `Tests/Soak/soak`.
        case soak
    }

    /// The topic to measure; nil for all except `soak`.
    package var topic: Topic?
    /// The parts of `composite` to measure, by name; empty for all.
    package var only: [String] = []
    /// The size of the pictures for which `composite` finds the best values of this processor, in pixels; nil measures its pictures.
    package var tunedSize: PixelSize?
    /// The kiosk to measure.
    package var kiosk = "config/museum"
    /// A recording of ten seconds of a visitor.
    package var recording = "config/museum-visit.jsonl"
    /// How many frames `frames` counts, at least 1000.
    package var frames = 10_000
    /// How many hours `soak` lasts after its first one.
    package var hours = 30 * 24
    /// The seed of the visitors that come to `soak`.
    package var seed: UInt64 = 1
    /// Whether a page changes every 30 seconds of `soak`.
    package var hasDepartures = false
    /// The file for the picture of `finish`, as SVG; nil for none.
    package var report: String?
    /// Where to write what the window that `guests` measures was told; nil measures. With it, this process is that window.
    package var window: (report: String, pace: BenchmarkWindow.Pace)?
    /// Whether the output is JSON, with one object per row.
    package var isJSON = false

    /// Creates the command with default options.
    package init() {}

    /// One measured figure.
    struct Row {
        let name: String
        let value: Double
        let unit: String
        /// What the value is compared with, and its ratio to that.
        var reference: String?
        var ratio: Double?
        /// The largest value that meets the goal; nil without a goal.
        var goal: Double?
        /// Further figures that belong to the value.
        var details: [(name: String, value: Double)] = []

        var isMet: Bool? { goal.map { value <= $0 } }
    }

    /// Measures, and passes the rows to `say`. Throws when a goal is missed.
    @MainActor package func run(say: (String) -> Void) throws(Failure) {
        if let window { return try BenchmarkWindow.run(window.pace, report: window.report) }
        if report != nil, let topic, topic != .finish {
            throw Failure(.usage, "--report: there is a picture of `finish` only, not of `\(topic.rawValue)`")
        }
        if let part = only.first, topic != .composite {
            throw Failure(
                .usage,
                "--only \(part): parts belong to `composite`, not to "
                    + (topic.map { "`\($0.rawValue)`" } ?? "everything") + "; name it too")
        }
        if let tunedSize {
            guard topic == .composite else {
                throw Failure(.usage, "--tune belongs to `composite`: bezel benchmark composite --tune")
            }
            let measured = TuningMeasurement(size: tunedSize)
            for row in rows(of: measured) { say(isJSON ? json(row) : line(row)) }
            if !isJSON { say("\n" + measured.record.text) }
            return
        }
        var missed: [Row] = []
        for topic in topic.map({ [$0] }) ?? Topic.allCases.filter({ $0 != .soak }) {
            let rows = try rows(of: topic, say: say)
            for row in rows { say(isJSON ? json(row) : line(row)) }
            missed += rows.filter { $0.isMet == false }
        }
        if !missed.isEmpty {
            throw Failure(.failed, "missed: " + missed.map(\.name).joined(separator: ", "))
        }
    }

    private func rows(of measured: TuningMeasurement) -> [Row] {
        let trials = measured.trials.map { trial in
            Row(
                name: "\(trial.name): \(trial.value)", value: trial.ratio, unit: "of the time before",
                details: [("kept", trial.isKept ? 1 : 0)])
        }
        return trials + [
            Row(
                name: "the whole measurement", value: 1000 * measured.time.seconds, unit: "ms",
                goal: 1000 * TuningMeasurement.most.seconds)
        ]
    }

    @MainActor private func rows(of topic: Topic, say: (String) -> Void) throws(Failure) -> [Row] {
        switch topic {
        case .startup: try startup()
        case .gestures: BenchmarkGestures.rows()
        case .velocity: BenchmarkVelocity.rows()
        case .resampling: BenchmarkResampling.rows()
        case .edges: BenchmarkEdges.rows()
        case .finish: try finish()
        case .composite: BenchmarkComposite.rows(try parts())
        case .frames: try BenchmarkFrames.rows(kiosk: kiosk, frames: frames)
        case .backing: try BenchmarkBacking.rows()
        case .long: try BenchmarkLong.rows()
        case .interface: BenchmarkInterface.rows()
        case .guests: try BenchmarkGuests.rows()
        case .latency: try BenchmarkLatency.rows(kiosk: kiosk)
        case .soak:
            try BenchmarkSoak(
                folder: kiosk, recording: recording, hours: hours, seed: seed, hasDepartures: hasDepartures
            ).rows(say: say)
        }
    }

    @MainActor private func parts() throws(Failure) -> [BenchmarkComposite.Part] {
        var parts: [BenchmarkComposite.Part] = []
        for name in only {
            guard let part = BenchmarkComposite.Part(rawValue: name) else {
                let all = BenchmarkComposite.Part.allCases.map(\.rawValue).joined(separator: ", ")
                throw Failure(.usage, "--only: `composite` has no part \"\(name)\"; it has \(all)")
            }
            if !parts.contains(part) { parts.append(part) }
        }
        return parts
    }

    @MainActor private func finish() throws(Failure) -> [Row] {
        let finish = BenchmarkFinish()
        if let report {
            let output = try OutputFile(report, mode: 0o644)
            output.write(BenchmarkFinishPicture(finish).text)
            output.close()
            if let problem = output.problem { throw Failure(.failed, problem) }
        }
        return BenchmarkFinishTables(finish).rows
    }

    @MainActor private func startup() throws(Failure) -> [Row] {
        // Measured first, while this process is small: the kernel counts the memory of a spawned child starting with that of
        // its parent.
        let start = try best(of: 5) { () throws(Failure) in try firstFrame(of: kiosk).seconds }
        let atStart = try firstFrame(of: kiosk).peakKilobytes
        let translated = try BenchmarkFolder.translated()
        let translatedStart = try best(of: 5) { () throws(Failure) in try firstFrame(of: translated.path).seconds }
        let afterVisit = try visit().peakKilobytes
        let decisions = try best(of: 5) { () throws(Failure) in try replay(drawing: false) }
        let pictures = try best(of: 3) { () throws(Failure) in try replay(drawing: true) }
        let size = try binarySize()
        let language = try languageChange().map {
            Row(
                name: "change of the language to its picture, the slowest page at 1920x1080", value: $0 * 1000,
                unit: "ms", goal: 100)
        }
        return [
            Row(name: "replay of 10 s, decisions only", value: decisions, unit: "s", goal: 2),
            Row(
                name: "replay of 10 s, every frame drawn at 1920x1080", value: pictures, unit: "s",
                reference: "decisions only", ratio: pictures / decisions),
            Row(name: "start to first frame, headless 1920x1080", value: start * 1000, unit: "ms", goal: 300),
            Row(
                name: "the same with 30 pages in English, German and Arabic", value: translatedStart * 1000, unit: "ms",
                goal: 300),
            Row(name: "resident memory at the first frame", value: atStart / 1024, unit: "MiB", goal: 120),
            Row(
                name: "largest resident memory over the visit, all drawn", value: afterVisit / 1024, unit: "MiB",
                goal: 120),
            Row(name: "size of the running binary", value: size / 1e6, unit: "MB"),
        ] + [language].compactMap(\.self)
    }

    @MainActor private func best(of count: Int, _ body: () throws(Failure) -> Double) throws(Failure) -> Double {
        var least = Double.infinity
        for _ in 0..<count { least = min(least, try body()) }
        return least
    }

    /// The seconds that a replay takes.
    @MainActor private func replay(drawing: Bool) throws(Failure) -> Double {
        let recorded: Recording
        do { recorded = try Recording.read(path: recording) } catch { throw Failure(.wrongInput, "\(error)") }
        let first = try StartScreens(kiosk: kiosk, on: Configuration()) { _ in }
        let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: recorded.panelSize)
        let start = MonotonicClock.now()
        let stage = try first.stage(on: panel, at: recorded.begin)
        var replay = Replay(recorded, on: stage)
        if drawing { replay.onPicture = { _ in } }
        replay.run()
        return (MonotonicClock.now() - start).seconds
    }

    /// The seconds from a change of the language to its picture, on the page where that takes longest; nil for a kiosk in one
    /// language.
    @MainActor private func languageChange() throws(Failure) -> Double? {
        let screens = try StartScreens(kiosk: kiosk, on: Configuration()) { _ in }
        guard let pages = screens.kiosk,
            let other = pages.languages.all.first(where: { $0 != pages.languages.standard })
        else { return nil }
        let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
        let glass = Bitmap(size: panel.pixels, isOpaque: true)
        var longest = 0.0
        for name in pages.names {
            longest = max(
                longest,
                try best(of: 3) { () throws(Failure) in
                    let stage = try screens.stage(on: panel, stack: [name])
                    @MainActor func draw() {
                        stage.draw(
                            stage.plan(at: stage.now), into: glass.surface, region: Region(panel.pixels.bounds))
                    }
                    draw()
                    stage.readSeenPictures()
                    draw()
                    let start = MonotonicClock.now()
                    stage.show(in: other, because: "it is measured")
                    draw()
                    return (MonotonicClock.now() - start).seconds
                })
        }
        return longest
    }

    /// Runs this program with the pages of `kiosk` on a headless display until its first frame is shown.
    private func firstFrame(of kiosk: String) throws(Failure) -> (seconds: Double, peakKilobytes: Double) {
        try spawn(["bezel", "run", kiosk, "--display", "headless", "--frames", "1"])
    }

    /// Replays the whole visit in a process of its own, with every frame drawn.
    private func visit() throws(Failure) -> (seconds: Double, peakKilobytes: Double) {
        try spawn(["bezel", "replay", recording, "--kiosk", kiosk, "--hash"])
    }

    /// Runs this program with `arguments`. Returns how long it took, and its largest resident memory in kilobytes.
    private func spawn(_ arguments: [String]) throws(Failure) -> (seconds: Double, peakKilobytes: Double) {
        let start = MonotonicClock.now()
        var list = arguments.map { strdup($0) } + [nil]
        defer { for item in list { free(item) } }
        var child = pid_t()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // posix_spawn returns its error and leaves errno alone.
        let error = posix_spawn(&child, "/proc/self/exe", &actions, nil, &list, environ)
        guard error == 0 else {
            throw Failure(
                .failed, "cannot start \(arguments.joined(separator: " ")): \(String(cString: strerror(error)))")
        }
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(child, &status, 0, &usage) == child, status == 0 else {
            throw Failure(.failed, "\(arguments.joined(separator: " ")) failed with status \(status)")
        }
        return ((MonotonicClock.now() - start).seconds, Double(usage.ru_maxrss))
    }

    private func binarySize() throws(Failure) -> Double {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else {
            throw Failure(.failed, "/proc/self/exe: \(String(cString: strerror(errno)))")
        }
        return Double(status.st_size)
    }

    private func line(_ row: Row) -> String {
        let name = row.name + String(repeating: " ", count: max(1, 70 - row.name.count))
        let value = row.value.decimalThousandths
        let padded = String(repeating: " ", count: max(0, 10 - value.count)) + value
        var text = "\(name)\(padded) \(row.unit)"
        if let ratio = row.ratio, let reference = row.reference {
            text += "   \(ratio.decimalThousandths) × \(reference)"
        }
        for detail in row.details { text += "   \(detail.name) \(detail.value.decimalThousandths)" }
        if let goal = row.goal, let isMet = row.isMet {
            text += "   goal ≤ \(goal.decimalThousandths): \(isMet ? "met" : "MISSED")"
        }
        return text
    }

    private func json(_ row: Row) -> String {
        var object = JSONObject()
        object.add("name", row.name)
        object.add("value", row.value)
        object.add("unit", row.unit)
        object.add("reference", row.reference)
        object.add("ratio", row.ratio)
        for detail in row.details { object.add(detail.name, detail.value) }
        object.add("goal", row.goal)
        object.add("met", row.isMet)
        return object.text
    }
}
