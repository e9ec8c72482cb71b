// A transition as a display engine shows it: the same pixels as the compositor's, where positions are whole.

import Geometry
import Layers
import Testing

@Suite struct PlaneSceneTests {
    private let size = PixelSize(96, 40)

    /// A stage with two screens, each with a bar and a button, in a container as a navigator has one.
    private final class Tree {
        let root = Layer(), container = Layer(), lower = Layer(), upper = Layer(), button = Layer()

        init(_ size: PixelSize) {
            for layer in [root, container, lower, upper] {
                layer.frame = Rect(origin: .zero, size: size.size)
                layer.masksToBounds = true
            }
            root.addSublayer(container)
            for (screen, color) in [(lower, Color(0xE0D0C0)), (upper, Color(0x102040))] {
                screen.backgroundColor = color
                container.addSublayer(screen)
                let bar = Layer()
                bar.frame = Rect(3.5, 2, 60, 7.25)
                bar.backgroundColor = Color(0x40A060)
                screen.addSublayer(bar)
            }
            button.frame = Rect(70, 20, 20, 10)
            button.backgroundColor = Color(0xC03020)
            upper.addSublayer(button)
        }
    }

    private func why(_ root: Layer) -> String? {
        do {
            _ = try PlaneScene(of: root, size: size)
            return nil
        } catch { return error.description }
    }

