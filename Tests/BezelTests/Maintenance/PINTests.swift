// What visitors, vandals and disks do to the PIN: the limit holds, and the technician gets in.

import Geometry
import Glibc
import Linux
import Stage
import TestFolders
import TestRandomness
import Testing

@testable import Machine
@testable import Run

@Suite struct PINTests {
    @Test func `a PIN sheet that is pulled away while it makes wait leaves nothing behind`() throws {
        let kiosk = try MaintenanceKiosk()
        kiosk.open()
        for _ in 0..<3 { try kiosk.type("271829") }
        kiosk.dismiss()
        #expect(kiosk.stage.sheets.isEmpty)
        // The wait's countdown would have ended by now.
        kiosk.stage.advance(to: kiosk.stage.now + .seconds(60))
        kiosk.open()
        try kiosk.type("271828")
        #expect(kiosk.shown == "maintenance")
    }

    @Test(arguments: ["", "\n", "none", "-1", "9223372036854775807", "99999999999999999999 1", "\u{0}\u{0}\u{0}", "3x"])
    func `a damaged file makes wait, and the right PIN mends it`(_ text: String) throws {
        let kiosk = try MaintenanceKiosk(tries: text)
        kiosk.open()
        try kiosk.type("271828")
        #expect(kiosk.shown == "pin")
        kiosk.dismiss()
        kiosk.stage.advance(to: kiosk.stage.now + PINLimit.longestWait)
        kiosk.open()
        try kiosk.type("271828")
        #expect(kiosk.shown == "maintenance" && kiosk.kept == 0)
    }

    @Test(arguments: [true, false])
    func `a file that cannot be read or replaced gives no free try, at no start`(_ canBeRead: Bool) throws {
        let kiosk = try MaintenanceKiosk(
            tries: canBeRead ? "0 1" : nil,
            prepare: { folder in
                if canBeRead {
                    folder.write([], to: "pin-tries.new/in-the-way")
                } else {
                    mkdir(folder.path + "/pin-tries", 0o700)
                }
            })
        _ = kiosk.kept
        kiosk.open()
        try kiosk.type("271828")
        #expect(kiosk.shown == "pin")
        kiosk.stage.advance(to: kiosk.stage.now + PINLimit.firstWait)
        try kiosk.type("271828")
        #expect(kiosk.shown == "maintenance")
    }

    @Test func `the line that bezel pin writes is one that the machine's file takes, and holds no PIN`() throws {
        let asked = BezelProcess(
            ["-c", "echo 271828 | \"$0\" pin", BezelProcess.binary], program: "/bin/sh"
        ).wait()
        #expect(asked.code == 0 && asked.said.isEmpty, "\(asked.said)")
        // Scrypt with N = 2¹⁴, r = 32 and p = 1.
        #expect(asked.text.hasPrefix("pin = \"$7$CU..../") && !asked.text.contains("271828"), "\(asked.text)")
        let folder = TemporaryFolder()
        let machine = try Configuration(path: folder.write("[maintenance]\n" + asked.text, to: "bezel.toml"))
        let table = try #require(machine.maintenance)
        #expect(try table.pin.matches("271828"))
        #expect(table.corner == .topLeft && table.hold == .seconds(3))
        for wrong in ["123", "1234567890123", "27l828", ""] {
            let refused = BezelProcess(
                ["-c", "echo '\(wrong)' | \"$0\" pin", BezelProcess.binary], program: "/bin/sh"
            ).wait()
            #expect(refused.code == 65 && refused.output.isEmpty, "\(wrong)")
            #expect(refused.said.contains("a PIN has 4 to 12 digits"), "\(refused.said)")
        }
    }

    @Test func `wrong tries are forgotten after a day, in a run and over starts`() throws {
        // A clock that was not set yet says nothing of the age.
        let unset = try MaintenanceKiosk(tries: "9 612966")
        #expect(unset.attempts.limit.failures == 9 && unset.attempts.waiting(at: .zero) != nil)
        let old = try MaintenanceKiosk(tries: "9 \(MaintenanceKiosk.day - 86_400)")
        #expect(old.maintenance.waiting == nil)
        let young = try MaintenanceKiosk(tries: "9 \(MaintenanceKiosk.day - 80_000)")
        #expect(young.maintenance.waiting == .seconds(1920))
        // A clock that was set back says nothing.
        let later = try MaintenanceKiosk(tries: "9 \(MaintenanceKiosk.day + 500_000)")
        #expect(later.maintenance.waiting == .seconds(1920))
        var limit = PINLimit(failures: 9, at: .zero)
        limit.began(at: .zero + .seconds(86_400))
        #expect(limit.failures == 1)
        limit = PINLimit(failures: 9, age: .seconds(80_000), at: .zero)
        limit.began(at: .zero + .seconds(6000))
        #expect(limit.failures == 10)
        limit.began(at: .zero + .seconds(6000 + 86_400))
        #expect(limit.failures == 1)
    }

    @Test func `two screens share one limit, and one comparison at a time`() throws {
        let left = try MaintenanceKiosk(answersAtOnce: false)
        let right = try MaintenanceKiosk(beside: left)
        left.open()
        right.open()
        try left.type("271829")
        try right.type("271829")
        #expect(left.kept == 1)
        left.waiting?(.success(false))
        // The digits on the right are still there.
        try right.tap(["✓"])
        #expect(left.kept == 2)
        right.waiting?(.success(false))
        try left.type("271829")
        left.waiting?(.success(false))
        #expect(left.maintenance.waiting != nil && right.maintenance.waiting != nil)
        try right.type("271828")
        #expect(right.waiting == nil && left.kept == 3)
    }

    @Test func `whatever is done to the PIN sheets, the right PIN opens one after the wait`() throws {
        var random = SplitMix(20)
        for _ in 0..<60 {
            let first = try MaintenanceKiosk(answersAtOnce: random.chance(2))
            let screens = [first, try MaintenanceKiosk(beside: first)]
            for _ in 0..<random.below(30) {
                let kiosk = screens[random.below(2)]
                switch random.below(9) {
                case 0: kiosk.open()
                case 1: try kiosk.tapWhatIsShown("271829".map { String($0) } + ["✓"])
                case 2: kiosk.dismiss()
                case 3: kiosk.stage.sheets.last?.dismiss()
                case 4: first.pass(.seconds(Double(random.below(100))), with: screens[1])
                case 5:
                    let isWide = kiosk.stage.panel.pixels.width > kiosk.stage.panel.pixels.height
                    kiosk.stage.change(
                        to: isWide
                            ? Panel(pixels: PixelSize(1080, 1920), millimetres: Size(296, 527)) : MaintenanceKiosk.panel
                    )
                case 6: kiosk.stage.begin(with: Screen(name: "home", title: "Home"))
                case 7: first.waiting?(.success(false))
                default: try kiosk.tapWhatIsShown(["2", "⌫", "7"])
                }
            }
            first.waiting?(.success(false))
            for kiosk in screens {
                kiosk.stage.change(to: MaintenanceKiosk.panel)
                kiosk.dismiss()
                first.pass(PINLimit.longestWait + .seconds(60), with: screens[1])
                kiosk.open()
                #expect(kiosk.shown == "pin")
                try kiosk.type("271828")
                kiosk.waiting?(.success(true))
                #expect(kiosk.shown == "maintenance")
            }
        }
    }
}
