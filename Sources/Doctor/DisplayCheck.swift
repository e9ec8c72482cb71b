// Reports where the picture would be shown, and why not elsewhere.

import Geometry
import Linux
import Machine

enum DisplayCheck {
    /// Checks every screen. When at least one screen can be shown, an unavailable screen does not stop the kiosk: the kiosk
    /// waits for it.
    static func findings(_ facts: MachineFacts) -> [Finding] {
        let screens = facts.eachScreen.map(one)
        let isShown = screens.contains { screen in !screen.contains { $0.verdict == .stop } }
        return screens.flatMap(\.self).map { finding in
            isShown && finding.code == .unavailable ? finding.waiting : finding
        }
    }

    private static func one(_ facts: MachineFacts) -> [Finding] {
        switch facts.configuration.backend {
        case .headless:
            return [
                .warn(.display, "headless: pictures are drawn but not shown", "bezel.toml: backend = \"auto\"")
            ]
        case .wayland: return window(facts)
        case .drm: return screen(facts)
        case .fbdev: return frameBuffer(facts, because: "bezel.toml says so")
        case .auto: return automatic(facts)
        }
    }

    private static func automatic(_ facts: MachineFacts) -> [Finding] {
        guard let window = facts.window else { return screenOrFrameBuffer(facts) }
        if window.isReachable { return self.window(facts) }
        let unreachable = Finding.warn(
            .display, "WAYLAND_DISPLAY is \(window.name), and no compositor is there for this user",
            "unset WAYLAND_DISPLAY, where the kiosk is to have the screen for itself")
        return [unreachable] + screenOrFrameBuffer(facts)
    }

    private static func screenOrFrameBuffer(_ facts: MachineFacts) -> [Finding] {
        guard facts.backend == .fbdev else { return screen(facts) }
        return frameBuffer(
            facts, because: facts.cards.isEmpty ? "there is no graphics card in /dev/dri" : "no card has a screen on it"
        )
    }

    // MARK: A window

    private static func window(_ facts: MachineFacts) -> [Finding] {
        guard let window = facts.window else {
            return [
                .stop(
                    .display, .unavailable, "bezel.toml asks for a window, and WAYLAND_DISPLAY is not set",
                    "start it in a compositor's session, or bezel.toml: backend = \"auto\"")
            ]
        }
        guard window.isReachable else {
            return [
                .stop(
                    .display, .unavailable,
                    "WAYLAND_DISPLAY is \(window.name), and no compositor is there for this user",
                    "start the compositor, or bezel.toml: backend = \"auto\"")
            ]
        }
        let rest = facts.configuration.backend == .wayland ? "" : "; without WAYLAND_DISPLAY it would be the screen"
        return [.fine(.display, "a window on \(window.name)\(rest)")]
    }

    // MARK: The screen

    private static func screen(_ facts: MachineFacts) -> [Finding] {
        switch facts.screen {
        case .success(let screen): return found(screen, facts)
        case .failure(.noPermission) where !facts.devices.outputs.isEmpty: return seenFromFar(facts)
        case .failure(let error): return [refused(error, facts)]
        }
    }

    private static func found(_ screen: DisplayProbe, _ facts: MachineFacts) -> [Finding] {
        let size = screen.millimetres.map { ", \(millimetres($0))" } ?? ""
        let name = screen.card.split(separator: "/").last.map(String.init) ?? screen.card
        let what = "\(name) \(screen.output) \(screen.mode)\(size) (\(screen.driver))"
        let reason = facts.window == nil ? "since WAYLAND_DISPLAY is not set" : "since no compositor is there"
        let way = "KMS, " + (facts.configuration.backend == .drm ? "as bezel.toml says" : reason)
        let commits = screen.isAtomic ? "atomic commits" : "page flips, since it has no atomic commits"
        let transitions =
            switch screen.planes {
            case .success(.planes): "planes move the pages"
            case .success(.panning): "panning moves pages side by side"
            case .failure(let refusal): "pages are drawn: \(refusal)"
            }
        let rotation = facts.configuration.rotation ?? screen.panelRotation ?? .none
        let turn = rotation == .none ? "" : "; the picture is turned by \(rotation.rawValue) degrees"
        return [holding(screen, facts, what), .fine(.display, "\(way); \(commits); \(transitions)\(turn)")].compactMap(
            \.self)
    }

