// The machine's file, bezel.toml: what this machine shows, and on which devices.

package import Geometry
import Glibc
package import Linux
package import Pages
import Settings
package import Stage

/// The settings of the machine's file, with defaults for the settings that it leaves out.
package struct Configuration: Hashable, Sendable {
    /// The display backends.
    package enum Backend: String, CaseIterable, Sendable {
        case auto, wayland, drm, fbdev, headless
    }

    /// The pixel layout in the screen's memory.
    package enum Format: String, CaseIterable, Sendable {
        case auto, xrgb8888, rgb565

        /// The pixel format. Nil leaves the choice to the screen.
        package var pixelFormat: PixelFormat? {
            switch self {
            case .auto: nil
            case .xrgb8888: .xrgb8888
            case .rgb565: .rgb565
            }
        }
    }

    /// The range of `scale`. Below it, text is smaller than print. Above it, a line of a page holds only a few words.
    package static let scales = 0.5...4.0
    /// The range (mm) of `reading-distance`. Nearer nobody can see the whole glass; from further away nobody can touch it.
    package static let readingDistances = 200.0...5000.0

    /// Whether planes of the display engine show transitions.
    package enum Planes: String, CaseIterable, Sendable {
        case auto, off
    }

    /// How the glass goes dark.
    package enum Light: String, CaseIterable, Sendable {
        /// The display's own switch if it has one, else the backlight, else a black picture.
        case auto
        case power, backlight, black
    }

    /// The kiosk's folder. Nil when the file names none.
    package var kiosk: String?
    /// The display backend.
    package var backend = Backend.auto
    /// The name of the connector. Nil takes the first connected one.
    package var output: String?
    /// The mode, such as `1920x1080@60`. Nil takes the mode that the screen prefers.
    package var mode: String?
    /// The greatest amount of drawn content that is cached, in bytes. Nil takes an amount that suits the screen.
    package var memory: Int?
    /// The clockwise rotation of the picture on the screen. Nil takes the panel orientation that the kernel reports.
    package var rotation: PictureRotation?
    /// The scale of text, and of everything that depends on its size. 1 is the usual size.
    package var scale = 1.0
    /// The distance from which people read the screen. Nil takes the one that is usual for its size.
    package var readingDistance: Length?
    /// The number of buffers for the picture: 1, 2 or 3.
    package var buffers = 3
    /// The pixel layout.
    package var format = Format.auto
    /// The rotation of the picture on the axes of the touch panels. Nil takes the rotation on the screen.
    package var inputRotation: PictureRotation?
    /// Whether planes of the display engine show transitions, if it has any.
    package var planes = Planes.auto
    /// How the glass goes dark.
    package var light = Light.auto
    /// The input devices that are read.
    package var devices = ["auto"]
    /// The keys of devices that act as the kiosk's buttons, and the keyboard that types.
    package var buttons = Buttons()
    /// The tables of the screens. Empty when the file has no such table; then `display` and `input` describe the only
    /// screen.
    package var screens: [ScreenTable] = []
    /// The touch panel on the screen: its name, `vid:pid`, or the place where it is plugged in. Nil when it is not set.
    package var panel: String?
    /// The folder of the calibrations from `bezel calibrate`, one file per panel. Nil takes `/var/lib/bezel/panels`.
    package var panels: String?
    /// How the maintenance pages open. Nil when the kiosk has none.
    package var maintenance: MaintenanceTable?
    /// The gesture settings.
    package var gestureTable = GestureTable()
    /// The sheet settings.
    package var sheetTable = SheetTable()
    /// The settings for when the panel is not touched.
    package var idleTable = IdleTable()
    /// What pages may cost, and where they may lie.
    package var content = ContentRules()

    /// The control socket of the running kiosk, and how much of its history is kept.
    package var control = ControlTable()
    /// The sensor that tells night from day. Nil when there is none.
    package var lightTable: LightTable?
    /// Where visits are counted. Nil counts them in the metrics only.
    package var statistics: StatisticsTable?

    /// The browser of pages of the web.
    package var web = WebTable()

    /// The defaults.
    package init() {}

    /// The path at which the machine's file is installed.
    package static let standardPath = "/etc/bezel/bezel.toml"

    /// The settings of the file at `path`. Throws all errors in it, each with its line and column.
    package init(path: String) throws(Failure) {
        let settings: Settings
        do {
            settings = try Settings(path: path)
        } catch {
            throw Failure([error])
        }
        self.init(reading: settings)
        if settings.diagnostics.hasErrors { throw Failure(settings.diagnostics.all) }
    }

    /// The settings in `settings`, to which errors are reported.
    init(reading settings: Settings) {
        kiosk = settings.string("kiosk")
        if let display = settings.table("display") {
            backend = display.choice("backend", Backend.self) ?? .auto
            output = display.string("output").flatMap { $0 == "auto" ? nil : $0 }
            mode = display.mode
            memory = display.bytes("memory", or: "auto")
            rotation = display.rotation("rotation", or: "auto")
            scale = display.number("scale", in: Configuration.scales) ?? scale
            readingDistance = display.readingDistance
            buffers = display.integer("buffers", of: [1, 2, 3]) ?? buffers
            format = display.choice("format", Format.self) ?? format
            planes = display.choice("planes", Planes.self) ?? planes
            light = display.choice("blank", Light.self) ?? light
        }
        if let input = settings.table("input") {
            devices = input.strings("devices") ?? devices
            buttons = Buttons(reading: input)
            buttons.keyboard = input.string("keyboard")
            panels = input.string("panels")
            inputRotation = input.rotation("rotation", or: "display")
        }
        screens = ScreenTable.read(settings)
        maintenance = MaintenanceTable(reading: settings.table("maintenance"))
        gestureTable = GestureTable(reading: settings.table("gestures"))
        sheetTable = SheetTable(reading: settings.table("sheet"))
        control = ControlTable(reading: settings.table("control"), settings.table("record"))
        idleTable = IdleTable(reading: settings.table("idle"))
        statistics = StatisticsTable(reading: settings.table("statistics"))
        lightTable = LightTable(reading: settings.table("light-sensor"))
        content = ContentRules(reading: settings.table("content"))
        web = WebTable(reading: settings.table("web"))
        settings.finish()
    }

    /// The settings of the file at `path`. Nil takes the installed file, or the defaults when there is none. Throws all
    /// errors in the file, each with its line and column.
    package static func ofThisMachine(_ path: String?) throws(Failure) -> Configuration {
        let installed = access(standardPath, R_OK) == 0 ? standardPath : nil
        return try (path ?? installed).map { path throws(Failure) in try Configuration(path: path) } ?? Configuration()
    }

    /// The tables that a kiosk completes or replaces.
    package var tables: MachineTables { MachineTables(gestures: gestureTable, idle: idleTable) }

    /// The gesture settings of `kiosk` on this machine. The kiosk's settings take precedence over the machine's, and
    /// those over the defaults.
    package func gestures(for kiosk: Kiosk) -> GestureSettings { gestures(for: kiosk, on: nil) }

    /// The gesture settings of this machine. Its file takes precedence over the defaults.
    package func gestures() -> GestureSettings { gestures(on: nil) }

    /// The gesture settings of `kiosk` on a panel with the measurements `measured`, which take precedence over the
    /// defaults.
    package func gestures(for kiosk: Kiosk, on measured: MeasuredGestures?) -> GestureSettings {
        var both = self
        both.gestureTable = kiosk.gestures.completed(by: gestureTable)
        both.sheetTable = kiosk.sheet.completed(by: sheetTable)
        return both.gestures(on: measured)
    }

    /// The gesture settings of this machine on a panel with the measurements `measured`, which take precedence over the
    /// defaults.
    package func gestures(on measured: MeasuredGestures?) -> GestureSettings {
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
    /// The mode of a display. Nil for the one that it prefers, and with an error for one that is written wrong.
    var mode: String? {
        guard let mode = string("mode"), mode != "preferred" else { return nil }
        if ModeChoice(mode) != nil { return mode }
        reject("mode", "must be \"preferred\", or a size such as \"1920x1080\" or \"1920x1080@60\"")
        return nil
    }

    /// The distance from which a screen is read. Nil for the usual one, and with an error for one that is not possible.
    var readingDistance: Length? {
        guard let distance = length("reading-distance", or: "auto") else { return nil }
        if Configuration.readingDistances.contains(distance.millimetres) { return distance }
        reject("reading-distance", "must be from \"20 cm\" to \"500 cm\"")
        return nil
    }

    /// The quarter turns at `key`. Nil without an error when the value is `word`.
    package func rotation(_ key: String, or word: String) -> PictureRotation? {
        integer(key, of: PictureRotation.allCases.map(\.rawValue), or: word).flatMap { PictureRotation(rawValue: $0) }
    }
}
