// What fingers land on, and what they tap when the screen under them changes in that moment.

import Geometry
import Gestures
import Layers
import Stage
import Testing
import TouchScript

@Suite struct HitTests {
    /// A view that counts its taps.
    final class Tile: View {
        var taps = 0
        var onTap: (() -> Void)?

        init(_ frame: Rect) {
            super.init()
            self.frame = frame
            let tap = TapRecognizer()
            tap.onAction { [unowned self] _ in
                taps += 1
                onTap?()
            }
            addRecognizer(tap)
        }
    }

    /// Two tiles beside each other on a page.
    func tiles() -> (Glass, View, [Tile]) {
        let page = View()
        let tiles = (0..<2).map { Tile(Rect(Double($0) * 960, 0, 960, 900)) }
        for tile in tiles { page.addSubview(tile) }
        return (Glass.showing(page), page, tiles)
    }

    let left = Point(130, 100)
    let right = Point(400, 100)

    @Test func `a view that is brought to the front stays behind layers that belong to no view`() {
        let (around, mark) = (View(), Layer())
        let views = [View(), View()]
        for view in views { around.addSubview(view) }
        around.layer.addSublayer(mark)
        around.addSubview(views[0])
        #expect(around.subviews.map(ObjectIdentifier.init) == [views[1], views[0]].map(ObjectIdentifier.init))
        let layers = [views[1].layer, views[0].layer, mark]
        #expect(around.layer.sublayers.map(ObjectIdentifier.init) == layers.map(ObjectIdentifier.init))
    }

    @Test func `a view takes touches when it is on the glass, seen, and not switched off with what is around it`() {
        let (glass, page, tiles) = tiles()
        defer { withExtendedLifetime(glass) {} }
        let inner = View()
        tiles[0].addSubview(inner)
        #expect(inner.takesTouches)
        for view in [inner, tiles[0], page] {
            view.isUserInteractionEnabled = false
            #expect(!inner.takesTouches)
            view.isUserInteractionEnabled = true
            view.layer.isHidden = true
            #expect(!inner.takesTouches)
            view.layer.isHidden = false
            view.layer.opacity = 0
            #expect(!inner.takesTouches)
            view.layer.opacity = 0.01
            #expect(inner.takesTouches)
        }
        tiles[0].removeFromSuperview()
        #expect(!inner.takesTouches && !View().takesTouches)
        #expect(page.takesTouches && tiles[1].takesTouches)
    }

    @Test func `two taps in one frame do one thing when the first takes the second's view out of reach`() {
        let ways: [(View, View) -> Void] = [
            { page, _ in page.isUserInteractionEnabled = false }, { _, tile in tile.removeFromSuperview() },
            { page, _ in page.layer.isHidden = true },
        ]
        for way in ways {
            let (glass, page, tiles) = tiles()
            for (index, tile) in tiles.enumerated() { tile.onTap = { way(page, tiles[1 - index]) } }
            glass.touch { $0.tap(at: left, right) }
            #expect(tiles.map(\.taps) == [1, 0])
        }
        let (glass, _, tiles) = tiles()
        glass.touch { $0.tap(at: left, right) }
        #expect(tiles.map(\.taps) == [1, 1])
    }

    @Test func `a view that is not seen is not hit, and what lies behind it is`() {
        let (glass, page, tiles) = tiles()
        let cover = Tile(page.bounds)
        page.addSubview(cover)
        glass.touch { $0.tap(at: left) }
        #expect(cover.taps == 1 && tiles[0].taps == 0)
        cover.layer.opacity = 0
        glass.touch { $0.tap(at: left) }
        #expect(cover.taps == 1 && tiles[0].taps == 1)
        // The same when the view around it is not visible.
        cover.layer.opacity = 1
        let around = View()
        around.frame = page.bounds
        page.addSubview(around)
        around.addSubview(cover)
        around.layer.opacity = 0
        glass.touch { $0.tap(at: left) }
        #expect(cover.taps == 1 && tiles[0].taps == 2)
    }

    @Test func `a view that fades is hit as long as something of it is seen`() {
        let (glass, page, tiles) = tiles()
        let cover = Tile(page.bounds)
        page.addSubview(cover)
        let fade = Animation()
        fade.animator.add(.opacity, of: cover.layer, from: 0, to: -1)
        fade.start(on: glass.stage, for: .milliseconds(400))
        glass.wait(.milliseconds(200))
        glass.touch { $0.tap(at: left) }
        #expect(cover.taps == 1 && tiles[0].taps == 0)
        glass.settle()
        glass.touch { $0.tap(at: left) }
        #expect(cover.taps == 1 && tiles[0].taps == 1)
        // A view that only an animation makes visible is hit.
        fade.stop()
        cover.layer.opacity = 0
        fade.animator.add(.opacity, of: cover.layer, from: 1, to: 1)
        fade.start(on: glass.stage, for: .milliseconds(400))
        glass.touch { $0.tap(at: left) }
        #expect(cover.taps == 2 && tiles[0].taps == 1)
    }

    @Test func `a slider that is not seen has no thumb to take`() {
        let slider = SliderView(theme: Glass().stage.theme)
        slider.frame = Rect(0, 0, 600, 100)
        let thumb = Point(20, 50)
        #expect(slider.hitTest(thumb) === slider)
        slider.layer.opacity = 0
        #expect(slider.hitTest(thumb) == nil)
    }
}
