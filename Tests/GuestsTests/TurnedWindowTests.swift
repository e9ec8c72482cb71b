// Pictures of clients that are turned, scaled and cropped, on glass that is turned: each pixel where it belongs.

import CWayland
import CWaylandServer
import Geometry
import Layers
import Linux
import Testing

@testable import Guests

/// Pixels in rows, for the tests' own arithmetic.
private struct Grid: Equatable {
    var (width, height): (Int, Int)
    var pixels: [UInt32]

    /// A picture in which each pixel differs from every other.
    init(_ width: Int, _ height: Int) {
        (self.width, self.height) = (width, height)
        pixels = (0..<width * height).map { index in
            let red = UInt32(index % width * 4) << 16
            let green = UInt32(index / width * 4) << 8
            let blue = UInt32(index * 7 % 251)
            return 0xFF00_0000 | red | green | blue
        }
    }

    init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) {
        (self.width, self.height) = (width, height)
        pixels = (0..<width * height).map { pixel($0 % width, $0 / width) }
    }

    subscript(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

    /// Turned by a quarter, against the clock.
    var turned: Grid { Grid(width: height, height: width) { self[width - 1 - $1, $0] } }
    var mirrored: Grid { Grid(width: width, height: height) { self[width - 1 - $0, $1] } }
    func turned(_ quarters: Int) -> Grid { (0..<quarters).reduce(self) { grid, _ in grid.turned } }
    /// Each pixel as a square.
    func magnified(_ factor: Int) -> Grid {
        Grid(width: width * factor, height: height * factor) { self[$0 / factor, $1 / factor] }
    }

    /// As a client draws for `transform`, which is that of an output: flipped around a vertical axis, then turned against the clock.
    func drawn(for transform: wl_output_transform) -> Grid {
        (transform.rawValue >= 4 ? mirrored : self).turned(Int(transform.rawValue % 4))
    }

    /// The colour at a place (px) between pixels, mixed in floating point from the nearest four.
    func mixed(_ x: Double, _ y: Double) -> [Double] {
        func pixel(_ x: Int, _ y: Int) -> [Double] {
            let pixel = self[max(0, min(width - 1, x)), max(0, min(height - 1, y))]
            return [16, 8, 0].map { Double(pixel >> UInt32($0) & 255) }
        }
        let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
        let (across, down) = (x - 0.5 - left, y - 0.5 - top)
        func mix(_ a: [Double], _ b: [Double], _ weight: Double) -> [Double] {
            zip(a, b).map { $0 * (1 - weight) + $1 * weight }
        }
        let (column, row) = (Int(left), Int(top))
        return mix(
            mix(pixel(column, row), pixel(column + 1, row), across),
            mix(pixel(column, row + 1), pixel(column + 1, row + 1), across), down)
    }
}

extension TestBuffer {
    fileprivate func draw(_ grid: Grid) {
        for y in 0..<grid.height {
            for x in 0..<grid.width { fill(PixelRect(x, y, 1, 1), grid[x, y]) }
        }
    }
}

@Suite final class TurnedWindowTests {
    private static let glass = PixelSize(36, 24)

    nonisolated struct Case: CustomTestStringConvertible {
        let transform: UInt32
        let scale: Int
        var testDescription: String { "transform \(transform), scale \(scale)" }
    }

    nonisolated static let cases = (0..<8).flatMap { transform in
        (1...3).map { Case(transform: UInt32(transform), scale: $0) }
    }

    private func server(_ pixels: PixelSize = TurnedWindowTests.glass, scale: Double = 1) -> GuestServer {
        GuestServer(
            output: GuestOutput(
                pixels: pixels, millimetres: Size(Double(pixels.width), Double(pixels.height)), scale: scale,
                refresh: .milliseconds(16)))
    }

    /// What is on the glass, whose memory is turned by `rotation`.
    private func memory(_ server: GuestServer, _ rotation: PictureRotation = .none) -> Grid {
        let (size, turned) = (server.output.pixels, rotation.turned(server.output.pixels))
        let bitmap = Bitmap(size: turned, isOpaque: true)
        let surface = PixelSurface(
            base: UnsafeMutableRawPointer(bitmap.pixels), size: turned, pitch: 4 * bitmap.pitch, format: .xrgb8888,
            rotation: rotation, isReadAgain: true)
        let compositor = Compositor(size: size)
        compositor.draw(compositor.plan(server.layer), into: surface, region: Region(size.bounds))
        return Grid(width: turned.width, height: turned.height) { bitmap[$0, $1] | 0xFF00_0000 }
    }

