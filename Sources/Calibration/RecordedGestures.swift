// The measured gesture settings of a panel, as they are stored in the header of a recording.

package import Machine
import Recordings

extension RecordingHeader {
    /// The measured settings of the recorded panel.
    package var gestures: MeasuredGestures {
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
