// The counters as OpenMetrics text, checked by an independent parser.

import Frames
import Geometry
import Glibc
import TestFolders
import Testing
import TouchScript

@testable import Bezel
@testable import Linux
@testable import Run
@testable import Stage

@Suite(.serialized) struct MetricsTests {
    /// prometheus_client, from the package python3-prometheus-client.
    private nonisolated static let hasParser =
        BezelProcess(["-c", "import prometheus_client.openmetrics.parser"], program: "/usr/bin/python3").wait().code
        == 0

    private func swipes() -> [TouchFrame] {
        let touch = TouchScript()
        touch.tap(at: Point(400, 184))
        touch.wait(.milliseconds(900))
        touch.down(at: Point(2, 100)).drag(to: Point(250, 100), over: .milliseconds(200)).lift()
        return touch.frames
    }

    @Test func `what happened is counted`() throws {
        let kiosk = try RunningKiosk()
        try kiosk.play([])
        let idle = kiosk.control.metrics
        #expect(!idle.contains("bezel_restarts"), "it is not kept here")
        kiosk.restarts = 3
        try kiosk.play(swipes())
        let text = kiosk.control.metrics
        func value(_ sample: String, in text: String) -> Double? {
            text.split(separator: "\n").first { $0.hasPrefix(sample + " ") }
                .flatMap { Double($0.dropFirst(sample.count + 1)) }
        }
        #expect(value(#"bezel_touches_total{screen="1"}"#, in: idle) == 0)
        #expect(value(#"bezel_touches_total{screen="1"}"#, in: text) == 2)
        #expect(value(#"bezel_gestures_total{screen="1",name="edge-pop",outcome="ended"}"#, in: text) == 1)
        #expect(value(#"bezel_transitions_total{screen="1",operation="push",outcome="finished"}"#, in: text) == 1)
        #expect(value(#"bezel_transitions_total{screen="1",operation="pop",outcome="finished"}"#, in: text) == 1)
        #expect(value("bezel_restarts_total", in: text) == 3)
        let frames = try #require(value(#"bezel_frames_total{screen="1"}"#, in: text))
        // A slow machine draws few of them.
        #expect(frames > 0 && Int(frames) == kiosk.frameLoop.frames)
        let seen = try #require(value(#"bezel_touch_latency_seconds_count{screen="1"}"#, in: text))
        #expect(seen > 0 && seen <= frames)
        #expect(value(#"bezel_touch_latency_seconds_bucket{screen="1",le="+Inf"}"#, in: text) == seen)
    }

    @Test func `nothing is counted while nothing happens`() throws {
        let kiosk = try RunningKiosk()
        try kiosk.play([])
        // The pictures of the first page may still be loading. Eventually nothing is left to do, however slow the machine is.
        var isQuiet = false
        for _ in 0..<20 where !isQuiet {
            let (frames, latency) = (kiosk.frameLoop.frames, kiosk.frameLoop.latency.count)
            let end = MonotonicClock.now() + .milliseconds(300)
            var events = 0
            while try kiosk.loop.runOnce(until: end) { events += 1 }
            isQuiet = events == 0
            if isQuiet { #expect(kiosk.frameLoop.frames == frames && kiosk.frameLoop.latency.count == latency) }
        }
        #expect(isQuiet)
    }

    @Test(.enabled(if: hasParser, "python3-prometheus-client is not installed"))
    func `the parser of Prometheus reads it, and finds the same values`() throws {
        let kiosk = try RunningKiosk()
        try kiosk.play(swipes())
        // A name that an app could give.
        kiosk.screen.decided(
            TraceRecord(
                time: .zero, kind: "gesture", fields: [("name", .text("a \"b\"\\ \n c")), ("state", .text("ended"))]))
        let folder = TemporaryFolder()
        let file = folder.write(kiosk.control.metrics, to: "metrics")
        let read = BezelProcess(
            [
                "-c",
                """
                import sys
                from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse
                for family in parse(open(sys.argv[1]).read()):
                    print(family.name, family.type, family.unit, len(family.samples), family.documentation)
                    for sample in family.samples:
                        if sample.labels.get("name", "").startswith("a "): print(repr(sample.labels["name"]))
                """, file,
            ], program: "/usr/bin/python3"
        ).wait()
        #expect(read.code == 0, "\(read.said)")
        #expect(read.text.contains("bezel_touch_latency_seconds histogram seconds 16 From a touch"))
        #expect(read.text.contains("bezel_missed_vblanks counter  1 Vblanks"))
        #expect(read.text.contains(#"'a "b"\\ \n c'"#))
        // The parser refuses faulty text.
        folder.write(kiosk.control.metrics.replacing("# EOF\n", with: ""), to: "metrics")
        let broken = BezelProcess(
            [
                "-c",
                "import sys; from prometheus_client.openmetrics.parser import text_string_to_metric_families as p; list(p(open(sys.argv[1]).read()))",
                file,
            ], program: "/usr/bin/python3"
        ).wait()
        #expect(broken.code != 0)
    }
}
