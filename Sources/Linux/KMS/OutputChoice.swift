// Which card, connector, mode and CRTC a picture goes to.

import Geometry
import Glibc

/// The output that was found, on a card that is open.
struct OutputChoice {
    let card: Card
    let connector: Connector
    let connectors: [Connector]
    let modeIndex: Int
    let crtcIndex: Int

    var mode: DisplayMode { connector.modes[modeIndex] }
    var target: PipeTarget {
        PipeTarget(
            fd: card.fd, connector: connector.id, crtc: card.crtcs[crtcIndex], crtcIndex: crtcIndex,
            timing: connector.timings[modeIndex])
    }

    /// Looks through the machine's cards for `output` (nil: the first that is connected) and its `mode`. Cards that are
    /// not taken are closed again.
    static func find(seat: Seat, output: String?, mode: ModeChoice) throws(DisplayError) -> OutputChoice {
        try find(output: output, mode: mode, probe: true) { path throws(SystemError) in try Card(path: path, seat: seat)
        }
    }

    /// The same with cards that `open` opens; with `probe` the kernel looks at each plug anew.
    static func find(
        output: String?, mode: ModeChoice, probe: Bool, open: (String) throws(SystemError) -> Card
    ) throws(DisplayError) -> OutputChoice {
        let paths: [String]
        do throws(SystemError) { paths = try Card.paths() } catch { throw DisplayError(error) }
        guard !paths.isEmpty else {
            throw .noDisplay("no graphics card: /dev/dri holds none; is the kernel's driver for it loaded?")
        }
        var reasons: [String] = []
        var isPermission = false
        for path in paths {
            let card: Card
            do throws(SystemError) {
                card = try open(path)
            } catch {
                isPermission = isPermission || error.isPermission
                reasons.append(error.description)
                continue
            }
            let connectors = card.connectors(probe: probe)
            if let connector = OutputChoice.pick(output, from: connectors) {
                do throws(DisplayError) {
                    return try OutputChoice(card, connector, connectors, mode)
                } catch {
                    card.close()
                    throw error
                }
            }
            let states = connectors.map { "\($0.name) \($0.status.rawValue)" }.joined(separator: ", ")
            reasons.append("\(path) (\(states.isEmpty ? "no connectors" : states))")
            card.close()
        }
        let what = "no connected display" + (output.map { " \($0)" } ?? "")
        let list = reasons.joined(separator: "; ")
        if isPermission { throw .noPermission("\(what) that may be used: \(list)") }
        throw .noDisplay("\(what) on \(list); set \"output\" in bezel.toml or check the cable")
    }

    private init(
        _ card: Card, _ connector: Connector, _ connectors: [Connector], _ choice: ModeChoice
    ) throws(DisplayError) {
        guard let modeIndex = choice.index(in: connector.modes) else {
            let modes = connector.modes.map(\.description).joined(separator: ", ")
            throw .failed(
                "\(connector.name) on \(card.path) has no mode \(choice); it has \(modes); set \"mode\" in bezel.toml")
        }
        let others = connectors.filter { $0.id != connector.id }.map(\.currentCRTC)
        let possible = card.crtcs.indices.filter { connector.possibleCRTCs & (1 << UInt32($0)) != 0 }
        // The CRTC that lights it already keeps the glass lit; one that lights another display would darken that.
        guard
            let crtcIndex = possible.first(where: { card.crtcs[$0] == connector.currentCRTC })
                ?? possible.first(where: { !others.contains(card.crtcs[$0]) }) ?? possible.first
        else { throw .failed("\(connector.name) on \(card.path) has no CRTC that can feed it") }
        self.card = card
        self.connector = connector
        self.connectors = connectors
        self.modeIndex = modeIndex
        self.crtcIndex = crtcIndex
    }

    /// The connector of that name, else the first with something on it, else the first that might have.
    private static func pick(_ output: String?, from connectors: [Connector]) -> Connector? {
        let usable = connectors.filter { $0.status != .disconnected && !$0.modes.isEmpty }
        if let output { return usable.first { $0.name == output } }
        return usable.first { $0.status == .connected } ?? usable.first
    }
}
