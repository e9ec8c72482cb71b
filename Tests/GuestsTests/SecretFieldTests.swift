// A field of a guest that is secret, and when that hides the screen.

import CWayland
import Geometry
import Glibc
import Interface
import Keyboards
import Linux
import Stage
import TestTextInputClient
import Testing

@testable import Guests

@Suite final class SecretFieldTests {
    private let glass = GuestStage(language: "de")
    private let client: TestClient
    private let window: TestWindow

    init() throws {
        client = try TestClient(glass.server)
        window = TestWindow(client)
        window.show(window.buffer(window.size, 0xFF11_2233))
    }

    private static let secrets: [(hint: UInt32, purpose: UInt32, isSecure: Bool)] = [
        (0, ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_PASSWORD.rawValue, true),
        (0, ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_PIN.rawValue, true),
        (ZWP_TEXT_INPUT_V3_CONTENT_HINT_HIDDEN_TEXT.rawValue, 0, true),
        (ZWP_TEXT_INPUT_V3_CONTENT_HINT_SENSITIVE_DATA.rawValue, 0, false),
    ]

    @Test func `while the keyboard is there for a hidden or sensitive field the stage is private`() {
        let field = TestField(client)
        for secret in Self.secrets {
            field.enable(hint: secret.hint, purpose: secret.purpose)
            field.commit()
            #expect(!glass.stage.isPrivate && !glass.hasKeyboard)
            #expect(glass.place.typing.isSecure == secret.isSecure)
            glass.tap(Point(20, 20))
            field.commit()
            #expect(glass.stage.isPrivate && glass.hasKeyboard)
            field.disable()
            field.commit()
            // The keyboard has sunk.
            glass.pass(.seconds(1))
            #expect(!glass.stage.isPrivate && !glass.stage.showsSecret)
        }
        field.enable()
        field.commit()
        #expect(!glass.stage.isPrivate)
        glass.page.isPrivate = true
        field.enable(purpose: ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_PASSWORD.rawValue)
        field.commit()
        field.disable()
        field.commit()
        #expect(glass.stage.isPrivate, "the app's own choice stays")
    }

    @Test func `a secret field that a page focuses again and again hides nothing`() {
        let field = TestField(client)
        for _ in 0..<20 {
            field.enable(purpose: ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_PASSWORD.rawValue)
            field.commit()
            glass.pass(.milliseconds(100))
            #expect(!glass.stage.isPrivate && !glass.stage.showsSecret)
            field.disable()
            field.commit()
            glass.pass(.milliseconds(100))
            #expect(!glass.stage.isPrivate)
        }
    }

    @Test func `from the first key of a secret until its field ends the stage is private, with whichever keyboard`() {
        let field = TestField(client)
        for isOnGlass in [false, true] {
            for secret in Self.secrets {
                field.enable(hint: secret.hint, purpose: secret.purpose)
                field.commit()
                if isOnGlass {
                    glass.tap(Point(20, 20))
                    field.commit()
                    #expect(glass.hasKeyboard && glass.tapKey { if case .type = $0 { true } else { false } })
                    #expect(glass.tapKey { $0 == .hide })
                    glass.pass(.seconds(1))
                    #expect(!glass.hasKeyboard)
                } else {
                    let press = PressFrame(
                        time: glass.stage.now, changes: [.init(button: 30, kind: .other(30), phase: .began)])
                    #expect(!glass.stage.isPrivate && glass.stage.typesSecret(press), "the first key is a secret too")
                    glass.press(30, .began)
                    glass.press(30, .ended)
                }
                #expect(glass.stage.isPrivate && glass.stage.showsSecret)
                field.disable()
                field.commit()
                glass.pass(.seconds(1))
                #expect(!glass.stage.isPrivate && glass.stage.showsSecret, "the page may show what was typed")
                (glass.place.guest as? GuestView)?.pageChanged(isKept: false)
                #expect(!glass.stage.showsSecret)
                (glass.place.guest as? GuestView)?.pageChanged(isKept: true)
                #expect(glass.stage.showsSecret, "a page that comes back as it was shows it again")
                (glass.place.guest as? GuestView)?.pageChanged(isKept: false)
            }
        }
        field.enable()
        field.commit()
        let button = PressFrame(time: glass.stage.now, changes: [.init(button: 30, kind: .other(30), phase: .began)])
        #expect(!glass.stage.typesSecret(button))
    }

    @Test func `a keyboard that is there stays private from the moment at which its field becomes a secret`() {
        let field = TestField(client)
        field.enable()
        field.commit()
        glass.tap(Point(20, 20))
        field.commit()
        #expect(glass.hasKeyboard && !glass.stage.isPrivate)
        glass.place.report(typing: TypedField(.text, top: 0, bottom: 9, [.secret]))
        #expect(glass.stage.isPrivate, "before the stage has taken it")
    }
}
