// A picture that fingers zoom and move.

import Drawing
import Geometry
import Gestures
import Layers
import TestFolders
import TestRandomness
import Testing
import TouchScript

@testable import Stage

@Suite struct ZoomViewTests {
    /// A stage with a page, or a sheet, that shows a picture as large as there is room.
    private func show(asSheet: Bool = false, pop: PopStyle = .fullScreen) -> (Glass, ZoomView) {
        let zoom = ZoomView(Glass.photo, description: "A photo", theme: Glass.theme)
        return (Glass.showing(zoom, pop: pop, asSheet: asSheet), zoom)
    }

    private func doubleTap(_ glass: Glass, at point: Point) {
        glass.touch { touch in
            touch.tap(at: point)
            touch.wait(.milliseconds(100))
            touch.tap(at: point)
        }
        glass.settle()
    }

    /// Two fingers on the middle of the glass come `from` apart and move to `to` apart (mm).
    private func pinch(_ glass: Glass, from: Double, to: Double, lifts: Bool = true) {
        glass.touch { touch in
            var a = touch.down(at: Point(263 - from / 2, 160))
            var b = touch.down(at: Point(263 + from / 2, 160), together: true)
            touch.drag(&a, to: Point(263 - to / 2, 160), &b, to: Point(263 + to / 2, 160), over: .milliseconds(300))
            touch.lift(a, b)
        }
        if lifts { glass.settle() }
    }

    /// The point of the picture, in shares of it, that is seen at `point` (mm).
    private func seen(_ zoom: ZoomView, at point: Point) -> Point {
        let place = zoom.marks.convert(fromPanel: point)
        return Point(place.x / zoom.marks.bounds.width, place.y / zoom.marks.bounds.height)
    }

    @Test func `a double tap zooms to what it hits, and the next one back to the whole`() {
        let (glass, zoom) = show()
        let whole = zoom.contentOffset
        let point = Point(220, 150)
        let hit = seen(zoom, at: point)
        doubleTap(glass, at: point)
        #expect(zoom.zoom == 2.5)
        let after = seen(zoom, at: point)
        #expect(abs(after.x - hit.x) < 0.001 && abs(after.y - hit.y) < 0.001)
        doubleTap(glass, at: Point(300, 200))
        #expect(zoom.zoom == 1 && zoom.contentOffset == whole)
    }

    @Test func `what two fingers hold stays between them, and the picture is never smaller or larger than it may be`() {
        let (glass, zoom) = show()
        let hit = seen(zoom, at: Point(263, 160))
        pinch(glass, from: 60, to: 124)
        #expect((1.9...2.1).contains(zoom.zoom))
        let after = seen(zoom, at: Point(263, 160))
        #expect(abs(after.x - hit.x) < 0.002 && abs(after.y - hit.y) < 0.002)
        for _ in 0..<4 { pinch(glass, from: 40, to: 200) }
        let most = zoom.zoom
        #expect(most >= 3 && most <= 12)
        pinch(glass, from: 40, to: 200)
        #expect(zoom.zoom == most)
        for _ in 0..<4 { pinch(glass, from: 200, to: 30) }
        #expect(zoom.zoom == 1)
    }

