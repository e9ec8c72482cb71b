// SVGs with filters are refused, and all others are drawn.

import Geometry
import Glibc
import Layers
import TestFolders
import Testing

@testable import Drawing

@Suite struct SVGFilterTests {
    private let folder = TemporaryFolder()

    private func finds(_ text: String, pieces: Int = .max) -> Bool {
        var search = SVGFilterSearch()
        let bytes = Array(text.utf8)
        let step = min(pieces, bytes.count)
        for start in stride(from: 0, to: bytes.count, by: step) {
            bytes[start..<min(bytes.count, start + step)].withUnsafeBufferPointer { search.read($0) }
        }
        return search.hasFilter
    }

    @Test(arguments: [
        "<svg><filter id=\"a\"/>", "<filter>", "<svg:filter\n", "< x y='filter: blur(5)'", "<g filter=\"blur(5)\"",
        "<g filter = 'a'",
        "style=\"fill:red;filter :drop-shadow(1px 1px)\"", "\0<\0f\0i\0l\0t\0e\0r\0 ",
    ])
    func `an element or a property is found, wherever the file is divided`(text: String) {
        for pieces in 1...text.utf8.count { #expect(finds(text, pieces: pieces), "\(pieces)") }
    }

    @Test(arguments: [
        "<filters>", "<g color-interpolation-filters=\"sRGB\"", "<text>a filter coffee</text>",
        "<a xlink:href=\"filter.svg\"/>",
        "<g id=\"filter\"/>", "<feBlend filter", "url(#filter)", "<afilter=", "<!-- filter -->", "filter, x: y",
    ])
    func `other words are not`(text: String) {
        #expect(!finds(text))
    }

    @Test func `an SVG with a filter is an error with advice, unless filters are allowed`() throws {
        let body =
            "<defs><filter id='a'><feGaussianBlur stdDeviation='2'/></filter></defs><rect filter='url(#a)' width='5' height='5'/>"
        let path = folder.write(
            Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(body)</svg>".utf8), to: "a.svg")
        let file = open(path, O_RDONLY)
        defer { close(file) }
        for task in [PictureTask.head, .check] {
            _ = try task.carryOut(on: file, path: path, allowsFilters: true)
            let error = #expect(throws: PictureError.self) {
                try task.carryOut(on: file, path: path, allowsFilters: false)
            }
            #expect("\(error as Any)".contains("svg-filters = true in [content]"))
        }
    }

    @Test func `an SVG shows no other file, not even of its own folder`() throws {
        let red = Bitmap(
            size: PixelSize(9, 9), isOpaque: true, filledWith: Color(red: 255, green: 0, blue: 0, alpha: 255))
        let png = folder.write(red.png(), to: "red.png")
        for address in ["red.png", "file://\(png)", png] {
            let body = "<image xlink:href='\(address)' width='9' height='9'/>"
            let namespaces = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
            folder.write(Array("<svg \(namespaces) width='9' height='9'>\(body)</svg>".utf8), to: "a.svg")
            let picture = try Picture("a.svg", in: folder.path, followsLinks: false)
            let bitmap = try picture.bitmap(picture.size)
            #expect((0..<81).allSatisfy { bitmap.pixels[$0] == 0 }, "\(address)")
        }
    }

    @Test func `a picture that only looks like one with a filter is drawn`() throws {
        let png = Bitmap(size: PixelSize(3, 3), isOpaque: true).png() + Array("<filter>".utf8)
        let path = folder.write(png, to: "a.png")
        let file = open(path, O_RDONLY)
        defer { close(file) }
        _ = try PictureTask.check.carryOut(on: file, path: path, allowsFilters: false)
    }
}
