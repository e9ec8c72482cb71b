// What a recording says of the device it was taken from: its axes, and whether it is a touch panel at all.

internal import CLinux
import Geometry

/// An input device as `libinput record` and evemu describe it.
struct RecordedDevice {
    /// The range of one absolute axis, in the device's own units.
    struct Axis {
        let minimum: Int
        let maximum: Int
        /// Units per millimetre; 0 when the device does not say.
        let resolution: Int

        /// What libinput calls the size: the last position's distance from the first, in millimetres.
        var millimetres: Double? {
            resolution > 0 ? Double(maximum - minimum) / Double(resolution) : nil
        }
    }

    /// How a device tells contacts apart.
    enum TouchProtocol {
        /// The kernel's multitouch protocol B; the range of its slots where it gives one.
        case slots(ClosedRange<Int>?)
        /// One contact, down while BTN_TOUCH is.
        case single
    }

    var name: String?
    /// Where the recording describes it, from 1.
    var line = 1
    /// By ABS_* code.
    var axes: [Int: Axis] = [:]
    /// EV_KEY codes.
    var keys: Set<Int> = []
    /// INPUT_PROP_* codes.
    var properties: Set<Int> = []
    /// What its touches did, contacts numbered by slot and places as shares of the panel's width and height;
    /// nil when it is no touch panel.
    var frames: [TouchFrame]?

    /// How the device tells contacts apart; nil when it is no touch panel.
    var touchProtocol: TouchProtocol? {
        // udev's rule for a touchpad: it knows fingers from other tools, and does not lie on a screen.
        let isDirect = properties.contains(Int(INPUT_PROP_DIRECT))
        guard !keys.contains(Int(BTN_TOOL_PEN)), isDirect || !keys.contains(Int(BTN_TOOL_FINGER)) else { return nil }
        let hasPositions = has(ABS_MT_POSITION_X, ABS_MT_POSITION_Y)
        if hasPositions, let slots = axes[Int(ABS_MT_SLOT)] {
            return .slots(slots.minimum <= slots.maximum ? slots.minimum...slots.maximum : nil)
        }
        if hasPositions, has(ABS_MT_TRACKING_ID) { return .slots(nil) }
        return has(ABS_X, ABS_Y) ? .single : nil
    }

    /// The axes of a contact's position, across and down; nil when the device has none or an empty one.
    var positionAxes: (x: Axis, y: Axis)? {
        let codes =
            switch touchProtocol {
            case .slots: (ABS_MT_POSITION_X, ABS_MT_POSITION_Y)
            case .single, nil: (ABS_X, ABS_Y)
            }
        guard let x = axes[Int(codes.0)], let y = axes[Int(codes.1)], x.minimum < x.maximum, y.minimum < y.maximum
        else { return nil }
        return (x, y)
    }

    /// The panel's size in millimetres, by its resolution; nil when the device gives none that can be.
    var size: Size? {
        guard let (x, y) = positionAxes, let width = x.millimetres, let height = y.millimetres else { return nil }
        return Panel.believable(Size(width, height))
    }

    private func has(_ codes: Int32...) -> Bool { codes.allSatisfy { axes[Int($0)] != nil } }
}