    /// The picture that a display engine makes of it: black, the lower screen, the shadow, the upper screen.
    private func composed(_ root: Layer, _ compositor: Compositor) throws -> Picture {
        let scene = try PlaneScene(of: root, size: size)
        let picture = Picture(size)
        func put(_ layer: Layer, _ place: PixelRect) throws {
            var screen = FlatScreen(size: size)
            _ = screen.look(at: layer)
            let flat = Picture(size)
            compositor.draw(try #require(screen.newest), into: flat.surface, region: screen.region(over: 0))
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (toX, toY) = (x + place.x, y + place.y)
                    guard size.bounds.intersection(PixelRect(toX, toY, 1, 1)).area == 1 else { continue }
                    picture[toX, toY] = flat[x, y]
                }
            }
        }
        try put(scene.lower.layer, scene.lowerPlace)
        try put(scene.upper.layer, scene.upperPlace)
        return picture
    }

    @Test(arguments: [0, 1, 17, 48, 95, 96])
    func `two flat screens at their places are the picture`(offset: Int) throws {
        let tree = Tree(size)
        tree.upper.position.x = Double(offset)
        tree.lower.position.x = Double(offset - size.width)
        let compositor = Compositor(size: size)
        let whole = compositor.picture(of: tree.root)
        #expect(try composed(tree.root, compositor).colors == whole.colors)
        let scene = try PlaneScene(of: tree.root, size: size)
        #expect(scene.isSideBySide && scene.coversScreen)
    }

    @Test func `positions are rounded so that screens that meet still meet`() throws {
        let tree = Tree(size)
        for offset in stride(from: 0.0, through: 96, by: 0.125) {
            tree.upper.position.x = offset
            tree.lower.position.x = offset - 96
            let scene = try PlaneScene(of: tree.root, size: size)
            #expect(scene.lower.x + size.width == scene.upper.x)
            #expect(abs(Double(scene.upper.x) - offset) <= 0.5)
        }
    }

    @Test func `a gap between the screens is noticed`() throws {
        let tree = Tree(size)
        tree.upper.position.x = 20
        tree.lower.position.x = -80
        #expect(try !PlaneScene(of: tree.root, size: size).coversScreen)
        tree.lower.position.x = -30
        #expect(try PlaneScene(of: tree.root, size: size).coversScreen)
        #expect(try !PlaneScene(of: tree.root, size: size).isSideBySide)
    }

    @Test func `anything but two plain screens is refused, with the reason`() {
        func with(_ change: (Tree) -> Void) -> String? {
            let tree = Tree(size)
            change(tree)
            return why(tree.root)
        }
        #expect(with { _ in } == nil)
        #expect(with { $0.upper.scale = 0.9 } == "the upper screen is scaled")
        #expect(with { $0.lower.cornerRadius = 8 } == "the lower screen has round corners")
        #expect(with { $0.upper.opacity = 0.5 } == "the upper screen is translucent")
        #expect(with { $0.upper.backgroundColor = nil } == "the upper screen has a translucent background")
        #expect(
            with { $0.upper.backgroundColor = Color(red: 16, green: 32, blue: 64, alpha: 254) }
                == "the upper screen has a translucent background")
        #expect(
            with { $0.lower.backgroundColor = Color(red: 16, green: 32, blue: 64, alpha: 1) }
                == "the lower screen has a translucent background")
        #expect(with { $0.upper.dim = 0.2 } == "the upper screen is dimmed")
        #expect(with { $0.upper.bounds.size.height = 30 } == "the upper screen is not as large as the picture")
        #expect(with { $0.container.addSublayer(Layer()) } == "something covers the screens")
        #expect(with { $0.container.opacity = 0.9 } == "only one screen moves")
        #expect(with { $0.upper.isHidden = true } == "only one screen moves")
        #expect(with { $0.root.isHidden = false } == nil)
        #expect(
            with { $0.upper.edgeShadow = EdgeShadow(edges: [.left, .right], width: 4, opacity: 0.2) }
                == "the shadow falls to two sides")
    }

    @Test func `a screen's place, dim and shadow do not change it, and its content does`() {
        let tree = Tree(size)
        var screen = FlatScreen(size: size)
        let isNew = screen.look(at: tree.upper)
        tree.upper.position = Point(13.5, 2)
        tree.upper.dim = 0.3
        tree.upper.edgeShadow = EdgeShadow(edges: .left, width: 8, opacity: 0.2)
        let hasMoved = screen.look(at: tree.upper)
        #expect(isNew && !hasMoved)
        #expect(screen.number == 1 && screen.region(over: 1).isEmpty)
        tree.button.isHidden = true
        let isChanged = screen.look(at: tree.upper)
        #expect(isChanged && screen.number == 2)
        #expect(screen.region(over: 1).rects == [PixelRect(70, 20, 20, 10)])
        #expect(screen.region(over: 0).rects == [size.bounds])
    }

    @Test func `a buffer that holds an older picture is brought up to date`() throws {
        let tree = Tree(size)
        let compositor = Compositor(size: size)
        var screen = FlatScreen(size: size)
        let kept = Picture(size)
        var held = 0
        for step in 0..<20 {
            if step % 3 != 1 { tree.button.position = Point(Double(step * 7 % 60), Double(step * 5 % 30)) }
            guard screen.look(at: tree.upper), step % 4 != 2 else { continue }
            let newest = try #require(screen.newest)
            compositor.draw(newest, into: kept.surface, region: screen.region(over: held))
            held = screen.number
            let fresh = Picture(size)
            compositor.draw(newest, into: fresh.surface, region: screen.region(over: 0))
            #expect(kept.colors == fresh.colors, "step \(step)")
        }
        #expect(held > 8)
    }

    @Test(arguments: [Edges.left, .right], [PictureRotation.none, .quarter, .half, .threeQuarters])
    func `a shadow that is blended is within a level of one that is drawn`(
        edge: Edges, rotation: PictureRotation
    ) throws {
        let tree = Tree(size)
        tree.upper.position.x = edge == .left ? 70 : -70
        tree.upper.edgeShadow = EdgeShadow(edges: edge, width: 21, opacity: 0.4)
        let compositor = Compositor(size: size)
        let whole = compositor.picture(of: tree.root)
        let flat = try composed(tree.root, compositor)
        let scene = try PlaneScene(of: tree.root, size: size)
        let place = try #require(scene.shadowPlace)
        #expect(place.width == 64)
        let extent = rotation.turned(PixelSize(place.width, place.height))
        let strip = Picture(extent)
        scene.shadow?.draw(
            into: PixelSurface(
                base: strip.surface.base, size: extent, pitch: strip.surface.pitch, format: .xrgb8888,
                rotation: rotation))
        var darkened = 0
        for y in 0..<size.height {
            for x in 0..<size.width {
                var expected = (0..<3).map { Int(flat[x, y] >> (8 * $0) & 255) }
                let isUpper = scene.upperPlace.intersection(PixelRect(x, y, 1, 1)).area == 1
                if !isUpper, place.intersection(PixelRect(x, y, 1, 1)).area == 1 {
                    let turned = rotation.place(of: PixelRect(x - place.x, y - place.y, 1, 1), in: extent)
                    let alpha = Int(strip[turned.x, turned.y] >> 24)
                    #expect(strip[turned.x, turned.y] & 0xFFFFFF == 0)
                    expected = expected.map { ($0 * (255 - alpha) + 127) / 255 }
                    if alpha > 0 { darkened += 1 }
                }
                let drawn = (0..<3).map { Int(whole[x, y] >> (8 * $0) & 255) }
                #expect(zip(drawn, expected).allSatisfy { abs($0 - $1) <= 1 }, "at \(x), \(y)")
            }
        }
        #expect(darkened > 15 * size.height)
    }
}
