// Bars: each screen has its own, shown or hidden, and it moves with its screen.

import Drawing
import Geometry
import Layers
import Stage
import Testing
import TouchScript

@Suite struct BarTests {
    /// A stage with one screen over another, whose bars are shown or hidden.
    func glass(lowerShown: Bool, upperShown: Bool) -> (Glass, TestScreen) {
        let home = TestScreen("home")
        home.isBarShown = lowerShown
        let upper = TestScreen("upper")
        upper.isBarShown = upperShown
        let glass = Glass(root: home) { $0.isResampling = false }
        glass.push(upper)
        return (glass, upper)
    }

    /// The bar of `screen`: what lies in it beside its content, over its whole width.
    func bar(of screen: Screen) -> View? {
        screen.view.subviews.first { $0 !== screen.view.content && $0.frame.width == 1920 && $0.frame.height > 20 }
    }

    /// Where `view` is on the glass, by the layers that hold it.
    func place(_ view: View) -> Double {
        var x = 0.0
        var layer: Layer? = view.layer
        while let here = layer {
            x += here.presentation.position.x
            layer = here.superlayer
        }
        return x
    }

    @Test(arguments: [true, false], [true, false])
    func `bars move with their screens during a pop, in all four combinations, and nothing else moves`(
        lowerShown: Bool, upperShown: Bool
    ) throws {
        let (glass, upper) = glass(lowerShown: lowerShown, upperShown: upperShown)
        let lower = glass.stage.navigator.root
        #expect((bar(of: upper) != nil) == upperShown && (bar(of: lower) != nil) == lowerShown)
        #expect(upper.view.content.frame.minY == (upperShown ? bar(of: upper)?.frame.maxY : 0))
        let contents = (upper.view.content.frame, lower.view.content.frame)
        let finger = HeldFinger(glass, at: Point(100, 100))
        for x in [150.0, 250, 350, 120] {
            finger.drag(to: Point(x, 100), over: .milliseconds(100))
            for screen in [upper, lower] {
                guard let bar = bar(of: screen) else { continue }
                #expect(place(bar) == place(screen.view.content))
                #expect(bar.layer.presentation.opacity == 1 && !bar.layer.isHidden)
            }
        }
        #expect(upper.view.content.frame == contents.0 && lower.view.content.frame == contents.1)
        finger.lift()
        glass.settle()
    }

