// A table [[screen]] of the machine's file: what one of several screens shows, and how.

public import Geometry
import Pages

/// What the machine's file says of one screen. What it does not say, `[display]` and `[input]` do, and the kiosk is the
/// machine's.
public struct ScreenTable: Hashable, Sendable {
    /// Its connector, such as `HDMI-A-1`.
    public var output: String?
    /// The folder of what it shows.
    public var kiosk: String?
    /// Its mode, such as `1920x1080@60`.
    public var mode: String?
    /// How far the picture is turned clockwise.
    public var rotation: PictureRotation?
    /// How much larger than usual everything is.
    public var scale: Double?
    /// The touch panel on it: its name, `vid:pid`, or where it is plugged in.
    public var panel: String?

    /// The tables in `settings`, with complaints about what cannot be.
    static func read(_ settings: Settings) -> [ScreenTable] {
        let tables = settings.tables("screen")
        if !tables.isEmpty, let display = settings.table("display") {
            for key in ["output"] where display.has(key) {
                display.report(key, "\(key) belongs into [[screen]] when there are such tables")
            }
        }
        var outputs: Set<String> = []
        return tables.map { table in
            var screen = ScreenTable()
            screen.output = table.string("output")
            if let output = screen.output {
                if output == "auto", tables.count > 1 {
                    table.reject(
                        "output", "must be a connector's name, such as \"HDMI-A-1\", when there are several screens")
                }
                if output == "auto" { screen.output = nil }
                if !outputs.insert(output).inserted {
                    table.report("output", "there is another [[screen]] with the output \"\(output)\"")
                }
            } else if tables.count > 1, !table.has("output") {
                table.reportMissing("output", "such as \"HDMI-A-1\": \"bezel devices\" lists them")
            }
            screen.kiosk = table.string("kiosk")
            screen.mode = table.string("mode").flatMap { $0 == "preferred" ? nil : $0 }
            screen.rotation = table.rotation("rotation", or: "auto")
            screen.scale = table.number("scale", in: Configuration.scales)
            screen.panel = table.string("panel")
            return screen
        }
    }
}

extension Configuration {
    /// What the file says of screen number `index`, as if it were the only one.
    func onScreen(_ index: Int) -> Configuration {
        var alone = self
        let screen = screens[index]
        alone.screens = []
        alone.output = screen.output
        alone.kiosk = screen.kiosk ?? kiosk
        alone.mode = screen.mode ?? mode
        alone.rotation = screen.rotation ?? rotation
        alone.scale = screen.scale ?? scale
        alone.panel = screen.panel
        return alone
    }

    /// Each screen, as if it were the only one.
    var eachScreen: [Configuration] { screens.isEmpty ? [self] : screens.indices.map(onScreen) }

    /// Where it is kept which screen was touched.
    var pairsFolder: String { (panels ?? PanelStore.standardFolder) + "/places" }
}
