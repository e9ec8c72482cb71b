// What becomes of a page's Markdown.

import Pages
import TestFolders
import Testing

/// The outline of a page with this text, in a kiosk that has the pages home, hours and tickets and some pictures.
private func page(_ text: String, elements: Int = 2000) -> (outline: String, problems: String) {
    let folder = TestFolder([
        "home.md": "- [A](a.md)\n- [H](hours.md)\n- [T](tickets.md)\n", "hours.md": "Hours", "tickets.md": "Tickets",
        "a.md": text,
    ])
    folder.writePicture("hall.png", width: 40)
    folder.writePicture("garden.png")
    var rules = ContentRules()
    rules.elements = elements
    let blocks = folder.load(rules: rules)?.pages["a"]?.blocks ?? []
    return (outline(blocks), folder.check(rules: rules))
}

@Suite struct MarkdownTests {
    @Test func `headings, paragraphs, lists, quotes, code and rules`() {
        let (outline, problems) = page(
            """
            # Wel*come*
            Some **strong**, *light*, ~~old~~ and `code`
            text goes on,\\
            and breaks.

            - one
            - two

              more
            3. three
            4. four

            > said
            > - by whom

                let x = 1
                  y

            ---
            """)
        #expect(
            outline == """
                1:1 heading 1 Wel<i>come</i>
                2:1 paragraph Some <b>strong</b>, <i>light</i>, <s>old</s> and <code>code</code> text goes on,⏎and breaks.
                6:1 list
                  6:3 paragraph one
                  7:3 paragraph two
                  9:3 paragraph more
                10:1 list from 3
                  10:4 paragraph three
                  11:4 paragraph four
                13:1 quote
                  13:3 paragraph said
                  14:3 list
                    14:5 paragraph by whom
                16:5 code "let x = 1\\n  y"
                19:1 rule
                """)
        #expect(problems == "")
    }

    @Test func `a list of links is rows, with pictures and text below`() {
        let (outline, problems) = page(
            """
            - [Tickets](tickets.md)
            - [Opening **hours**](hours.md "sheet")
              daily, also on `Sunday`
            - ![Hall](hall.png) [The hall](./hours.md)

              Second floor
            - [![](garden.png) Garden](/tickets.md)

            text

            * [Tickets](tickets.md) – from **9 €**
            * [Hours](hours.md)   daily
              and on holidays

            + [Tickets](tickets.md)
            + [Hours](hours.md) and [tickets](tickets.md)
            """)
        #expect(
            outline == """
                1:1 rows
                  1:3 Tickets → tickets push
                  2:3 Opening <b>hours</b> / daily, also on <code>Sunday</code> → hours sheet
                  4:21 The hall / Second floor picture "Hall" 40×10 → hours push
                  7:3 Garden picture "" 20×10 → tickets push
                9:1 paragraph text
                11:1 rows
                  11:3 Tickets / from <b>9 €</b> → tickets push
                  12:3 Hours / daily and on holidays → hours push
                15:1 list
                  15:3 paragraph <push tickets 15:3>Tickets</>
                  16:3 paragraph <push hours 16:3>Hours</> and <push tickets 16:25>tickets</>
                """)
        #expect(
            problems
                == "kiosk/a.md:16:1: warning: because of this item the whole list is shown with bullets and small links; for rows, "
                + "begin each item with its only link, and end the list before other text")
    }

    @Test func `one picture is a picture, several in a paragraph are a gallery, and text stands apart`() {
        let (outline, problems) = page(
            """
            ![The hall](hall.png)

            ![The hall](hall.png) ![The *garden*](garden.png)
            ![Again](hall.png)

            [![Tickets](hall.png)](tickets.md)

            Before ![Hall](hall.png) behind.

            # With ![a hall](hall.png)
            """)
        #expect(
            outline == """
                1:1 picture "The hall" 40×10
                3:1 gallery "The hall" 40×10, "The garden" 20×10, "Again" 40×10
                6:2 picture "Tickets" 40×10 → tickets
                8:1 paragraph Before
                8:8 picture "Hall" 40×10
                8:25 paragraph behind.
                10:1 heading 1 With a hall
                """)
        #expect(
            problems
                == "kiosk/a.md:10:8: warning: a picture within text is shown as its words; give it a paragraph of its own"
        )
    }

    @Test func `a table has a header, rows and alignments`() {
        let (outline, problems) = page(
            """
            | Day | Open | Price |
            |-----|:----:|------:|
            | Monday | closed<br>all day | |
            | [Tuesday](hours.md) | 10–18 | *5 €* |
            """)
        #expect(
            outline == """
                1:1 table start center end
                  Day | Open | Price
                  Monday | closed⏎all day | \("")
                  <push hours 4:3>Tuesday</> | 10–18 | <i>5 €</i>
                """)
        #expect(problems == "")
    }

    @Test func `strong words at the end of an item are the value of its row, with a link or without one`() {
        let (outline, problems) = page(
            """
            - [Tickets](tickets.md) **9 €**
            - [Hours](hours.md "sheet"): **daily**

              also on Sunday
            - ![Hall](hall.png) Adults: **12 €**
            - Children of *all* ages –
              **6** **€**[^1]

            text

            - Bring **water**
            - Wear shoes

            [^1]: Under 14.
            """)
        #expect(
            outline == """
                1:1 rows
                  1:3 Tickets = 9 € → tickets push
                  2:3 Hours / also on Sunday = daily → hours sheet
                  5:20 Adults = 12 € picture "Hall" 40×10 → nowhere
                  6:3 Children of <i>all</i> ages = 6 €<note 1 a#note-1> → a#note-1 sheet
                9:1 paragraph text
                11:1 list
                  11:3 paragraph Bring <b>water</b>
                  12:3 paragraph Wear shoes
                """)
        #expect(problems == "")
    }

    @Test(arguments: [
        "：开放时间", "，开放时间", "——开放时间", ": 开放时间", " – 开放时间", "؛ 开放时间", "\n  开放时间",
    ])
    func `what divides a link from the words after it is left out, in any script`(_ words: String) {
        let (outline, problems) = page("- [Hours](hours.md)\(words)\n- [Hours](hours.md)\n")
        #expect(outline.contains("1:3 Hours / 开放时间 → hours push"))
        #expect(problems == "")
    }

    @Test func `lists lie in lists, begin with any number, and have tasks`() {
        let (outline, problems) = page(
            """
            998. a
            999. b
                 - c
                   1. d

            <!-- -->

            - [x] e
            - [ ] [Tickets](tickets.md)
            - f

            2. [X] g
            """)
        #expect(
            outline == """
                1:1 list from 998
                  1:6 paragraph a
                  2:6 paragraph b
                  3:6 list
                    3:8 paragraph c
                    4:8 list from 1
                      4:11 paragraph d
                8:1 tasks
                  done
                    8:7 paragraph e
                  open
                    9:7 paragraph <push tickets 9:7>Tickets</>
                  no task
                    10:3 paragraph f
                12:1 tasks from 2
                  done
                    12:8 paragraph g
                """)
        #expect(problems == "")
    }

    @Test func `footnotes are numbered in the order in which the text refers to them`() throws {
        let folder = TestFolder([
            "home.md": """
            # Open[^hours]
            | a[^b] |
            |---|
            | c[^hours] |

            [^b]: *Not* on [Sundays](home.md)[^deep].
            [^hours]: Two

                paragraphs
            [^deep]: Deep.
            """
        ])
        let page = try #require(folder.load()?.pages["home"])
        #expect(page.title == "Open")
        #expect(
            outline(page.blocks) == """
                1:1 heading 1 Open<note 1 home#note-1>
                2:1 table start
                  a<note 2 home#note-2>
                  c<note 1 home#note-1>
                """)
        #expect(
            page.notes.map { outline($0) } == [
                "7:11 paragraph Two\n9:5 paragraph paragraphs",
                "6:7 paragraph <i>Not</i> on <push home 6:16>Sundays</><note 3 home#note-3>.", "10:10 paragraph Deep.",
            ])
        #expect(folder.check() == "")
        #expect(page.links.count == 4 + 1)
        #expect(page.text.contains("Deep."))
    }

    @Test func `a link leads to a heading by the anchor that GitHub gives it`() {
        let (outline, problems) = page(
            """
            [a](#two-words) [b](#two-words-1) [c](a.md#الأسعار) [d](#) [e](#top) [f](hours.md#hours "sheet")
            [g](#two-word) [h](tickets.md#x) [i](#TWO-WORDS)

            # Two *words*!
            > ## الأسعار
            - ### Two `words`
            """)
        #expect(
            outline.hasPrefix(
                "1:1 paragraph <push a#two-words 1:1>a</> <push a#two-words-1 1:17>b</> <push a#الأسعار 1:35>c</> "
                    + "<push a# 1:53>d</> <push a# 1:60>e</> <sheet hours 1:70>f</> <push a 2:1>g</> <push tickets 2:16>h</> "
                    + "<push a#two-words 2:34>i</>\n"))
        #expect(
            problems == """
                kiosk/a.md:1:70: no heading of the page has the anchor "#hours"; the page has no headings
                kiosk/a.md:2:1: no heading of the page has the anchor "#two-word"; did you mean "#two-words"?
                kiosk/a.md:2:16: no heading of the page has the anchor "#x"; the page has no headings
                """)
    }

    @Test func `HTML is left out with a warning, comments without one`() {
        let (outline, problems) = page("<div>\nx\n</div>\n\na <b>c</b> <!-- d --> e\n\n<!-- f -->\n")
        #expect(outline == "5:1 paragraph a c e")
        #expect(
            problems == """
                kiosk/a.md:1:1: warning: HTML is not shown, nor the text in it; write Markdown
                kiosk/a.md:5:3: warning: HTML is not shown; write **bold**
                """)
    }

    @Test func `links stand where they are written, whatever is before them`() {
        let (outline, problems) = page(
            """
            +++
            title = "A"
            +++
            é [a](no1.md) and `code
            span` then [b](no2.md) \\
            hard [c](no3.md) and [over
            two lines](no4.md)
               indented [d](no5.md) **bo
            ld [e](no6.md)**
            > quoted [f](no7.md)
            > 你好 [g](no8.md) <no9.md>

            [ref]

            [ref]: no10.md
            """)
        #expect(
            problems == """
                kiosk/a.md:4:3: there is no page "no1.md"
                kiosk/a.md:5:12: there is no page "no2.md"
                kiosk/a.md:6:6: there is no page "no3.md"
                kiosk/a.md:6:22: there is no page "no4.md"
                kiosk/a.md:8:13: there is no page "no5.md"
                kiosk/a.md:9:4: there is no page "no6.md"
                kiosk/a.md:10:10: there is no page "no7.md"
                kiosk/a.md:11:6: there is no page "no8.md"
                kiosk/a.md:13:1: there is no page "no10.md"
                """)
        #expect(outline.hasPrefix("4:1 paragraph é a and <code>code span</code> then b ⏎hard c and over two lines"))
    }

    @Test func `lines of Chinese are joined without a space, others with one`() {
        #expect(page("你好，\n世界\nand\nyou").outline == "1:1 paragraph 你好，世界 and you")
    }

    @Test func `blocks that are nested too deep are left out with an error`() {
        let (outline, problems) = page(String(repeating: ">", count: 10_000) + " x\n\ny\n", elements: 100_000)
        #expect(outline.hasSuffix("3:1 paragraph y"))
        #expect(
            problems
                == "kiosk/a.md:1:101: lies in more than 100 quotes, lists or emphases; its contents are ignored")
        let brackets = String(repeating: "[ ", count: 10_000) + "z"
        #expect(page(brackets).problems.contains("brackets that are not closed"))
        _ = page(String(repeating: "- ", count: 5000) + "x", elements: 100_000)
        let bold = String(repeating: "*a **b ", count: 2000) + String(repeating: "c** d*", count: 2000)
        _ = page(bold, elements: 100_000)
        let pictures = String(repeating: "![", count: 2000) + "x" + String(repeating: "](hall.png)", count: 2000)
        _ = page(pictures, elements: 100_000)
    }
}