    @Test(arguments: ["hidden bar", "hidden back", "custom back"], [2.0, 200])
    func `a hidden bar, a hidden way back and one of the app's own never disable the swipe`(kind: String, x: Double) {
        let glass = Glass()
        let upper = TestScreen("upper")
        switch kind {
        case "hidden bar": upper.isBarShown = false
        case "hidden back": upper.isBackShown = false
        default: upper.backView = Tile(Rect(0, 0, 120, 60))
        }
        glass.push(upper)
        glass.touch { $0.down(at: Point(x, 150)).drag(to: Point(x + 200, 150), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `a way back of the app's own stands in the bar and has its own taps`() {
        let glass = Glass()
        let upper = TestScreen("upper")
        let tile = Tile(Rect(0, 0, 120, 60))
        upper.backView = tile
        glass.push(upper)
        let middle = Glass.panel.millimetres(tile.frame.center)
        glass.touch { $0.down(at: middle).hold(for: .milliseconds(50)).lift() }
        glass.settle()
        #expect(tile.taps == 1)
        #expect(glass.stack == ["home", "upper"])
    }

    @Test func `a hidden way back cannot be tapped`() {
        let glass = Glass()
        let upper = TestScreen("upper")
        upper.isBackShown = false
        glass.push(upper)
        glass.touch { $0.down(at: Point(5, 5)).hold(for: .milliseconds(50)).lift() }
        glass.settle()
        #expect(glass.stack == ["home", "upper"])
    }

    @Test func `a logo stands in the bar in place of the title, where nothing else is, and not in a sheet`() throws {
        let folder = PictureFolder()
        let picture = try Picture(folder.write("logo.png", PixelSize(60, 20)))
        let glass = Glass()
        func logos(_ screen: Screen) -> [PictureView] {
            (bar(of: screen)?.subviews ?? []).compactMap { $0 as? PictureView }
        }
        let home = glass.stage.navigator.root
        #expect(logos(home).isEmpty)
        var theme = glass.stage.theme
        theme.logo = picture
        glass.stage.theme = theme
        let upper = TestScreen("upper")
        upper.trailingView = Tile(Rect(0, 0, 120, 60))
        glass.push(upper)
        let sheet = TestScreen("sheet")
        glass.stage.present(sheet, animated: false)
        #expect(logos(sheet).isEmpty)
        for screen in [home, upper] {
            let logo = try #require(logos(screen).first)
            #expect(logos(screen).count == 1 && abs(logo.frame.center.x - 960) < 1 && logo.frame.height > 20)
            #expect(logo.frame.maxY < theme.barHeight && logo.frame.minX > 11 * theme.em)
        }
        theme.logo = nil
        glass.stage.theme = theme
        #expect(logos(home).isEmpty && logos(upper).isEmpty)
    }

    /// The middle (mm on the panel) of the button at the leading side of the bar of `screen`.
    func leadingButton(of screen: Screen, in direction: LayoutDirection) throws -> Point {
        let bar = try #require(self.bar(of: screen))
        let x = direction == .leftToRight ? 50 : bar.bounds.width - 50
        let corner = bar.convert(fromPanel: .zero)
        return Glass.panel.millimetres(Point(x - corner.x, bar.bounds.height / 2 - corner.y))
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `the cross of a sheet closes it, and in the stack of the sheet the arrow goes back first`(
        direction: LayoutDirection
    ) throws {
        let glass = Glass()
        let (sheet, more) = (TestScreen("sheet"), TestScreen("more"))
        (sheet.direction, more.direction) = (direction, direction)
        glass.stage.present(sheet, animated: false)
        glass.stage.frontNavigator.push(more, animated: false)
        for left in [["home", "sheet!"], ["home"]] {
            let button = try leadingButton(of: glass.stage.frontNavigator.top, in: direction)
            glass.touch { $0.down(at: button).hold(for: .milliseconds(50)).lift() }
            glass.settle()
            #expect(glass.stage.stackNames == left)
        }
    }

    @Test func `the cross of a sheet asks its screen, and is gone where the way back is hidden or the app's own`()
        throws
    {
        let glass = Glass()
        let order = AskedScreen()
        glass.stage.present(order)
        glass.settle()
        let button = try leadingButton(of: order, in: .leftToRight)
        func tap() {
            glass.touch { $0.down(at: button).hold(for: .milliseconds(50)).lift() }
            glass.settle()
        }
        tap()
        #expect(order.requests.count == 1 && glass.stage.sheets.count == 1)
        order.requests[0].answer(false)
        order.isBackShown = false
        tap()
        #expect(order.requests.count == 1)
        order.isBackShown = true
        let tile = Tile(Rect(0, 0, 200, 60))
        order.backView = tile
        tap()
        #expect(order.requests.count == 1 && tile.taps == 1)
        order.backView = nil
        tap()
        order.requests[1].answer(true)
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test func `a title is as opaque as its screen says, also in a bar that was hidden meanwhile`() throws {
        let home = TestScreen("home")
        let glass = Glass(root: home)
        func titles() -> [Double] {
            (bar(of: home)?.subviews ?? []).filter { $0.bounds.width > 0 }.map(\.layer.opacity)
        }
        #expect(titles() == [1])
        home.titleOpacity = 0.25
        #expect(titles() == [0.25])
        home.isBarShown = false
        home.titleOpacity = 0.5
        home.isBarShown = true
        #expect(titles() == [0.5])
        glass.settle()
    }
}
