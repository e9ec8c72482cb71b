// The card, connector, mode and CRTC for a picture.

import Geometry
import Glibc

/// An output that was found, on an open card.
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

    /// The output of `plan`, which refers to `connectors` on `card`.
    init(_ plan: OutputPlan, of connectors: [Connector], on card: Card) {
        self.card = card
        connector = connectors[plan.connectorIndex]
        self.connectors = connectors
        modeIndex = plan.modeIndex
        crtcIndex = plan.crtcIndex
    }

    /// Opens the cards in `folder` in turn with `open`, and selects the first card that can meet one of `wishes`. Other cards are
    /// closed again. With `isStrict`, a mode that a display does not have is an error. With `probe`, the kernel probes each
    /// connector.
    static func find(
        _ wishes: [OutputWish], in folder: String = Card.folder, isStrict: Bool = true, probe: Bool = true,
        open: (String) throws(SystemError) -> Card
    ) throws(DisplayError) -> OutputChoice {
        let paths: [String]
        do throws(SystemError) { paths = try Card.paths(in: folder) } catch { throw DisplayError(error) }
        guard !paths.isEmpty else {
            throw .noDisplay("no graphics card: \(folder) is empty; is the kernel's driver loaded?")
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
            let plans = OutputPlan.plans(
                for: wishes, of: connectors, crtcs: card.crtcs, on: path, isStrict: isStrict)
            for plan in plans {
                switch plan {
                case .success(let plan): return OutputChoice(plan, of: connectors, on: card)
                case .failure(.noDisplay): break
                case .failure(let error):
                    // The firmware's card goes when the display engine's driver is loaded, and then misses what it had.
                    guard card.isThere else { break }
                    card.close()
                    throw error
                }
            }
            let states = connectors.map(\.state).joined(separator: ", ")
            reasons.append("\(path) (\(states.isEmpty ? "no connectors" : states))")
            card.close()
        }
        let names = wishes.compactMap(\.output).joined(separator: " or ")
        let what = "no connected display" + (names.isEmpty ? "" : " \(names)")
        let list = reasons.joined(separator: "; ")
        if isPermission { throw .noPermission("\(what) that may be used: \(list)") }
        throw .noDisplay("\(what) on \(list); set \"output\" in bezel.toml or check the cable")
    }
}