    private func show(_ window: TestWindow, _ grid: Grid, _ transform: UInt32 = 0, scale: Int = 1) {
        let buffer = window.buffer(PixelSize(grid.width, grid.height), 0)
        buffer.draw(grid)
        buffers.append(buffer)
        wl_surface_set_buffer_transform(window.surface, Int32(transform))
        wl_surface_set_buffer_scale(window.surface, Int32(scale))
        window.show(buffer)
    }
    private var buffers: [TestBuffer] = []

    // MARK: Transforms

    @Test(arguments: TurnedWindowTests.cases)
    func `a turned picture is shown pixel for pixel, on glass that is turned too`(one: Case) throws {
        // A screen with as many pixels for a unit as the client draws, and one on which each square of its pixels becomes one.
        for isSharp in [true, false] {
            let server = server(scale: isSharp ? Double(one.scale) : 1)
            defer { server.close() }
            let client = try TestClient(server)
            let window = TestWindow(client)
            let picture = Grid(Self.glass.width, Self.glass.height)
            let drawn = isSharp ? picture : picture.magnified(one.scale)
            show(window, drawn.drawn(for: wl_output_transform(one.transform)), one.transform, scale: one.scale)
            #expect(client.error == nil)
            for rotation in PictureRotation.allCases {
                let quarters = (4 - rotation.rawValue / 90) % 4
                #expect(memory(server, rotation) == picture.turned(quarters), "\(rotation), sharp: \(isSharp)")
            }
        }
    }