    /// The finding about `screen` itself, which depends on whether another process holds the card.
    private static func holding(_ screen: DisplayProbe, _ facts: MachineFacts, _ what: String) -> Finding {
        guard screen.isHeld else { return .fine(.display, what) }
        // seatd and logind open the card on behalf of another process, so they do not count as holders.
        let named = screen.holders.filter { !$0.hasPrefix("seatd ") && !$0.hasPrefix("systemd-logind ") }
        let running = kiosks(facts)
        let holders = named.isEmpty ? running : named
        let service = facts.unit("bezel.service")?.process ?? 0
        let isKiosk = holders.contains { running.contains($0) || (service > 0 && $0.hasSuffix("(pid \(service))")) }
        if isKiosk { return .fine(.display, "\(what), where a kiosk runs now: \(holders.joined(separator: ", "))") }
        guard let holder = holders.first else {
            return .stop(
                .display, .noPermission, "\(what): another process holds it, and this user may not see which",
                "as root: bezel doctor")
        }
        let number = holder.drop { $0 != "(" }.filter(\.isNumber)
        return .stop(
            .display, .noPermission, "\(what): \(holders.joined(separator: ", ")) has it",
            facts.asRoot("systemctl status \(number), and stop that unit"))
    }

    /// The running processes called `bezel`, in the format of `DisplayProbe.holders`.
    private static func kiosks(_ facts: MachineFacts) -> [String] {
        (facts.processes["bezel"] ?? []).map { "bezel (pid \($0))" }
    }

    /// The finding from what sysfs tells about connectors, for cards that this user may not open.
    private static func seenFromFar(_ facts: MachineFacts) -> [Finding] {
        let wanted = facts.configuration.output
        let connected = facts.devices.outputs.filter {
            $0.connector.status != .disconnected && !$0.connector.modes.isEmpty
                && (wanted == nil || $0.connector.name == wanted)
        }
        guard let output = connected.first else { return [nothingConnected(facts)] }
        let mode = output.connector.modes[0]
        let name = output.card.split(separator: "/").last.map(String.init) ?? output.card
        let what = "\(name) \(output.connector.name) \(mode) (\(output.driver))"
        if let kiosk = kiosks(facts).first { return [.fine(.display, "\(what); a kiosk runs here now: \(kiosk)")] }
        return [.fine(.display, "\(what); this user sees no more of it")]
    }

    private static func refused(_ error: DisplayError, _ facts: MachineFacts) -> Finding {
        let failure = Failure(error)
        guard case .noDisplay = error else {
            return .stop(.display, failure.code, failure.description)
        }
        guard facts.cards.isEmpty else { return nothingConnected(facts) }
        if facts.kernelOptions.contains("nomodeset") {
            return .stop(
                .display, .unavailable, "no graphics card: the kernel was started with nomodeset",
                facts.asRoot("take nomodeset out of /etc/default/grub, then update-grub and reboot"))
        }
        return .stop(
            .display, .unavailable,
            "no graphics card: /dev/dri is empty, and there is no /dev/fb0; a driver or its firmware is missing",
            "dmesg | grep -i -e drm -e firmware")
    }

    private static func nothingConnected(_ facts: MachineFacts) -> Finding {
        let states = facts.devices.outputs.map { "\($0.connector.name) \($0.connector.status.rawValue)" }
        let list = states.isEmpty ? "the card has no connectors" : states.joined(separator: ", ")
        if let output = facts.configuration.output {
            return .stop(
                .display, .unavailable, "bezel.toml asks for \(output), and that has no screen: \(list)",
                "plug the screen in, or bezel.toml, [display]: output = \"auto\"")
        }
        let name = facts.devices.outputs.first?.connector.name ?? "HDMI-A-1"
        return .stop(
            .display, .unavailable, "no screen is connected: \(list)",
            "plug it in; if the display does not report that it is connected, add to the kernel's command line: "
                + "video=\(name):1920x1080@60e")
    }

    // MARK: The frame buffer

    private static func frameBuffer(_ facts: MachineFacts, because reason: String) -> [Finding] {
        guard let device = facts.frameBuffers.first else {
            return [
                .stop(
                    .display, .unavailable, "no frame buffer device: there is no /dev/fb0",
                    "bezel.toml, [display]: backend = \"auto\"")
            ]
        }
        if let size = device.size {
            return [
                .warn(
                    .display,
                    "\(device.path) \(size.width)x\(size.height), since \(reason): no vblanks, so moving pictures may tear",
                    "a driver for the card, so that there is a /dev/dri/card0")
            ]
        }
        guard let problem = device.problem else { return [] }
        // The finding about permissions says what to do.
        if problem.isPermission { return [.fine(.display, "\(device.path), since \(reason)")] }
        return [.stop(.display, .failed, problem.description)]
    }
}
