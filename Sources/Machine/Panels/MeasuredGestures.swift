// The measurements of a panel that affect gestures. A recording holds all of them.

import Linux
package import Stage

/// The measured edge widths, slop and resampling. Nil or absent for what was not measured.
package struct MeasuredGestures: Hashable {
    /// The widths of the edges in mm.
    package var edgeWidths: [PanelRecord.EdgeName: Double] = [:]
    /// The slop in mm.
    package var slop: Double?
    package var isResampling: Bool?

    /// Applies the measured values to `settings` and leaves the others unchanged. Settings from files are applied
    /// afterwards.
    package func apply(to settings: inout GestureSettings) {
        for (name, width) in edgeWidths { settings.edgeWidths.measure(name.edge, width) }
        if let slop { settings.setSlop(slop) }
        if let isResampling { settings.isResampling = isResampling }
    }

    package init(edgeWidths: [PanelRecord.EdgeName: Double] = [:], slop: Double? = nil, isResampling: Bool? = nil) {
        self.edgeWidths = edgeWidths
        self.slop = slop
        self.isResampling = isResampling
    }
}

extension PanelRecord {
    /// The measurements of this panel that affect gestures.
    package var gestures: MeasuredGestures {
        MeasuredGestures(
            edgeWidths: edges.mapValues(\.width), slop: noise?.slop, isResampling: noise?.isResampling)
    }
}
