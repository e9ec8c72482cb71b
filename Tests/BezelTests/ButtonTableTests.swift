// `[input] buttons` in the machine's file: what it means, and the errors that it can have.

import Bezel
import Geometry
import Linux
import TestFolders
import Testing

@testable import Machine

@Suite struct ButtonTableTests {
    private let folder = TemporaryFolder()

    private func buttons(_ text: String) throws -> [Buttons.Button] {
        try Configuration(path: folder.write("[input]\n\(text)\n", to: "bezel.toml")).buttons.all
    }

    /// The problems, each with its line and column.
    private func problems(_ text: String) -> [String] {
        let failure = #expect(throws: Failure.self) { try buttons(text) }
        return failure.map { "\($0)" }?.replacing("\(folder.path)/bezel.toml:", with: "").split(separator: "\n")
            .map(String.init) ?? []
    }

    @Test func `without the table there are no buttons`() throws { #expect(try buttons("").isEmpty) }

    @Test func `each button is a key, or a key of one device`() throws {
        #expect(
            try buttons(#"buttons = { home = "KEY_HOMEPAGE", back = { key = "KEY_BACK", device = "gpio-keys" } }"#) == [
                Buttons.Button(.back, KeyCode(158), device: "gpio-keys"), Buttons.Button(.home, KeyCode(172)),
            ])
        // The same key on two devices is two buttons.
        #expect(
            try buttons(
                """
                [input.buttons]
                back = { key = "KEY_ENTER", device = "1234:0001" }
                select = "KEY_ENTER"
                """
            ).count == 2)
        let all = PressFrame.Kind.named.enumerated().map { "\($1.name) = \"KEY_F\($0 + 1)\"" }
        #expect(try buttons("buttons = { \(all.joined(separator: ", ")) }").map(\.kind) == PressFrame.Kind.named)
    }

    @Test func `mistakes are reported with their place`() {
        #expect(
            problems(#"buttons = { bakc = "KEY_BACK" }"#) == [
                #"2:13: unknown key "bakc" in [input.buttons]; did you mean "back"?"#
            ])
        #expect(
            problems(#"buttons = { play = "KEY_BACK" }"#) == [
                #"2:13: unknown key "play" in [input.buttons]; known are back, down, home, left, menu, right, select and up"#
            ])
        #expect(
            problems(#"buttons = { back = "KEY_BAKC" }"#) == [
                #"2:20: there is no key "KEY_BAKC"; did you mean "KEY_BACK"?"#
            ])
        #expect(
            problems(#"buttons = { back = "back", home = "side" }"#) == [
                #"2:20: there is no key "back"; did you mean "KEY_BACK"?"#,
                #"2:35: there is no key "side"; did you mean "BTN_SIDE"?"#,
            ])
        #expect(
            problems(#"buttons = { back = "the left one" }"#) == [
                #"2:20: there is no key "the left one"; the names are the kernel's, such as "KEY_BACK"; "libinput debug-events --show-keycodes" says which one a button sends"#
            ])
        #expect(
            problems("buttons = { back = 158 }") == ["2:20: back must be text in quotes, not 158"])
        #expect(
            problems(#"buttons = "KEY_BACK""#) == [
                #"2:11: buttons must be a table, written as [input.buttons], not "KEY_BACK""#
            ])
        #expect(
            problems(#"buttons = { back = { device = "gpio-keys" } }"#) == [
                #"2:13: key is missing, such as "KEY_BACK""#
            ])
    }

    @Test func `one key is one button`() {
        #expect(
            problems(#"buttons = { back = "KEY_BACK", home = "KEY_BACK" }"#) == [
                #"2:39: KEY_BACK is the button "back" already"#
            ])
        // The same key by its other name.
        #expect(
            problems("[input.buttons]\nback = \"BTN_A\"\nup = { key = \"BTN_SOUTH\" }") == [
                #"4:6: BTN_SOUTH is the button "back" already"#
            ])
    }
}
