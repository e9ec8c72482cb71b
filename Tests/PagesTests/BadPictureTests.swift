// Bad pictures of many kinds, and SVGs of which parts are not drawn: each message says what is wrong and what to do.

import Geometry
import Layers
import TestFolders
import Testing

@testable import Drawing
@testable import Pages

@Suite struct BadPictureTests {
    /// What is said about a page with a picture of these bytes, without the place.
    private func problem(_ bytes: [UInt8], called name: String = "a.png") -> String {
        let folder = TestFolder(["home.md": "![a](\(name))\n"])
        folder.write(name, bytes)
        return folder.check().replacing("kiosk/home.md:1:1: ", with: "")
            .replacing("\"\(name)\" is not a picture that can be shown: ", with: "")
    }

    private static let head = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'>"
    private static func svg(_ body: String) -> [UInt8] { Array((head + body + "</svg>").utf8) }

    private nonisolated static let others: [(text: String, reason: String)] = [
        ("", "the file is empty; copy it again"), ("%PDF-1.4", "it is a PDF or PostScript file; export it as SVG"),
        ("version https://git-lfs.github.com/spec/v1\n", "it is a pointer of Git LFS, not the file itself; fetch"),
        ("PK\u{3}\u{4}aaaaaaa", "it is an archive or a document of an office program; export"),
        (
            "\n<!DOCTYPE html><html>",
            "it is a web page, perhaps what a server answered in place of the picture; download"
        ),
        ("hello, world", "it is of no known kind; save it as PNG or JPEG"),
        ("\0\0\0 ftypisom0000", "it is a video; save one picture of it"),
    ]
    private nonisolated static let damaged: [(bytes: [UInt8], reason: String)] = {
        let png = TestPicture.png(30, 30)
        var changed = png
        changed[png.count / 2] ^= 0xFF
        let damaged = "the file is damaged; copy it again, or save it anew as PNG or JPEG"
        let truncated = "the file is truncated; copy it again"
        return [
            ([0x1F, 0x8B, 8, 0], "it is compressed (.svgz); unpack"), ([0xFF, 0x0A, 0, 0], "it is a JPEG XL; save it"),
            ([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 104, count: 200), damaged),
            ([0x42, 0x4D] + [UInt8](repeating: 0, count: 100), damaged), (Array(png.prefix(20)), truncated),
            (changed, damaged),
            (Array(TestPicture.gif(frames: 1).prefix(14)), truncated),
        ]
    }()

    @Test(arguments: others.map { (Array($0.text.utf8), $0.reason) } + damaged)
    func `a file that is no picture is named as what it is`(bytes: [UInt8], reason: String) {
        #expect(problem(bytes).hasPrefix(reason), "\(problem(bytes))")
    }

    @Test(arguments: [
        ("f.xlsx", "save it as CSV, and write ![…](f.csv)"), ("a/b.ods", "save it as CSV, and write ![…](a/b.csv)"),
        ("Preise%202026.XLS", "save it as CSV, and write ![…](Preise%202026.csv)"),
        ("v.mp4", "a kiosk shows none; an animated WebP or GIF moves"), ("v.MOV", "moves"), ("v.webm", "moves"),
    ])
    func `a spreadsheet and a video are named as what they are, whatever their bytes`(address: String, advice: String) {
        let name = address.replacing("%20", with: " ")
        for page in ["![a](\(address))", "- ![a](\(address)) [b](b.md)", "[a](\(address)) [b](b.md)"] {
            let folder = TestFolder(["home.md": page, "b.md": "# B"])
            folder.write(name, [0xD0, 0xCF, 0x11, 0xE0])
            let found = folder.check().split(separator: "\n").filter { !$0.contains("no page links") }
            let isNamed = found.first.map { $0.contains("\"\(name)\" is a ") && $0.hasSuffix(advice) } == true
            #expect(found.count == 1 && isNamed, "\(found)")
        }
    }

    @Test(arguments: [
        ("<rect width=9/>", "the tag <rect has a mistake, such as a value without quotes"),
        ("<rect", "the tag <rect has a mistake, such as a value without quotes, or no > at its end"),
        ("<g><rect/>", "the element svg, or one in it, has no end; write it"), ("a & b", "write &amp; for the sign &"),
        ("<text>&foo;</text>", "&foo; is not known in SVG; write the sign itself"),
        ("a < b", "write &lt; for the sign <"),
        ("<use xlink:href='#a'/>", "its element svg needs xmlns:xlink=\"http://www.w3.org/1999/xlink\""),
        ("<rect x='1' x='2'/>", "the attribute x is there twice"), ("</svg><svg>", "one element svg holds everything"),
        ("<inkscape:grid/>", "the prefix inkscape: is not declared; remove what has it, or export the file again"),
    ])
    func `wrong XML has its place and what to write`(body: String, advice: String) {
        let found = problem(Self.svg(body), called: "a.svg")
        #expect(found.hasPrefix("its XML is wrong in line 1, column "), "\(found)")
        #expect(found.contains(": " + advice), "\(found)")
    }

