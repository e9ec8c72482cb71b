// A table [[screen]] of the machine's file: what one of several screens shows, and how.

package import Geometry
import Pages
import Settings

/// The settings of one screen in the machine's file. Settings that it leaves out come from `[display]` and `[input]`,
/// and the kiosk is the machine's.
package struct ScreenTable: Hashable, Sendable {
    /// The connector, such as `HDMI-A-1`.
    package var output: String?
    /// The folder of the kiosk.
    package var kiosk: String?
    /// The mode, such as `1920x1080@60`.
    package var mode: String?
    /// The clockwise rotation of the picture.
    package var rotation: PictureRotation?
    /// The scale of everything. 1 is the usual size.
    package var scale: Double?
    /// The distance from which people read the screen.
    package var readingDistance: Length?
    /// The touch panel on the screen: its name, `vid:pid`, or the place where it is plugged in.
    package var panel: String?

    /// The tables in `settings`. Errors are reported to `settings`.
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
            screen.mode = table.mode
            screen.rotation = table.rotation("rotation", or: "auto")
            screen.scale = table.number("scale", in: Configuration.scales)
            screen.readingDistance = table.readingDistance
            screen.panel = table.string("panel")
            return screen
        }
    }
}

extension Configuration {
    /// The configuration of the screen with the index `index`, as if it were the only one.
    package func onScreen(_ index: Int) -> Configuration {
        var alone = self
        let screen = screens[index]
        alone.screens = []
        alone.output = screen.output
        alone.kiosk = screen.kiosk ?? kiosk
        alone.mode = screen.mode ?? mode
        alone.rotation = screen.rotation ?? rotation
        alone.scale = screen.scale ?? scale
        alone.readingDistance = screen.readingDistance ?? readingDistance
        alone.panel = screen.panel
        return alone
    }

    /// The configuration of each screen, as if it were the only one.
    package var eachScreen: [Configuration] { screens.isEmpty ? [self] : screens.indices.map(onScreen) }

    /// The folder that keeps which screen was touched.
    package var pairsFolder: String { (panels ?? PanelStore.standardFolder) + "/places" }
}
