// Animations in a running kiosk: frames only when they are due, and the same ones in a replay.

import Drawing
import Geometry
import Layers
import Pages
import Stage
import TestFolders
import Testing

@testable import Bezel
@testable import Frames
@testable import Machine

/// A kiosk of one page with an animation of 20 frames per second.
private struct FilmKiosk {
    private let folder = TemporaryFolder()

    init() {
        let colors: [UInt8] = [0, 40, 80, 120]
        folder.write(TestGIF.bytes(60, 40, frames: colors.map { ($0, 5) }), to: "a.gif")
        folder.write("# Film\n\n![a](a.gif)\n", to: "home.md")
    }

    func screens() throws -> StartScreens { try StartScreens(kiosk: folder.path, on: Configuration()) { _ in } }
}

@Suite struct FilmReplayTests {
    @Test func `a replay shows the same frames at the same times`() async throws {
        do {
            let kiosk = FilmKiosk()
            let running = try ArrivingKiosk(try kiosk.screens())
            try running.run { running.pictures == 1 && running.hasRead }
            let first = running.frameLoop.frames
            try running.run { running.hashes.count >= first + 30 }
            let replayed = try ArrivingKiosk.replay(running.text, on: try kiosk.screens())
            // The last frame may not be on the glass yet.
            let seen = running.hashes.filter { $0.key <= running.frameLoop.presentedFrames }
            #expect(seen.count >= 30 && Set(seen.values).count >= 5)
            for (number, hash) in seen { #expect(replayed.hashes[number] == hash, "frame \(number)") }
        }
    }

    @Test func `in the dark no frames are made and nothing wakes the loop`() async throws {
        do {
            let kiosk = FilmKiosk()
            let running = try ArrivingKiosk(try kiosk.screens())
            try running.run { running.pictures == 1 && running.stage.nextDeadline != nil && !running.stage.isMoving }
            running.frameLoop.isDark = true
            try running.run { running.stage.nextDeadline == nil }
            let frames = running.frameLoop.frames
            running.frameLoop.isDark = false
            try running.run { running.frameLoop.frames > frames + 2 }
            #expect(running.stage.nextDeadline != nil && running.stage.stateAtRest != nil)
        }
    }
}