    @Test(arguments: TurnedWindowTests.cases)
    func `a part of a turned picture that has changed is shown anew`(one: Case) throws {
        let server = server(scale: Double(one.scale))
        defer { server.close() }
        let client = try TestClient(server)
        let window = TestWindow(client)
        var picture = Grid(Self.glass.width, Self.glass.height)
        let transform = wl_output_transform(one.transform)
        show(window, picture.drawn(for: transform), one.transform, scale: one.scale)
        let compositor = Compositor(size: Self.glass)
        let glass = Bitmap(size: Self.glass, isOpaque: true)
        let before = compositor.plan(server.layer)
        compositor.draw(before, into: glass.surface, region: Region(Self.glass.bounds))
        // Six units of the surface.
        let changed = PixelRect(6, 12, 12, 6)
        for y in changed.y..<changed.maxY {
            for x in changed.x..<changed.maxX { picture.pixels[y * 36 + x] ^= 0xFFFFFF }
        }
        let buffer = window.buffer(
            PixelSize(picture.drawn(for: transform).width, picture.drawn(for: transform).height), 0)
        buffer.draw(picture.drawn(for: transform))
        let scale = Int32(one.scale)
        wl_surface_attach(window.surface, buffer.buffer, 0, 0)
        wl_surface_damage(
            window.surface, Int32(changed.x) / scale, Int32(changed.y) / scale, Int32(changed.width) / scale,
            Int32(changed.height) / scale)
        wl_surface_commit(window.surface)
        client.exchange()
        let after = compositor.plan(server.layer)
        compositor.draw(after, into: glass.surface, region: after.damage(since: before))
        #expect(
            Grid(width: 36, height: 24) { glass[$0, $1] | 0xFF00_0000 } == picture, "\(after.damage(since: before))")
    }

    @Test func `a picture that is copied late is drawn all the same, and its client hears of the frame that shows it`()
        throws
    {
        let server = server()
        defer { server.close() }
        var changes = 0
        server.onChange = { changes += 1 }
        let client = try TestClient(server)
        let picture = Grid(Self.glass.width, Self.glass.height)
        let blank = Grid(width: 24, height: 36) { _, _ in 0xFF00_0000 }
        let tells = permanent(
            wl_callback_listener(done: { this, _, _ in (listening(this) as TestClient).note("frame") }))
        // Each covers the glass. Two are copied for one frame.
        let windows = (0..<5).map { _ in TestWindow(client) }
        for (index, window) in windows.enumerated() {
            wl_callback_add_listener(
                wl_surface_frame(window.surface), tells, Unmanaged.passUnretained(client).toOpaque())
            let shown = index == 4 ? picture.drawn(for: WL_OUTPUT_TRANSFORM_90) : blank
            show(window, shown, WL_OUTPUT_TRANSFORM_90.rawValue)
        }
        #expect((memory(server) == picture) == false, "the one on top waits")
        // Nothing more comes from the client.
        for frame in 1...3 {
            (changes, _) = (0, client.takeEvents())
            server.handedOver()
            server.presented(at: .zero + .milliseconds(16 * frame))
            client.read()
            #expect(client.takeEvents().count { $0 == "frame" } == min(2, 5 - 2 * (frame - 1)))
            #expect(changes == (frame < 3 ? 1 : 0), "in frame \(frame)")
        }
        #expect((memory(server) == picture) == true)
    }

    @Test func `surfaces that change in each frame do not keep another from being copied`() throws {
        let server = server()
        defer { server.close() }
        let client = try TestClient(server)
        let windows = (0..<4).map { _ in TestWindow(client) }
        let blank = Grid(width: 24, height: 36) { _, _ in 0xFF00_0000 }
        for window in windows { show(window, blank, WL_OUTPUT_TRANSFORM_90.rawValue) }
        let picture = Grid(Self.glass.width, Self.glass.height)
        var isDrawn = false
        for frame in 0..<6 {
            for window in windows.dropLast() { show(window, blank, WL_OUTPUT_TRANSFORM_90.rawValue) }
            if frame == 1 {
                show(windows[3], picture.drawn(for: WL_OUTPUT_TRANSFORM_90), WL_OUTPUT_TRANSFORM_90.rawValue)
            }
            server.handedOver()
            server.presented(at: .zero + .milliseconds(16 * frame))
            client.read()
            isDrawn = isDrawn || memory(server) == picture
        }
        #expect(isDrawn)
    }

    // MARK: Viewports

    @Test(arguments: TurnedWindowTests.cases)
    func `a viewport that stretches by two factors mixes pixels, and touches are where they are seen`(one: Case) throws
    {
        let server = server()
        defer { server.close() }
        let client = try TestClient(server)
        let window = TestWindow(client)
        window.listenToTouch()
        // Of the surface; the client's buffer has `scale` times as many pixels.
        let own = Grid(18 * one.scale, 18 * one.scale)
        let viewporter = client.bind(bezel_wp_viewporter(), version: 1)
        let viewport = wp_viewporter_get_viewport(viewporter, window.surface)
        // All of it is twice as wide, and a third higher; then a part of it, in a place that leaves room.
        for part in [(0.0, 0.0, 18.0, 18.0, 36, 24), (3.5, 2, 9, 12, 30, 10)] {
            wp_viewport_set_source(
                viewport, wl_fixed_from_double(part.0), wl_fixed_from_double(part.1), wl_fixed_from_double(part.2),
                wl_fixed_from_double(part.3))
            wp_viewport_set_destination(viewport, Int32(part.4), Int32(part.5))
            show(window, own.drawn(for: wl_output_transform(one.transform)), one.transform, scale: one.scale)
            let (left, top) = ((36 - part.4) / 2, (24 - part.5) / 2)
            let seen = memory(server)
            var worst = 0.0
            for y in 0..<24 {
                for x in 0..<36 {
                    guard (left..<left + part.4).contains(x), (top..<top + part.5).contains(y) else {
                        #expect(seen[x, y] == 0xFF00_0000, "\(x), \(y)")
                        continue
                    }
                    let (across, down) = (part.2 / Double(part.4), part.3 / Double(part.5))
                    let wanted = own.mixed(
                        (part.0 + (Double(x - left) + 0.5) * across) * Double(one.scale),
                        (part.1 + (Double(y - top) + 0.5) * down) * Double(one.scale))
                    let channels = [16, 8, 0].map { Double(seen[x, y] >> UInt32($0) & 255) }
                    worst = zip(wanted, channels).reduce(worst) { max($0, abs($1.0 - $1.1)) }
                }
            }
            // Weights are rounded to 1/256, and each of two mixtures to 8 bits.
            #expect(worst < 2.5, "\(worst)")
            _ = client.takeEvents()
            server.touchDown(1, at: Point(Double(left) + 7.5, Double(top) + 3.5), .zero)
            server.touchUp(1, .zero)
            client.exchange()
            #expect(client.takeEvents().prefix(1) == ["down 0 7 3"])
        }
        #expect(client.error == nil)
    }

    // MARK: Sizes

    /// Where a window of `size` is on `glass`: in the middle, and smaller where it does not fit.
    private func letterbox(_ size: Size, on glass: Size) -> (corner: Point, scale: Double) {
        let scale = min(1, glass.width / size.width, glass.height / size.height)
        return (
            Point(
                ((glass.width - size.width * scale) / 2).rounded(), ((glass.height - size.height * scale) / 2).rounded()
            ), scale
        )
    }

    private func touch(_ server: GuestServer, _ client: TestClient, at point: Point) -> [String] {
        _ = client.takeEvents()
        server.touchDown(1, at: point, .zero)
        client.exchange()
        server.touchUp(1, .zero)
        client.exchange()
        return client.takeEvents().filter { $0.hasPrefix("down") }
    }

    @Test(arguments: TurnedWindowTests.cases)
    func `a client that ignores its size is in the middle of each glass, and its touches are right`(one: Case) throws {
        let server = server()
        defer { server.close() }
        let client = try TestClient(server)
        let window = TestWindow(client)
        window.listenToTouch()
        let own = Grid(24, 12)
        show(
            window, own.magnified(one.scale).drawn(for: wl_output_transform(one.transform)), one.transform,
            scale: one.scale)
        for pixels in [PixelSize(36, 24), PixelSize(24, 36), PixelSize(40, 40), PixelSize(12, 36), PixelSize(18, 6)] {
            server.change(
                to: GuestOutput(
                    pixels: pixels, millimetres: Size(Double(pixels.width), Double(pixels.height)),
                    refresh: .milliseconds(16)))
            client.exchange()
            let (corner, scale) = letterbox(Size(24, 12), on: pixels.size)
            let seen = memory(server)
            for y in 0..<pixels.height {
                for x in 0..<pixels.width {
                    let place = Point((Double(x) + 0.5 - corner.x) / scale, (Double(y) + 0.5 - corner.y) / scale)
                    let isInside = place.x > 0 && place.y > 0 && place.x < 24 && place.y < 12
                    guard isInside else {
                        #expect(seen[x, y] == 0xFF00_0000, "\(pixels) \(x), \(y)")
                        continue
                    }
                    if scale == 1 { #expect(seen[x, y] == own[Int(place.x), Int(place.y)], "\(pixels) \(x), \(y)") }
                }
            }
            let inside = Point(corner.x + 20.5 * scale, corner.y + 3.5 * scale)
            #expect(touch(server, client, at: inside) == ["down 0 20 3"], "\(pixels)")
            if corner.y > 1 { #expect(touch(server, client, at: Point(inside.x, corner.y - 1)) == []) }
            if corner.x > 1 { #expect(touch(server, client, at: Point(corner.x - 1, inside.y)) == []) }
        }
        #expect(client.error == nil)
    }

    @Test func `a client that is slow to take a new size is scaled until it has drawn`() throws {
        let server = server()
        defer { server.close() }
        let client = try TestClient(server)
        let window = TestWindow(client)
        window.listenToTouch()
        show(window, Grid(36, 24))
        let sideways = GuestOutput(pixels: PixelSize(24, 36), millimetres: Size(24, 36), refresh: .milliseconds(16))
        server.change(to: sideways)
        // It goes on in its old size for a while.
        for _ in 0..<3 {
            show(window, Grid(36, 24))
            let seen = memory(server)
            #expect(seen.width == 24 && seen[12, 2] == 0xFF00_0000 && seen[12, 33] == 0xFF00_0000)
            #expect(seen[1, 18] != 0xFF00_0000 && seen[22, 18] != 0xFF00_0000)
            // Two thirds of its size, from row 10 on.
            #expect(touch(server, client, at: Point(12.2, 18.2)) == ["down 0 18 12"])
        }
        #expect(window.size == PixelSize(24, 36))
        show(window, Grid(24, 36))
        #expect(memory(server) == Grid(24, 36))
        #expect(touch(server, client, at: Point(12.2, 34.2)) == ["down 0 12 34"])
        #expect(client.error == nil)
    }
}
