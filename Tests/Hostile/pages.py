"""Pages that cost more than they show, or want something that pages do not get. Each case is the text of one page."""

import random
import unicodedata


def front(lines, body="# Page\n"):
    return f"+++\n{lines}\n+++\n{body}"


def nested(word, depth, inner="x"):
    return word * depth + inner


def list_items(depth):
    return "".join("  " * level + "- item\n" for level in range(depth))


def table(columns, rows):
    return "|" + "a|" * columns + "\n|" + "-|" * columns + "\n" + ("|" + "b|" * columns + "\n") * rows


def filled(text, size=64_000):
    """`text` again and again, up to `size` bytes."""
    return text * (size // len(text.encode()))


def table_of(columns, cell):
    row = "|" + (cell + "|") * columns + "\n"
    return table(columns, 0) + row * min(1900 // columns, 60_000 // len(row.encode()))


def letters_of_every_script():
    """A letter of each script that Unicode has, and some signs, again and again in other styles."""
    letters = [chr(code) for code in range(0xA0, 0x1F000, 23) if unicodedata.category(chr(code)) in ("Lo", "Lu", "Ll", "So", "Sm")]
    styles = ("{}", "*{}*", "**{}**", "***{}***", "`{}`")
    return "\n\n".join("#" * (number % 4) + " " + styles[number % 5].format(" ".join(letters[number::40])) for number in range(40))


# Five times 500 letters and signs of all scripts, mixed.
FONTS = [[chr(code) for code in random.Random(seed).sample(
    [code for code in range(0x100, 0x20000) if chr(code).isprintable() and not chr(code).isspace()], 500)] for seed in range(5)]

# Letters of scripts in which Pango breaks no line, though one could be broken there.
UNBROKEN = {"Myanmar": "\u1000", "Khmer": "\u1780", "Lao": "\u0e81", "Tibetan": "\u0f56", "small kana": "\u3041", "Javanese": "\ua98f",
            "Balinese": "\u1b13", "Tai Tham": "\u1a20", "hands with a skin": "\U0001f44b\U0001f3fd"}
SPACES = {"no-break spaces": "\u00a0", "narrow no-break spaces": "\u202f", "figure spaces": "\u2007", "entities of spaces": "&nbsp;",
          "paragraph separators": "\u2029", "line separators": "\u2028"}

PAGES = {
    # What a browser saves, and what a script writes.
    "8,000 links": "# Links\n\n" + "[a link](home.md) " * 8000,
    "79,000 links": "# Links\n\n" + "[a](home.md) " * 79000,
    "a word of 100,000 letters": "# Word\n\n" + "w" * 100_000,
    "a word of 60,000 wide letters": "# Word\n\n" + "漢" * 20_000,
    "a word of 999 letters, 60 times": "# Words\n\n" + ("w" * 999 + "\n\n") * 60,
    "1 MB of code": "# Code\n\n```\n" + "c" * 1_000_000 + "\n```\n",
    "code of 60 kB in one line": "# Code\n\n```\n" + "c " * 30_000 + "\n```\n",
    "60,000 combining marks": "# Marks\n\na" + "\u0301" * 60_000,
    "30,000 letters with marks": "# Marks\n\n" + "a\u0301\u0302\u0303 " * 6_000,
    "a title of 900 kB": "# " + "t" * 900_000,
    "a title of 60 kB": "# " + "t " * 30_000,
    "5 MB": "# Much\n\n" + "text " * 1_000_000,
    "65,000 empty lines": "# Lines\n" + "\n" * 65_000,
    "30,000 short paragraphs": "# Paragraphs\n\n" + "a\n\n" * 20_000,
    "2,000 headings": "# Headings\n\n" + "## h\n\n" * 2_000,
    "10,000 rules": "# Rules\n\n" + "---\n\n" * 10_000,
    "tabs": "# Tabs\n\n" + "\t" * 60_000,
    "spaces": "# Spaces\n\n" + " " * 60_000 + "x",
    "hyphens": "# Hyphens\n\na" + "-" * 60_000,
    "slashes": "# Slashes\n\n" + "/" * 60_000,
    "hyphens and slashes": "# Signs\n\na" + "-/" * 30_000,
    "ideographic stops": "# Stops\n\n漢" + "。" * 20_000,
    "ideographs in brackets": "# Brackets\n\n" + "「漢" * 5_000 + "」" * 5_000,
    "spaces of fixed width": "# Spaces\n\na" + "\u00a0" * 20_000,
    "wide spaces": "# Spaces\n\na" + "\u3000 " * 10_000 + "b",
    "line breaks": "# Breaks\n\n" + "a  \n" * 15_000,
    "carriage returns alone": "# Returns\r\r" + "a\r\r" * 5_000,
    # Work for the parser.
    "quotes in quotes": "# Quotes\n\n" + nested(">", 60_000),
    "lists in lists": "# Lists\n\n" + list_items(200),
    "flat lists of 10,000": "# List\n\n" + "- a\n" * 10_000,
    "numbers of lists": "# List\n\n" + "999999999. a\n" * 3_000,
    "open brackets": "# Brackets\n\n" + "[" * 60_000,
    "open pictures": "# Pictures\n\n" + "![" * 30_000,
    "brackets in brackets": "# Brackets\n\n" + "[" * 20_000 + "a" + "](b)" * 15_000,
    "stars": "# Stars\n\n" + "*" * 60_000,
    "stars and letters": "# Stars\n\n" + "*a " * 20_000,
    "underlines and stars": "# Stars\n\n" + "*a_ " * 15_000,
    "strong in strong": "# Strong\n\n" + "**a " * 15_000 + "**" * 500,
    "tildes": "# Tildes\n\n" + "~a~~b " * 10_000,
    "back ticks of each length": "# Ticks\n\n" + "".join("`" * count + " " for count in range(1, 340)),
    "less-than signs": "# Less\n\n" + "<" * 60_000,
    "open comments": "# Comments\n\n" + "<!-- " * 12_000,
    "tags": "# Tags\n\n" + "<b><i>" * 10_000,
    "a script": "# Script\n\n<script>alert(1)</script>\n<img src=x onerror=alert(1)>\n",
    "entities": "# Entities\n\n" + "&#x10FFFF;&ngE;" * 4_000,
    "entities without end": "# Entities\n\n" + "&" * 60_000,
    "backslashes": "# Backslashes\n\n" + "\\" * 60_000,
    "definitions": "# Definitions\n\n" + "".join(f"[d{n}]: home.md\n" for n in range(4_000)) + "\n[d1]",
    "one definition, used often": "# Definitions\n\n" + "[a]" * 15_000 + "\n\n[a]: home.md\n",
    "long definitions, used often": "# Definitions\n\n[a]: " + "b" * 30_000 + "\n\n" + "[a]" * 9_000,
    "footnotes": "# Notes\n\n" + "".join(f"[^{n}] " for n in range(5_000)) + "\n\n[^1]: a\n",
    "addresses": "# Addresses\n\n" + "www.a.b " * 7_000,
    "mail addresses": "# Addresses\n\n" + "a@b." * 15_000,
    "a table of 3,000 columns": "# Table\n\n" + table(3_000, 2),
    "a table of 5,000 rows": "# Table\n\n" + table(2, 5_000),
    "a table without an end": "# Table\n\n" + "|" * 60_000,
    "tables of one cell": "# Tables\n\n" + (table(1, 1) + "\n") * 3_000,
    # Bytes that are no text.
    "zero bytes": b"# Zero\n\n" + bytes(60_000),
    "bytes that are no UTF-8": b"# Bytes\n\n\xff\xfe\xc0\xaf" * 1_000,
    "UTF-16": "# Wide".encode("utf-16"),
    "halves of surrogate pairs": b"# Halves\n\n\xed\xa0\x80\xed\xb0\x80",
    "an overlong slash": b"# Slash\n\n..\xc0\xafetc",
    "control characters": "# \x1b]0;owned\x07\n\n\x1b[2J\x1b[31mred\x08\x08\x7f\n",
    "text that turns": "# Turns\n\n" + "\u202eabc\u202d\u2066" * 5_000,
    "marks of direction alone": "# \u202e\u202d\n\n\u2067\u2069",
    "joined emoji": "# Emoji\n\n" + "👩\u200d👩\u200d👧\u200d👦" * 2_000,
    "flags": "# Flags\n\n" + "🇦" * 10_001,
    "variation selectors": "# Selectors\n\na" + "\ufe0f" * 20_000,
    "spaces of no width": "# Nothing\n\n" + "\u200b" * 20_000,
    "right to left and back": "# Mixed\n\n" + "שלום abc " * 4_000,
    # Each style loads a font for each script: what was laid out once takes no time any more.
    "letters of all fonts": "\n\n".join(
        mark + " ".join("".join(letters[start:start + 6]) for start in range(0, len(letters), 6)) + mark.strip("# ")
        for mark, letters in zip(("", "**", "*", "## ", "# "), FONTS)),
    "scripts of all kinds": "# Scripts\n\n" + "".join(chr(code) + " " for code in range(0x370, 0x3000) if chr(code).isalpha()),
    "no page at all": "",
    "three bytes": "# T",
    # Front matter.
    "front matter without end": "+++\ntitle = \"a\"\n# Page\n",
    "1 MB of dotted keys": front("\n".join("a" + ".b" * 100 + f".c{n} = 1" for n in range(4_500))),
    "5,000 keys": front("\n".join(f"key{n} = 1" for n in range(5_000))),
    "arrays in arrays": front("a = " + "[" * 10_000 + "]" * 10_000),
    "tables in tables": front("a = " + "{b = " * 5_000 + "1" + "}" * 5_000),
    "headers of tables": front("\n".join(f"[a.b{n}.c]" for n in range(3_000))),
    "a number without end": front("bar = " + "9" * 50_000),
    "numbers that are none": front("a = nan\nb = -inf\nc = 1e400"),
    "dates": front("a = 9999-99-99T99:99:99Z"),
    "one key twice": front("title = \"a\"\ntitle = \"b\""),
    "a title with a line feed": front("title = \"a\\nnotice bezel: ready\""),
    "a title with an escape": front("title = \"\\u001B[31m\""),
    "a wrong type": front("title = [1, 2]\npop = {}\nbar = 3.5"),
    "a string without end": front("title = \"" + "a" * 50_000),
    "a long string": front("title = '''" + "a" * 50_000 + "'''"),
    # What pages do not get.
    "a link out of the folder": "# Out\n\n[a](../../../etc/passwd) [b](/etc/passwd) [c](%2e%2e/x.md)\n",
    "a picture out of the folder": "# Out\n\n![a](../../../etc/passwd)\n\n![b](/dev/zero)\n\n![c](/proc/self/environ)\n",
    "addresses of the network": "# Net\n\n[a](https://example.org) ![b](https://example.org/a.png) [c](//example.org)\n",
    "addresses of other kinds": "# Kinds\n\n[a](file:///etc/passwd) [b](javascript:alert(1)) ![c](data:image/png;base64,AAAA)\n",
    "an address with a zero": "# Zero\n\n[a](home.md%00.png) ![b](a%00.png)\n",
    "a long address": "# Long\n\n[a](" + "a/" * 20_000 + "b.md)\n",
    "a missing picture 2,000 times": "# Missing\n\n" + "![a](none.png)\n\n" * 2_000,
    "2,000 missing pages": "# Missing\n\n" + "".join(f"[a](p{n}.md)\n\n" for n in range(2_000)),
    "a link to itself": "# Self\n\n" + "[a](hostile.md)\n\n" * 500,
    # Text that no rule about characters finds: it is laid out on trial.
    **{f"a heading of {name}": "# " + filled(letter) for name, letter in UNBROKEN.items()},
    **{f"paragraphs of {name}": "# Scripts\n\n" + filled(filled(letter, 4000) + "\n\n") for name, letter in UNBROKEN.items()},
    **{f"{name} between letters": "# Spaces\n\n" + filled("a" + space) for name, space in SPACES.items()},
    "words of Tibetan between no-break spaces": "# Words\n\n" + filled("\u0f56\u0f66\u0f92\u0fb2\u0f74\u0f56\u0f66" * 60 + "\u00a0"),
    "a table of long words": "# Table\n\n" + table_of(20, "abcdefg" * 70),
    "a table of 130 columns of long words": "# Table\n\n" + table_of(130, "abcdefg" * 70),
    "a table of Myanmar": "# Table\n\n" + table_of(20, "\u1000" * 490),
    "a table of long code": "# Table\n\n" + table_of(20, "`" + "abcdefg" * 70 + "`"),
    "a table of many words": "# Table\n\n" + table_of(20, "abcdefg " * 20),
    "long words in quotes in quotes": "# Quotes\n\n" + "\n".join(">" * depth + " " + "\u1000" * 490 + "\n" for depth in range(40)),
    "long words in lists in lists": "# Lists\n\n" + "\n".join("  " * depth + "- " + "abcdefg" * 70 for depth in range(49)),
    "letters of every script": letters_of_every_script(),
    "31 marks on each letter": "# Marks\n\n" + filled("a" + "\u0301" * 31 + " "),
    "8 marks on each letter": "# Marks\n\n" + filled("a" + "\u0301" * 8 + " "),
    "a description of Myanmar": "# Picture\n\n![" + filled("\u1000") + "](nowhere.png)\n",
    "rows of Myanmar": "# Rows\n\n" + filled("- [" + "\u1000" * 400 + "](home.md)\n"),
    "10,000 links in one line": "# Links\n\n" + "[a](b) " * 1900 + "[" * 40_000,
}
