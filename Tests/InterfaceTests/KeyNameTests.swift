// The keys of the keyboard on the glass are called by words of the visitor's language.

import Drawing
import Geometry
import Keyboards
import Layers
import Observation
import Stage
import Testing
import TouchScript

@testable import Interface

@Suite struct KeyNameTests {
    @Observable final class Visitor {
        var language = "en"
        var kind = TextKind.text
        var text = ""
    }

    private func glass(_ visitor: Visitor) throws -> ElementGlass {
        let glass = ElementGlass {
            TextField("Name", text: visitor.text, kind: visitor.kind) { visitor.text = $0 }
                .environment(\.language, visitor.language)
        }
        glass.tap(try #require(glass.all(FieldView.self).first))
        return glass
    }

    /// Presses the key that does `action`.
    private func press(_ action: KeyAction, on glass: ElementGlass) throws {
        let key = try #require(glass.stage.key { $0 == action })
        let place = try #require(glass.stage.spokenViews.first { $0.view === key }).frame.center
        glass.touch { $0.tap(at: place) }
        glass.settle()
    }

    private func names(on glass: ElementGlass) -> Set<String> {
        Set(glass.stage.spokenViews.filter { $0.view is KeyView }.map(\.spoken.label))
    }

    @Test(arguments: KeyWords.all.map(\.tag))
    func `keys are called in the visitor's language, on every set of keys`(_ language: String) throws {
        let visitor = Visitor()
        visitor.language = language
        let (glass, words) = (try glass(visitor), KeyWords(language))
        #expect(words.tag == language)
        let tools: Set = [words.undo, words.redo, words.cut, words.copy, words.paste, words.hide]
        let usual = tools.union([words.space, words.enter, words.backspace])
        #expect(names(on: glass).isSuperset(of: usual.union([words.digits])))
        #expect(names(on: glass).contains(words.shift) == (glass.stage.key { $0 == .shift } != nil))
        #expect(names(on: glass).contains(words.nextLayout) == (glass.stage.key { $0 == .layout } != nil))
        try press(.plane(.digits), on: glass)
        #expect(names(on: glass).isSuperset(of: usual.union([words.letters, words.signs])))
        try press(.plane(.signs), on: glass)
        #expect(names(on: glass).isSuperset(of: usual.union([words.letters, words.digits])))
        // Whatever else there is types what it is called.
        for view in glass.all(KeyView.self) where view.key.action.icon == nil {
            if case .plane = view.key.action { continue }
            #expect(view.spoken?.label == view.key.action.caption)
        }
        for kind in [TextKind.phone, .number, .pin] {
            visitor.kind = kind
            glass.settle()
            #expect(names(on: glass).isSuperset(of: [words.enter, words.backspace, words.hide]))
        }
    }

    @Test func `keys change their names with the language while a field is typed in`() throws {
        let visitor = Visitor()
        let glass = try glass(visitor)
        for language in ["de", "ar", "zh-Hant", "en"] {
            visitor.language = language
            glass.settle()
            #expect(names(on: glass).contains(KeyWords(language).hide), "\(language)")
        }
    }

    @Test func `all languages of the calendar have names for all keys, each of them once`() {
        #expect(KeyWords.all.map(\.tag) == ControlWords.all.map(\.tag))
        for words in KeyWords.all {
            let names = Mirror(reflecting: words).children.compactMap { $0.value as? String }
            #expect(names.count == 16 && Set(names).count == 16, "\(words)")
            #expect(names.allSatisfy { !$0.isEmpty && $0 == $0.trimmed })
            #expect(words.tag == "en" || KeyWords("en").hide != words.hide)
            // The button in a search field does something else than the key that deletes.
            #expect(words.backspace != ControlWords(words.tag).clear)
        }
    }
}

extension String {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
