// A kiosk whose page is the window of a real program, and the programs for it.

import Frames
import Geometry
import Linux
import TestFolders

@testable import Guests
@testable import Machine
@testable import Stage

/// Tells a house of frames, as a run does, and counts what it would take for a change of an app's.
final class GuestFollower: FrameObserver, StageObserver {
    let house: GuestHouse
    private(set) var frames = 0
    private(set) var changesFromOutside = 0

    init(_ house: GuestHouse) { self.house = house }

    func reads() { house.reads() }
    func handedOver() { house.handedOver() }
    func presented(at instant: Instant) {
        frames += 1
        house.presented(at: instant)
    }
    func sawNothingNew() { house.sawNothingNew() }
    func changedFromOutside() { changesFromOutside += 1 }
}

/// A kiosk in its real loop with a start page, and over it the page `guest`, which is a program's window.
final class RunningGuest {
    /// The program of Tests/Guests/Client.
    static var program: String {
        BezelProcess.binary.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/TestGuest"
    }

    let folder: TemporaryFolder
    let kiosk: ArrivingKiosk
    let house: GuestHouse
    let follower: GuestFollower
    private(set) var log: [String] = []

    /// A kiosk whose program is `command`, in `folder`. The front matter of the page ends with `more`.
    init(
        _ command: [String] = [RunningGuest.program], in folder: TemporaryFolder = TemporaryFolder(), more: String = ""
    ) throws {
        self.folder = folder
        let list = command.map { "\"\($0)\"" }.joined(separator: ", ")
        folder.write("start = [\"home\", \"guest\"]\n[gestures]\npop = \"full-screen\"\n", to: "kiosk.toml")
        folder.write("# Home\n\n- [The guest](guest.md)\n", to: "home.md")
        folder.write("+++\ntitle = \"Guest\"\napp = [\(list)]\n\(more)\n+++\n", to: "guest.md")
        kiosk = try ArrivingKiosk(try Self.screens(folder))
        let (stage, frameLoop, panel) = (kiosk.stage, kiosk.frameLoop!, ArrivingKiosk.panel)
        var say: (String) -> Void = { _ in }
        let web = WebTable()
        house = GuestHouse(
            loop: kiosk.loop, launcher: .child(program: BezelProcess.binary),
            output: GuestOutput(pixels: panel.pixels, millimetres: panel.millimetres, refresh: .milliseconds(16)),
            command: { GuestStart(try web.command(for: $0).words) }, now: { MonotonicClock.now() }, log: { say($0) },
            onChange: { frameLoop.showContents() })
        follower = GuestFollower(house)
        say = { [weak self] in self?.log.append($0) }
        frameLoop.add(follower as any FrameObserver)
        frameLoop.add(follower as any StageObserver)
        stage.guests = house
    }

    isolated deinit { house.close() }

    static func screens(_ folder: TemporaryFolder) throws -> StartScreens {
        try StartScreens(kiosk: folder.path, on: Configuration()) { _ in }
    }

    /// Runs the loop until `isDone`. (The kiosk's own would not keep this, whose observers the kiosk tells.)
    func run(until isDone: () -> Bool) throws { try kiosk.run(until: isDone) }

    /// Runs the loop until the page was told `news`, `times` times.
    func run(until news: GuestNews, times: Int = 1) throws {
        try kiosk.run {
            kiosk.arrivals.count { record in
                if case .result(let result) = record.what { GuestNews(result.value) == news } else { false }
            } >= times
        }
    }
}
