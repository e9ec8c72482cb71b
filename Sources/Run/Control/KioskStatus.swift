// The state of a running kiosk: as text and as JSON.

import Frames
import Geometry
import Glibc
import Linux
import Logging
import Machine
import Pages
import Settings
import Stage

/// What runs, what it shows, and what has happened since the start.
@MainActor
struct KioskStatus {
    private let screens: [ScreenMonitor]
    private let panels: [PanelStatus]
    /// The mistakes in the pages and settings, with what is shown instead.
    private let faults: [Fault]
    /// The keys of the machine's file that count from the next start on.
    private let waiting: [String]
    private let uptime: Instant.Span
    private let now = MonotonicClock.now()
    private let usage = ProcessUsage.now()

    /// The status of a kiosk that began at `start`.
    init(
        _ screens: [ScreenMonitor], _ panels: [PanelStatus], faults: [Fault], waiting: [String], since start: Instant
    ) {
        (self.screens, self.panels, self.faults, self.waiting) = (screens, panels, faults, waiting)
        uptime = now - start
    }

    /// The whole status, as JSON.
    var json: JSONObject {
        var status = JSONObject()
        status.add("version", BezelVersion.text)
        status.add("process", Int(getpid()))
        status.add("uptime", uptime.seconds)
        status.add("memory", usage.memory)
        status.add("files", usage.files)
        status.add("log_level", LogThreshold.level.rawValue)
        let kept = faults.filter { $0.remedy == .lastGood }.prefix(Self.mostFaults)
        status.add("reload_error", kept.isEmpty ? nil : kept.map(\.description).joined(separator: "\n"))
        status.add("faults", faults.prefix(Self.mostFaults).map(object))
        status.add("restart_needed", waiting)
        status.add("screens", screens.map(object))
        status.add(
            "panels",
            panels.map { panel in
                var object = JSONObject()
                object.add("name", panel.name)
                object.add("ids", panel.ids)
                object.add("node", panel.node)
                object.add("calibration", panel.calibration)
                return object
            })
        return status
    }

    /// The most mistakes that are listed.
    private static let mostFaults = 20

    private func object(of fault: Fault) -> JSONObject {
        var object = JSONObject()
        object.add("file", fault.diagnostic.file)
        object.add("line", fault.diagnostic.line)
        object.add("column", fault.diagnostic.column)
        object.add("message", fault.diagnostic.message)
        object.add("shown", fault.remedy.rawValue)
        object.add("instead", fault.instead)
        return object
    }

    private func object(of screen: ScreenMonitor) -> JSONObject {
        let (stage, frameLoop) = (screen.stage, screen.frameLoop)
        var object = JSONObject()
        object.add("number", screen.number)
        object.add("display", screen.display()?.name)
        object.add("kiosk", screen.pages().folder)
        object.add("language", stage.language ?? screen.pages().language)
        object.add("languages", screen.pages().languages)
        object.add("width", stage.panel.pixels.width)
        object.add("height", stage.panel.pixels.height)
        object.add("width_mm", stage.panel.millimetres.width)
        object.add("height_mm", stage.panel.millimetres.height)
        object.add("refresh", screen.display().map { 1e9 / Double($0.refreshInterval.nanoseconds) })
        object.add("dark", frameLoop.isDark)
        object.add("night", stage.isNight)
        object.add("stack", stage.stackNames)
        object.add("moving", stage.isMoving)
        object.add("frames", frameLoop.frames)
        object.add("missed", frameLoop.missed)
        object.add("touches", screen.counts.touches)
        object.add("last_touch", frameLoop.lastTouch.map { (now - $0).seconds })
        object.add("kept", screen.ring?.duration.seconds)
        object.add("programs", screen.programs.prefix(Self.mostPrograms).map(\.json))
        return object
    }

    /// The most programs of a screen that are listed.
    private static let mostPrograms = 40

    /// The status as text for people.
    var text: String {
        var lines = ["bezel \(BezelVersion.text), process \(getpid()), up \(Self.words(uptime))"]
        if let memory = usage.memory { lines.append("memory    \((memory + 500_000) / 1_000_000) MB") }
        lines.append("log       \(LogThreshold.level.rawValue)")
        if !faults.isEmpty { lines.append("mistakes  \(faults.count)") }
        for fault in faults.prefix(Self.mostFaults) {
            lines += ["  \(fault.diagnostic.description)", "    so \(fault.instead)"]
        }
        if faults.count > Self.mostFaults {
            lines.append("  and \(faults.count - Self.mostFaults) more: bezel check lists all")
        }
        if !waiting.isEmpty { lines.append("restart   needed for \(waiting.joined(separator: ", "))") }
        for screen in screens {
            let (stage, frameLoop) = (screen.stage, screen.frameLoop)
            let size = stage.panel.millimetres
            lines += [
                "screen \(screen.number)  \(screen.display()?.name ?? "no display"), \(Int(size.width.rounded())) × "
                    + "\(Int(size.height.rounded())) mm\(frameLoop.isDark ? ", dark" : "")\(stage.isNight ? ", night" : "")",
                "  shows   \(stage.stackNames.joined(separator: " → "))",
                "  frames  \(frameLoop.frames), \(frameLoop.missed) vblanks missed",
                "  touches \(screen.counts.touches)"
                    + (frameLoop.lastTouch.map { ", the last \(Self.words(now - $0)) ago" } ?? ""),
            ]
            if let folder = screen.pages().folder { lines.append("  kiosk   \(folder)") }
            let languages = screen.pages().languages
            if let language = stage.language ?? screen.pages().language, !languages.isEmpty {
                lines.append("  language \(language) of \(languages.joined(separator: ", "))")
            }
            if let ring = screen.ring {
                lines.append("  kept    \(Self.words(ring.duration)) of touches and decisions")
            }
            let programs = screen.programs
            lines += programs.prefix(Self.mostPrograms).map { "  program \($0.text)" }
            if programs.count > Self.mostPrograms {
                lines.append("  and \(programs.count - Self.mostPrograms) more programs")
            }
        }
        for panel in panels {
            lines.append("panel     \(panel.name) (\(panel.ids)), \(panel.calibration ?? "not calibrated")")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// `span` as text, such as `3 d 4 h` or `12 min 5 s`.
    static func words(_ span: Instant.Span) -> String {
        let seconds = Int(max(0, span.nanoseconds) / 1_000_000_000)
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return "\(seconds / 60) min \(seconds % 60) s"
        case ..<86_400: return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
        default: return "\(seconds / 86_400) d \(seconds % 86_400 / 3600) h"
        }
    }
}

/// A touch panel as the status shows it.
struct PanelStatus {
    let name: String
    /// `vid:pid`.
    let ids: String
    let node: String
    /// `calibrated` when the device has a calibration matrix other than the identity; nil otherwise.
    let calibration: String?

    init(_ device: TouchDevice) {
        (name, ids, node) = (device.name, device.vendorProduct, device.devnode)
        calibration = device.calibration == .identity ? nil : "calibrated"
    }
}
