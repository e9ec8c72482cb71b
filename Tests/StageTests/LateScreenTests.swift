// Screens that come after a visitor has chosen a language.

import Geometry
import Testing

@testable import Stage

/// A screen that says its title in the language of the visit.
private final class TitledScreen: Screen {
    private(set) var languages: [String?] = []

    init() { super.init(name: "titled", title: "Title") }

    override func translate() {
        languages.append(navigator?.stage.language)
        title = "Title in \(navigator?.stage.language ?? "none")"
    }
}

@Suite struct LateScreenTests {
    @Test func `a screen that comes after a language was chosen is told of it once, when it has its content`() {
        let glass = Glass()
        let early = TitledScreen()
        glass.stage.navigator.push(early, animated: false)
        #expect(early.languages.isEmpty && early.title == "Title")
        glass.stage.show(in: "de", because: "a test")
        #expect(early.languages == ["de"])
        let late = TitledScreen()
        glass.stage.navigator.push(late, animated: false)
        glass.settle()
        #expect(late.languages == ["de"] && late.title == "Title in de")
        glass.stage.navigator.pop(animated: false)
        #expect(early.languages == ["de"])
    }

    @Test(arguments: [("de", "Schließen"), ("ar", "إغلاق"), (nil, "Close")] as [(String?, String)])
    func `the cross of a sheet says in the visitor's language what it does, and not what is below`(
        language: String?, name: String
    ) {
        let glass = Glass()
        glass.stage.show(in: language, because: "a test")
        glass.stage.present(TestScreen("sheet"), animated: false)
        glass.settle()
        #expect(glass.stage.spokenViews.contains { $0.spoken.role == .button && $0.spoken.label == name })
        #expect(!glass.stage.spokenViews.contains { $0.spoken.label == "HOME" })
    }
}
