// The description of a device in a recording: its axes and keys, and whether it is a touch panel.

internal import CLinux
import Geometry

/// An input device, as `libinput record` and evemu describe it.
struct RecordedDevice {
    /// The range of an absolute axis, in the device's own units.
    struct Axis {
        let minimum: Int
        let maximum: Int
        /// The units per millimetre. 0 when the device reports none.
        let resolution: Int

        /// The size as libinput defines it: the distance from the first position to the last, in millimetres.
        var millimetres: Double? {
            resolution > 0 ? Double(maximum - minimum) / Double(resolution) : nil
        }
    }

    /// How a device distinguishes contacts.
    enum TouchProtocol {
        /// The kernel's multitouch protocol B, with the range of the slots if the device has one.
        case slots(ClosedRange<Int>?)
        /// A single contact, which is down while BTN_TOUCH is.
        case single
    }

    var name: String?
    /// The line where the recording describes the device, from 1.
    var line = 1
    /// The axes by ABS_* code.
    var axes: [Int: Axis] = [:]
    /// The EV_KEY codes.
    var keys: Set<Int> = []
    /// The INPUT_PROP_* codes.
    var properties: Set<Int> = []
    /// The touches of the device. Contacts have the numbers of their slots. Positions are fractions of the panel's
    /// width and height. Nil when the device is no touch panel.
    var frames: [TouchFrame]?
    /// The presses of the device, numbered by the codes of their keys.
    var presses: [PressFrame] = []

    /// How the device distinguishes contacts. Nil when it is no touch panel.
    var touchProtocol: TouchProtocol? {
        // udev's rule for a touchpad: the device distinguishes fingers from other tools and is not on a screen.
        let isDirect = properties.contains(Int(INPUT_PROP_DIRECT))
        guard !keys.contains(Int(BTN_TOOL_PEN)), isDirect || !keys.contains(Int(BTN_TOOL_FINGER)) else { return nil }
        let hasPositions = has(ABS_MT_POSITION_X, ABS_MT_POSITION_Y)
        if hasPositions, let slots = axes[Int(ABS_MT_SLOT)] {
            return .slots(slots.minimum <= slots.maximum ? slots.minimum...slots.maximum : nil)
        }
        if hasPositions, has(ABS_MT_TRACKING_ID) { return .slots(nil) }
        return has(ABS_X, ABS_Y) ? .single : nil
    }

    /// The axes of a contact's position, across and down. Nil when the device has none, or an empty one.
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

    /// The size of the panel in millimetres, from its resolution. Nil when the device reports none, or an impossible
    /// one.
    var size: Size? {
        guard let (x, y) = positionAxes, let width = x.millimetres, let height = y.millimetres else { return nil }
        return Panel.believable(Size(width, height))
    }

    private func has(_ codes: Int32...) -> Bool { codes.allSatisfy { axes[Int($0)] != nil } }
}
