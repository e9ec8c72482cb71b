// Themes of places: every control takes the one in which it stands, also when that changes.

import Drawing
import Geometry
import Layers
import Observation
import Stage
import Testing

@testable import Interface

private let repository = "/" + "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")

@Observable private final class Look {
    var scheme = ColorScheme.light
    var contrast = ColorContrast.standard
    var isSet = true
}

/// One of each element that has a colour.
private struct AllElements: Element {
    let picture: Picture?
    var body: some Element {
        Row(alignment: .stretch) {
            Column(alignment: .stretch) {
                Text("Words").heading()
                Text(markdown: "Words with [a link](a)") { _ in }
                Text("Secondary").foregroundStyle(.secondary)
                Button("Buy", icon: .cart, isStrong: true) {}
                Button("Delete", role: .destructive) {}
                Icon(.heart)
                Toggle("As a gift", isOn: true) { _ in }
                Stepper(1, in: 1...4) { _ in }
                Segments(["S", "M"], selected: 0) { _ in }
                Slider("Volume", value: 0.4) { _ in }
                Tabs(["One", "Two"], selected: 0) { _ in }
            }
            Column(alignment: .stretch) {
                Choices("Size", ["S", "M"], selected: 0) { _ in }
                TextField("Name", text: "Ada", problem: "Too short") { _ in }
                SearchField("Search", text: "sea") { _ in }
                Progress(0.4)
                Spinner()
                Badge(4)
                PageDots(count: 3, at: 1)
                Divider()
                Fill(.accent).frame(height: .px(8))
                Text("On a card").padding(.px(4)).background(.surface)
                if let picture { Image(picture, description: "A dial").frame(width: .px(40), height: .px(40)) }
                Drawn(1, description: "") { _, canvas, size, environment in
                    canvas.fill(Rect(origin: .zero, size: size), environment.theme.accent)
                }
                .frame(height: .px(8))
            }
            Column {
                Wheel("Number", ["1", "2", "3"], selected: 1) { _ in }
                Rows { ListRow("A row", detail: "more", icon: .person) {} }
            }
        }
        .padding(.px(8))
        .background(.background)
    }
}

@Suite struct ThemeTests {
    private func picture(_ glass: ElementGlass) -> [UInt32] {
        let stage = glass.stage
        repeat { _ = stage.plan(at: stage.now) } while stage.readSeenPictures()
        let bitmap = Bitmap(size: ElementGlass.panel.pixels, isOpaque: true, filledWith: .black)
        stage.draw(stage.plan(at: stage.now), into: bitmap.surface, region: Region(ElementGlass.panel.pixels.bounds))
        return (0..<bitmap.size.width * bitmap.size.height).map { bitmap.pixels[$0] }
    }

    @Test func `a theme that changes changes every control as if it had been there from the beginning`() throws {
        let look = Look()
        let dial = try Picture("\(repository)/config/museum/dial.jpg")
        func shown(_ look: Look) -> ElementGlass {
            ElementGlass { AllElements(picture: dial).colorScheme(look.scheme).contrast(look.contrast) }
        }
        let glass = shown(look)
        var before = picture(glass)
        for (scheme, contrast) in [(ColorScheme.dark, ColorContrast.standard), (.light, .high), (.dark, .high)] {
            (look.scheme, look.contrast) = (scheme, contrast)
            glass.settle()
            let other = Look()
            (other.scheme, other.contrast) = (scheme, contrast)
            let changed = picture(glass)
            #expect(changed == picture(shown(other)), "\(scheme) \(contrast)")
            #expect(changed != before)
            before = changed
        }
    }

    @Test func `a screen has a scheme and a contrast of its own, with its bar, and follows the stage without`() throws {
        let screen = BodyScreen { Column { Text("Words").foregroundStyle(.error) } }
        let glass = ElementGlass(screen, bar: true)
        let theme = glass.stage.theme
        func color() throws -> Color { try #require(glass.all(LabelView.self).first?.text.runs.first?.style.color) }
        #expect(try color() == theme.light.error)
        screen.colorScheme = .dark
        #expect(try color() == theme.dark.error && screen.view.layer.backgroundColor == theme.dark.background)
        screen.contrast = .high
        #expect(try color() == theme.highContrastDark.error)
        (screen.colorScheme, screen.contrast) = (nil, nil)
        #expect(try color() == theme.light.error)
        glass.stage.theme.contrast = .high
        #expect(try color() == theme.highContrastLight.error)
        #expect(screen.view.layer.backgroundColor == theme.highContrastLight.background)
    }

    @Test func `an inner place decides over an outer one, and colours that an app changes are those that are shown`()
        throws
    {
        let screen = BodyScreen {
            Column {
                Text("a").foregroundStyle(.accent).contrast(.high)
                Text("b").foregroundStyle(.accent).colorScheme(.light)
            }
            .colorScheme(.dark)
        }
        let glass = ElementGlass(screen)
        var theme = glass.stage.theme
        theme.dark.accent = Color(0x123456)
        theme[.dark, .high].accent = Color(0x654321)
        theme.accent = Color(0xABCDEF)
        glass.stage.theme = theme
        let colors = glass.all(LabelView.self).compactMap(\.text.runs.first?.style.color)
        #expect(colors == [Color(0x654321), Color(0xABCDEF)])
    }

    @Test func `distances are the theme's`() {
        let screen = BodyScreen {
            Column {
                Fill(.black).frame(width: .px(10), height: .px(10))
                Fill(.black).frame(width: .px(10), height: .px(10))
            }
        }
        let glass = ElementGlass(screen)
        func gap() -> Double {
            let fills = glass.all(View.self).filter { $0.layer.backgroundColor == .black }
            return fills[1].frame.minY - fills[0].frame.maxY
        }
        let em = glass.stage.theme.em
        #expect(gap() == (0.5 * em).rounded())
        glass.stage.theme.spacing = 1
        #expect(gap() == em.rounded())
    }
}
