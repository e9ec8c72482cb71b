// Which connector and CRTC each screen gets, on cards as their drivers describe them in Linux 6.1.

import Geometry
import TestRandomness
import Testing

@testable import Linux

@Suite struct OutputPlanTests {
    private static let full = DisplayMode(size: PixelSize(1920, 1080), millihertz: 60_000, isPreferred: true)
    private static let small = DisplayMode(size: PixelSize(1280, 720), millihertz: 60_000)

    private struct Card {
        var crtcs: [UInt32]
        var connectors: [Connector]

        func plans(_ wishes: [OutputWish], isStrict: Bool = true) -> [String] {
            OutputPlan.plans(
                for: wishes, of: connectors, crtcs: crtcs, on: "/dev/dri/card0", isStrict: isStrict
            ).map { plan in
                switch plan {
                case .success(let plan):
                    let connector = connectors[plan.connectorIndex]
                    return "\(connector.name) \(connector.modes[plan.modeIndex]) by \(crtcs[plan.crtcIndex])"
                case .failure(let error): return "\(error)"
                }
            }
        }

        mutating func set(_ name: String, _ status: Connector.Status, on crtc: UInt32 = 0) {
            guard let index = connectors.firstIndex(where: { $0.name == name }) else { return }
            let old = connectors[index]
            connectors[index] = OutputPlanTests.connector(old.id, name, status, on: crtc, of: old.possibleCRTCs)
        }
    }

    private static func connector(
        _ id: UInt32, _ name: String, _ status: Connector.Status = .connected, on crtc: UInt32 = 0, of possible: UInt32
    ) -> Connector {
        Connector(
            name: name, status: status, millimetres: nil, modes: status == .disconnected ? [] : [full, small], id: id,
            currentCRTC: crtc, possibleCRTCs: possible)
    }

    /// i915: each of three pipes feeds everything.
    private static let laptop = Card(
        crtcs: [51, 72, 93],
        connectors: [
            connector(95, "eDP-1", on: 51, of: 0b111), connector(103, "DP-1", .disconnected, of: 0b111),
            connector(110, "HDMI-A-1", on: 72, of: 0b111),
        ])
    /// vc4 of a Raspberry Pi 4: each connector has a pixel valve of its own.
    private static let raspberryPi = Card(
        crtcs: [64, 76, 88, 94, 100, 106],
        connectors: [
            connector(32, "HDMI-A-1", on: 88, of: 0b000100), connector(41, "HDMI-A-2", on: 106, of: 0b100000),
            connector(45, "DSI-1", .disconnected, of: 0b000010),
        ])
    /// rockchip's VOP of an RK3399: two CRTCs, and three things to feed.
    private static let rk3399 = Card(
        crtcs: [35, 44],
        connectors: [
            connector(52, "HDMI-A-1", of: 0b11), connector(60, "eDP-1", of: 0b11), connector(66, "DP-1", of: 0b10),
        ])

    @Test func `one screen gets the first connected output, on the CRTC that lights it`() {
        #expect(Self.laptop.plans([OutputWish()]) == ["eDP-1 1920x1080@60 by 51"])
        #expect(Self.laptop.plans([OutputWish(output: "HDMI-A-1")]) == ["HDMI-A-1 1920x1080@60 by 72"])
    }

