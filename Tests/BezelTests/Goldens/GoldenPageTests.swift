// Pages of the sample kiosks, compared with their kept pictures pixel by pixel.

import Drawing
import Geometry
import Glibc
import Layers
import TestFolders
import Testing

@testable import Linux
@testable import Machine
@testable import Pages
@testable import Preview

@Suite struct GoldenPageTests {
    /// The pages of each kiosk, and the views in which they are kept. Each kind of block is there by day and at night, in Latin, Chinese
    /// and Arabic letters, upright, and in large text.
    nonisolated static let kept: [(kiosk: Starter, page: String, views: [String])] = [
        (.pool, "home", ["own-landscape-en", "own-portrait-ar", "at-night-landscape-zh", "own-portrait-en-x1.6"]),
        (.pool, "pools", ["own-landscape-zh", "at-night-portrait-ar", "own-landscape-en-x1.6"]),
        (.pool, "courses", ["own-landscape-en", "at-night-landscape-ar", "own-portrait-zh", "own-portrait-ar-x1.6"]),
        (.pool, "sauna", ["own-portrait-ar", "at-night-landscape-en", "own-landscape-zh-x1.6"]),
        (.pool, "tickets", ["own-landscape-ar", "at-night-portrait-zh"]),
        (.pool, "bring", ["own-landscape-zh", "at-night-landscape-ar"]),
        (.wayfinding, "home", ["own-landscape-ar", "own-portrait-zh", "daylight-landscape-en"]),
        (.wayfinding, "names", ["own-landscape-ar", "own-portrait-en-x1.6"]),
        (.townHall, "home", ["own-landscape-en", "own-portrait-ar-x1.6"]),
        (.townHall, "passport", ["own-landscape-zh", "night-landscape-ar"]),
        (.museum, "home", ["own-landscape-en"]), (.museum, "bulb", ["own-portrait-en", "at-night-landscape-en"]),
    ]

    /// A panel on which text is small and can still be read.
    private nonisolated static let panel = Panel(pixels: PixelSize(480, 270), millimetres: Size(211, 119))

    @Test(
        .enabled(if: Golden.isComparable, "the kept pictures were drawn with other fonts or libraries"), arguments: kept
    )
    func `a page looks as in its kept pictures`(_ kept: (kiosk: Starter, page: String, views: [String])) throws {
        let folder = TemporaryFolder()
        for (name, text) in kept.kiosk.files { folder.write(text, to: name) }
        let translations = "\(repository)/config/translations/\(kept.kiosk.rawValue)"
        for name in (try? SystemFiles.names(translations)) ?? [] where kept.kiosk != .museum && !name.hasPrefix(".") {
            folder.write(try #require(SystemFiles.bytes("\(translations)/\(name)")), to: name)
        }
        let (loaded, diagnostics) = Kiosk.load(folder.path)
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        let kiosk = try #require(loaded)
        for name in kept.views {
            let view = try #require(PreviewView.all(of: kiosk, scales: [1, 1.6]).first { $0.name == name }, "\(name)")
            let screens = try StartScreens((kiosk, []), in: folder.path, on: Configuration(), theme: view.look.theme) {
                _ in
            }
            let isDefault = !kiosk.languages.isChoice || view.language == kiosk.languages.standard
            let printer = PagePrinter(
                screens, on: view.panel(Self.panel), scale: view.scale, isNight: view.look.isNight,
                language: isDefault ? nil : view.language, decoder: PictureTask.here)
            let golden = Golden("\(kept.kiosk.rawValue)-\(kept.page)-\(name)")
            let difference = try golden.difference(from: printer.print(kept.page))
            #expect(difference == nil, "\(difference ?? "")")
        }
    }
}
