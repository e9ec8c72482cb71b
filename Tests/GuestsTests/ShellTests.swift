// Windows of the three shells, panels beside them, and which window is used.

import CLinux
import CWayland
import CWaylandServer
import Geometry
import Glibc
import Layers
import Linux
import TestRandomness
import Testing

@testable import Guests

@Suite final class ShellTests {
    private let server = GuestServer(
        output: GuestOutput(pixels: PixelSize(60, 40), millimetres: Size(60, 40), refresh: .milliseconds(16)),
        hasPointer: true)
    private let compositor = Compositor(size: PixelSize(60, 40))

    isolated deinit { server.close() }

    private func glass() -> Bitmap {
        let bitmap = Bitmap(size: PixelSize(60, 40), isOpaque: true)
        server.flush()
        compositor.draw(compositor.plan(server.layer), into: bitmap.surface, region: Region(bitmap.size.bounds))
        return bitmap
    }

    private func seat(_ client: TestClient, _ request: String) -> TestProxy {
        let device = TestProxy(client, bezel_wl_seat(), version: 5).request(request, [.new])!
        client.exchange()
        return device
    }

    @Test(arguments: AnyWindow.Shell.allCases)
    private func `a window of any shell fills the glass, is touched, and comes back after it was hidden`(
        shell: AnyWindow.Shell
    ) throws {
        let client = try TestClient(server)
        let window = AnyWindow(client, shell)
        let touch = seat(client, "get_touch")
        #expect(window.configured()?.suffix(2) == [60, 40] || window.window.takeEvents() == [])
        for round in 0..<2 {
            window.show(60, 40, 0xFF11_2233)
            #expect(server.isShowing && glass()[59, 39] == 0xFF11_2233)
            server.touchDown(1, at: Point(5, 6), .zero)
            server.touchUp(1, .zero)
            client.exchange()
            let down = touch.takeEvents().first { $0.hasPrefix("down") }
            #expect(down?.hasSuffix(" object 0 5.0 6.0") == true, "round \(round): \(down ?? "no touch")")
            window.hide()
            #expect(!server.isShowing && glass()[59, 39] & 0xFFFFFF == 0)
        }
        window.show(60, 40)
        window.surface.request(0, [], destroys: true)
        client.exchange()
        #expect(!server.isShowing)
        #expect(client.error == nil)
    }

    @Test func `the unstable positioner places menus where the stable one does`() throws {
        // Top, bottom, left, right, and the corners, with the numbers of the stable protocol; as bits, those of the other.
        let bits: [Int32] = [0, 1, 2, 4, 8, 1 | 4, 2 | 4, 1 | 8, 2 | 8]
        for anchor in bits.indices {
            let client = try TestClient(server)
            defer { #expect(client.error == nil) }
            let compositor = TestProxy(client, bezel_wl_compositor(), version: 4)
            let shells = [
                TestProxy(client, bezel_xdg_wm_base(), version: 1),
                TestProxy(client, bezel_zxdg_shell_v6(), version: 1),
            ]
            for gravity in bits.indices {
                let places = shells.map { base -> [Int]? in
                    let isStable = base === shells[0]
                    let parent = base.request(
                        "get_xdg_surface", [.new, .object(compositor.request("create_surface", [.new])!.handle)])!
                    parent.request("get_toplevel", [.new])
                    let positioner = base.request("create_positioner", [.new])!
                    positioner.request("set_size", [.number(7), .number(9)])
                    positioner.request("set_anchor_rect", [.number(20), .number(10), .number(12), .number(8)])
                    positioner.request("set_anchor", [.number(isStable ? Int32(anchor) : bits[anchor])])
                    positioner.request("set_gravity", [.number(isStable ? Int32(gravity) : bits[gravity])])
                    let popup = base.request(
                        "get_xdg_surface", [.new, .object(compositor.request("create_surface", [.new])!.handle)])!
                        .request("get_popup", [.new, .object(parent.handle), .object(positioner.handle)])!
                    client.exchange()
                    return popup.takeEvents().last { $0.hasPrefix("configure ") }?.split(separator: " ").compactMap {
                        Int($0)
                    }
                }
                #expect(
                    places[0] == places[1] && places[0]?.suffix(2) == [7, 9], "anchor \(anchor), gravity \(gravity)")
            }
        }
        let client = try TestClient(server)
        let positioner = TestProxy(client, bezel_zxdg_shell_v6(), version: 1).request("create_positioner", [.new])!
        positioner.request("set_anchor", [.number(3)])
        client.exchange()
        client.exchange()
        #expect(client.error == "zxdg_positioner_v6 0")
    }

