// QR codes on pages: what is drawn is what libqrencode has encoded, with its border, and large enough.

import Drawing
import Geometry
import Layers
import Stage
import TestFolders
import Testing

@testable import Pages

@Suite struct QRCodeTests {
    private nonisolated static let texts = [
        "A", "https://example.org/tickets?day=2026-06-17", "WIFI:S:Gäste;T:WPA;P:meer und mehr;;",
        String(repeating: "x", count: QRCode.mostBytes),
    ]

    @Test(arguments: texts, Theme.Name.allCases)
    func `the drawn modules are the encoded ones, and the border has four`(text: String, name: Theme.Name) throws {
        let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
        let modules = try #require(QRCode(text: text, description: "", caption: "").modules())
        let view = QRCodeView(modules, theme: Theme(name, on: panel), limit: 700)
        #expect(view.side >= 30 * panel.density(.vertical) && view.side <= 700)
        let side = Int(view.side)
        let bitmap = Bitmap(size: PixelSize(side, side), isOpaque: true)
        view.draw(on: Canvas(bitmap))
        func pixel(_ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * side + x] & 0xFFFFFF }
        let unit = view.moduleSide
        #expect(side == unit * (modules.side + 8))
        /// Whether the module is dark; nil if its pixels differ.
        func isDark(_ column: Int, _ row: Int) -> Bool? {
            let all = Set(
                (0..<unit * unit).map { pixel((column + 4) * unit + $0 % unit, (row + 4) * unit + $0 / unit) })
            return all == [0] ? true : all == [0xFFFFFF] ? false : nil
        }
        for row in 0..<modules.side {
            for column in 0..<modules.side {
                #expect(isDark(column, row) == modules.dark[row * modules.side + column])
            }
        }
        // Within the round corners, which take half of the border, all is white.
        for x in 2 * unit..<side - 2 * unit {
            for edge in 0..<4 * unit {
                let around = [pixel(x, edge), pixel(x, side - 1 - edge), pixel(edge, x), pixel(side - 1 - edge, x)]
                #expect(around.allSatisfy { $0 == 0xFFFFFF })
            }
        }
        // Three corners have the pattern by which readers find a code: a dark ring of seven around a square of three.
        for (x, y) in [(0, 0), (modules.side - 7, 0), (0, modules.side - 7)] {
            for index in 0..<49 {
                let ring = max(abs(index % 7 - 3), abs(index / 7 - 3))
                #expect(isDark(x + index % 7, y + index / 7) == (ring != 2))
            }
        }
    }

    @Test func `a code is smaller only where there is no room`() throws {
        let modules = try #require(QRCode(text: "https://example.org", description: "", caption: "").modules())
        let theme = Theme(.paper, on: Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296)))
        for limit in [10.0, 50, 90, 100, 110] {
            let view = QRCodeView(modules, theme: theme, limit: limit)
            #expect(view.side <= max(limit, Double(modules.whole)) && view.moduleSide >= 1)
        }
    }

    @Test func `an address without a scheme, and a space in one, are named`() {
        let folder = TestFolder([
            "home.md":
                "# Home\n![a](qr:www.pool.de)\n\n![a](qr:pool.de/tickets?a=1)\n\n![a](qr: www.example.org/tickets \"y\")\n\n"
                + "![a](qr:two words)\n\n![a](qr:mailto:a@b.de)\n\n![a](qr:3.5)\n\n![a](<qr:See pool.de>)\n"
        ])
        #expect(
            folder.check() == """
                kiosk/home.md:2:1: warning: phones show "www.pool.de" as text and do not open it; write (qr:https://www.pool.de)
                kiosk/home.md:4:1: warning: phones show "pool.de/tickets?a=1" as text and do not open it; write (qr:https://pool.de/tickets?a=1)
                kiosk/home.md:6:1: this is read as text: the text follows qr: at once; write (qr:www.example.org/tickets "y")
                kiosk/home.md:8:1: this is read as text: a text with spaces stands between < and >; write (<qr:two words>)
                """)
    }

    @Test func `check names codes that cannot be read, and those in the wrong place`() {
        let long = String(repeating: "x", count: 301)
        let folder = TestFolder([
            "home.md": "# Home\n![Tickets](qr:https://example.org \"Tickets\")\n\n![No](qr:)\n\n![Long](qr:\(long))\n\n"
                + "- ![In a row](qr:a) [Home](home.md)\n"
        ])
        #expect(
            folder.check() == """
                kiosk/home.md:4:1: this QR code has no text; write what a phone is to open: (qr:https://example.org)
                kiosk/home.md:6:1: the text of this QR code has 301 bytes, and the most is 300; write a shorter address
                kiosk/home.md:8:3: a QR code stands in a paragraph of its own; elsewhere it would be too small to be read
                """)
    }
}
