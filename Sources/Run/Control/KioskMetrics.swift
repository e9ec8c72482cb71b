// The counters of a running kiosk.

import Frames
import Geometry
import Linux
import Machine
import Pages
import Settings
import Stage

/// How much has happened since the start.
@MainActor
struct KioskMetrics {
    let screens: [ScreenMonitor]
    /// How many touch panels are read.
    let panels: Int
    /// The number of restarts after crashes since the kiosk was last started on purpose; nil if it is not kept.
    let restarts: Int?
    /// The mistakes in the pages and settings, with what is shown instead.
    let faults: [Fault]
    /// The keys of the machine's file that count from the next start on.
    let waiting: [String]
    /// When the kiosk began.
    let start: Instant

    /// The most mistakes that have a sample each.
    static let mostFaults = 20

    /// The counters since the start, as OpenMetrics text.
    var text: String {
        let (now, usage) = (MonotonicClock.now(), ProcessUsage.now())
        var text = OpenMetrics()
        text.begin("bezel", .info, "The version of Bezel.")
        text.add("1", [("version", BezelVersion.text)])
        text.begin(
            "bezel_uptime_seconds", .gauge, unit: "seconds", "How long the kiosk has run. It drops at a restart.")
        text.add((now - start).decimalSeconds)
        if let restarts {
            text.begin(
                "bezel_restarts", .counter,
                "Restarts after crashes since the kiosk was last started on purpose.")
            text.add(String(restarts))
        }
        addFaults(to: &text)
        text.begin(
            "bezel_restart_needed", .gauge, "Whether keys of the machine's file count from the next start on only.")
        text.add(waiting.isEmpty ? "0" : "1")
        text.begin("bezel_restart_key", .gauge, "A key of the machine's file that counts from the next start on.")
        for key in waiting { text.add("1", [("key", key)]) }
        if let memory = usage.memory {
            text.begin("bezel_resident_memory_bytes", .gauge, unit: "bytes", "Resident memory.")
            text.add(String(memory))
        }
        if let files = usage.files {
            text.begin("bezel_open_files", .gauge, "Open file descriptors.")
            text.add(String(files))
        }
        text.begin("bezel_panels", .gauge, "Touch panels that are read.")
        text.add(String(panels))
        text.begin("bezel_screens", .gauge, "Screens that are driven.")
        text.add(String(screens.count))
        each(&text, "bezel_screen_lit", .gauge, "Whether the glass is lit.") { [([], $0.frameLoop.isDark ? 0 : 1)] }
        each(&text, "bezel_frames", .counter, "Frames that were drawn.") { [([], $0.frameLoop.frames)] }
        each(&text, "bezel_missed_vblanks", .counter, "Vblanks without the frame that was due.") {
            [([], $0.frameLoop.missed)]
        }
        each(&text, "bezel_touches", .counter, "Fingers that came down.") { [([], $0.counts.touches)] }
        each(&text, "bezel_gestures", .counter, "Gestures, by how they ended.") {
            Self.samples($0.counts.gestures, "name")
        }
        each(&text, "bezel_transitions", .counter, "Pushes, pops, presented and dismissed sheets, by how they ended.") {
            Self.samples($0.counts.transitions, "operation")
        }
        addVisits(to: &text)
        text.begin(
            "bezel_touch_latency_seconds", .histogram, unit: "seconds", "From a touch to the picture that shows it.")
        for screen in screens { text.add(screen.frameLoop.latency, [("screen", "\(screen.number)")]) }
        return text.text
    }

    private func addFaults(to text: inout OpenMetrics) {
        text.begin(
            "bezel_reload_refused", .gauge,
            "Whether the last good version of a page or of settings is used because a changed file has a mistake.")
        text.add(faults.contains { $0.remedy == .lastGood } ? "1" : "0")
        text.begin("bezel_faults", .gauge, "Mistakes in pages and settings, by what is shown instead.")
        for remedy in Fault.Remedy.allCases {
            text.add(String(faults.count { $0.remedy == remedy }), [("shown", remedy.rawValue)])
        }
        text.begin("bezel_fault", .gauge, "A mistake, and what is shown instead: the first \(Self.mostFaults).")
        for fault in faults.prefix(Self.mostFaults) {
            let place = fault.diagnostic
            text.add(
                "1",
                [
                    ("file", place.file), ("line", place.line.map(String.init) ?? ""),
                    ("column", place.column.map(String.init) ?? ""), ("shown", fault.remedy.rawValue),
                    ("message", "\(place.message) (\(fault.instead))"),
                ])
        }
    }

    /// Adds what visitors did. `VisitCounts` bounds the number of samples.
    private func addVisits(to text: inout OpenMetrics) {
        let counted = screens.compactMap { screen in screen.visits.map { (("screen", "\(screen.number)"), $0.total) } }
        func pages(_ value: (VisitCounts.Sum) -> String) {
            for (screen, counts) in counted {
                for (page, sum) in counts.pages.sorted(by: { $0.key < $1.key }) {
                    text.add(value(sum), [screen, ("page", page.name), ("language", page.language)])
                }
            }
        }
        text.begin("bezel_visits", .counter, "Visits, by the language in which they began.")
        for (screen, counts) in counted {
            for (language, sum) in counts.visits.sorted(by: { $0.key < $1.key }) {
                text.add(String(sum.count), [screen, ("language", language)])
            }
        }
        text.begin("bezel_page_opened", .counter, "How often visitors had a page before them anew.")
        pages { String($0.count) }
        text.begin("bezel_page_seconds", .counter, unit: "seconds", "How long a page was on top during visits.")
        pages { $0.time.decimalSeconds }
        text.begin("bezel_page_ways", .counter, "How often visitors went from one page to another by a link.")
        for (screen, counts) in counted {
            for (way, count) in counts.ways.sorted(by: { $0.key < $1.key }) {
                text.add(String(count), [screen, ("from", way.from), ("to", way.to), ("language", way.language)])
            }
        }
    }

    private func each(
        _ text: inout OpenMetrics, _ name: String, _ kind: OpenMetrics.Kind, _ help: String,
        _ samples: (ScreenMonitor) -> [(labels: [(String, String)], value: Int)]
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
