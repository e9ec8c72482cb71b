// Writes counters as text that Prometheus and other scrapers can read: OpenMetrics 1.0.

import Geometry
package import Frames
import Stage

/// Builds the text: families of samples, one after the other.
package struct OpenMetrics {
    /// The kind of number in a family.
    package enum Kind: String {
        case counter, gauge, histogram, info
    }
    private var lines: [String] = []
    private var family = ""
    private var kind = Kind.gauge

    /// The text of everything that was added.
    package var text: String { (lines + ["# EOF", ""]).joined(separator: "\n") }

    /// Begins the family `name`. If its samples have a `unit`, the name also ends with it.
    package mutating func begin(_ name: String, _ kind: Kind, unit: String? = nil, _ help: String) {
        (family, self.kind) = (name, kind)
        lines.append("# TYPE \(name) \(kind.rawValue)")
        if let unit { lines.append("# UNIT \(name) \(unit)") }
        lines.append("# HELP \(name) \(Self.escaped(help))")
    }

    /// Adds a sample to the family that was begun last.
    package mutating func add(_ value: String, _ labels: [(String, String)] = []) {
        switch kind {
        case .counter: sample("_total", value, labels)
        case .info: sample("_info", value, labels)
        case .gauge, .histogram: sample("", value, labels)
        }
    }

    /// Adds all samples of one histogram in seconds.
    package mutating func add(_ histogram: LatencyHistogram, _ labels: [(String, String)] = []) {
        var below = 0
        for (index, count) in histogram.counts.enumerated() {
            below += count
            let isLast = index == LatencyHistogram.edges.count
            let edge = isLast ? "+Inf" : Self.decimal(Double(LatencyHistogram.edges[index]) / 1000)
            sample("_bucket", String(below), labels + [("le", edge)])
        }
        sample("_count", String(histogram.count), labels)
        sample("_sum", histogram.sum.decimalSeconds, labels)
    }

    private mutating func sample(_ suffix: String, _ value: String, _ labels: [(String, String)]) {
        let list = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        lines.append("\(family)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(value)")
    }

    private static func decimal(_ value: Double) -> String { value.decimalThousandths }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