    @Test func `a menu of the oldest shell lies beside something in its window, and a touch elsewhere closes it`()
        throws
    {
        let client = try TestClient(server)
        let (window, menu) = (AnyWindow(client, .oldest), AnyWindow(client, .oldest))
        let seat = TestProxy(client, bezel_wl_seat(), version: 5)
        window.show(50, 40)
        menu.window.request(
            "set_popup",
            [
                .object(seat.handle), .number(0), .object(window.surface.handle), .number(11), .number(7), .number(0),
            ])
        menu.show(10, 10, 0xFF44_5566)
        // The window is in the middle of the glass.
        let picture = glass()
        #expect(picture[16, 7] == 0xFF44_5566 && picture[25, 16] == 0xFF44_5566 && picture[15, 7] == 0xFF11_2233)
        _ = menu.window.takeEvents()
        server.touchDown(1, at: Point(20, 10), .zero)
        client.exchange()
        #expect(menu.window.takeEvents() == [])
        server.touchDown(2, at: Point(50, 30), .zero)
        client.exchange()
        #expect(menu.window.takeEvents() == ["popup_done"])
        // A window that is to lie beside itself is a window all the same.
        menu.window.request("set_transient", [.object(menu.surface.handle), .number(1), .number(1), .number(0)])
        menu.show(10, 10, 0xFF44_5566)
        #expect(glass()[30, 20] == 0xFF44_5566)
        #expect(client.error == nil)
    }

    // MARK: Panels

