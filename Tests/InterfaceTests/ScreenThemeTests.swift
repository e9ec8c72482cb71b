// Screens with a theme of their own: everything that belongs to one has its colours, and nothing else has.

import Drawing
import Geometry
import Layers
import Observation
import Testing
import TouchScript

@testable import Interface
@testable import Stage

/// A screen with colours that no theme has.
private final class OwnScreen: Screen, Declared {
    static let (ground, words, keys) = (Color(0x000102), Color(0xFEFDFC), Color(0x303132))

    override func adjust(_ theme: inout Theme) {
        theme.dark.background = Self.ground
        theme.dark.text = Self.words
        theme.dark.pressed = Self.keys
        theme.dark.bar = Self.ground
    }

    var body: some Element {
        Column {
            Text("Words")
            TextField("Name", text: "") { _ in }
            Text("?").popover { Text("What it is") }
        }
    }
}

@Suite struct ScreenThemeTests {
    private func glass() -> (ElementGlass, OwnScreen) {
        let screen = OwnScreen(name: "own", title: "Own")
        screen.colorScheme = .dark
        return (ElementGlass(screen, bar: true), screen)
    }

    private func color(_ words: String, _ views: [View]) -> Color? {
        views.lazy.compactMap { $0 as? LabelView }.first { $0.text.string == words }?.text.runs.first?.style.color
    }

    @Test func `its ground, its words, its bar and its keyboard have its colours`() throws {
        let (glass, screen) = glass()
        #expect(screen.view.layer.backgroundColor == OwnScreen.ground)
        #expect(color("Words", glass.all(View.self)) == OwnScreen.words)
        let bar = try #require(screen.view.subviews.first { $0 is BarView })
        let grounds = ([bar] + ElementGlass.views(in: bar)).compactMap(\.layer.backgroundColor)
        #expect(!grounds.contains(glass.stage.theme.bar))
        glass.tap(try #require(glass.all(FieldView.self).first))
        let keys = try #require(glass.stage.dock?.view as? KeyboardView).keys
        let letter = try #require(keys.first { $0.key.action.isLetter })
        #expect(letter.layer.backgroundColor == OwnScreen.ground && letter.color == OwnScreen.words)
    }

    @Test func `what it shows over itself has its colours`() throws {
        let (glass, screen) = glass()
        screen.toast("A toast")
        glass.stage.advance(to: glass.stage.now + .milliseconds(300))
        let banner = try #require(glass.stage.rootView.banner)
        let toasted = try #require(color("A toast", ElementGlass.views(in: banner)))
        #expect(toasted == OwnScreen.words || toasted == OwnScreen.ground)
        screen.alert("An alert", message: "Its message")
        glass.settle()
        var front = glass.stage.frontNavigator.top
        #expect(front !== screen && front.view.layer.backgroundColor == OwnScreen.ground)
        #expect(color("Its message", ElementGlass.views(in: front.view.content)) == OwnScreen.words)
        front.dismiss()
        glass.settle()
        screen.popover(at: glass.all(LabelView.self)[0]) { Text("What it is") }
        glass.settle()
        front = glass.stage.frontNavigator.top
        #expect(front !== screen && front.view.layer.backgroundColor == OwnScreen.ground)
        #expect(color("What it is", ElementGlass.views(in: front.view.content)) == OwnScreen.words)
    }

    @Test func `other screens have the stage's theme, and it keeps the size of text`() throws {
        let (glass, screen) = glass()
        var theme = glass.stage.theme
        theme.em *= 1.5
        glass.stage.theme = theme
        glass.settle()
        #expect(screen.shownTheme(on: glass.stage).em == theme.em)
        #expect(color("Words", glass.all(View.self)) == OwnScreen.words)
        let other = BodyScreen { Text("Elsewhere") }
        glass.stage.navigator.push(other)
        glass.settle()
        #expect(other.view.layer.backgroundColor == theme.background)
        #expect(color("Elsewhere", ElementGlass.views(in: other.view.content)) == theme.text)
    }

    @Test(arguments: Theme.Name.allCases) func `themes of Bezel are not said to be hard to read`(_ name: Theme.Name) {
        #expect(Theme(name, on: ElementGlass.panel).illegibility == nil)
    }

    @Test func `words that are hard to read are told in one line, the worst first`() throws {
        var theme = Theme(.daylight, on: ElementGlass.panel)
        theme.light.secondaryText = Color(0x999999)
        theme.highContrastDark.barText = theme.highContrastDark.bar
        let line = try #require(theme.illegibility)
        #expect(line.contains("highContrastDark.barText") && line.contains("light.secondaryText #999999 on background"))
        #expect(
            line.contains(" 1.0:1")
                && line.firstRange(of: "barText")!.lowerBound < line.firstRange(of: "secondary")!.lowerBound)
        #expect(!line.contains("\n"))
        for path in [\Theme.light, \.dark, \.highContrastLight, \.highContrastDark] {
            theme[keyPath: path].text = theme[keyPath: path].background
            theme[keyPath: path].accent = theme[keyPath: path].background
        }
        #expect(try #require(theme.illegibility).count < 500, "it has a bound")
    }
}
