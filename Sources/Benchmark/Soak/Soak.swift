// Runs a kiosk for days in virtual time: its visitors, its operator, and an inspection once a day.

import Frames
import Geometry
import Linux
import Machine
import Run
import Stage

/// Drives a running kiosk from within its loop. Visitors come from the first minute on. After an hour, and then each day at the
/// same time (or every `interval`), they are kept away and the same recorded visit is made. When the kiosk has gone home, it is
/// inspected.
@MainActor
final class Soak {
    /// The state of the kiosk at one time.
    struct Look {
        /// Days since the start.
        let day: Double
        /// Bytes: the heap in use without the pictures that the stage keeps, those pictures, and the resident memory.
        let heap, kept, resident: Int
        let files: Int
        let touches, frames, pictures: Int
        let visits, asked, reloads: Int
    }

    private let session: RunSession
    private let folder: String
    /// How often the kiosk is inspected after the first hour, and the time between two inspections.
    private let count: Int
    private let interval: Instant.Span
    private let recorded: [TouchFrame]
    private let size: Size
    private let say: (Look) -> Void
    private var visitors: SoakVisitors
    private var random: SeededGenerator
    let asker: SoakAsker
    private var begun = Instant.zero
    private var timer, operatorTimer: Linux.Timer?
    /// Something that the operator does before everything else, and the time until the next.
    private struct Stop {
        let act: () -> Void
        let time: Instant.Span
    }
    /// What the operator does before everything else, the last item first, and when that ends.
    private var tour: [Stop] = []
    private var tourEnd = Instant.zero
    /// The touches that are still to come, the last first.
    private var coming: [TouchFrame] = []
    /// When the kiosk is inspected next, and whether that is being prepared.
    private var nextLook = Instant.zero
    private var isResting = false
    private var (touches, frames, visits, reloads, rounds) = (0, 0, 0, 0, 0)
    private(set) var looks: [Look] = []
    /// A problem of the run; nil while there is none.
    private(set) var problem: String?

    /// How long the recorded visit is repeated: longer than the run keeps touches.
    private static let rounds = Instant.Span.seconds(150)
    /// How long a page is shown on the tour: it is scrolled to its end, the idle question appears, and the kiosk goes home.
    private static let dwell = Instant.Span.seconds(45)
    /// How long a page is shown on the tour before its language changes.
    private static let glance = Instant.Span.seconds(5)
    /// How long the kiosk has after that visit to go home and to finish everything that is under way.
    private static let homecoming = Instant.Span.seconds(300)

    init(
        _ session: RunSession, folder: String, looks count: Int, every interval: Instant.Span, recorded: [TouchFrame],
        size: Size, seed: UInt64, say: @escaping (Look) -> Void
    ) {
        (self.session, self.folder, self.count, self.interval) = (session, folder, count, interval)
        (self.recorded, self.size, self.say) = (recorded, size, say)
        visitors = SoakVisitors(on: size, seed: seed)
        random = SeededGenerator(seed: seed &+ 1)
        asker = SoakAsker("\(folder)/control", session.loop)
        timer = session.loop.timer { [unowned self] in go() }
        operatorTimer = session.loop.timer { [unowned self] in operate() }
        timer?.setDeadline(.zero)
        for kiosk in ["museum", "gallery", "museum", "gallery"] {
            tour.append(Stop(act: { [unowned self] in show(kiosk) }, time: Self.dwell))
            let files = (try? SystemFiles.names("\(folder)/\(kiosk)")) ?? []
            for file in files.sorted() where file.hasSuffix(".md") {
                // hours.md, or hours.de.md
                let parts = file.split(separator: ".").map(String.init)
                let language = parts.count > 2 ? parts[1] : nil
                let open = { [unowned self] in ask(.open) { $0.page = parts[0] } }
                tour.append(Stop(act: open, time: language == nil ? Self.dwell : Self.glance))
                guard let language else { continue }
                tour.append(
                    Stop(act: { [unowned self] in ask(.language) { $0.language = language } }, time: Self.dwell))
            }
        }
        tour.reverse()
    }

    /// Sends the next frame of touches, or prepares the next visit or the next inspection.
    private func go() {
        let now = MonotonicClock.now()
        if begun == .zero {
            begun = now
            nextLook = now + .seconds(3600)
            tourEnd = tour.reduce(now + Self.dwell) { $0 + $1.time }
            operatorTimer?.setDeadline(now + Self.dwell)
        }
        if let frame = coming.popLast() {
            if !frame.changes.isEmpty {
                frames += 1
                for change in frame.changes where change.phase == .began { touches += 1 }
                session.screens.first?.frameLoop?.handle(frame)
            }
            if let next = coming.last { return wait(until: next.time) }
        }
        let hour = hourOfDay(at: now)
        if isResting {
            inspect()
        } else if now >= nextLook {
            isResting = true
            // The kiosk is the same at every inspection.
            show("museum")
            coming = rest(from: now + .seconds(200))
            operatorTimer?.setDeadline(nil)
        } else {
            // No visitor comes while all pages are opened for the first time.
            let start = max(now, tourEnd) + visitors.pause(at: hour)
            if start > nextLook { return wait(until: nextLook) }
            visits += 1
            coming = visitors.visit(from: start).reversed()
        }
        if let next = coming.last { wait(until: next.time) }
    }

    private func wait(until instant: Instant) { timer?.setDeadline(instant) }

