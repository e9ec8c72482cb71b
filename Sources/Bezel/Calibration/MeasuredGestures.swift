// What of a panel's measurements decides how gestures behave: all of it goes into a recording.

import Linux
import Stage

/// Widths, slop and resampling as they were measured. What was not measured is nil.
struct MeasuredGestures: Hashable {
    /// In mm.
    var edgeWidths: [PanelRecord.EdgeName: Double] = [:]
    /// In mm.
    var slop: Double?
    var isResampling: Bool?

    /// Sets what was measured; `settings` stay as they are where nothing was. What people decided is set after it.
    func apply(to settings: inout GestureSettings) {
        for (name, width) in edgeWidths { settings.edgeWidths.measure(name.edge, width) }
        if let slop { settings.setSlop(slop) }
        if let isResampling { settings.isResampling = isResampling }
    }
}

extension PanelRecord {
    /// What decides how gestures behave on this panel.
    var gestures: MeasuredGestures {
        MeasuredGestures(
            edgeWidths: edges.mapValues(\.width), slop: noise?.slop, isResampling: noise?.isResampling)
    }
}

extension RecordingHeader {
    /// What was measured of the panel that was recorded.
    var gestures: MeasuredGestures {
        get {
            var gestures = MeasuredGestures(slop: slop, isResampling: resampling)
            for name in PanelRecord.EdgeName.allCases { gestures.edgeWidths[name] = edgeWidths[name.rawValue] }
            return gestures
        }
        set {
            (slop, resampling) = (newValue.slop, newValue.isResampling)
            for (name, width) in newValue.edgeWidths { edgeWidths[name.rawValue] = width }
        }
    }
}
