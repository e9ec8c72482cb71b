// The results of a calibration from recordings, as text for people and as JSON for scripts.

import Geometry
import Machine

/// What recordings have measured, in words and in numbers.
package struct CalibrationReport {
    private let measured: RecordedCalibration

    /// The report of `measured`.
    package init(_ measured: RecordedCalibration) { self.measured = measured }

    /// The lines for people: the position, each edge, and the noise.
    package var lines: [String] {
        var lines: [String] = []
        if let fit = measured.fit {
            lines.append(
                "position: \(fit.orientation.rawValue), \(tenths(fit.rootMeanSquare)) mm off (root mean square of "
                    + "\(fit.targets) targets, \(fit.outliers.count) left out)")
        }
        for name in measured.plan.edges {
            guard let calibration = measured.edges[name], let proposal = calibration.proposal else {
                lines.append("\(name.rawValue) edge: no swipes")
                continue
            }
            lines.append("\(name.rawValue) edge: \(tenths(proposal.width)) mm")
            lines += details(calibration, proposal).map { "  " + $0 }
        }
        if let noise = measured.record.noise {
            let rate = noise.scanRate.map { "\(tenths($0)) scans per second" } ?? "scan rate unknown"
            let delay = noise.liftDelay.map { ", lifts reported \(tenths($0 * 1000)) ms late" } ?? ""
            lines.append(
                "noise: jitter \(hundredths(noise.jitter)) mm, \(rate), \(noise.contacts) contacts, "
                    + "\(noise.holes) holes\(delay); slop \(tenths(noise.slop)) mm, "
                    + "\(noise.isResampling ? "resampling" : "no resampling")")
        }
        return lines
    }

    private func details(_ calibration: EdgeCalibration, _ proposal: EdgeProposal) -> [String] {
        var lines = [
            "misses at most \(percent(proposal.missBound)) of swipes, with 95 % confidence: \(proposal.missed) of "
                + "\(proposal.swipes) lie beyond it"
                + (proposal.leftOut > 0 ? "; \(proposal.leftOut) more did not begin at the edge" : "")
        ]
        if !proposal.holds {
            lines.append("that is more than \(percent(EdgeCalibration.promise)): 59 swipes could promise as much")
        }
        if proposal.drags > 0 {
            lines.append(
                "takes at most \(percent(proposal.takeBound)) of drags in the page, with 95 % confidence: "
                    + "\(proposal.taken) of \(proposal.drags) begin within it")
        }
        if proposal.deadBorder > 0 {
            lines.append("the outer \(tenths(proposal.deadBorder)) mm of the panel do not sense touches")
        }
        if let narrower = calibration.narrower {
            lines.append(
                "\(tenths(narrower.width)) mm would take at most \(percent(narrower.takeBound)) of drags, and miss up to "
                    + "\(percent(narrower.missBound)) of swipes; edge-width in bezel.toml can set it")
        }
        return lines
    }

    /// The results as one JSON object.
    package var json: String {
        var object = JSONObject()
        if let fit = measured.fit {
            var position = JSONObject()
            position.add("orientation", fit.orientation.rawValue)
            let m = fit.matrix
            position.add("matrix", exactly: [m.a, m.b, m.c, m.d, m.e, m.f])
            position.add("residual", fit.rootMeanSquare)
            position.add("targets", fit.targets)
            position.add("leftOut", fit.outliers.count)
            object.add("position", position)
        }
        var edges = JSONObject()
        for name in measured.plan.edges { edges.add(name.rawValue, measured.record.edges[name].map(json)) }
        object.add("edges", edges)
        if let noise = measured.record.noise {
            var result = JSONObject()
            result.add("jitter", noise.jitter)
            result.add("scanRate", noise.scanRate)
            result.add("contacts", noise.contacts)
            result.add("holes", noise.holes)
            result.add("liftDelay", noise.liftDelay)
            result.add("slop", noise.slop)
            result.add("resampling", noise.isResampling)
            object.add("noise", result)
        }
        return object.text
    }

    private func json(_ proposal: EdgeProposal) -> JSONObject {
        var edge = JSONObject()
        edge.add("width", proposal.width)
        edge.add("swipes", proposal.swipes)
        edge.add("missed", proposal.missed)
        edge.add("leftOut", proposal.leftOut)
        edge.add("missedAtMost", proposal.missBound)
        edge.add("drags", proposal.drags)
        edge.add("taken", proposal.taken)
        edge.add("takenAtMost", proposal.takeBound)
        edge.add("deadBorder", proposal.deadBorder)
        return edge
    }
}

/// `share` as a percentage with one decimal.
package func percent(_ share: Double) -> String { "\(tenths(100 * share)) %" }

/// `value` rounded to two decimals.
func hundredths(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
