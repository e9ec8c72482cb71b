// What a reload changes on a screen: which settings take effect at once, and how long it waits for a finger.

import Frames
import Geometry
import Linux
import Logging
import Pages
import TestFolders
import Testing

@testable import Bezel
@testable import Machine
@testable import Run
@testable import Stage

@Suite(.serialized) struct ReloadedScreenTests {
    /// A kiosk on a headless display whose files are reloaded, and whose texts and pictures another process reads.
    private final class Kiosk: ScreenOwner {
        let tasks: MainQueue? = nil
        let folder = TemporaryFolder()
        let loop: EventLoop
        private(set) var screen: RunScreen!
        private var reload: KioskReload!
        /// What was wrong at the start.
        private(set) var complaints: [String] = []
        var stage: Stage { screen.stage! }

        /// A kiosk with the page `home` and `pictures`. A reload waits for a finger for at most `patience`.
        init(
            home: String = "# Home\n", pictures: [String: String] = [:], patience: Instant.Span = .seconds(3600)
        ) throws {
            loop = try EventLoop()
            folder.write(home, to: "kiosk/home.md")
            for (name, text) in pictures { folder.write(text, to: "kiosk/\(name)") }
            var command = RunCommand()
            command.size = Size(527, 296)
            command.content = ContentProcess(of: BezelProcess.binary)
            command.configuration = "\(folder.path)/bezel.toml"
            setMachine("")
            let machine = try command.machineConfiguration()
            let first = try StartScreens(
                kiosk: "\(folder.path)/kiosk", on: machine, reader: command.reader(machine.content)
            ) { complaints.append($0) }
            let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            screen = RunScreen(first, command, machine, owner: self, loop: loop, log: log)
            let shown = KioskReload.Screen(number: 0, shown: first, machine: machine) { [unowned self] in
                screen.show($0, within: patience)
            }
            reload = try KioskReload([shown], command, loop: loop, log: log) { [command] folder, machine, last in
                let rules = machine.content
                return Pages.Kiosk.load(folder, rules: rules, reader: command.reader(rules), last: last)
            }
            screen.show(on: HeadlessDisplay(size: PixelSize(640, 360), millihertz: 1_000_000, loop: loop))
            try screen.start()
        }

        func began(_ screen: RunScreen) {}
        func drew(_ screen: RunScreen) {}
        func shown(_ screen: RunScreen) {}
        func failed(_ screen: RunScreen, _ failure: Failure) { Issue.record("\(failure)") }

        /// Writes the machine's file, with `text` after the kiosk's folder.
        func setMachine(_ text: String) {
            folder.write("kiosk = \"\(folder.path)/kiosk\"\n\(text)", to: "bezel.toml")
        }

        /// Reloads the files, and returns the notes.
        func readAnew() throws -> [String] {
            var answer: Result<[String], Failure>?
            reload.reload { answer = $0 }
            while answer == nil { try loop.runOnce() }
            return try answer!.get()
        }

        func touch(_ phase: TouchFrame.Phase, _ place: Point = Point(260, 200)) {
            screen.handle(
                TouchFrame(time: MonotonicClock.now(), changes: [.init(contact: 1, phase: phase, position: place)]))
        }

        /// The views of the page in front.
        var views: [View] {
            func all(_ view: View) -> [View] { [view] + view.subviews.flatMap(all) }
            return all(stage.frontNavigator.top.view)
        }
    }

