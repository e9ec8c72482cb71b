// The arrivals on a stage during a replay: at their recorded times, or at once.

import Drawing
import Geometry
import Linux
import Recordings
import Stage

/// Delivers pictures and the results of an app to the stage of a replay.
///
/// A recording of a running kiosk has the time of each arrival, and the replay delivers them at these times. Work that
/// the replay starts itself is awaited or discarded. Other recordings have no arrivals, or only results for the app.
/// Pictures are then delivered before the next frame, and the replay waits for the results that the app finds itself,
/// in the time of the machine.
@MainActor
final class ReplayedArrivals {
    /// The longest time that the app may take for a result, unless a test sets another.
    static let patience = Instant.Span.seconds(10)
    /// The greatest number of rounds in one frame in which results request further results.
    private static let mostRounds = 100

    private let stage: Stage
    private let arrivals: [Recording.Arrival]
    /// Whether the recording contains all arrivals.
    private let isComplete: Bool
    /// The names of the results in the recording.
    private let recorded: Set<String>
    private var next = 0
    /// The pictures that are there so far, according to the recording.
    private var here: Set<ArrivalRecord.Picture> = []
    /// The names of the results that the app did not find in time.
    private var missed: Set<String> = []
    private let wakeup: Wakeup?
    private let patience: Instant.Span
    /// Whether the clock with which the stage began stays, whatever was recorded.
    var keepsClock = false

    /// The arrivals on `stage` while `recording` is played on it. The app has `patience`, in the machine's time, for
    /// results that are not in the recording.
    init(_ recording: Recording, on stage: Stage, patience: Instant.Span) {
        self.stage = stage
        self.patience = patience
        arrivals = recording.arrivals
        isComplete = recording.header?.hasArrivals == true
        recorded = Set(
            arrivals.compactMap { if case .result(let result) = $0.record.what { result.name } else { nil } })
        wakeup = try? Wakeup()
        stage.holdsPicturesToRecord = isComplete
        stage.suppliedResults = isComplete ? .all : .named(recorded)
        if let wakeup { stage.arrivals.wake { wakeup.ring() } }
    }

    /// The time of the next arrival, if it came before input number `input` and frame number `frame` of the recording.
    /// Nil otherwise.
    func nextTime(beforeInput input: Int, beforeFrame frame: Int = .max) -> Instant? {
        guard next < arrivals.count, arrivals[next].inputsBefore <= input,
            arrivals[next].presentationsBefore <= frame
        else { return nil }
        return arrivals[next].record.time
    }

    /// Delivers the next arrival.
    func takeNext() {
        let record = arrivals[next].record
        next += 1
        takeResults()
        stage.advance(to: record.time)
        switch record.what {
        case .result(let result): stage.arrived(Arrival(result), at: record.time)
        case .night(let isNight): stage.arrived(Arrival(night: isNight), at: record.time)
        case .clock(let nanoseconds, let zone):
            guard !keepsClock else { return }
            let clock = WallClock(nanoseconds: nanoseconds, at: record.time, zone: zone)
            stage.arrived(Arrival(clock), at: record.time)
        case .file(let file): stage.arrived(Arrival(file), at: record.time)
        case .picture(let picture):
            here.insert(picture)
            // Frames are not planned when nothing draws them.
            _ = stage.plan(at: stage.now)
            readPictures()
        case .pictureLeft(let picture):
            here.remove(picture)
            stage.arrived(Arrival(leaving: picture), at: record.time)
        }
    }

    /// Delivers the pictures that are there, or that the last plan needs. Returns true when that plan is out of date.
    @discardableResult
    func readPictures() -> Bool {
        guard isComplete else { return stage.readSeenPictures() }
        var hasRead = false
        while let order = stage.nextPicture(ofRecording: here.contains) {
            stage.arrived(Arrival(order.read()), at: stage.now)
            hasRead = true
        }
        return hasRead
    }

    /// Takes the results that the app has found and that are not in the recording, and waits for results it has
    /// started. Results may request further results.
    func takeResults() {
        if isComplete {
            _ = stage.arrivals.take()
            return
        }
        for _ in 0..<Self.mostRounds {
            let settled = awaitResults()
            if settled.isEmpty { return }
            for arrival in settled { stage.arrived(arrival, at: stage.now) }
        }
    }

    /// The results that the app has found, in the order in which it requested them. Their speed makes no difference.
    private func awaitResults() -> [Arrival] {
        let limit = MonotonicClock.now() + patience
        var settled: [Arrival] = []
        while true {
            settled += stage.arrivals.take()
            let missing = stage.awaitedResults.filter { result in
                !recorded.contains(result.name) && !missed.contains(result.name)
                    && !settled.contains { $0.settles(result) }
            }
            if missing.isEmpty { break }
            if wakeup?.wait(until: limit) == true { continue }
            missed.formUnion(missing.map(\.name))
            stage.onWarning?(
                "the app has not delivered \(missing.map { "\"\($0.name)\"" }.joined(separator: ", ")) in "
                    + "\(Int(patience.seconds)) s; the replay continues without it: add its arrival to the recording"
            )
            break
        }
        return stage.inOrderAsked(settled).filter { arrival in !recorded.contains { arrival.isOf($0) } }
    }
}
