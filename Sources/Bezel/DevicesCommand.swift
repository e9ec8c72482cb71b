// `bezel devices`: the touch panels and the screens that this machine has.

import Geometry
import Glibc
import Linux

/// What `bezel devices` is asked for.
public struct DevicesCommand {
    /// Whether the answer is JSON.
    public var isJSON = false
    /// The machine's file; nil for /etc/bezel/bezel.toml, if it is there.
    public var configuration: String?
    /// The folder of what `bezel calibrate` measured; nil for what the machine's file says.
    public var panels: String?

    /// Nothing asked for yet.
    public init() {}

    /// Lists the devices through `say`. It takes nothing away from a kiosk that runs. What is wrong with the machine's file
    /// is said below the list, which then goes by the defaults.
    public func run(say: (String) -> Void) {
        var command = RunCommand()
        (command.configuration, command.panels) = (configuration, panels)
        var machine = Configuration()
        machine.panels = panels
        var problem: Failure?
        do throws(Failure) { machine = try command.machineConfiguration() } catch { problem = error }
        let store = PanelStore(folder: machine.panels ?? PanelStore.standardFolder)
        let page = DevicesPage(DeviceList(), machine, store, problem: problem?.description)
        if isJSON { say(page.json) } else { for line in page.lines { say(line) } }
    }
}
