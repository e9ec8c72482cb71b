// The kiosks that `bezel new` makes: nothing is wrong with them, and nothing is missing.

import Geometry
import Pages
import Settings
import Stage
import TestFolders
import Testing

@testable import Machine

@Suite struct StarterTests {
    @Test(arguments: Starter.allCases)
    func `a new kiosk has no findings, and every page can be shown by day and by night`(_ starter: Starter) throws {
        let folder = TemporaryFolder()
        var command = NewCommand()
        (command.folder, command.starter) = ("\(folder.path)/kiosk", starter)
        var said: [String] = []
        try command.run { said.append($0) }
        #expect(said.count == starter.files.count + 1)
        let (kiosk, diagnostics) = Kiosk.load(command.folder, decodingPictures: true)
        #expect(diagnostics.isEmpty, "\(diagnostics.map(\.description))")
        let screens = try StartScreens((kiosk, diagnostics), in: command.folder, on: Configuration()) { _ in }
        #expect(starter.files.count { $0.name.hasSuffix(".md") } == kiosk?.pages.count)
        let upright = Panel(pixels: PixelSize(270, 480), millimetres: Size(296, 527))
        for panel in [upright, Panel(pixels: PixelSize(480, 270), millimetres: Size(527, 296))] {
            for (name, isNight) in (kiosk?.names ?? []).flatMap({ [($0, false), ($0, true)] }) {
                let stage = try screens.stage(on: panel, scale: 1, stack: [name], measured: nil, isNight: isNight)
                #expect(stage.stackNames == [name])
            }
        }
        // Nobody's files are overwritten.
        #expect(throws: Failure.self) { try command.run { _ in } }
    }
}