    /// Whatever fingers do, each zoom that the trace says has begun ends with a rest before the next one begins.
    @Test(arguments: 0..<12) func `the trace of a zoom ends with a rest`(seed: UInt64) {
        var random = SplitMix(seed)
        let (glass, _) = show()
        for _ in 0..<6 {
            glass.touch { touch in
                let (near, far) = (40 + Double(random.below(40)), 80 + Double(random.below(100)))
                var a = touch.down(at: Point(263 - near / 2, 160))
                var b = touch.down(at: Point(263 + near / 2, 160), together: true)
                touch.drag(
                    &a, to: Point(263 - far / 2, 160), &b, to: Point(263 + far / 2, 160), over: .milliseconds(200))
                // A third finger comes while the two hold the picture, or just after they have let go.
                if random.chance(2) {
                    touch.down(at: Point(200, 120)).drag(to: Point(280, 190), over: .milliseconds(150)).lift()
                    touch.lift(a, b)
                } else {
                    touch.lift(a, b)
                    touch.down(at: Point(200, 120)).drag(to: Point(280, 190), over: .milliseconds(150)).lift()
                }
            }
            if random.chance(2) { glass.settle() }
        }
        glass.settle()
        let phases = glass.lines("zoom").compactMap { line in
            line.firstMatch(of: /"phase":"(\w+)"/).map { String($0.1) }
        }
        #expect(phases.contains("began") && phases.last == "rest")
        for (one, next) in zip(phases, phases.dropFirst()) where one == "began" { #expect(next == "rest", "\(phases)") }
    }

    @Test func `beyond its limits the picture gives, and comes back when the fingers lift`() {
        let (glass, zoom) = show()
        pinch(glass, from: 200, to: 60, lifts: false)
        #expect(zoom.zoom < 0.95 && zoom.zoom > 0.5)
        glass.settle()
        #expect(zoom.zoom == 1)
    }

    @Test func `a picture that is pinched away says so, once`() {
        let (glass, zoom) = show()
        var count = 0
        zoom.onPinchedAway = { count += 1 }
        pinch(glass, from: 60, to: 200)
        pinch(glass, from: 120, to: 100)
        #expect(count == 0)
        for _ in 0..<3 where zoom.zoom > 1 { pinch(glass, from: 200, to: 60) }
        count = 0
        pinch(glass, from: 200, to: 40)
        #expect(count == 1)
    }

    @Test func `whole it leaves fingers to the page and the sheet, zoomed it moves, and the edge always pops`() {
        for asSheet in [false, true] {
            let (glass, zoom) = show(asSheet: asSheet)
            doubleTap(glass, at: Point(263, 160))
            let before = zoom.contentOffset
            glass.drag(from: Point(200, 160), to: Point(300, 200))
            glass.settle()
            #expect(zoom.contentOffset.x < before.x && zoom.contentOffset.y < before.y)
            #expect(asSheet ? glass.stage.sheets.count == 1 : glass.stack == ["home", "page"])
            doubleTap(glass, at: Point(263, 160))
            let way = asSheet ? Vector(0, 120) : Vector(200, 0)
            glass.drag(from: Point(200, 140), to: Point(200, 140) + way)
            glass.settle()
            #expect(asSheet ? glass.stage.sheets.isEmpty : glass.stack == ["home"])
        }
        let (glass, _) = show()
        doubleTap(glass, at: Point(263, 160))
        glass.drag(from: Point(2, 160), to: Point(200, 160))
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `another size keeps what is in the middle`() {
        let (glass, zoom) = show()
        doubleTap(glass, at: Point(200, 150))
        func middle() -> Point {
            let place = zoom.contentOffset + Vector(zoom.bounds.width / 2, zoom.bounds.height / 2)
            let size = zoom.marks.bounds.size
            return Point(place.x / zoom.zoom / size.width, place.y / zoom.zoom / size.height)
        }
        let before = middle()
        zoom.frame = Rect(0, 0, 1400, 900)
        let after = middle()
        #expect(zoom.zoom == 2.5)
        #expect(abs(before.x - after.x) < 0.02 && abs(before.y - after.y) < 0.02)
    }

    /// Any taps, drags and pinches, some of them at the same time: afterwards the picture rests on whole pixels, and covers as much of the
    /// view as it can.
    @Test(arguments: 0..<60) func `whatever fingers do, the picture rests where it may`(seed: Int) {
        var random = SplitMix(UInt64(seed) &+ 1)
        let (glass, zoom) = show(asSheet: seed % 3 == 0, pop: .off)
        func point() -> Point { Point(Double(20 + random.below(480)), Double(60 + random.below(220))) }
        for _ in 0..<12 {
            switch random.below(6) {
            case 0:
                let place = point()
                glass.touch { touch in
                    touch.tap(at: place)
                    touch.wait(.milliseconds(80))
                    touch.tap(at: place)
                }
            case 1: glass.flick(from: point(), to: point(), over: .milliseconds(60 + random.below(200)))
            case 2:
                // A second finger comes to the first one while it drags.
                let (first, second) = (point(), point())
                let (third, fourth) = (point(), point())
                glass.touch { touch in
                    var a = touch.down(at: first).drag(to: third, over: .milliseconds(100))
                    var b = touch.down(at: second)
                    touch.drag(&a, to: first, &b, to: fourth, over: .milliseconds(150))
                    touch.lift(a, b)
                }
            case 3: glass.wait(.milliseconds(random.below(400)))
            default:
                let (first, second, third, fourth) = (point(), point(), point(), point())
                glass.touch { touch in
                    var a = touch.down(at: first)
                    var b = touch.down(at: second, together: true)
                    touch.drag(&a, to: third, &b, to: fourth, over: .milliseconds(50 + random.below(300)))
                    touch.lift(a, b)
                }
            }
            if random.below(2) == 0 { glass.settle() }
            if glass.stage.sheets.isEmpty, seed % 3 == 0 { return }
        }
        glass.settle()
        #expect(zoom.zoom >= 1 && zoom.zoom <= 12)
        let size = zoom.marks.bounds.size
        for axis in [Axis.horizontal, .vertical] {
            let (offset, extent, view) = (zoom.contentOffset[axis], size[axis] * zoom.zoom, zoom.bounds.size[axis])
            #expect(offset == offset.rounded())
            if extent <= view {
                #expect(abs(-offset - (view - extent) / 2) <= 1, "\(axis) \(offset) \(extent) \(view)")
            } else {
                #expect(offset >= 0 && offset <= extent - view + 0.01, "\(axis) \(offset) \(extent) \(view)")
            }
        }
        #expect(zoom.zoom == 1 || !zoom.yieldsAtEnds)
        glass.stage.traceEnd()
        #expect(glass.lines("end").last?.contains("\"stuck\":[]") == true)
    }

    /// A PNG that says that it has `size`, of which only the beginning is there.
    private func beginning(_ size: PixelSize) -> [UInt8] {
        var png = Bitmap(size: PixelSize(8, 8), isOpaque: true).png()
        func write(_ number: UInt32, at place: Int) {
            for byte in 0..<4 { png[place + byte] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * byte)) }
        }
        write(UInt32(size.width), at: 16)
        write(UInt32(size.height), at: 20)
        var check = UInt32.max
        for byte in png[12..<29] {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
        }
        write(~check, at: 29)
        return png
    }

