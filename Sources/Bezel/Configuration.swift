// The machine's file, bezel.toml: what this machine shows, and on what.

public import Geometry
import Glibc
import Linux
public import Pages
public import Stage

/// What the machine's file says, with the defaults for what it does not.
public struct Configuration {
    /// Where the picture goes.
    public enum Backend: String, CaseIterable, Sendable {
        case auto, wayland, drm, fbdev, headless
    }

    /// How pixels are laid out in the screen's memory.
    public enum Format: String, CaseIterable, Sendable {
        case auto, xrgb8888, rgb565

        /// Nil for the screen's choice.
        var pixelFormat: PixelFormat? {
            switch self {
            case .auto: nil
            case .xrgb8888: .xrgb8888
            case .rgb565: .rgb565
            }
        }
    }

    /// What `scale` can be. Below, text is smaller than print; above, a line of a page holds a few words.
    public static let scales = 0.5...4.0

    /// Whether planes of the display engine show transitions.
    public enum Planes: String, CaseIterable, Sendable {
        case auto, off
    }

    /// How the glass goes dark.
    public enum Light: String, CaseIterable, Sendable {
        /// The display's own switch, else the backlight's, else a black picture.
        case auto
        case power, backlight, black
    }

    /// The kiosk's folder; nil when it is not said.
    public var kiosk: String?
    /// Where the picture goes.
    public var backend = Backend.auto
    /// The connector's name; nil for the first that is connected.
    public var output: String?
    /// The mode, such as `1920x1080@60`; nil for what the screen prefers.
    public var mode: String?
    /// The most bytes of what has been drawn that are kept for later; nil for as many as suit the screen.
    public var memory: Int?
    /// How far the picture is turned clockwise on the screen; nil for what the kernel says of how the panel is mounted.
    public var rotation: PictureRotation?
    /// How much larger than usual text and all that follows from its size is.
    public var scale = 1.0
    /// How many pictures are in memory at a time: 1, 2 or 3.
    public var buffers = 3
    /// The layout of pixels.
    public var format = Format.auto
    /// How far the picture is turned on the touch panels' own axes; nil for as far as on the screen.
    public var inputRotation: PictureRotation?
    /// Whether planes of the display engine show transitions, where it has them.
    public var planes = Planes.auto
    /// How the glass goes dark.
    public var light = Light.auto
    /// Which input devices are read.
    public var devices = ["auto"]
    /// The screens, where there are several, or one that is described as one of several could be; empty: one, as `display`
    /// and `input` say.
    public var screens: [ScreenTable] = []
    /// The touch panel on the screen: its name, `vid:pid`, or where it is plugged in; nil where nobody says.
    public var panel: String?
    /// The folder of what `bezel calibrate` measured, one file a panel; nil: `/var/lib/bezel/panels`.
    public var panels: String?
    /// How the kiosk is left on its glass; nil: not at all.
    public var maintenance: MaintenanceTable?
    /// How gestures behave.
    public var gestureTable = GestureTable()
    /// How sheets behave.
    public var sheetTable = SheetTable()
    /// What happens when nobody touches the panel.
    public var idleTable = IdleTable()

    /// Where the running kiosk can be asked and told things, and how much it remembers.
    public var control = ControlTable()

    /// The defaults.
    public init() {}

    /// Where the machine's file is installed.
    public static let standardPath = "/etc/bezel/bezel.toml"

    /// What the file at `path` says. Throws with every fault in it, each with its line and column.
    public init(path: String) throws(Failure) {
        let settings: Settings
        do {
            settings = try Settings(path: path)
        } catch {
            throw Failure(.wrongInput, "\(error)")
        }
        kiosk = settings.string("kiosk")
        if let display = settings.table("display") {
            backend = display.choice("backend", Backend.self) ?? .auto
            output = display.string("output").flatMap { $0 == "auto" ? nil : $0 }
            mode = display.string("mode").flatMap { $0 == "preferred" ? nil : $0 }
            memory = display.bytes("memory", or: "auto")
            rotation = display.rotation("rotation", or: "auto")
            scale = display.number("scale", in: Configuration.scales) ?? scale
            buffers = display.integer("buffers", of: [1, 2, 3]) ?? buffers
            format = display.choice("format", Format.self) ?? format
            planes = display.choice("planes", Planes.self) ?? planes
            light = display.choice("blank", Light.self) ?? light
        }
        if let input = settings.table("input") {
            devices = input.strings("devices") ?? devices
            panels = input.string("panels")
            inputRotation = input.rotation("rotation", or: "display")
        }
        screens = ScreenTable.read(settings)
        maintenance = MaintenanceTable(reading: settings.table("maintenance"))
        gestureTable = GestureTable(reading: settings.table("gestures"))
        sheetTable = SheetTable(reading: settings.table("sheet"))
        control = ControlTable(reading: settings.table("control"), settings.table("record"))
        idleTable = IdleTable(reading: settings.table("idle"))
        settings.finish()
        if settings.diagnostics.hasErrors {
            throw Failure(.wrongInput, settings.diagnostics.all.map(\.description).joined(separator: "\n"))
        }
    }

    /// How gestures behave in `kiosk` on this machine: what the kiosk says, then what the machine says, then the defaults.
    public func gestures(for kiosk: Kiosk) -> GestureSettings { gestures(for: kiosk, on: nil) }

    /// How gestures behave on this machine: what it says, then the defaults.
    public func gestures() -> GestureSettings { gestures(on: nil) }

    /// The same on a panel of which so much was `measured`, which comes before the defaults.
    func gestures(for kiosk: Kiosk, on measured: MeasuredGestures?) -> GestureSettings {
        var both = self
        both.gestureTable = kiosk.gestures.completed(by: gestureTable)
        both.sheetTable = kiosk.sheet.completed(by: sheetTable)
        return both.gestures(on: measured)
    }

    /// The same on a panel of which so much was `measured`, which comes before the defaults.
    func gestures(on measured: MeasuredGestures?) -> GestureSettings {
        let (table, sheet) = (gestureTable, sheetTable)
        var result = GestureSettings()
        measured?.apply(to: &result)
        result.pop = table.pop ?? result.pop
        if case .length(let length)? = table.edgeWidth { result.edgeWidths = EdgeWidths(length.millimetres) }
        result.takesSwipesFromBeyond = table.swipesFromBeyond ?? result.takesSwipesFromBeyond
        result.trailing = table.trailing ?? result.trailing
        result.isResampling = table.resampling ?? result.isResampling
        if let slop = table.slop { result.setSlop(slop.millimetres) }
        result.popFinish.share = table.finishShare ?? result.popFinish.share
        result.popFinish.limit = table.finishLimit?.millimetres ?? result.popFinish.limit
        if let weight = table.velocityWeight {
            result.popFinish.velocityWeight = weight.seconds
            result.sheetFinish.velocityWeight = weight.seconds
        }
        result.sheetFinish.share = sheet.finishShare ?? result.sheetFinish.share
        result.sheetFinish.limit = sheet.finishLimit?.millimetres ?? result.sheetFinish.limit
        result.pull = sheet.pull ?? result.pull
        return result
    }
}

extension Settings {
    /// The quarter turns at `key`. Where `word` stands instead, it is no mistake, and nil.
    func rotation(_ key: String, or word: String) -> PictureRotation? {
        integer(key, of: PictureRotation.allCases.map(\.rawValue), or: word).flatMap { PictureRotation(rawValue: $0) }
    }
}