    @Test func `gestures, sheets, the theme and the memory change at once, in the kiosk's and in the machine's file`()
        throws
    {
        let kiosk = try Kiosk()
        let before = (gestures: kiosk.stage.gestures, theme: kiosk.stage.theme)
        #expect(before.gestures.popFinish.share != 0.71 && before.gestures.sheetFinish.share != 0.72)
        kiosk.setMachine(
            "[display]\nmemory = \"33 MiB\"\n[gestures]\nfinish-share = 0.71\n[sheet]\nfinish-share = 0.72\n")
        #expect(try kiosk.readAnew() == [])
        #expect(kiosk.stage.gestures.popFinish.share == 0.71 && kiosk.stage.gestures.sheetFinish.share == 0.72)
        #expect(kiosk.stage.memory == 33 << 20 && kiosk.stage.theme == before.theme)
        kiosk.folder.write(
            "theme = \"night\"\n[gestures]\nfinish-share = 0.73\n[sheet]\nfinish-share = 0.74\n", to: "kiosk/kiosk.toml"
        )
        #expect(try kiosk.readAnew() == [])
        #expect(kiosk.stage.gestures.popFinish.share == 0.73 && kiosk.stage.gestures.sheetFinish.share == 0.74)
        #expect(kiosk.stage.theme == Theme(.night, on: kiosk.stage.panel) && kiosk.stage.theme != before.theme)
    }

    @Test func `pages wait while a sheet of the machine is open, which is no part of the visit`() throws {
        let kiosk = try Kiosk()
        let sheet = Screen(name: "maintenance", title: "")
        sheet.isOfMachine = true
        kiosk.stage.present(sheet, animated: false)
        kiosk.stage.sheets[0].navigator.push(Screen(name: "log", title: ""), animated: false)
        let paper = kiosk.stage.theme
        kiosk.folder.write("theme = \"night\"\n", to: "kiosk/kiosk.toml")
        _ = try kiosk.readAnew()
        while try kiosk.loop.runOnce(until: MonotonicClock.now() + .milliseconds(50)) {}
        #expect(kiosk.stage.stackNames == ["home", "maintenance!", "log"] && kiosk.stage.visitNames == ["home"])
        #expect(kiosk.stage.theme == paper)
        kiosk.screen.frameLoop?.change { _ in kiosk.stage.sheets[0].dismiss(animated: false) }
        while kiosk.stage.theme == paper, try kiosk.loop.runOnce(until: MonotonicClock.now() + .seconds(60)) {}
        #expect(kiosk.stage.stackNames == ["home"] && kiosk.stage.theme != paper)
    }

    @Test func `the limits for pictures change at once, also for those that are drawn`() throws {
        let kiosk = try Kiosk(
            home: "# Home\n\n![A blurred square](blur.svg)\n",
            pictures: [
                "blur.svg": """
                <svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'>
                <defs><filter id='a'><feGaussianBlur stdDeviation='2'/></filter></defs>
                <rect filter='url(#a)' width='50' height='50'/></svg>
                """
            ])
        #expect(kiosk.complaints.contains { $0.contains("svg-filters = true in [content]") }, "\(kiosk.complaints)")
        #expect(!kiosk.views.contains { $0.holdsPictures })
        kiosk.setMachine("[content]\nsvg-filters = true\n")
        #expect(try kiosk.readAnew() == [])
        // The watch of the machine's file may have the pages read once more, which makes another view.
        func picture() -> PictureView? { kiosk.views.lazy.compactMap { $0 as? PictureView }.first }
        // A picture that could not be read has its description beside its place.
        while picture()?.hasArrived == false, picture()?.subviews.count == 1 { try kiosk.loop.runOnce() }
        let view = try #require(picture())
        #expect(view.hasArrived)
        kiosk.setMachine("")
        let failure = #expect(throws: Failure.self) { try kiosk.readAnew() }
        #expect("\(failure as Any)".contains("svg-filters = true in [content]"))
        #expect(kiosk.views.contains { $0.holdsPictures }, "the page stays as it was")
    }

    @Test func `a reload waits for a finger that holds something`() throws {
        let kiosk = try Kiosk()
        let before = kiosk.stage.theme
        kiosk.touch(.began)
        kiosk.folder.write("theme = \"night\"\n", to: "kiosk/kiosk.toml")
        #expect(try kiosk.readAnew() == [])
        for step in 1...20 {
            kiosk.touch(.moved, Point(260, 200 - Double(step)))
            try kiosk.loop.runOnce()
        }
        #expect(kiosk.stage.theme == before)
        kiosk.touch(.ended)
        while kiosk.stage.theme == before { try kiosk.loop.runOnce() }
        #expect(kiosk.stage.gesturesUnderWay.isEmpty)
    }

