// `bezel benchmark soak`: simulates days of visitors at the real kiosk in virtual time, and measures whether its memory grows.

import Geometry
import Glibc
import Linux
import Logging
import Machine
import Recordings
import Run

/// A run like any other on a headless display, with everything that a service has: idle rules and hours, the state and the
/// flight recorder, a control socket, watched files. Its time is virtual (`Tests/Soak/soak` preloads it), so a day takes as
/// long as its work. Everything else is as in every run.
@MainActor
struct BenchmarkSoak {
    /// A folder with copies of the kiosks `museum` and `gallery`, into which everything is written.
    let folder: String
    let recording: String
    /// The length in hours. The kiosk is inspected every hour if the length is less than a day, and every day otherwise.
    let hours: Int
    let seed: UInt64
    /// Whether a page of the first kiosk changes every 30 seconds.
    let hasDepartures: Bool

    /// One picture per second: transitions are drawn now and then, and everything that comes to rest is drawn.
    private static let millihertz = 1000
    private static let pixels = PixelSize(480, 270)
    private static let millimetres = Size(527, 296)

    /// The machine's file, which shows `kiosk` in the folder.
    static func machine(_ folder: String, _ kiosk: String) -> String {
        """
        kiosk = "\(folder)/\(kiosk)"
        [display]
        backend = "headless"
        [idle]
        home-after = "30 s"
        blank-after = "5 min"
        schedule = ["07:00-22:00"]
        [control]
        socket = "\(folder)/control"

        """
    }

    /// The run whose threads virtual time waits for. A C function has no other way to find it.
    private nonisolated(unsafe) static weak var session: RunSession?

    private var looks: Int { hours < 24 ? hours : hours / 24 }

    func rows(say: (String) -> Void) throws(Failure) -> [BenchmarkCommand.Row] {
        guard let hold = dlsym(nil, "bezel_hold_time_while") else {
            throw Failure(.usage, "soak needs virtual time: run it with Tests/Soak/soak")
        }
        var command = RunCommand()
        command.configuration = "\(folder)/bezel.toml"
        (command.screen, command.millihertz, command.size) = (Self.pixels, Self.millihertz, Self.millimetres)
        command.state = "\(folder)/state"
        do { try WholeFile.write(Self.machine(folder, "museum"), to: "\(folder)/bezel.toml") } catch {
            throw Failure(error)
        }
        let recorded: Recording
        do { recorded = try Recording.read(path: recording, panelSize: Self.millimetres) } catch {
            throw Failure(.wrongInput, "\(error)")
        }
        LogThreshold.install()
        LogThreshold.level = .error
        let start = BenchmarkSoak.processorTime()
        let machine = try command.machineConfiguration()
        let first = try StartScreens(kiosk: "\(folder)/museum", on: machine) { _ in }
        let session = try RunSession(command)
        defer { session.close() }
        // Threads read pages and pictures in real time, so virtual time waits for them.
        Self.session = session
        defer { Self.session = nil }
        typealias Hold = @convention(c) (@convention(c) () -> Bool) -> Void
        let holdTime = unsafeBitCast(hold, to: Hold.self)
        holdTime { BenchmarkSoak.session?.isReading == true }
        let departures = hasDepartures ? SoakDepartures(in: "\(folder)/museum", session.loop) : nil
        return try withoutActuallyEscaping(say) { say throws(Failure) in
            say(Self.head)
            let soak = Soak(
                session, folder: folder, looks: looks, every: .seconds(hours < 24 ? 3600 : 86400),
                recorded: recorded.frames, size: Self.millimetres, seed: seed
            ) { say(Self.line($0, after: BenchmarkSoak.processorTime() - start)) }
            try session.run([first], on: machine)
            if let problem = departures?.problem { throw Failure(.failed, problem) }
            return try rows(of: soak)
        }
    }

    private func rows(of soak: Soak) throws(Failure) -> [BenchmarkCommand.Row] {
        if let problem = soak.problem { throw Failure(.failed, problem) }
        guard let first = soak.looks.first, let last = soak.looks.last, soak.looks.count == looks + 1 else {
            throw Failure(.failed, "the kiosk ended too early")
        }
        if let problem = soak.asker.problem { throw Failure(.failed, "a request to the kiosk failed: \(problem)") }
        func growth(_ name: String, _ value: Int, _ before: Int, by limit: Double) -> BenchmarkCommand.Row {
            BenchmarkCommand.Row(
                name: "\(name) after \(hours) hours and \(last.touches) touches", value: Double(value) / 1024,
                unit: "KiB",
                reference: "after the first hour", ratio: Double(value) / Double(max(1, before)),
                goal: Double(before) / 1024 * limit)
        }
        return [
            // What few visitors need is cached in the second hour, and up to 1.01 was seen after it. A leak goes on, and shows after days.
            growth("heap in use", last.heap, first.heap, by: hours < 24 ? 1.02 : 1.01),
            // The same heap can lie on more or fewer pages: between two inspections it varies by up to 2 MB. How many pictures are kept
            // depends on what was shown.
            growth("resident memory", last.resident - last.kept, first.resident - first.kept, by: 1.04),
            BenchmarkCommand.Row(
                name: "open files more than after the first hour", value: Double(last.files - first.files), unit: "",
                goal: 0),
            BenchmarkCommand.Row(
                name: "requests without an answer",
                value: Double(soak.asker.asked - soak.asker.done - soak.asker.refused - (soak.asker.isWaiting ? 1 : 0)),
                unit: "of \(last.asked)",
                goal: 0),
        ]
    }

    // MARK: Output

    private static let columns = [
        "day", "visits", "touches", "frames", "pictures", "asked", "reloads", "heap KiB", "kept KiB", "resident KiB",
        "files", "s",
    ]
    private static var head: String { row(columns) }

    private static func line(_ look: Soak.Look, after seconds: Double) -> String {
        let day = Double(Int(look.day * 100)) / 100
        return row(
            [
                "\(day)", "\(look.visits)", "\(look.touches)", "\(look.frames)", "\(look.pictures)", "\(look.asked)",
                "\(look.reloads)", "\(look.heap / 1024)", "\(look.kept / 1024)", "\(look.resident / 1024)",
                "\(look.files)",
                "\(Int(seconds))",
            ])
    }

    private static func row(_ cells: [String]) -> String {
        cells.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }.joined()
    }

    /// Processor time in seconds, because the clocks are virtual.
    private static func processorTime() -> Double {
        Double(clock()) / 1e6
    }
}
