// Pictures from files on a stage: a placeholder until they have been read, and no frame that waits for them.

import Drawing
import Geometry
import Layers
import Stage
import Testing

/// A stage with pictures one below the other, whose files are in a folder of the test.
private final class Wall: PictureStage {
    private(set) var screen: ContentScreen
    private(set) var records: [ArrivalRecord] = []

    init(_ pictures: [Picture], height: Double = 200, memory: Int? = nil) {
        screen = Self.screen(of: pictures, height)
        super.init(root: screen, memory: memory)
        stage.onArrival = { [unowned self] in records.append($0) }
    }

    /// Shows `pictures` in the place of those that were there, as a reload does.
    func show(_ pictures: [Picture], height: Double = 200) {
        screen = Self.screen(of: pictures, height)
        stage.begin(with: screen)
    }

    private static func screen(of pictures: [Picture], _ height: Double) -> ContentScreen {
        ContentScreen("wall") { content in
            let scroll = ScrollView(axis: .vertical)
            scroll.frame = Rect(origin: .zero, size: content.bounds.size)
            content.addSubview(scroll)
            for (index, picture) in pictures.enumerated() {
                let view = PictureView(picture, description: "a wall", cornerRadius: 6, theme: PictureStage.theme)
                view.frame = Rect(40, Double(index) * (height + 10), 400, height)
                scroll.addSubview(view)
            }
            scroll.contentSize = Size(content.bounds.width, Double(pictures.count) * (height + 10))
        }
    }

    var scroll: ScrollView { screen.view.content.subviews[0] as! ScrollView }
    /// How many of its pictures are shown.
    var arrived: Int { views.count { $0.hasArrived } }
    var views: [PictureView] { scroll.subviews.compactMap { $0 as? PictureView } }

    /// All pictures that are requested now.
    func orders() -> [PictureOrder] {
        var orders: [PictureOrder] = []
        while let order = stage.nextPicture() { orders.append(order) }
        return orders
    }
}

/// A picture in `color` that came of `order`.
private func read(_ order: PictureOrder, _ color: Color = Color(0x2040A0)) -> Arrival {
    Arrival(ReadPicture(order, .success(Bitmap(size: order.size, isOpaque: true, filledWith: color))))
}

private let blue: UInt32 = 0x2040A0

@Suite struct PictureViewTests {
    private let folder = PictureFolder()

    private func pictures(_ count: Int, size: PixelSize = PixelSize(40, 20)) throws -> [Picture] {
        try (0..<count).map { try Picture(folder.write("picture-\($0).png", size)) }
    }

    @Test func `a frame is drawn without its picture, with a placeholder in the picture's size`() throws {
        let wall = Wall(try pictures(1))
        wall.frame(at: 0)
        let quiet = PictureStage.theme.placeholder.premultiplied & 0xFF_FFFF
        #expect(wall[240, 100 + top(wall)] == quiet)
        #expect(wall[20, 100 + top(wall)] != quiet)
        #expect(!wall.views[0].hasArrived)
        let order = try #require(wall.stage.nextPicture())
        #expect(order.size == PixelSize(400, 200))
        // One decode at a time.
        #expect(wall.stage.nextPicture() == nil)
        #expect(wall.frame(at: 16) == wall.frame(at: 0))
    }

    private func top(_ wall: Wall) -> Int { Int(wall.screen.view.content.frame.minY) }