    @Test func `a reload in which the shown page is the same changes nothing on the glass, also under a finger`() throws
    {
        let text = (1...60).map { "Line \($0).\n\n" }.joined()
        let kiosk = try Kiosk(
            home: "# Home\n\n![A](a.svg)\n\n\(text)",
            pictures: [
                "a.svg": """
                <svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'><rect width='50' height='50'/></svg>
                """
            ])
        func shown() -> PictureView? { kiosk.views.lazy.compactMap { $0 as? PictureView }.first }
        while shown()?.hasArrived != true { try kiosk.loop.runOnce() }
        let (top, picture) = (kiosk.stage.frontNavigator.top, shown())
        let scroll = try #require(kiosk.views.lazy.compactMap { $0 as? ScrollView }.first)
        kiosk.touch(.began)
        for step in 1...40 {
            kiosk.touch(.moved, Point(260, 200 - Double(2 * step)))
            try kiosk.loop.runOnce()
        }
        while try kiosk.loop.runOnce(until: MonotonicClock.now() + .milliseconds(50)) {}
        let (offset, gestures) = (scroll.offset, kiosk.stage.gesturesUnderWay.map(\.id))
        #expect(offset > 0 && !gestures.isEmpty)
        kiosk.folder.write("# Other\n", to: "kiosk/other.md")
        _ = try kiosk.readAnew()
        // The other pages are there at once, and nothing has waited for the finger.
        #expect((top as? PageScreen)?.library.kiosk.pages["other"] != nil)
        #expect(kiosk.stage.frontNavigator.top === top && shown() === picture && picture?.hasArrived == true)
        #expect(scroll.offset == offset && kiosk.stage.gesturesUnderWay.map(\.id) == gestures)
        kiosk.touch(.ended)
        // A page that did change is shown anew.
        kiosk.folder.write("# New home\n", to: "kiosk/home.md")
        _ = try kiosk.readAnew()
        while kiosk.stage.frontNavigator.top === top { try kiosk.loop.runOnce() }
    }

    /// The time of day `minutes` from now, on the machine's clock.
    private static func clock(_ minutes: Int) -> String {
        let minute = (LocalTime(at: WallTimer.now()).minute + minutes + 1440) % 1440
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }

    @Test func `night falls by the clock and ends with its settings, and the stack and what is scrolled to stay`()
        throws
    {
        let kiosk = try Kiosk(home: "# Home\n\n" + (1...60).map { "Line \($0).\n\n" }.joined())
        let scroll = try #require(kiosk.views.lazy.compactMap { $0 as? ScrollView }.first)
        kiosk.touch(.began)
        for step in 1...40 {
            kiosk.touch(.moved, Point(260, 200 - Double(2 * step)))
            try kiosk.loop.runOnce()
        }
        kiosk.touch(.ended)
        while kiosk.stage.stateAtRest == nil { try kiosk.loop.runOnce() }
        let (day, offset, stack) = (kiosk.stage.theme, scroll.offset, kiosk.stage.stackNames)
        #expect(offset > 0 && !kiosk.stage.isNight)
        kiosk.folder.write(
            "[theme]\nnight-from = \"\(Self.clock(-60))\"\nnight-until = \"\(Self.clock(60))\"\n",
            to: "kiosk/kiosk.toml")
        #expect(try kiosk.readAnew() == [])
        while !kiosk.stage.isNight { try kiosk.loop.runOnce() }
        #expect(kiosk.stage.theme != day && kiosk.stage.stackNames == stack)
        #expect(kiosk.views.lazy.compactMap { $0 as? ScrollView }.first?.offset == offset)
        // The day comes back.
        kiosk.folder.write("[theme]\nbase = \"paper\"\n", to: "kiosk/kiosk.toml")
        #expect(try kiosk.readAnew() == [])
        while kiosk.stage.isNight { try kiosk.loop.runOnce() }
        #expect(kiosk.stage.theme == day)
        #expect(kiosk.views.lazy.compactMap { $0 as? ScrollView }.first?.offset == offset)
    }

