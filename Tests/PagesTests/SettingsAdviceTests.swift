// Wrong TOML of many kinds: each mistake says what to write, at the place where to write it.

import Testing

@testable import Settings

@Suite struct SettingsAdviceTests {
    private func problem(_ text: String) -> String {
        do {
            _ = try Settings(text: text, file: "a.toml")
            return "fine"
        } catch { return "\(error)".replacing("a.toml:", with: "") }
    }

    nonisolated private static let mistakes: [(text: String, advice: String)] = [
        ("title \"Hours\"", "1:7: write = between a key and its value, as in title = \"…\""),
        ("title: \"Hours\"", "1:6: write = in place of :, as in title = \"…\""),
        ("a = \"a\" b = 1", "1:9: a line has one key with its value; begin a new line here"),
        (
            "a = \"The \"Tide\" House\"",
            "1:10: the text ends at this quote; a quote in text is written as \\\", or the whole text stands between single quotes"
        ),
        ("a = [\"home\"", "1:5: the list that begins here has no ] at its end"),
        ("a = [\n \"home\"\nb = 1", "1:5: the list that begins here has no ] at its end"),
        ("a = [\"home\" \"hours\"]", "1:13: write a comma between two values of a list"),
        ("a = [home]", "1:6: text is written in quotes"), ("a = [1, , 2]", "1:9: there is a comma too many; remove it"),
        ("[idle", "1:6: the heading of a table ends with ], as in [idle]"),
        ("[idle]]", "1:7: there is a ] too many; remove it"),
        ("idle]", "1:5: the heading of a table is written as [idle]"),
        ("[]", "1:2: a table needs a name, as in [idle]"),
        ("[idle] a = 1", "1:8: the heading of a table has a line of its own; begin a new line here"),
        ("x = 1\n[a]\n[b]\n[a]", "4:1: there is a table [a] already in line 2; put the keys of both into one"),
        (
            "[[a]]\n[place]\nb = 1\n[place]",
            "4:1: there is a table [place] already in line 2; where there are several, each is written as [[place]]"
        ),
        (
            "[[place]]\nb = 1\n[place]",
            "3:1: there is a table [place] already in line 1; where there are several, each is written as [[place]]"
        ),
        ("a = 1\nb = 2\na = 3", "3:5: \"a\" is set already in line 1; remove one of the two"),
        (
            "[a]\nb = 1\n[a.b]",
            "3:1: \"a.b\" is a value already in line 2, so it cannot be a table too; rename one of them"
        ),
        (
            "theme = \"paper\"\n[theme]\naccent = 1",
            "2:1: theme is a value already in line 1; remove it there, and write base = … with that value into [theme]"
        ),
        (
            "a = \"C:\\kiosk\"",
            "1:9: a backslash in text is written twice, \\\\, or the text is put between single quotes: 'a\\b'"
        ),
        ("a = \"\"\"x\ny", "1:5: the text that begins here has no \"\"\" at its end"),
        ("a = 01", "1:5: a number has no zeros before it; remove them, or write text in quotes"),
        ("a = 1.", "1:5: a number has digits on both sides of its point, as in 0.5 and 1.0"),
        ("a = .5", "1:5: a number has digits on both sides of its point, as in 0.5 and 1.0"),
        ("a = 60s", "1:5: this is no number, date or time; text is written in quotes: \"60s\""),
        (
            "a = 60 s",
            "1:5: this is no number; text is written in quotes, also where it begins with a number, as in \"60 s\""
        ),
        ("a = 2024-13-01", "1:5: this is no number, date or time; text is written in quotes: \"2024-13-01\""),
        ("a = 99999999999999999999", "1:5: this number is too large"),
        ("a =", "1:4: \"a\" has no value; write text in quotes, a number, true, false, or a list in [ ]"),
        ("a", "1:2: \"a\" has no value; write a = and the value"),
        ("= 1", "1:1: write a key before =, as in title = \"Hours\""),
        ("a == 1", "1:4: there is an = too many; remove it"),
        ("a = 1,", "1:6: remove the comma: a line has one key with its value"),
        ("a = 1]", "1:6: there is a ] too many; remove it"), ("// a", "1:1: a comment begins with #"),
        ("; a", "1:1: a comment begins with #"),
        ("{\"a\": 1}", "1:1: settings are lines such as title = \"Hours\", without { and }"),
        (
            "<<<<<<< HEAD\na = 1",
            "1:1: two versions of the file were not merged; keep the lines of one of them, and remove this mark"
        ),
        ("---\na: 1", "1:1: TOML has no lines of ---; remove this line"),
        ("a = True", "1:5: true and false are written in small letters"),
        ("a = yes", "1:5: write true, or text in quotes"), ("a = off # x", "1:5: write false, or text in quotes"),
        ("a = {x = 1,}", "1:12: remove the comma before }"),
        ("\"a = 1", "1:1: the text that begins here has no \" at its end"),
        ("größe = 1", "1:3: a key with other letters than a to z is written in quotes"),
        ("a = \"\\u12\"", "1:10: after \\u come four hexadecimal digits, as in \\u00E9, and after \\U eight"),
        ("a = \"b\u{1}\"", "1:7: this control character is not allowed in text; remove it"),
    ]

    @Test(arguments: mistakes) func `what is wrong says what to write`(text: String, advice: String) {
        for text in [text, text + "\n", text + "\r\n"] { #expect(problem(text) == advice) }
    }

    @Test(arguments: mistakes) func `in front matter every line is that of the file`(text: String, advice: String)
        throws
    {
        let front = try #require(
            try SourceText(Array("+++\n\(text)\n+++\n".utf8), file: "a.md").frontMatter()?.text)
        let below = advice.replacing(/^\d+| in line \d+/) { match in
            let digits = match.output.drop { !$0.isNumber }
            return match.output.dropLast(digits.count) + "\(Int(digits)! + 1)"
        }
        #expect(problem(front) == below)
    }

    @Test func `no message is the parser's own, whatever is cut from a file or put into it`() {
        let whole =
            "title = \"A\"\nstart = [\"a\", 'b']\nshare = 0.5 # half\n[idle]\nafter = { x = 1, y = true }\n[[screen]]\nn = 2\n"
        let signs = ["=", "\"", "'", "[", "]", "{", "}", ",", ".", "#", ":", "\\", "\n", "x", "ü", "5", "-", " "]
        let letters = Array(whole)
        for index in letters.indices {
            let (before, after) = (String(letters[..<index]), String(letters[(index + 1)...]))
            let texts: [String] = [before, before + after] + signs.map { (sign: String) in before + sign + after }
            for text in texts {
                let found = problem(text)
                for word in [
                    "parsing", "expected", "saw '", "encountered", "wrong TOML", "not TOML", "prohibited", "could not",
                ] {
                    #expect(!found.contains(word), "\(text.debugDescription): \(found)")
                }
            }
        }
    }
}
