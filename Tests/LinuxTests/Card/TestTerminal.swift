// A virtual terminal for machines that have none to spare.

import Glibc
import TestFolders

/// Answers the ioctls of a virtual terminal as Linux does, and switches when the test says so. Its signals go to the thread that
/// calls, which has to be the one that reads them.
final class TestTerminal: TestDevice {
    /// What the terminal has been told, in the words of its ioctls.
    private(set) var told: [String] = []
    /// Whether it is in the foreground.
    private(set) var isActive = true
    /// Whether the terminal in the foreground lets go when it is asked to.
    var othersLetGo = true
    private(set) var isGraphics = false
    /// A mode of KDSKBMODE.
    var keyboard = Int32(3)
    private(set) var isSwitchedByProcess = false
    private let folder = TemporaryFolder()
    private var file: DeviceFile?

    var path: String { file?.path ?? "" }

    init(isActive: Bool = true) {
        self.isActive = isActive
        file = DeviceFile("\(folder.path)/tty7", for: self)
    }

    /// Another terminal is wanted: the kiosk is asked to let go.
    func switchAway() { pthread_kill(pthread_self(), SIGUSR1) }

    /// The terminal is wanted again.
    func switchBack() {
        isActive = true
        pthread_kill(pthread_self(), SIGUSR2)
    }

    func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer?, _ fd: Int32) -> Int32 {
        let value = Int32(truncatingIfNeeded: UInt(bitPattern: argument))
        switch request {
        // KDGKBMODE, KDSKBMODE, KDSETMODE
        case 0x4b44: argument?.storeBytes(of: keyboard, as: Int32.self)
        case 0x4b45:
            keyboard = value
            told.append("KDSKBMODE \(value)")
        case 0x4b3a:
            isGraphics = value == 1
            told.append("KDSETMODE \(value)")
        // VT_SETMODE
        case 0x5602:
            isSwitchedByProcess = argument?.load(as: Int8.self) == 1
            told.append("VT_SETMODE \(isSwitchedByProcess ? "process" : "auto")")
        // VT_GETSTATE: the number of this one is its device's, which is 0.
        case 0x5603: argument?.storeBytes(of: isActive ? 0 : 1, as: UInt16.self)
        // VT_RELDISP
        case 0x5605:
            told.append("VT_RELDISP \(value)")
            if value == 1 { isActive = false }
        // VT_ACTIVATE
        case 0x5606:
            told.append("VT_ACTIVATE \(value)")
            if othersLetGo { switchBack() }
        default: return ENOTTY
        }
        return 0
    }
}
