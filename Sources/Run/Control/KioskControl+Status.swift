// The state of a running kiosk: as text, as JSON, and as counters.

import Frames
import Geometry
import Glibc
import Linux
import Logging
import Machine
import Stage

extension KioskControl {
    /// The whole status, as JSON.
    func statusObject() -> JSONObject {
        let (now, usage) = (MonotonicClock.now(), ProcessUsage.now())
        var status = JSONObject()
        status.add("version", BezelVersion.text)
        status.add("process", Int(getpid()))
        status.add("uptime", (now - start).seconds)
        status.add("memory", usage.memory)
        status.add("files", usage.files)
        status.add("log_level", LogThreshold.level.rawValue)
        status.add("screens", screens.map { object(of: $0, at: now) })
        status.add(
            "panels",
            panels().map { panel in
                var object = JSONObject()
                object.add("name", panel.name)
                object.add("ids", panel.ids)
                object.add("node", panel.node)
                object.add("calibration", panel.calibration)
                return object
            })
        return status
    }

    private func object(of screen: ControlledScreen, at now: Instant) -> JSONObject {
        let (stage, frameLoop) = (screen.stage, screen.frameLoop)
        var object = JSONObject()
        object.add("number", screen.number)
        object.add("display", screen.display()?.name)
        object.add("kiosk", screen.pages().folder)
        object.add("language", screen.pages().language)
        object.add("width", stage.panel.pixels.width)
        object.add("height", stage.panel.pixels.height)
        object.add("width_mm", stage.panel.millimetres.width)
        object.add("height_mm", stage.panel.millimetres.height)
        object.add("refresh", screen.display().map { 1e9 / Double($0.refreshInterval.nanoseconds) })
        object.add("dark", frameLoop.isDark)
        object.add("stack", stage.stackNames)
        object.add("moving", stage.isMoving)
        object.add("frames", frameLoop.frames)
        object.add("missed", frameLoop.missed)
        object.add("touches", screen.counts.touches)
        object.add("last_touch", frameLoop.lastTouch.map { (now - $0).seconds })
        object.add("kept", screen.ring?.duration.seconds)
        return object
    }

    /// The status as text for people.
    func statusText() -> String {
        let (now, usage) = (MonotonicClock.now(), ProcessUsage.now())
        var lines = ["bezel \(BezelVersion.text), process \(getpid()), up \(Self.words(now - start))"]
        if let memory = usage.memory { lines.append("memory    \((memory + 500_000) / 1_000_000) MB") }
        lines.append("log       \(LogThreshold.level.rawValue)")
        for screen in screens {
            let (stage, frameLoop) = (screen.stage, screen.frameLoop)
            let size = stage.panel.millimetres
            lines += [
                "screen \(screen.number)  \(screen.display()?.name ?? "no display"), \(Int(size.width.rounded())) × "
                    + "\(Int(size.height.rounded())) mm\(frameLoop.isDark ? ", dark" : "")",
                "  shows   \(stage.stackNames.joined(separator: " → "))",
                "  frames  \(frameLoop.frames), \(frameLoop.missed) vblanks missed",
                "  touches \(screen.counts.touches)"
                    + (frameLoop.lastTouch.map { ", the last \(Self.words(now - $0)) ago" } ?? ""),
            ]
            if let folder = screen.pages().folder { lines.append("  kiosk   \(folder)") }
            if let ring = screen.ring {
                lines.append("  kept    \(Self.words(ring.duration)) of touches and decisions")
            }
        }
        for panel in panels() {
            lines.append("panel     \(panel.name) (\(panel.ids)), \(panel.calibration ?? "not calibrated")")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// `span` as text, such as `3 d 4 h` or `12 min 5 s`.
    private static func words(_ span: Instant.Span) -> String {
        let seconds = Int(max(0, span.nanoseconds) / 1_000_000_000)
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return "\(seconds / 60) min \(seconds % 60) s"
        case ..<86_400: return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
        default: return "\(seconds / 86_400) d \(seconds % 86_400 / 3600) h"
        }
    }

    /// The counters since the start, as OpenMetrics text.
    package func metrics() -> String {
        let (now, usage) = (MonotonicClock.now(), ProcessUsage.now())
        var text = OpenMetrics()
        text.begin("bezel", .info, "Which Bezel this is.")
        text.add("1", [("version", BezelVersion.text)])
        text.begin(
            "bezel_uptime_seconds", .gauge, unit: "seconds", "How long it has run; it falls when it was restarted.")
        text.add((now - start).decimalSeconds)
        if let restarts = restarts() {
            text.begin(
                "bezel_restarts", .counter,
                "How often it has come back after it had ended without a word, since it was started on purpose.")
            text.add(String(restarts))
        }
        if let memory = usage.memory {
            text.begin("bezel_resident_memory_bytes", .gauge, unit: "bytes", "Memory that is resident.")
            text.add(String(memory))
        }
        if let files = usage.files {
            text.begin("bezel_open_files", .gauge, "File descriptors that are open.")
            text.add(String(files))
        }
        text.begin("bezel_panels", .gauge, "Touch panels that are read.")
        text.add(String(panels().count))
        text.begin("bezel_screens", .gauge, "Screens that are driven.")
        text.add(String(screens.count))
        each(&text, "bezel_screen_lit", .gauge, "Whether the glass is lit.") { [([], $0.frameLoop.isDark ? 0 : 1)] }
        each(&text, "bezel_frames", .counter, "Frames that were drawn.") { [([], $0.frameLoop.frames)] }
        each(&text, "bezel_missed_vblanks", .counter, "Vblanks without the frame that was meant for them.") {
            [([], $0.frameLoop.missed)]
        }
        each(&text, "bezel_touches", .counter, "Fingers that came down.") { [([], $0.counts.touches)] }
        each(&text, "bezel_gestures", .counter, "Gestures by how they ended.") {
            Self.samples($0.counts.gestures, "name")
        }
        each(&text, "bezel_transitions", .counter, "Pushes, pops, presented and dismissed sheets by how they ended.") {
            Self.samples($0.counts.transitions, "operation")
        }
        text.begin(
            "bezel_touch_latency_seconds", .histogram, unit: "seconds", "From a touch to the picture that shows it.")
        for screen in screens { text.add(screen.frameLoop.latency, [("screen", "\(screen.number)")]) }
        return text.text
    }

    private func each(
        _ text: inout OpenMetrics, _ name: String, _ kind: OpenMetrics.Kind, _ help: String,
        _ samples: (ControlledScreen) -> [(labels: [(String, String)], value: Int)]
    ) {
        text.begin(name, kind, help)
        for screen in screens {
            for sample in samples(screen) {
                text.add(String(sample.value), [("screen", "\(screen.number)")] + sample.labels)
            }
        }
    }

    private static func samples(
        _ counts: [DecisionCounts.Kind: Int], _ label: String
    ) -> [(labels: [(String, String)], value: Int)] {
        counts.sorted { $0.key < $1.key }.map { ([(label, $0.key.name), ("outcome", $0.key.outcome)], $0.value) }
    }
}