    @Test func `a missing output is reported with those that exist`() {
        #expect(
            Self.laptop.plans([OutputWish(output: "DP-1")]) == [
                "no connected display DP-1: /dev/dri/card0 (eDP-1 connected, DP-1 disconnected, HDMI-A-1 connected)"
            ])
    }

    @Test func `several screens get a CRTC each`() {
        let wishes = [OutputWish(output: "HDMI-A-2"), OutputWish(output: "HDMI-A-1"), OutputWish(output: "DSI-1")]
        var card = Self.raspberryPi
        #expect(
            card.plans(wishes).prefix(2) == ["HDMI-A-2 1920x1080@60 by 106", "HDMI-A-1 1920x1080@60 by 88"])
        card.set("DSI-1", .connected)
        #expect(card.plans(wishes)[2] == "DSI-1 1920x1080@60 by 76")
    }

    @Test func `a screen that takes any output leaves the named ones to the others`() {
        #expect(
            Self.laptop.plans([OutputWish(), OutputWish(output: "eDP-1")]) == [
                "HDMI-A-1 1920x1080@60 by 72", "eDP-1 1920x1080@60 by 51",
            ])
    }

    @Test func `a CRTC is given up for an output that no other can feed`() {
        // HDMI and eDP could both have either CRTC, DP only the second.
        #expect(
            Self.rk3399.plans([OutputWish(output: "HDMI-A-1"), OutputWish(output: "DP-1")]) == [
                "HDMI-A-1 1920x1080@60 by 35", "DP-1 1920x1080@60 by 44",
            ])
        // A screen that comes first and has that CRTC moves to the other.
        #expect(
            Self.rk3399.plans([OutputWish(output: "HDMI-A-1", crtcIndex: 1), OutputWish(output: "DP-1")]) == [
                "HDMI-A-1 1920x1080@60 by 35", "DP-1 1920x1080@60 by 44",
            ])
    }

    @Test func `a lit screen keeps its CRTC when another comes`() {
        #expect(
            Self.rk3399.plans([OutputWish(output: "eDP-1"), OutputWish(output: "HDMI-A-1", crtcIndex: 0)]) == [
                "eDP-1 1920x1080@60 by 44", "HDMI-A-1 1920x1080@60 by 35",
            ])
    }

    @Test func `where there are fewer CRTCs than screens, one stays dark and says so`() {
        let wishes = ["HDMI-A-1", "eDP-1", "DP-1"].map { OutputWish(output: $0) }
        let plans = Self.rk3399.plans(wishes)
        #expect(plans.count { $0.contains(" by ") } == 2)
        #expect(plans.count { $0.contains("has no CRTC that can feed it") } == 1)
    }

    @Test func `a missing mode is an error at first, and later the display's own is taken`() {
        let wish = OutputWish(output: "eDP-1", mode: .size(PixelSize(1024, 768), hertz: nil))
        #expect(
            Self.laptop.plans([wish]) == [
                "eDP-1 on /dev/dri/card0 has no mode 1024x768; it has 1920x1080@60, 1280x720@60; set \"mode\" in bezel.toml"
            ])
        #expect(Self.laptop.plans([wish], isStrict: false) == ["eDP-1 1920x1080@60 by 51"])
    }

    @Test func `whatever comes and goes a thousand times, no two screens share a CRTC and lit ones keep theirs`() {
        var random = SplitMix(7)
        for var card in [Self.laptop, Self.raspberryPi, Self.rk3399] {
            let names = card.connectors.map(\.name)
            var wishes = names.map { OutputWish(output: $0) }
            for _ in 0..<1000 {
                let name = names[Int(random.next() % UInt64(names.count))]
                card.set(name, random.next() % 2 == 0 ? .connected : .disconnected)
                let before = wishes.map(\.crtcIndex)
                let plans = OutputPlan.plans(for: wishes, of: card.connectors, crtcs: card.crtcs, on: "card")
                    .map { try? $0.get() }
                let used = plans.compactMap { $0?.crtcIndex }
                #expect(Set(used).count == used.count)
                for (index, plan) in plans.enumerated() {
                    guard let plan else { continue }
                    let connector = card.connectors[plan.connectorIndex]
                    #expect(connector.name == names[index] && connector.status == .connected)
                    #expect(connector.possibleCRTCs & (1 << UInt32(plan.crtcIndex)) != 0)
                    // On the RK3399, DP-1 may have to take the CRTC away.
                    if let crtc = before[index], card.crtcs.count > 2 { #expect(plan.crtcIndex == crtc) }
                }
                for index in wishes.indices { wishes[index].crtcIndex = plans[index]?.crtcIndex }
            }
        }
    }

    @Test func `overlays that several CRTCs can show are shared out, those of one CRTC are not`() {
        func overlay(_ id: UInt32, _ possible: UInt32) -> Plane {
            Plane(id: id, kind: .overlay, possibleCRTCs: possible, formats: [])
        }
        let vc4 = (0..<16).map { overlay(70 + $0, 0b111111) }
        #expect(Plane.share(of: vc4, among: 1).count == 16)
        #expect(Plane.share(of: vc4, among: 2).count == 8)
        let i915 = [overlay(40, 0b01), overlay(41, 0b01), overlay(60, 0b10)]
        #expect(Plane.share(of: i915, among: 2) == i915)
        #expect(Plane.share(of: [overlay(1, 0b11)], among: 2).map(\.id) == [1])
    }
}
