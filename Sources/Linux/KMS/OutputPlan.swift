// Assigns a connector, a mode and a CRTC of a card to each picture.

/// The output that a picture should have.
struct OutputWish: Equatable {
    /// The connector, such as `HDMI-A-1`; nil for the first connected one that no other wish names.
    var output: String?
    var mode = ModeChoice.preferred
    /// The index of the picture's current CRTC in the card's list. The picture keeps it if possible.
    var crtcIndex: Int?
}

/// The output for a wish, as indices into the lists of connectors, of the connector's modes, and of the card's CRTCs.
struct OutputPlan: Equatable {
    let connectorIndex: Int
    let modeIndex: Int
    let crtcIndex: Int

    /// The plan for each of `wishes` on the card at `path` with these connectors and CRTCs, or why there is none. With
    /// `isStrict`, a mode that a display does not have is an error; otherwise the display's preferred mode is used.
    static func plans(
        for wishes: [OutputWish], of connectors: [Connector], crtcs: [UInt32], on path: String, isStrict: Bool = true
    ) -> [Result<OutputPlan, DisplayError>] {
        let named = Set(wishes.compactMap(\.output))
        var free = connectors.indices.filter {
            connectors[$0].status != .disconnected && !connectors[$0].modes.isEmpty
        }
        // Wishes that name a connector come first, because the others could take it.
        var places = [Int?](repeating: nil, count: wishes.count)
        let order = wishes.indices.sorted { wishes[$0].output != nil && wishes[$1].output == nil }
        for index in order {
            let found: Int?
            if let output = wishes[index].output {
                found = free.first { connectors[$0].name == output }
            } else {
                let unnamed = free.filter { !named.contains(connectors[$0].name) }
                found = unnamed.first { connectors[$0].status == .connected } ?? unnamed.first
            }
            places[index] = found
            free.removeAll { $0 == found }
        }
        let choices = assignCRTCs(wishes, places, connectors, crtcs)
        return wishes.indices.map { index in
            let wish = wishes[index]
            guard let place = places[index] else {
                let states = connectors.map(\.state).joined(separator: ", ")
                let what = "no connected display" + (wish.output.map { " \($0)" } ?? "")
                return .failure(.noDisplay("\(what): \(path) (\(states.isEmpty ? "no connectors" : states))"))
            }
            let connector = connectors[place]
            guard
                let mode = wish.mode.index(in: connector.modes)
                    ?? (isStrict ? nil : ModeChoice.preferred.index(in: connector.modes))
            else {
                let modes = connector.modes.map(\.description).joined(separator: ", ")
                return .failure(
                    .failed(
                        "\(connector.name) on \(path) has no mode \(wish.mode); it has \(modes); set \"mode\" in bezel.toml"
                    ))
            }
            guard let crtc = choices[index] else {
                return .failure(.failed("\(connector.name) on \(path) has no CRTC that can feed it"))
            }
            return .success(OutputPlan(connectorIndex: place, modeIndex: mode, crtcIndex: crtc))
        }
    }

    /// Assigns a CRTC to each wish with a connector, and serves as many wishes as possible. A picture keeps its CRTC. Otherwise
    /// the CRTC that already drives the connector comes first, so that the screen stays lit, then an idle one.
    private static func assignCRTCs(
        _ wishes: [OutputWish], _ places: [Int?], _ connectors: [Connector], _ crtcs: [UInt32]
    ) -> [Int?] {
        var owners: [Int: Int] = [:]
        func preferred(_ index: Int) -> [Int] {
            guard let place = places[index] else { return [] }
            let connector = connectors[place]
            let lit = Set(connectors.filter { $0.id != connector.id }.map(\.currentCRTC))
            func rank(_ crtc: Int) -> Int {
                if crtc == wishes[index].crtcIndex { return 0 }
                if crtcs[crtc] == connector.currentCRTC { return 1 }
                return lit.contains(crtcs[crtc]) ? 3 : 2
            }
            return crtcs.indices.filter { connector.possibleCRTCs & (1 << UInt32($0)) != 0 }
                .sorted { (rank($0), $0) < (rank($1), $1) }
        }
        /// Assigns a CRTC to `index`: a free one, or one whose owner can move to another.
        func place(_ index: Int, _ tried: inout Set<Int>) -> Bool {
            let choices = preferred(index)
            if let free = choices.first(where: { owners[$0] == nil }) {
                owners[free] = index
                return true
            }
            for crtc in choices where tried.insert(crtc).inserted {
                if let owner = owners[crtc], place(owner, &tried) {
                    owners[crtc] = index
                    return true
                }
            }
            return false
        }
        // Pictures that have a CRTC choose first.
        let order = wishes.indices.sorted { wishes[$0].crtcIndex != nil && wishes[$1].crtcIndex == nil }
        for index in order {
            var tried: Set<Int> = []
            _ = place(index, &tried)
        }
        var result = [Int?](repeating: nil, count: wishes.count)
        for (crtc, owner) in owners { result[owner] = crtc }
        return result
    }
}