    private func hourOfDay(at now: Instant) -> Int { LocalTime(at: WallTimer.now()).minute / 60 }

    /// The recorded visit, repeated from `start` on, and then an empty frame at a time when the kiosk has gone home. The order
    /// is that of `coming`.
    private func rest(from start: Instant) -> [TouchFrame] {
        var all: [TouchFrame] = []
        guard let length = recorded.last.map({ ($0.time - Instant.zero) + Instant.Span.seconds(1) }) else { return [] }
        var begin = start
        while begin < start + Self.rounds {
            all += recorded.map { frame in
                // Each round has its own contacts.
                TouchFrame(
                    time: begin + (frame.time - Instant.zero),
                    changes: frame.changes.map { change in
                        var change = change
                        change.contact += 1_000_000_000 + 1000 * rounds
                        return change
                    })
            }
            rounds += 1
            begin = begin + length
        }
        all.append(TouchFrame(time: begin + Self.homecoming, changes: []))
        return all.reversed()
    }

    private func inspect() {
        isResting = false
        coming = []
        asker.close()
        // The thread that writes state has a file open now and then.
        WholeFileWriter.shared.finish(within: .seconds(2))
        if let stage = session.screens.first?.stage, stage.isBusy || stage.stackNames != ["home"] {
            problem = "the kiosk has not come to rest on its start page: \(stage.stackNames)"
        }
        RuntimeCalls.trimHeap()
        let usage = ProcessUsage.now()
        let now = MonotonicClock.now()
        // How many pictures are kept depends on what was shown, and has a limit of its own.
        let kept = session.screens.first?.stage?.memoryInUse ?? 0
        let look = Look(
            day: (now - begun).seconds / 86400, heap: RuntimeCalls.heapInUse - kept, kept: kept,
            resident: usage.memory ?? 0,
            files: usage.files ?? 0, touches: touches, frames: frames,
            pictures: session.screens.first?.frameLoop?.frames ?? 0, visits: visits, asked: asker.asked,
            reloads: reloads)
        looks.append(look)
        say(look)
        if looks.count > count || problem != nil { return session.loop.stop() }
        nextLook = nextLook + interval
        operatorTimer?.setDeadline(now + .seconds(60))
        wait(until: now + .seconds(1))
    }

    // MARK: The operator

    /// Sends a request every ten minutes on average. From time to time it rewrites a page or switches to another kiosk. In the
    /// first hour all of this is frequent. Before that, each page is opened twice in each language and left alone, so that nothing is
    /// seen for the first time later.
    private func operate() {
        let now = MonotonicClock.now()
        operatorTimer?.setDeadline(now + .seconds(random.uniform(1...(looks.isEmpty ? 40 : 1200))))
        if let next = tour.popLast() {
            next.act()
            operatorTimer?.setDeadline(now + next.time)
            if next.time < Self.dwell { return }
            coming = Self.scroll(from: now + .seconds(2), by: 2_000_000_000 + tour.count * 10, on: size)
            return wait(until: now + .seconds(2))
        }
        switch random.uniform(0...100) {
        case ..<20: ask(.status) { $0.isJSON = true }
        case ..<40: ask(.screenshot)
        case ..<50: ask(.metrics)
        case ..<60: ask(.record) { $0.last = .seconds(120) }
        case ..<66: ask(.open) { $0.page = "hours" }
        case ..<70: ask(.open) { $0.page = "nowhere" }
        case ..<74: ask(.back)
        case ..<78: ask(.home)
        case ..<80: ask(.blank)
        case ..<82: ask(.wake)
        case ..<90:
            reloads += 1
            ask(.reload)
        case ..<96:
            reloads += 1
            writeAgain("\(folder)/museum/home.md")
        default:
            reloads += 1
            show(random.uniform(0...1) < 0.5 ? "gallery" : "museum")
        }
    }

    /// Eight swipes up along the middle of the screen, each by half the height: enough to scroll to the end. The last frame
    /// comes first.
    private static func scroll(from start: Instant, by contact: Int, on size: Size) -> [TouchFrame] {
        var frames: [TouchFrame] = []
        for swipe in 0..<8 {
            for step in 0...10 {
                let phase: TouchFrame.Phase = step == 0 ? .began : step == 10 ? .ended : .moved
                let position = Point(size.width / 2, size.height * (0.75 - 0.05 * Double(step)))
                frames.append(
                    TouchFrame(
                        time: start + .milliseconds(1000 * swipe + 20 * step),
                        changes: [.init(contact: contact + swipe, phase: phase, position: position)]))
            }
        }
        return frames.reversed()
    }

    private func ask(_ verb: ControlVerb, _ complete: (inout ControlRequest) -> Void = { _ in }) {
        var request = ControlRequest(verb)
        complete(&request)
        asker.ask(request)
    }

    /// Writes a page again, so that the kiosk reads all of its pages again.
    private func writeAgain(_ path: String) {
        guard let bytes = SystemFiles.bytes(path) else { return problem = "\(path) cannot be read" }
        replace(path, String(decoding: bytes, as: UTF8.self))
    }

    /// Writes the machine's file so that it names `kiosk`.
    private func show(_ kiosk: String) { replace("\(folder)/bezel.toml", BenchmarkSoak.machine(folder, kiosk)) }

    private func replace(_ path: String, _ text: String) {
        do throws(SystemError) { try WholeFile.write(text, to: path) } catch { problem = "\(error)" }
    }
}
