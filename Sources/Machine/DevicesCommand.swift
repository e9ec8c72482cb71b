// `bezel devices`: lists the touch panels and screens of this machine.

import Geometry
import Glibc
import Linux

/// The options of `bezel devices`.
package struct DevicesCommand {
    /// Whether the output is JSON.
    package var isJSON = false
    /// The path of the machine's file. Nil takes /etc/bezel/bezel.toml if it exists.
    package var configuration: String?
    /// The folder of the calibrations. Nil takes the folder that the machine's file names.
    package var panels: String?

    /// A command without options.
    package init() {}

    /// Lists the devices through `say`, without taking a device away from a running kiosk. When the machine's file has
    /// errors, they follow the list, which then uses the defaults.
    package func run(say: (String) -> Void) {
        var machine = Configuration()
        var problem: Failure?
        do throws(Failure) { machine = try Configuration.ofThisMachine(configuration) } catch { problem = error }
        machine.panels = panels ?? machine.panels
        let store = PanelStore(folder: machine.panels ?? PanelStore.standardFolder)
        let page = DevicesPage(DeviceList(), machine, store, problem: problem?.description)
        if isJSON { say(page.json) } else { for line in page.lines { say(line) } }
    }
}
