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

    /// Lists the devices through `say`. It takes nothing away from a kiosk that runs. Throws what is wrong with the
    /// machine's file.
    public func run(say: (String) -> Void) throws(Failure) {
        var command = RunCommand()
        (command.configuration, command.panels) = (configuration, panels)
        let machine = try command.machineConfiguration()
        let page = DevicesPage(DeviceList(), machine, PanelStore(folder: machine.panels ?? PanelStore.standardFolder))
        if isJSON { say(page.json) } else { for line in page.lines { say(line) } }
    }
}