    @Test(arguments: [
        PixelSize(300, 200), PixelSize(6000, 4000), PixelSize(10_000, 10_000), PixelSize(50_000, 2000),
        PixelSize(2000, 50_000),
    ])
    func `however large the file is, a sharp part costs little more than the view`(size: PixelSize) throws {
        let folder = PictureFolder()
        folder.write(beginning(size), to: "large.png")
        folder.write(
            Array("<svg xmlns='http://www.w3.org/2000/svg' width='\(size.width)' height='\(size.height)'></svg>".utf8),
            to: "large.svg")
        for name in ["large.png", "large.svg"] {
            let picture = try Picture("\(folder.path)/\(name)")
            #expect(picture.size == size)
            let zoom = ZoomView(picture, description: "", theme: Glass.theme)
            let glass = Glass.showing(zoom)
            for goal in [1.0, 1.5, 3, 6, 12] {
                zoom.zoom(to: goal, about: Point(300, 300))
                glass.settle()
                for case let part as PicturePart in zoom.subviews {
                    #expect(part.whole.width * part.whole.height <= 25_000_000)
                    let (width, height) = (zoom.bounds.width * 1.25 + 2, zoom.bounds.height * 1.25 + 2)
                    #expect(Double(part.part.width) <= width && Double(part.part.height) <= height)
                }
                #expect(zoom.subviews.count <= 4)
            }
        }
    }

    /// Any zoom about any point: the banded zoom is the inverse of the pull, and the anchor stays.
    @Test(arguments: 0..<20) func `the geometry of a zoom has an inverse`(seed: Int) {
        var random = SplitMix(UInt64(seed))
        func share() -> Double { Double(random.below(1000)) / 1000 }
        let geometry = ZoomGeometry(
            view: Size(200 + 900 * share(), 200 + 900 * share()), rest: Size(50 + 150 * share(), 50 + 150 * share()),
            most: 3 + 9 * share())
        for _ in 0..<100 {
            let pull = 0.05 * (1 + 400 * share())
            let shown = geometry.shown(pull, least: 1)
            #expect(shown > 0.5 && shown < 2 * geometry.most)
            let back = geometry.pull(showing: shown, least: 1)
            #expect(abs(back - pull) < 1e-6 * pull)
            let pose = ZoomGeometry.Pose(zoom: shown, offset: Vector(900 * share(), 900 * share()))
            let point = Vector(500 * share(), 500 * share())
            let anchor = geometry.anchor(at: point, in: pose)
            let other = geometry.pose(1 + share(), showing: anchor, at: point)
            #expect((geometry.anchor(at: point, in: other) - anchor).length < 1e-9)
        }
    }

    @Test(arguments: 1...4) func `a picture whose parts an app takes out of its view zooms all the same`(_ count: Int) {
        let (glass, zoom) = show()
        for view in zoom.subviews.suffix(count) { view.removeFromSuperview() }
        doubleTap(glass, at: Point(220, 150))
        #expect(zoom.zoom > 1)
    }
}
