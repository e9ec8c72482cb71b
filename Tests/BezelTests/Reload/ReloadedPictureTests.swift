// Pictures whose files change while the kiosk runs are decoded to their end before the page with them is shown.

import Drawing
import Geometry
import Layers
import Linux
import Settings
import TestFolders
import Testing

@testable import Machine
@testable import Pages
@testable import Run

@Suite struct ReloadedPictureTests {
    /// The bytes of a file `name` with a picture of 120 by 80 pixels, no two of which are alike.
    private func picture(_ name: String) throws -> [UInt8] {
        let bitmap = Bitmap(size: PixelSize(120, 80), isOpaque: true, filledWith: .white)
        for index in 0..<120 * 80 {
            bitmap.pixels[index] = UInt32(truncatingIfNeeded: index &* 2_654_435_761) | 0xFF00_0000
        }
        if name.hasSuffix(".png") { return bitmap.png() }
        let folder = TemporaryFolder()
        try bitmap.writeJPEG(to: "\(folder.path)/\(name)")
        return try #require(SystemFiles.bytes("\(folder.path)/\(name)"))
    }

    @Test(arguments: ["a.png", "a.jpg"])
    func `a picture that is cut off keeps its page as it was`(name: String) throws {
        let watched = try WatchedKiosk()
        let whole = try picture(name)
        watched.folder.write(whole, to: "kiosk/\(name)")
        watched.folder.write("# Home\n\n![A](\(name))\n\n- [Hours](hours.md)\n", to: "kiosk/home.md")
        #expect(try watched.mistakes() == [])
        for share in [0.0, 0.01, 0.3, 0.6, 0.9, 0.95] {
            watched.folder.write(Array(whole.prefix(Int(Double(whole.count) * share))), to: "kiosk/\(name)")
            watched.folder.write("# Hours of \(share)\n", to: "kiosk/hours.md")
            let mistakes = try watched.mistakes()
            #expect(mistakes.count == 1, "\(share): \(mistakes)")
            #expect(mistakes.first?.hasPrefix("kiosk/home.md:3:1: ") == true)
            #expect(mistakes.first?.hasSuffix("(the last good version of the page is shown)") == true)
            #expect(watched.reload.faults.map(\.remedy) == [.lastGood])
            #expect(watched.text("hours") == "Hours of \(share)")
            #expect(watched.shown.last?.kiosk?.keptPictures.count == 1)
        }
        watched.folder.write(whole, to: "kiosk/\(name)")
        #expect(try watched.mistakes() == [] && watched.reload.faults.isEmpty)
    }

    @Test func `only pictures that changed are decoded to their end, for a limited time`() throws {
        let folder = TemporaryFolder()
        let whole = try picture("a.png")
        for name in ["a.png", "b.png"] { folder.write(whole, to: name) }
        folder.write("# Home\n\n![A](a.png)\n\n![B](b.png)\n", to: "home.md")
        let here = ContentReader.here(ContentRules())
        let checked = Monitor<[String]>([])
        func load(_ last: Kiosk?, hasTime: Bool = true) throws -> (kiosk: Kiosk, said: [String], checked: [String]) {
            checked.with { $0 = [] }
            let reader = ContentReader(
                decode: { task, descriptor, path throws(PictureError) in
                    if task == .check { checked.with { $0.append(path) } }
                    return try here.decode(task, descriptor, path)
                }, parse: here.parse, hasTimeToCheck: { hasTime })
            let (kiosk, said) = Kiosk.load(folder.path, reader: reader, last: last)
            return (try #require(kiosk), said.map(\.message), checked.with { $0 })
        }
        let first = try load(nil)
        #expect(first.checked.isEmpty, "a start reads the beginnings")
        #expect(try load(first.kiosk).checked.isEmpty)
        folder.write(whole + [0], to: "b.png")
        let late = try load(first.kiosk, hasTime: false)
        #expect(late.checked.isEmpty && late.said.count == 1, "\(late.said)")
        #expect(late.said.first?.contains("no time to decode 1 changed") == true)
        // The next reload goes on with it.
        let next = try load(late.kiosk)
        #expect(next.checked.count == 1 && next.checked.first?.hasSuffix("b.png") == true)
        #expect(try load(next.kiosk).checked.isEmpty)
    }

    @Test(arguments: ["notes.txt", "home.md.bak", "unused.png", "sub/4913", "data.csv.swp"])
    func `a file that is no part of the kiosk causes no reload`(name: String) throws {
        let watched = try WatchedKiosk(["home.md": "# Home\n\n![A](later.png)\n"])
        watched.folder.write("x", to: "kiosk/\(name)")
        watched.folder.write("# New hours\n", to: "kiosk/hours.md")
        _ = try watched.next()
        let kiosk = try #require(watched.shown.last?.kiosk)
        #expect(!kiosk.concerns(name))
        // A picture that is missing matters as soon as it is there.
        #expect(kiosk.concerns("later.png") && kiosk.concerns("new.md") && kiosk.concerns("kiosk.toml"))
        watched.folder.write(try picture("later.png"), to: "kiosk/later.png")
        _ = try watched.next()
        #expect(watched.reload.faults.isEmpty)
    }
}