    @Test func `a picture that comes while its place is seen fades in, and then stays`() throws {
        let wall = Wall(try pictures(1))
        let empty = wall.frame(at: 0)
        let order = try #require(wall.orders().first)
        wall.stage.arrived(read(order), at: .zero + .milliseconds(100))
        #expect(wall.stage.isMoving)
        #expect(wall.frame(at: 100) == empty)
        let hashes = [120, 150, 200, 260].map { wall.frame(at: $0) }
        #expect(Set(hashes + [empty]).count == 5)
        let last = wall.frame(at: 300)
        #expect(wall[240, 100 + top(wall)] == blue)
        #expect(!wall.stage.isMoving && wall.stage.nextDeadline == nil)
        #expect(wall.frame(at: 400) == last)
        // A picture that arrives before its place is seen does not.
        let other = Wall(try pictures(1))
        _ = other.stage.plan(at: .zero)
        other.stage.arrived(read(try #require(other.orders().first)), at: .zero)
        #expect(!other.stage.isMoving)
        #expect(other.frame(at: 0) == last)
    }

    @Test func `in whatever order pictures arrive, the last frame is the same`() throws {
        let pictures = try pictures(3)
        func last(_ permutation: [Int]) -> FrameHash {
            let wall = Wall(pictures, height: 60)
            wall.frame(at: 0)
            let orders = wall.orders()
            #expect(orders.count == 3)
            for (step, index) in permutation.enumerated() {
                let color = Color(UInt32(0x304050 + 0x202020 * index))
                wall.stage.arrived(read(orders[index], color), at: .zero + .milliseconds(20 * step + 5))
                wall.frame(at: 20 * step + 16)
            }
            return wall.frame(at: 1000)
        }
        let all = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map(last)
        #expect(Set(all).count == 1)
    }

    @Test func `visible pictures are requested first, then near ones`() throws {
        let wall = Wall(try pictures(6))
        wall.scroll.setOffset(450, along: .vertical)
        wall.frame(at: 0)
        let names = wall.orders().map(\.picture.name)
        #expect(names.first == "picture-2.png")
        #expect(Set(names.prefix(2)) == ["picture-2.png", "picture-3.png"])
        // The next one in the direction of the movement that led there.
        #expect(names.contains("picture-4.png") && !names.contains("picture-0.png"))
    }

    @Test func `views that show one picture have it read once`() throws {
        let picture = try pictures(1)[0]
        let wall = Wall([picture, picture, picture], height: 60)
        wall.frame(at: 0)
        let orders = wall.orders()
        #expect(orders.count == 1)
        wall.stage.arrived(read(orders[0]), at: .zero)
        #expect(wall.arrived == 3)
        #expect(wall.records.count == 1)
    }

    @Test func `a picture that cannot be read is shown as its description, with one warning`() throws {
        let wall = Wall(try pictures(1))
        let empty = wall.frame(at: 0)
        let order = try #require(wall.orders().first)
        let error = PictureError.notAPicture(path: order.picture.path, reason: "it is torn")
        wall.stage.arrived(Arrival(ReadPicture(order, .failure(error))), at: .zero)
        #expect(wall.frame(at: 16) != empty)
        #expect(wall.warnings == ["\(order.picture.path) is not a picture that can be shown: it is torn"])
        wall.frame(at: 32)
        #expect(wall.orders().isEmpty)
        #expect(!wall.stage.isMoving)
    }

    @Test func `a picture that can be read in another size takes the place of its description`() throws {
        let wall = Wall(try pictures(1))
        wall.frame(at: 0)
        let order = try #require(wall.orders().first)
        let error = PictureError.notAPicture(path: order.picture.path, reason: "it is torn")
        wall.stage.arrived(Arrival(ReadPicture(order, .failure(error))), at: .zero)
        wall.frame(at: 16)
        wall.views[0].frame = Rect(40, 0, 400, 100)
        wall.frame(at: 32)
        wall.stage.arrived(read(try #require(wall.orders().first)), at: .zero + .milliseconds(40))
        wall.frame(at: 1000)
        #expect(wall[240, 50 + top(wall)] == blue)
        #expect(wall.views[0].subviews.count == 1)
    }

    @Test func `a picture for a screen that has gone is dropped`() throws {
        let wall = Wall([])
        let pictures = try pictures(1)
        func gone() throws -> PictureOrder {
            let other = ContentScreen("other") { content in
                let view = PictureView(pictures[0], description: "", theme: PictureStage.theme)
                view.frame = Rect(0, 0, 400, 200)
                content.addSubview(view)
            }
            wall.stage.navigator.push(other, animated: false)
            wall.frame(at: 0)
            let order = try #require(wall.stage.nextPicture())
            #expect(wall.stage.memoryInUse >= order.bytes)
            wall.stage.navigator.pop(animated: false)
            return order
        }
        let order = try gone()
        let before = wall.frame(at: 16)
        let memory = wall.stage.memoryInUse
        wall.stage.arrived(read(order), at: .zero + .milliseconds(20))
        #expect(wall.records.isEmpty && wall.stage.memoryInUse == memory)
        #expect(wall.frame(at: 32) == before)
        #expect(wall.stage.nextPicture() == nil)
    }

    @Test func `hundreds of pictures keep to the budget, and those that go are reported`() throws {
        let one = PictureOrder(try pictures(1)[0], PixelSize(400, 200)).bytes
        let budget = 8 * one
        let wall = Wall(try pictures(300, size: PixelSize(8, 4)), memory: budget)
        var most = 0
        for step in 0..<700 {
            let offset = step < 350 ? step * 180 : (700 - step) * 180
            wall.scroll.setOffset(Double(offset), along: .vertical)
            wall.frame(at: step * 16)
            most = max(most, wall.stage.memoryInUse)
            while let order = wall.stage.nextPicture() {
                most = max(most, wall.stage.memoryInUse)
                wall.stage.arrived(read(order), at: .zero + .milliseconds(step * 16 + 1))
            }
        }
        #expect(most <= budget && most > budget / 2)
        let came = wall.records.count { if case .picture = $0.what { true } else { false } }
        let left = wall.records.count { if case .pictureLeft = $0.what { true } else { false } }
        #expect(came > 400 && left > 380)
        #expect(came - left == wall.arrived)
    }

    @Test func `a recorded picture comes at its time, also one far from view that memory has no room for`() throws {
        let one = PictureOrder(try pictures(1)[0], PixelSize(400, 200)).bytes
        let wall = Wall(try pictures(3), memory: one)
        wall.frame(at: 0)
        wall.scroll.setOffset(420, along: .vertical)
        wall.frame(at: 16)
        let far = wall.views[0].frame.minY
        #expect(far + 200 < 420)
        for order in wall.orders() { wall.stage.arrived(read(order), at: .zero + .milliseconds(20)) }
        #expect(wall.stage.memoryInUse >= one && wall.stage.nextPicture() == nil)
        let order = try #require(wall.stage.nextPicture { $0.name == "picture-0.png" })
        wall.stage.arrived(read(order), at: .zero + .milliseconds(30))
        #expect(wall.views[0].hasArrived)
        #expect(wall.stage.nextPicture { $0.name == "picture-0.png" } == nil)
    }

    @Test func `a picture that was given up comes again when it is needed`() throws {
        let wall = Wall(try pictures(2))
        wall.frame(at: 0)
        for order in wall.orders() { wall.stage.arrived(read(order), at: .zero) }
        let there = wall.frame(at: 500)
        wall.stage.arrived(Arrival(leaving: wall.stage.picturesHere[0]), at: .zero + .milliseconds(510))
        #expect(wall.frame(at: 516) != there)
        let order = try #require(wall.orders().first)
        wall.stage.arrived(read(order), at: .zero + .milliseconds(520))
        #expect(wall.frame(at: 1000) == there)
    }

    @Test func `until a changed file has been read, its place shows what the file held before`() throws {
        let wall = Wall(try pictures(2))
        wall.frame(at: 0)
        for order in wall.orders() { wall.stage.arrived(read(order), at: .zero) }
        let (before, bytes) = (wall.frame(at: 500), wall.stage.memoryInUse)
        let white = Color(0xFFFFFF)
        for round in 1...3 {
            // Another picture of the same shape, in a file of another length.
            wall.show(try pictures(2, size: PixelSize(40 + 20 * round, 20 + 10 * round)))
            let start = 1000 * round
            #expect(wall.frame(at: start) == before)
            #expect(wall.arrived == 0)
            let orders = wall.orders()
            #expect(orders.count == 2 && wall.frame(at: start + 300) == before)
            for order in orders {
                wall.stage.arrived(
                    read(order, round == 2 ? white : Color(0x2040A0)), at: .zero + .milliseconds(start + 310))
            }
            // It comes at once: nothing was empty.
            let after = wall.frame(at: start + 316)
            #expect((after == before) == (round != 2))
            if round == 2 {
                #expect(wall[240, 100 + top(wall)] == 0xFFFFFF)
                for order in try replaced(wall) {
                    wall.stage.arrived(read(order), at: .zero + .milliseconds(start + 400))
                }
            }
            #expect(wall.frame(at: start + 700) == before && wall.stage.memoryInUse == bytes)
        }
        let left = wall.records.count { if case .pictureLeft = $0.what { true } else { false } }
        #expect(left == 8)
    }

    /// The orders after the files have changed once more.
    private func replaced(_ wall: Wall) throws -> [PictureOrder] {
        wall.show(try pictures(2))
        wall.frame(at: 2390)
        return wall.orders()
    }

    @Test func `a place of another shape, or one that nobody sees, stays empty until its picture comes`() throws {
        let wall = Wall(try pictures(3))
        wall.frame(at: 0)
        for order in wall.orders() { wall.stage.arrived(read(order), at: .zero) }
        wall.frame(at: 500)
        let quiet = PictureStage.theme.placeholder.premultiplied & 0xFF_FFFF
        wall.show(try pictures(3, size: PixelSize(80, 40)), height: 100)
        wall.frame(at: 600)
        #expect(wall[240, 50 + top(wall)] == quiet)
        // A file that turns out not to be readable leaves its description, not what was there.
        wall.show(try pictures(1, size: PixelSize(60, 30)), height: 100)
        wall.frame(at: 700)
        let order = try #require(wall.orders().first)
        wall.stage.arrived(
            Arrival(ReadPicture(order, .failure(.notAPicture(path: order.picture.path, reason: "broken")))),
            at: .zero + .milliseconds(710))
        wall.frame(at: 1000)
        #expect(wall.views[0].hasFailed && wall[240, 50 + top(wall)] != quiet)
    }
}