    @Test(arguments: 0..<40)
    func `panels at random edges leave the rest to windows, and lie in none of it`(seed: Int) throws {
        // The suite may end much later, and the places for mappings are those of the process.
        defer { server.close() }
        var numbers = SplitMix(UInt64(seed))
        let client = try TestClient(server)
        let window = AnyWindow(client, .xdg)
        window.show(60, 40)
        var (panels, left) = ([AnyWindow](), Rect(0, 0, 60, 40))
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            let edge = Int.random(in: 0...3, using: &numbers)
            let zone = Int32.random(in: 1...6, using: &numbers)
            let margin = Int32.random(in: 0...2, using: &numbers)
            let spans = Bool.random(using: &numbers)
            // Top, bottom, left, right; and with both of the edges beside it.
            let bits = Int32(1 << edge) | (spans ? (edge < 2 ? 12 : 3) : 0)
            let isAcross = edge < 2
            let panel = AnyWindow(panelOf: client) { panel in
                panel.request("set_anchor", [.number(bits)])
                panel.request("set_exclusive_zone", [.number(zone)])
                panel.request("set_margin", (0..<4).map { $0 == [0, 2, 3, 1][edge] ? .number(margin) : .number(0) })
                let length: Int32 = spans ? 0 : 8
                panel.request(
                    "set_size", isAcross ? [.number(length), .number(zone)] : [.number(zone), .number(length)])
            }
            let told = try #require(panel.configured())
            let size = Size(Double(told[1]), Double(told[2]))
            #expect(
                size
                    == Size(
                        isAcross ? (spans ? left.width : 8) : Double(zone),
                        isAcross ? Double(zone) : (spans ? left.height : 8)))
            panel.show(told[1], told[2], 0xFFAA_0000 + UInt32(panels.count))
            panels.append(panel)
            let all = Double(zone + margin)
            left = left.inset(
                by: Insets(
                    left: edge == 2 ? all : 0, top: edge == 0 ? all : 0, right: edge == 3 ? all : 0,
                    bottom: edge == 1 ? all : 0))
        }
        let told = try #require(window.configured())
        #expect(Array(told.prefix(2)) == [Int(left.width), Int(left.height)])
        window.show(told[0], told[1], 0xFF11_2233)
        let picture = glass()
        for y in 0..<40 {
            for x in 0..<60 where left.contains(Point(Double(x) + 0.5, Double(y) + 0.5)) {
                #expect(picture[x, y] == 0xFF11_2233, "\(x), \(y)")
            }
        }
        let shown = Set((0..<40).flatMap { y in (0..<60).map { picture[$0, y] } })
        #expect(shown.isSuperset(of: panels.indices.map { 0xFFAA_0000 + UInt32($0) }))
        for panel in panels { panel.hide() }
        #expect(Array(try #require(window.configured()).prefix(2)) == [60, 40])
        #expect(client.error == nil)
    }

    @Test func `a window that is full-screen covers a panel, but not one above all`() throws {
        let client = try TestClient(server)
        let window = AnyWindow(client, .xdg)
        func panel(_ layer: Int32, _ color: UInt32) -> AnyWindow {
            let panel = AnyWindow(panelOf: client, layer: layer) { panel in
                panel.request("set_anchor", [.number(1)])
                panel.request("set_size", [.number(6), .number(layer == 3 ? 4 : 8)])
            }
            panel.show(6, layer == 3 ? 4 : 8, color)
            return panel
        }
        let panels = [panel(2, 0xFFAA_0000), panel(3, 0xFF00_AA00)]
        window.show(60, 40)
        #expect(glass()[30, 6] == 0xFFAA_0000 && glass()[30, 2] == 0xFF00_AA00)
        window.window.request("set_fullscreen", [.object(nil)])
        client.exchange()
        #expect(glass()[30, 6] == 0xFF11_2233 && glass()[30, 2] == 0xFF00_AA00)
        // A dialog leaves it so; another window does not.
        let dialog = AnyWindow(client, .xdg)
        dialog.window.request("set_parent", [.object(window.window.handle)])
        dialog.show(10, 10, 0xFF77_8899)
        #expect(glass()[30, 20] == 0xFF77_8899 && glass()[30, 6] == 0xFF11_2233)
        let other = AnyWindow(client, .xdg)
        other.show(60, 40, 0xFF12_3456)
        #expect(glass()[30, 20] == 0xFF12_3456 && glass()[30, 6] == 0xFFAA_0000)
        other.hide()
        #expect(glass()[30, 6] == 0xFF11_2233)
        window.window.request("unset_fullscreen")
        client.exchange()
        #expect(glass()[30, 6] == 0xFFAA_0000)
        #expect(client.error == nil && panels.count == 2)
    }

    // MARK: Which window is used

    @Test func `a touch makes its window the one that is used, and leaves it where it is`() throws {
        let client = try TestClient(server)
        let keyboard = seat(client, "get_keyboard")
        let (below, above) = (AnyWindow(client, .xdg), AnyWindow(client, .xdg))
        below.show(60, 40, 0xFF11_2233)
        above.show(20, 20, 0xFF44_5566)
        client.exchange()
        _ = (keyboard.takeEvents(), below.window.takeEvents(), above.window.takeEvents())
        server.touchDown(1, at: Point(5, 5), .zero)
        server.touchUp(1, .zero)
        client.exchange()
        #expect(keyboard.takeEvents().map { $0.prefix(5) } == ["leave", "enter", "modif"])
        // Activated is state 4; maximized is 1.
        #expect(below.window.takeEvents() == ["configure 60 40 [1, 4]"])
        #expect(above.window.takeEvents() == ["configure 60 40 [1]"])
        #expect(glass()[30, 20] == 0xFF44_5566)
    }

    @Test func `a finger that rests is told where it is when its surface moves`() throws {
        let client = try TestClient(server)
        let window = AnyWindow(client, .xdg)
        let touch = seat(client, "get_touch")
        window.show(20, 20)
        server.touchDown(1, at: Point(30, 20), .zero)
        client.exchange()
        #expect(touch.takeEvents().last == "frame")
        // The window stays in the middle, so its corner goes 5 units left and up.
        window.show(30, 30)
        client.exchange()
        #expect(touch.takeEvents() == ["motion 0 0 15.0 15.0", "frame"])
        window.show(30, 30)
        client.exchange()
        #expect(touch.takeEvents() == [])
    }

    @Test func `windows are minimized only as long as a client lists them`() throws {
        let (client, bar) = (try TestClient(server), try TestClient(server))
        let (below, above) = (AnyWindow(client, .xdg), AnyWindow(client, .xdg))
        below.show(60, 40, 0xFF11_2233)
        above.show(60, 40, 0xFF44_5566)
        above.window.request("set_minimized")
        client.exchange()
        #expect(glass()[30, 20] == 0xFF44_5566)
        let list = TestProxy(bar, bezel_zwlr_foreign_toplevel_manager_v1(), version: 2)
        bar.exchange()
        let entries = list.takeReceived()
        #expect(entries.count == 2)
        above.window.request("set_minimized")
        client.exchange()
        #expect(glass()[30, 20] == 0xFF11_2233)
        bar.exchange()
        #expect(entries[1].takeEvents().contains("state [0, 1]"))
        entries[1].request("unset_minimized")
        bar.exchange()
        #expect(glass()[30, 20] == 0xFF44_5566)
        above.window.request("set_minimized")
        client.exchange()
        #expect(glass()[30, 20] == 0xFF11_2233)
        list.request(0, [], destroys: false)
        bar.exchange()
        #expect(glass()[30, 20] == 0xFF44_5566)
        #expect(client.error == nil && bar.error == nil)
    }

    @Test func `windows that are gone are in no list, and nothing of them stays`() throws {
        let (client, bar) = (try TestClient(server), try TestClient(server))
        let list = TestProxy(bar, bezel_zwlr_foreign_toplevel_manager_v1(), version: 2)
        let window = AnyWindow(client, .xdg)
        func round() {
            window.show(60, 40)
            window.hide()
            bar.exchange()
            for entry in list.takeReceived() {
                #expect(entry.takeEvents().suffix(2) == ["done", "closed"])
                entry.request("destroy", destroys: true)
            }
            bar.exchange()
        }
        round()
        let before = Resource.count
        for _ in 0..<20 { round() }
        // A buffer each.
        #expect(Resource.count == before + 20)
        #expect(client.error == nil && bar.error == nil)
    }

    // MARK: The pointer

    @Test(arguments: 0..<20)
    func `a confined pointer never leaves its surface, and a locked one never moves`(seed: Int) throws {
        defer { server.close() }
        var numbers = SplitMix(UInt64(seed))
        let client = try TestClient(server)
        let window = AnyWindow(client, .xdg)
        window.show(30, 20)
        let pointer = seat(client, "get_pointer")
        let constraints = TestProxy(client, bezel_zwp_pointer_constraints_v1(), version: 1)
        let relative = TestProxy(client, bezel_zwp_relative_pointer_manager_v1(), version: 1)
            .request("get_relative_pointer", [.new, .object(pointer.handle)])!
        server.pointerMoved(to: Point(30, 20), .zero)
        client.exchange()
        let isLocked = seed % 2 == 0
        let constraint = constraints.request(
            isLocked ? "lock_pointer" : "confine_pointer",
            [.new, .object(window.surface.handle), .object(pointer.handle), .object(nil), .number(1)])!
        client.exchange()
        #expect(constraint.takeEvents() == [isLocked ? "locked" : "confined"])
        _ = pointer.takeEvents()
        var ways = 0
        for _ in 0..<60 {
            let way = Vector(
                Double(Int.random(in: -50...50, using: &numbers)), Double(Int.random(in: -50...50, using: &numbers)))
            server.pointerMoved(by: way, .zero)
            client.exchange()
            for event in pointer.takeEvents() where event != "frame" {
                let place = event.split(separator: " ").suffix(2).compactMap { Double($0) }
                #expect(event.hasPrefix("motion") && !isLocked, "\(event)")
                #expect((0...29).contains(place[0]) && (0...19).contains(place[1]), "\(event)")
            }
            let motions = relative.takeEvents()
            #expect(motions == ["relative_motion 0 0 \(way.x) \(way.y) \(way.x) \(way.y)"])
            ways += motions.count
        }
        #expect(ways == 60)
        constraint.request(0, [], destroys: true)
        client.exchange()
        server.pointerMoved(by: Vector(100, 0), .zero)
        client.exchange()
        #expect(pointer.takeEvents().contains { $0.hasPrefix("leave") })
        #expect(client.error == nil)
    }

    @Test func `without a pointer nothing that concerns one is offered`() throws {
        let plain = GuestServer(output: server.output)
        defer { plain.close() }
        let (with, without) = (try TestClient(server).globals, try TestClient(plain).globals)
        let only = Set(with.keys).subtracting(without.keys)
        #expect(
            only == [
                "zwp_relative_pointer_manager_v1", "zwp_pointer_constraints_v1", "zwlr_virtual_pointer_manager_v1",
            ])
    }

    @Test func `what was selected last is offered to the window that is used`() throws {
        let clients = [try TestClient(server), try TestClient(server)]
        let devices = clients.map { client in
            let manager = TestProxy(client, bezel_zwp_primary_selection_device_manager_v1(), version: 1)
            let seat = TestProxy(client, bezel_wl_seat(), version: 5)
            return (manager, manager.request("get_device", [.new, .object(seat.handle)])!)
        }
        let windows = clients.map { AnyWindow($0, .xdg) }
        for window in windows { window.show(60, 40) }
        let source = devices[0].0.request("create_source", [.new])!
        source.request("offer", [.text("text/plain")])
        devices[0].1.request("set_selection", [.object(source.handle), .number(0)])
        for client in clients { client.exchange() }
        #expect(devices[1].1.takeEvents().suffix(2) == ["data_offer", "selection object"])
        #expect(!devices[0].1.takeEvents().contains("selection object"))
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        devices[1].1.takeReceived()[0].request("receive", [.text("text/plain"), .descriptor(ends[1])])
        for client in clients.reversed() { client.exchange() }
        #expect(source.takeEvents().contains { $0.hasPrefix("send text/plain ") })
        #expect(clients.allSatisfy { $0.error == nil })
    }

    @Test(arguments: [false, true]) func `a panel without a window is well, if its client says so or cannot be asked`(
        canBeAsked: Bool
    ) throws {
        let client = try TestClient(server)
        let shell = canBeAsked ? TestProxy(client, bezel_xdg_wm_base(), version: 1) : nil
        let panel = AnyWindow(panelOf: client) { $0.request("set_size", [.number(60), .number(10)]) }
        panel.show(60, 10)
        #expect(server.isShowing)
        var answers = 0
        server.onAnswer = { answers += 1 }
        server.ask()
        client.exchange()
        #expect(answers == (canBeAsked ? 0 : 1))
        guard let shell, let question = shell.takeEvents().first(where: { $0.hasPrefix("ping") }) else { return }
        shell.request("pong", [.number(Int32(question.split(separator: " ")[1])!)])
        client.exchange()
        #expect(answers == 1)
    }

    @Test func `a window whose geometry lies beside its surface is shown whole`() throws {
        let client = try TestClient(server)
        let compositor = TestProxy(client, bezel_wl_compositor(), version: 4)
        let surface = compositor.request("create_surface", [.new])!
        let window = TestProxy(client, bezel_xdg_wm_base(), version: 1)
            .request("get_xdg_surface", [.new, .object(surface.handle)])!
        _ = window.request("get_toplevel", [.new])
        surface.request("commit")
        client.exchange()
        let serial = try #require(window.takeEvents().first { $0.hasPrefix("configure") }?.split(separator: " ").last)
        window.request("ack_configure", [.number(Int32(serial)!)])
        window.request("set_window_geometry", [.number(-2000), .number(-2000), .number(1), .number(1)])
        let shm = TestProxy(client, bezel_wl_shm(), version: 1)
        let buffer = TestBuffer(shm.handle, PixelSize(60, 40), 0xFF11_2233, WL_SHM_FORMAT_XRGB8888)
        surface.request("attach", [.object(buffer.buffer), .number(0), .number(0)])
        surface.request("commit")
        client.exchange()
        #expect(glass()[30, 20] == 0xFF11_2233)
        #expect(client.error == nil)
    }
}
