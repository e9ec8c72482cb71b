// What a touch panel sends, as a recording for `bezel replay` and live through the contact table.

import Bezel
import Geometry
import Linux
import Stage
import TestFolders

@testable import Machine
@testable import Replay

/// Reports of one or more panels of 527 × 296 mm on the sample kiosk, whether they are possible or not.
struct PanelScript {
    /// What a panel reports of a slot. Positions are in mm.
    enum Event {
        case down(Double, Double)
        case move(Double, Double)
        case up
        /// The panel, or libinput, takes the contact for a palm.
        case palm
    }

    /// The outcome.
    struct Outcome {
        var trace: [String]
        var warnings: [String]
        /// The pages on the stack in the end, as the trace has them.
        var stack: String? { trace.last?.field("stack") }
        /// Recognizers that did not come back to `possible`.
        var stuck: String? { trace.last?.field("stuck") }
        /// The states of the recognizers called `name`, in order.
        func states(of name: String) -> [String] {
            trace.filter { $0.field("name") == name }.compactMap { $0.field("state") }
        }
    }

    /// Units per mm, as the panels report them; 0 when they report none.
    var resolution = 10
    private var reports: [(milliseconds: Int, panel: Int, changes: [(slot: Int, event: Event)])] = []

    /// One report of `panel`.
    mutating func at(_ milliseconds: Int, panel: Int = 0, _ changes: (Int, Event)...) {
        report(milliseconds, panel, changes)
    }

    /// One report of `panel` with `event` for each slot of `slots`.
    mutating func at(_ milliseconds: Int, panel: Int = 0, slots: Range<Int>, _ event: (Int) -> Event) {
        report(milliseconds, panel, slots.map { ($0, event($0)) })
    }

    private mutating func report(_ milliseconds: Int, _ panel: Int, _ changes: [(Int, Event)]) {
        reports.append((milliseconds, panel, changes.map { (slot: $0.0, event: $0.1) }))
    }

    /// A finger that comes down 2 mm from the left edge at `start` and goes 180 mm in 18 reports, 10 ms apart; it is still
    /// down. `between` is sent in each of these reports, too.
    mutating func swipe(at start: Int = 0, panel: Int = 0, slot: Int = 0, between: [(Int, Event)] = []) {
        report(start, panel, [(slot, .down(2, 100))])
        for step in 1...18 {
            report(start + 10 * step, panel, [(slot, .move(2 + 10 * Double(step), 100))] + between)
        }
    }

    /// The outcome when `bezel replay` plays what `libinput record` wrote.
    func replayed(_ stack: [String] = ["home", "hours"]) throws -> Outcome {
        let folder = TemporaryFolder()
        var command = ReplayCommand()
        command.recording = folder.write(recording, to: "recording")
        command.kiosk = "\(repository)/config/museum"
        command.stack = stack
        command.size = resolution > 0 ? Size(527, 296) : nil
        command.trace = "\(folder.path)/trace"
        var warnings: [String] = []
        try command.run { warnings.append($0) }
        return Outcome(trace: folder.lines(of: "trace"), warnings: warnings)
    }

    /// The outcome when a running kiosk gets the same from libinput.
    func live(_ stack: [String] = ["home", "hours"]) throws -> Outcome {
        let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
        let kiosk = try StartScreens(kiosk: "\(repository)/config/museum", on: Configuration()) { _ in }
        let stage = try kiosk.stage(on: panel, stack: stack)
        var outcome = Outcome(trace: [], warnings: [])
        stage.onTrace = { outcome.trace.append($0.json(since: .zero)) }
        stage.onWarning = { outcome.warnings.append($0) }
        var table = ContactTable(panelSize: panel.millimetres)
        for report in reports {
            for (slot, event) in report.changes {
                func share(_ x: Double, _ y: Double) -> Point { Point(x / 527, y / 296) }
                let change: ContactTable.Event =
                    switch event {
                    case .down(let x, let y): .down(share(x, y))
                    case .move(let x, let y): .motion(share(x, y))
                    case .up: .up
                    case .palm: .cancel
                    }
                table.handle(change, device: report.panel, slot: slot)
            }
            let frame = table.frame(device: report.panel, at: .zero + .milliseconds(report.milliseconds))
            outcome.warnings += table.takeWarnings()
            if let frame { stage.handle(TouchFrame(time: max(frame.time, stage.now), changes: frame.changes)) }
        }
        stage.cancelAllTouches()
        while let due = stage.nextDeadline { stage.advance(to: due) }
        stage.traceEnd()
        return outcome
    }

    /// Both outcomes.
    func played(_ stack: [String] = ["home", "hours"]) throws -> [Outcome] {
        [try replayed(stack), try live(stack)]
    }

    /// What `libinput record` writes.
    private var recording: String {
        let panels = Set(reports.map(\.panel)).sorted()
        var text = "version: 1\nndevices: \(panels.count)\ndevices:\n"
        for panel in panels {
            text += """
                - node: /dev/input/event\(panel)
                  evdev:
                    name: "Panel \(panel)"
                    codes:
                      1: [330]
                    absinfo:
                      47: [0, 63, 0, 0, 0]
                      53: [0, 5269, 0, 0, \(resolution)]
                      54: [0, 2959, 0, 0, \(resolution)]
                      57: [0, 65535, 0, 0, 0]
                    properties: [1]
                  events:

                """
            for report in reports where report.panel == panel { text += lines(of: report.changes, report.milliseconds) }
        }
        return text
    }

    private func lines(of changes: [(slot: Int, event: Event)], _ milliseconds: Int) -> String {
        var events: [(type: Int, code: Int, value: Int)] = []
        for (slot, event) in changes {
            events.append((3, 47, slot))
            switch event {
            case .down(let x, let y):
                events += [(3, 57, 100 + slot), (3, 53, Int(x * 10)), (3, 54, Int(y * 10)), (3, 55, 0)]
            case .move(let x, let y): events += [(3, 53, Int(x * 10)), (3, 54, Int(y * 10))]
            case .up: events.append((3, 57, -1))
            case .palm: events.append((3, 55, 2))
            }
        }
        events.append((0, 0, 0))
        let time = "\(milliseconds / 1000), \(milliseconds % 1000 * 1000)"
        return "  - evdev:\n" + events.map { "    - [\(time), \($0.type), \($0.code), \($0.value)]\n" }.joined()
    }
}