    @Test func `night waits for a finger that holds something`() throws {
        let kiosk = try Kiosk()
        kiosk.folder.write("# Home\n", to: "dark/home.md")
        kiosk.folder.write(
            "[theme]\nnight-from = \"\(Self.clock(-60))\"\nnight-until = \"\(Self.clock(60))\"\n", to: "dark/kiosk.toml"
        )
        let dark = try StartScreens(kiosk: "\(kiosk.folder.path)/dark", on: Configuration()) { Issue.record("\($0)") }
        let change = PageChange(of: kiosk.stage, try #require(kiosk.screen.frameLoop), loop: kiosk.loop)
        let night = try NightWatch(on: kiosk.stage, change, loop: kiosk.loop, log: Logger(label: "test"))
        kiosk.touch(.began)
        night.follow(dark)
        for step in 1...20 {
            kiosk.touch(.moved, Point(260, 200 - Double(step)))
            try kiosk.loop.runOnce()
        }
        #expect(!kiosk.stage.isNight && kiosk.stage.isBusy)
        kiosk.touch(.ended)
        while !kiosk.stage.isNight { try kiosk.loop.runOnce() }
    }

    /// Watches the light in the file `lux` of the kiosk's folder for pages with a night.
    private func watchLight(_ kiosk: Kiosk, night: String) throws -> NightWatch {
        kiosk.folder.write("# Home\n", to: "dark/home.md")
        kiosk.folder.write("[theme]\n\(night)\n", to: "dark/kiosk.toml")
        let dark = try StartScreens(kiosk: "\(kiosk.folder.path)/dark", on: Configuration()) { Issue.record("\($0)") }
        let change = PageChange(of: kiosk.stage, try #require(kiosk.screen.frameLoop), loop: kiosk.loop)
        let table = LightTable(path: "\(kiosk.folder.path)/lux", delay: .zero)
        let night = try NightWatch(
            on: kiosk.stage, change, table, every: .milliseconds(20), loop: kiosk.loop, log: Logger(label: "test"))
        night.follow(dark)
        return night
    }

    @Test func `night comes with darkness and goes with light, as arrivals, which recordings have`() throws {
        let kiosk = try Kiosk()
        var arrived: [ArrivalRecord.What] = []
        kiosk.stage.onArrival = { arrived.append($0.what) }
        kiosk.folder.write("3", to: "lux")
        let night = try watchLight(kiosk, night: "night-from = \"light\"")
        while !kiosk.stage.isNight { try kiosk.loop.runOnce() }
        kiosk.folder.write("300", to: "lux")
        while kiosk.stage.isNight { try kiosk.loop.runOnce() }
        #expect(arrived.filter { $0 == .night(true) || $0 == .night(false) } == [.night(true), .night(false)])
        withExtendedLifetime(night) {}
    }

    @Test func `without a sensor the clock decides, and the light in the room wins over it`() throws {
        let kiosk = try Kiosk()
        let night = try watchLight(
            kiosk, night: "night-from = \"\(Self.clock(-60))\"\nnight-until = \"\(Self.clock(60))\"")
        while !kiosk.stage.isNight { try kiosk.loop.runOnce() }
        kiosk.folder.write("500", to: "lux")
        while kiosk.stage.isNight { try kiosk.loop.runOnce() }
        withExtendedLifetime(night) {}
    }

    @Test func `a finger that does not lift keeps a reload waiting for a limited time`() throws {
        #expect(KioskReload.patience == .seconds(10))
        let kiosk = try Kiosk(patience: .milliseconds(50))
        let before = kiosk.stage.theme
        kiosk.touch(.began)
        kiosk.folder.write("theme = \"night\"\n", to: "kiosk/kiosk.toml")
        #expect(try kiosk.readAnew() == [])
        #expect(kiosk.stage.theme == before)
        while kiosk.stage.theme == before { try kiosk.loop.runOnce() }
        kiosk.touch(.moved, Point(260, 100))
        kiosk.touch(.ended, Point(260, 100))
        #expect(kiosk.stage.gesturesUnderWay.isEmpty)
    }
}