    @Test func `an SVG in another encoding is to be saved as UTF-8`() {
        let bytes = Array((Self.head + "<text>").utf8) + [0xFC] + Array("</text></svg>".utf8)
        #expect(problem(bytes, called: "a.svg").hasSuffix("save the file as UTF-8"))
    }

    /// Whether librsvg draws anything of an SVG with `body`.
    private func isDrawn(_ body: String) throws -> Bool {
        let folder = TestFolder()
        folder.write("a.svg", Self.svg(body))
        let picture = try Picture("a.svg", in: folder.path, followsLinks: false)
        let bitmap = try picture.bitmap(picture.size)
        return (0..<1600).contains { bitmap.pixels[$0] != 0 }
    }

    @Test(arguments: [
        (
            "<foreignObject width='40' height='40'><p xmlns='http://www.w3.org/1999/xhtml'>Hi</p></foreignObject>",
            "foreignObject"
        ),
        (
            "<flowRoot><flowRegion><rect width='40' height='40'/></flowRegion><flowPara>Hi</flowPara></flowRoot>",
            "flowRoot"
        ),
        ("<path id='p' d='M0 20h40'/><text><textPath href='#p'>Hi</textPath></text>", "textPath"),
        ("<image href='b.png' width='40' height='40'/>", "\"b.png\" is left out (embed the picture in the SVG)"),
        ("<use href='https://a.b/c.svg#x'/>", "\"https://a.b/c.svg#x\" is left out"),
        ("<script>draw()</script>", "script does nothing"),
        ("<style>@import url(a.css);</style>", "@import is left out"),
        ("<video src='a.mp4' width='40' height='40'/>", "video"),
    ])
    func `what librsvg does not draw is said`(body: String, part: String) throws {
        #expect(try !isDrawn(body))
        let found = problem(Self.svg(body), called: "a.svg")
        #expect(found.hasPrefix("warning: \"a.svg\" is not drawn as it was made: "), "\(found)")
        #expect(found.contains(part), "\(found)")
    }

    @Test func `a font that is not installed is said, and an animation stands still`() {
        let text = "<text font-family='\"No Such Face\", sans-serif' y='20'>Hi</text>"
        #expect(
            problem(Self.svg(text), called: "a.svg").contains(
                "the font \"No Such Face\" is not installed (install it, or"))
        let style = "<style>.a { font-family: No Such Face }</style><text class='a' y='20'>Hi</text>"
        #expect(problem(Self.svg(style), called: "a.svg").contains("the font \"No Such Face\" is not installed"))
        let moving = "<rect width='9' height='9'><animate attributeName='x' to='9' dur='1s'/></rect>"
        #expect(
            problem(Self.svg(moving), called: "a.svg").contains("animate does nothing, and the drawing stands still"))
    }

    @Test func `an SVG that is drawn whole has no warning`() throws {
        let family = try #require(InstalledFonts.family())
        let body = """
            <!-- <script/> --><style>rect { fill: red; font-family: '\(family)' }</style><defs><rect id='r' width='9' height='9'/></defs>
            <use href='#r'/><text y='20' font-family='\(family), No Such Face'>a</text><text y='30' style='font-family:sans-serif'>b</text>
            <image href='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='/>
            <metadata><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:set/></rdf:RDF></metadata>
            """
        #expect(problem(Self.svg(body), called: "a.svg") == "")
        #expect(try isDrawn(body))
    }

    @Test func `whatever bytes an SVG has, the search ends`() {
        let whole = Self.svg(
            "<image href='b.png'/><style>a{font-family:x}</style><text font-family=\"a,b\">&amp;</text><!-- x -->")
        for count in whole.indices { _ = SVGOmission.find(in: whole[..<count]) }
        for sign in "<>\"'=!-[&;:{}".utf8 {
            for index in whole.indices {
                var bytes = whole
                bytes[index] = sign
                _ = SVGOmission.find(in: bytes[...])
            }
        }
        #expect(
            SVGOmission.find(in: Array(String(repeating: "<a><image href='x", count: 10_000).utf8)[...]).count <= 20)
    }
}
