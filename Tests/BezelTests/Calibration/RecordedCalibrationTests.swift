// A panel at another place is measured from recordings, with the same results.

import Geometry
import TestFolders
import Testing

@testable import Benchmark
@testable import Bezel
@testable import Calibration
@testable import Machine
@testable import Run

struct RecordedCalibrationTests {
    /// A recording of what the panel sends for `strokes`, one after the other.
    private func recording(_ panel: SimulatedPanel, _ strokes: [[(time: Double, place: Point)]]) -> String {
        var (time, frames) = (0.0, [TouchFrame]())
        for (number, stroke) in strokes.enumerated() {
            guard let first = stroke.first, let last = stroke.last else { continue }
            func add(_ phase: TouchFrame.Phase, _ place: Point, _ when: Double) {
                frames.append(
                    TouchFrame(
                        time: .zero + .seconds(time + when - first.time),
                        changes: [
                            .init(
                                contact: number + 1, phase: phase,
                                position: Point(place.x * panel.size.width, place.y * panel.size.height))
                        ]))
            }
            for (index, sample) in stroke.enumerated() { add(index == 0 ? .began : .moved, sample.place, sample.time) }
            add(.ended, last.place, last.time + 1 / panel.rate)
            time += last.time - first.time + 0.4
        }
        return Played.recording(frames)
    }

    private func run(_ command: CalibrateCommand) throws(Failure) -> [String] {
        var lines: [String] = []
        try command.run(answer: { lines.append($0) }, say: { _ in })
        return lines
    }

    @Test func `swipes, drags and rests of a panel with a dead border and swapped axes are measured`() throws {
        let folder = TemporaryFolder()
        var random = SeededGenerator(seed: 8)
        var panel = SimulatedPanel()
        panel.deadBorder = 6
        panel.placement = PanelOrientation.swapped.matrix
        let targets = PositionCalibration(size: panel.size).marks.map {
            panel.touch(Point($0.target.x * panel.size.width, $0.target.y * panel.size.height), for: 0.4, &random)
        }
        let rest = panel.touch(Point(260, 150), for: 2.5, &random)
        let swipes = (0..<59).map { panel.swipe(over: .left, index: $0, &random) }
        let drags = (0..<40).map { number in
            panel.samples(from: 0, until: 0.3, &random) {
                Point(Double(8 + number % 20) + 300 * $0 * $0, 60 + 4 * Double(number))
            }
        }
        var command = CalibrateCommand()
        command.recordings = [folder.write(recording(panel, targets + [rest] + swipes), to: "swipes.jsonl")]
        command.drags = [folder.write(recording(panel, drags), to: "drags.jsonl")]
        command.steps = ["position", "edges", "noise"]
        command.edges = ["left"]
        command.panel = "222a:0001"
        command.run.size = panel.size
        command.run.panels = "\(folder.path)/panels"
        command.rule = "\(folder.path)/99-panel.rules"
        command.report = "\(folder.path)/report.svg"
        let lines = try run(command)
        #expect(lines[0].hasPrefix("position: axes swapped, 0."))
        #expect(lines.contains { $0.contains("mm of the panel do not sense touches") })
        #expect(lines.contains { $0.contains("would take at most") })
        let record = try #require(try PanelStore(folder: "\(folder.path)/panels").read("222a:0001"))
        let edge = try #require(record.edges[.left])
        #expect(edge.swipes == 59 && edge.drags == 40 && edge.holds)
        #expect(edge.deadBorder > 5 && edge.deadBorder < 8)
        #expect(abs(try #require(record.noise).jitter / 0.2 - 1) < 0.2)
        let rule = folder.lines(of: "99-panel.rules").joined()
        #expect(rule.contains("ATTRS{id/vendor}==\"222a\", ATTRS{id/product}==\"0001\""))
        #expect(rule.contains("LIBINPUT_CALIBRATION_MATRIX"))
        let picture = folder.lines(of: "report.svg").joined()
        #expect(picture.contains("The left edge: \(tenths(edge.width)) mm"))
        #expect(picture.contains("url(#dead)"))
        // Earlier measurements stay when something else is measured.
        command.steps = ["noise"]
        (command.rule, command.report) = (nil, nil)
        command.recordings = [folder.write(recording(panel, [rest]), to: "rest.jsonl")]
        command.drags = []
        _ = try run(command)
        #expect(try PanelStore(folder: "\(folder.path)/panels").read("222a:0001")?.edges[.left]?.width == edge.width)
    }

    @Test func `fewer swipes give a weaker promise`() throws {
        let folder = TemporaryFolder()
        var random = SeededGenerator(seed: 3)
        let panel = SimulatedPanel()
        var command = CalibrateCommand()
        command.recordings = [
            folder.write(
                recording(panel, (0..<20).map { panel.swipe(over: .right, index: $0, &random) }), to: "few.jsonl")
        ]
        command.edges = ["right"]
        command.run.size = panel.size
        let lines = try run(command)
        #expect(lines.contains { $0.contains("misses at most 13.9 % of swipes, with 95 % confidence: 0 of 20") })
        #expect(lines.contains { $0.contains("59 swipes could promise as much") })
        command.isJSON = true
        let json = try run(command).joined()
        #expect(json.contains("\"right\":{"))
        #expect(json.contains("\"missedAtMost\":0.139"))
    }

    @Test func `what cannot be measured is refused with a message and an exit code`() throws {
        let folder = TemporaryFolder()
        func failure(_ change: (inout CalibrateCommand) -> Void) -> Failure? {
            var command = CalibrateCommand()
            change(&command)
            do throws(Failure) { _ = try run(command) } catch { return error }
            return nil
        }
        #expect(
            failure { $0.edges = ["lft"] }?.description
                == "there is no edge \"lft\"; there are left, right, top, bottom")
        #expect(failure { $0.steps = ["positions"] }?.code == .usage)
        #expect(failure { $0.language = "xx" }?.description.contains("zh-Hans") == true)
        #expect(failure { $0.drags = ["a"] }?.code == .usage)
        #expect(failure { $0.run.stack = ["home"] }?.code == .usage)
        #expect(failure { $0.recordings = ["\(folder.path)/none"] }?.code == .wrongInput)
        let still = folder.write(
            "{\"t\":0,\"touch\":1,\"phase\":\"began\",\"x\":50,\"y\":50}\n"
                + "{\"t\":1,\"touch\":1,\"phase\":\"ended\",\"x\":50,\"y\":50}\n", to: "still.jsonl")
        #expect(failure { $0.recordings = [still] }?.description.contains("nothing to measure") == true)
        #expect(
            failure {
                $0.recordings = [still]; $0.steps = ["position"]
            }?.description.contains("there are 1") == true)
        // Swipes and drags are measured against one edge, so they must come from the same panel.
        let paths = ["200x100", "200x100", "400x200"].enumerated().map { number, size in
            folder.write(
                "{\"bezel\":1,\"size\":\"\(size)\"}\n"
                    + "{\"t\":0,\"touch\":1,\"phase\":\"began\",\"x\":50,\"y\":50}\n"
                    + "{\"t\":1,\"touch\":1,\"phase\":\"ended\",\"x\":50,\"y\":50}\n", to: "\(number).jsonl")
        }
        for (other, isOther) in [(paths[1], false), (paths[2], true)] {
            for isDrag in [true, false] {
                let said = failure {
                    $0.recordings = isDrag ? [paths[0]] : [paths[0], other]
                    $0.drags = isDrag ? [other] : []
                }?.description
                #expect(
                    said?.contains("\(other): it is of a panel of another size than the first, 400.0 × 200.0 mm")
                        == isOther)
            }
        }
    }
}
