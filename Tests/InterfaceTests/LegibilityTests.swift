// What an older visitor has to see: where more is, what is disabled, which letters are on keys, and what belongs together.

import Drawing
import Geometry
import Layers
import Observation
import Stage
import Testing
import TouchScript

@testable import Interface

@Observable private final class VisitedForm {
    var isDisabled = false
    var query = "sea charts"
}

@Suite struct LegibilityTests {
    private func screen(_ direction: LayoutDirection, @ElementBuilder _ content: @escaping () -> Elements) -> BodyScreen
    {
        let screen = BodyScreen(content)
        screen.direction = direction
        return screen
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `tabs that do not fit keep their titles in one line, and fade where they go on`(_ direction: LayoutDirection)
        throws
    {
        let titles = ["Today", "This week and next", "Guided tours in the evening", "Children", "Concerts"]
        for width in [160.0, 400, 990] {
            let glass = ElementGlass(
                screen(direction) { Column { Tabs(titles, selected: 0) { _ in }.frame(width: .px(width)) } })
            let strip = try #require(glass.all(FadingStrip.self).first)
            let fades = strip.subviews.compactMap { $0 as? EdgeFade }
            func seen() -> [Bool] { fades.map { !$0.layer.isHidden && $0.layer.opacity == 1 } }
            for label in glass.all(LabelView.self) { #expect(label.bounds.size == label.naturalSize) }
            let hasMore = strip.scroll.contentSize.width > width
            #expect(hasMore == (width < 990) || glass.stage.theme.em > 20)
            guard hasMore else { continue }
            let isMirrored = direction == .rightToLeft
            #expect(seen() == (isMirrored ? [true, false] : [false, true]))
            let ends = strip.scroll.ends
            strip.scroll.scroll(
                to: isMirrored ? ends.lowerBound : ends.upperBound, along: .horizontal, animated: false)
            #expect(seen() == (isMirrored ? [false, true] : [true, false]))
        }
    }

    @Test(arguments: ColorContrast.allCases)
    func `whatever is disabled is dimmed once, and alike`(_ contrast: ColorContrast) throws {
        let model = VisitedForm()
        let glass = ElementGlass {
            Column {
                Row {
                    Button("Buy") {}
                    Badge(4)
                    Spinner()
                    PageDots(count: 3, at: 1)
                    Text("Words")
                    Icon(.heart)
                    Wheel("Number", ["1", "2", "3"], selected: 1) { _ in }
                }
                Toggle("As a gift", isOn: true) { _ in }
                Segments(["S", "M"], selected: 0) { _ in }
                Slider("Volume", value: 0.4) { _ in }
                TextField("Name", text: "Ada") { _ in }
                Progress(0.4)
                Grid(columns: 2) {
                    Column {
                        Text("A card").padding(.px(4))
                        Button("Open") {}
                    }
                    .background(.surface)
                }
            }
            .disabled(model.isDisabled).contrast(contrast)
        }
        var theme = glass.stage.theme
        theme.contrast = contrast
        /// The opacities of each view that shows something by itself, with those around it. Rows of a wheel and dots have their own.
        func opacities() -> Set<Double> {
            func visit(_ view: View, _ above: Double) -> [Double] {
                let all = above * view.layer.opacity
                if view is WheelView || view is SpinnerView { return [all] }
                return view.subviews.isEmpty ? [all] : view.subviews.flatMap { visit($0, all) }
            }
            return Set(glass.screen.view.content.subviews.flatMap { visit($0, 1) })
        }
        #expect(opacities() == [1])
        model.isDisabled = true
        glass.settle()
        #expect(opacities() == [theme.disabledOpacity])
        model.isDisabled = false
        glass.settle()
        #expect(opacities() == [1])
    }

    @Test func `letters and signs on keys grow with the text, as far as the keys have room`() {
        let panel = ElementGlass.panel
        func theme(_ scale: Double) -> Theme { Theme(.paper, on: panel, scale: scale) }
        for height in [40.0, 52, 72] {
            for text in ["a", "ABC"] {
                let sizes = [1, 1.25, 1.5, 2, 4].map { KeyView.letterSize(of: text, inHeight: height, theme($0)) }
                #expect(sizes == sizes.sorted() && sizes[0] < sizes[3] && sizes[4] < 0.7 * height)
            }
            let signs = [1, 1.5, 4].map { KeyView.signSize(in: Size(60, height), theme($0)) }
            #expect(signs == signs.sorted() && signs[2] <= 0.7 * height + 1)
        }
    }

    @Test(arguments: Theme.Name.allCases, ColorScheme.allCases)
    func `what stands on a key can be read in every theme, also under a finger`(
        _ name: Theme.Name, _ scheme: ColorScheme
    ) throws {
        for contrast in ColorContrast.allCases {
            var theme = Theme(name, on: ElementGlass.panel)
            (theme.colorScheme, theme.contrast) = (scheme, contrast)
            for action in [KeyAction.type("a", variants: []), .shift, .enter] {
                for (isOn, isPressed) in [(false, false), (false, true), (true, false), (true, true)] {
                    let key = KeyView(
                        Key(action: action, frame: Rect(0, 0, 60, 60)), isOn: isOn, theme: theme,
                        direction: .leftToRight, words: KeyWords("en"), density: Size(4, 4))
                    key.isPressed = isPressed
                    let ground = try #require(key.layer.backgroundColor)
                    #expect(Contrast.between(key.color, ground) >= (contrast == .high ? 7 : Contrast.text))
                }
            }
        }
    }

    @Test func `the tools above the keys are large on a large panel, and never beyond the keyboard`() throws {
        for (pixels, size, least) in [
            (PixelSize(1920, 1080), Size(527, 296), 11.0), (PixelSize(800, 480), Size(154, 86), 9),
            (PixelSize(600, 1024), Size(90, 154), 9),
        ] {
            let panel = Panel(pixels: pixels, millimetres: size)
            let glass = ElementGlass(BodyScreen { Column { TextField("Name", text: "") { _ in } } }, panel: panel)
            try #require(glass.all(FieldView.self).first).beginEditing()
            let keyboard = try #require(glass.stage.dock?.view as? KeyboardView)
            for (index, tool) in keyboard.tools.enumerated() {
                let frame = tool.key.frame
                #expect(frame.height >= (least * panel.density(.vertical)).rounded() && frame.minX >= 0)
                #expect(frame.maxX <= keyboard.bounds.width)
                for other in keyboard.tools[..<index] { #expect(!other.key.frame.intersects(frame)) }
            }
        }
    }

    @Test func `what was cleared in a search field comes back with one undo`() throws {
        let model = VisitedForm()
        let glass = ElementGlass {
            Column { SearchField("Search", text: model.query) { model.query = $0 } }
        }
        let field = try #require(glass.all(FieldView.self).first)
        field.beginEditing()
        field.take(KeyStroke.text("!"))
        glass.settle()
        let all = model.query
        let clear = try #require(glass.all(Tappable.TapView.self).first)
        glass.tap(clear)
        #expect(model.query == "" && field.text.string == "" && field.isEditing)
        field.take(KeyStroke.undo)
        glass.settle()
        #expect(model.query == all && field.text.string == all)
    }

    @Test(arguments: [1, 1.25, 1.5, 2.0], [LayoutDirection.leftToRight, .rightToLeft])
    func `the signs in a search field are as far from its ends at every size of text`(
        _ scale: Double, _ direction: LayoutDirection
    ) throws {
        let glass = ElementGlass(screen(direction) { Column { SearchField("Search", text: "sea") { _ in } } })
        glass.stage.theme = Theme(.paper, on: ElementGlass.panel, scale: scale)
        glass.settle()
        let signs = glass.all(SymbolView.self).map { glass.frame(of: $0).center }
        let field = glass.frame(of: try #require(glass.all(FieldView.self).first))
        #expect(signs.count == 2)
        #expect(abs((signs[0].x - field.minX) - (field.maxX - signs[1].x)) <= 2)
        for sign in signs { #expect(abs(sign.y - field.center.y) <= 1) }
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `a prompt and the caret before it begin where lines begin, whatever the script`(_ direction: LayoutDirection)
        throws
    {
        for prompt in ["Your name", "الاسم", ""] {
            let glass = ElementGlass(
                screen(direction) {
                    Column {
                        TextField("Name", text: "", prompt: prompt) { _ in }
                        TextArea("Note", text: "", prompt: prompt) { _ in }
                    }
                })
            for field in glass.all(FieldView.self) {
                let x = field.caret(at: 0).center.x
                let distance = direction == .leftToRight ? x : field.bounds.width - x
                #expect(distance > 0 && distance < 2 * glass.stage.theme.em, "\(prompt): \(x)")
                #expect(field.isRightToLeft == (direction == .rightToLeft))
            }
        }
    }

    @Test func `segments are on one ground, however many lines they need`() throws {
        for width in [120.0, 200, 300, 900] {
            let glass = ElementGlass {
                Column { Segments(["Small", "Medium", "Large"], selected: 1) { _ in }.frame(width: .px(width)) }
            }
            let buttons = glass.all(ButtonView.self)
            let ground = try #require(buttons.first?.superview)
            #expect(buttons.allSatisfy { $0.superview === ground && ground.bounds.contains($0.frame.center) })
            #expect(ground.layer.backgroundColor == glass.stage.theme.pressed)
            #expect(ground.bounds.width <= width && Set(buttons.map(\.frame.height)).count == 1)
            #expect(buttons.map { $0.spoken?.isOn } == [false, true, false])
            for button in buttons { #expect(button.bounds.width + 1 >= min(button.naturalSize.width, width / 2)) }
        }
    }

    @Test func `what scrolls to the end of a screen has room below its last row, and short content stays`() throws {
        for count in [3, 60] {
            for isList in [true, false] {
                let glass = ElementGlass {
                    if isList {
                        List { for row in 0..<count { ListRow("Row \(row)") } }
                    } else {
                        Scroll { for row in 0..<count { Text("Row \(row)") } }
                    }
                }
                let scroll = try #require(glass.all(ScrollView.self).first)
                scroll.scroll(to: 1e6, along: .vertical, animated: false)
                glass.settle()
                let last = try #require(glass.all(LabelView.self).last)
                let below = 600 - glass.frame(of: last).maxY
                if count == 3 {
                    #expect(scroll.ends.upperBound == 0)
                } else {
                    #expect(below >= 1.9 * glass.stage.theme.em, "\(below)")
                }
            }
        }
    }

    @Test func `no words are over the edge of a loupe`() throws {
        let long = String(repeating: "mmmmm ", count: 12)
        let glass = ElementGlass { Column { TextField("Name", text: long) { _ in } } }
        let field = try #require(glass.all(FieldView.self).first)
        let loupe = Loupe()
        loupe.show(field, at: 20, finger: Point(300, 200))
        let size = PixelSize(Int(loupe.bounds.width), Int(loupe.bounds.height))
        let bitmap = Bitmap(size: size, isOpaque: true, filledWith: .black)
        loupe.draw(on: Canvas(bitmap))
        let edge = glass.stage.theme.mark.premultiplied
        for y in size.height / 3..<size.height * 2 / 3 {
            for x in [0, 1, size.width - 2, size.width - 1] { #expect(bitmap.pixels[y * size.width + x] == edge) }
        }
    }

    @Test(arguments: ControlWords.all.map(\.tag))
    func `a switch says in the visitor's language what it is set to`(_ language: String) throws {
        let words = ControlWords(language)
        for isOn in [true, false] {
            let glass = ElementGlass {
                Column { Toggle("Gift", isOn: isOn) { _ in }.environment(\.language, language) }
            }
            let spoken = try #require(glass.all(Tappable.TapView.self).first?.spoken)
            #expect(spoken.value == (isOn ? words.on : words.off) && spoken.isOn == isOn)
        }
    }
}
