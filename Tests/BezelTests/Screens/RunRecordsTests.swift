// The records of a run live as long as the run, whatever it records and counts.

import Frames
import Geometry
import Logging
import TestFolders
import Testing

@testable import Bezel
@testable import Linux
@testable import Machine
@testable import Run

@Suite struct RunRecordsTests {
    /// A screen whose touches and frames are followed by records, and by nothing else.
    private final class Run: ScreenOwner {
        let tasks: MainQueue? = nil
        let loop: EventLoop
        let records: RunRecords
        private(set) var screen: RunScreen!

        init(_ command: RunCommand, _ configuration: Configuration) throws {
            loop = try EventLoop()
            var log = Logger(label: "test")
            log.logLevel = .critical
            records = try RunRecords(command, log: log)
            let state = records.keepState()
            let first = try StartScreens(kiosk: "\(repository)/Tests/Machine/kiosk", on: configuration) { _ in }
            screen = RunScreen(first, command, configuration, state: state, owner: self, loop: loop, log: log)
        }

        func began(_ screen: RunScreen) throws(Failure) { _ = try records.follow(screen, isFirst: true, loop: loop) }
        func drew(_ screen: RunScreen) {}
        func shown(_ screen: RunScreen) {}
        func failed(_ screen: RunScreen, _ failure: Failure) { Issue.record("\(failure)") }

        /// Swipes from the left edge, until the picture is still.
        func swipe() throws {
            let start = MonotonicClock.now()
            for step in 0...20 {
                let phase: TouchFrame.Phase = step == 0 ? .began : step == 20 ? .ended : .moved
                screen.handle(
                    TouchFrame(
                        time: start + .milliseconds(8 * step),
                        changes: [.init(contact: 1, phase: phase, position: Point(1 + Double(step) * 20, 150))]))
            }
            repeat {
                while try loop.runOnce(until: MonotonicClock.now() + .milliseconds(20)) {}
            } while screen.stage?.nextDeadline != nil
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `a visit is followed, with statistics or without, recorded or not`(counts: Bool, keeps: Bool) throws {
        let folder = TemporaryFolder()
        var command = RunCommand()
        (command.stack, command.size) = (["home", "hours"], Size(527, 296))
        if keeps {
            (command.record, command.trace) = ("\(folder.path)/visit.jsonl", "\(folder.path)/trace.jsonl")
            command.state = "\(folder.path)/state"
        }
        var configuration = Configuration()
        if counts { configuration.statistics = .init(folder: "\(folder.path)/statistics") }
        let run = try Run(command, configuration)
        try run.screen.start()
        run.screen.show(
            on: HeadlessDisplay(size: PixelSize(192, 108), millihertz: 1_000_000, millimetres: nil, loop: run.loop))
        try run.swipe()
        #expect(run.screen.stage?.navigator.screens.map(\.name) == ["home"])
        // A finger is down when the run ends.
        run.screen.handle(
            TouchFrame(
                time: MonotonicClock.now(), changes: [.init(contact: 2, phase: .began, position: Point(200, 150))]))
        run.records.endTrace()
        run.records.close()
        guard keeps else { return }
        let trace = folder.lines(of: "trace.jsonl")
        #expect(trace.last?.contains(#""kind":"end""#) == true && trace.last?.field("stack") == #"["home"]"#)
        #expect(trace.last?.contains(#""stuck":[]"#) == true && run.screen.stage?.isBusy == false)
        #expect(trace.dropLast().last?.contains(#""state":"failed""#) == true, "\(trace.suffix(3))")
    }
}
