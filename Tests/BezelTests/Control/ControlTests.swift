// What a running kiosk answers, over the real socket and in the real loop.

import Frames
import Geometry
import Glibc
import Layers
import Testing
import TouchScript

@testable import Bezel
@testable import Linux
@testable import Machine
@testable import Run
@testable import Stage

@Suite(.serialized) struct ControlTests {
    @Test func `a status says what is shown, for people and for programs`() throws {
        let kiosk = try RunningKiosk()
        let (text, json) = try kiosk.run { socket in
            (try Asker.ask(socket, .status)?.text, try Asker.ask(socket, .status) { $0.isJSON = true }?.text)
        }
        #expect(text?.contains("headless 640x360@60, 527 × 296 mm") == true)
        #expect(text?.contains("shows   home") == true)
        #expect(json?.contains(#""stack":["home"]"#) == true)
        #expect(json?.contains(#""version":"\#(BezelVersion.text)""#) == true)
        #expect(json?.field("width") == "640")
    }

    @Test func `before the first screen exists, the kiosk answers that there is nothing to open`() throws {
        let kiosk = try RunningKiosk(hasScreen: false)
        let answers = try kiosk.run { socket in
            [
                try Asker.ask(socket, .status)?.text, try Asker.ask(socket, .status) { $0.isJSON = true }?.text,
                try Asker.ask(socket, .metrics)?.text, try Asker.ask(socket, .status) { $0.screen = 2 }?.line,
                try Asker.ask(socket, .home)?.line, try Asker.ask(socket, .reload)?.line,
                try Asker.ask(socket, .logLevel) { $0.level = "loud" }?.line,
                try Asker.ask(socket, .reload) { $0.screen = 2 }?.line,
            ]
        }
        #expect(answers[0]?.hasPrefix("bezel \(BezelVersion.text), process ") == true)
        #expect(answers[1]?.contains(#""screens":[]"#) == true)
        #expect(answers[2]?.contains("bezel_screens 0\n") == true)
        #expect(answers[3]?.contains("there is no screen 2; there is none yet") == true)
        #expect(answers[4]?.contains("there is no screen 1; there is none yet") == true)
        #expect(answers[5]?.contains("there is none yet") == false)
        #expect(answers[6]?.contains("there are trace, debug") == true)
        #expect(answers[7]?.contains("there is no screen 2; there is none yet") == true)
    }

    @Test func `a page opens as by a link, and the way back leads home`() throws {
        let kiosk = try RunningKiosk()
        let stacks = try kiosk.run { socket in
            var stacks: [String?] = []
            _ = try Asker.ask(socket, .open) { $0.page = "hours" }
            stacks.append(try Asker.ask(socket, .status) { $0.isJSON = true }?.text.field("stack"))
            _ = try Asker.ask(socket, .open) { $0.page = "engine" }
            _ = try Asker.ask(socket, .home)
            return stacks
        }
        #expect(stacks == [#"["home","hours"]"#])
        try kiosk.play([])
        #expect(kiosk.stage.stackNames == ["home"])
        let refusals = try kiosk.run { socket in
            [
                try Asker.ask(socket, .back)?.line, try Asker.ask(socket, .open) { $0.page = "nowhere" }?.line,
                try Asker.ask(socket, .open)?.line, try Asker.ask(socket, .home) { $0.screen = 2 }?.line,
            ]
        }
        #expect(refusals[0]?.contains("no page to go back to") == true)
        #expect(refusals[1]?.contains(#"there is no page \"nowhere\"; there are "#) == true)
        #expect(refusals[1]?.contains(#""code":65"#) == true)
        #expect(refusals[2]?.contains(#"\"page\" is missing"#) == true)
        #expect(refusals[3]?.contains("there is no screen 2; there is 1") == true)
    }

    @Test func `the page on top that is asked for again stays, and another one comes`() throws {
        let kiosk = try RunningKiosk()
        let answers = try kiosk.run { socket in
            try ["hours", "hours", "hours", "engine", "hours", "hours"].map { page in
                try Asker.ask(socket, .open) { $0.page = page }?.isDone
            }
        }
        #expect(answers.allSatisfy { $0 == true })
        try kiosk.play([])
        #expect(kiosk.stage.stackNames == ["home", "hours", "engine", "hours"])
    }

    @Test func `the status says whether it is night`() throws {
        let kiosk = try RunningKiosk()
        for isNight in [false, true] {
            kiosk.stage.take(night: isNight)
            let (text, json) = try kiosk.run { socket in
                (try Asker.ask(socket, .status)?.text, try Asker.ask(socket, .status) { $0.isJSON = true }?.text)
            }
            #expect(json?.contains("\"night\":\(isNight)") == true)
            #expect(text?.contains(" mm, night\n") == isNight)
        }
    }

    @Test func `going back while the last page leaves is refused, because nothing is left to go back to`() throws {
        let kiosk = try RunningKiosk()
        let codes: [Bool?] = try kiosk.run { socket in
            _ = try Asker.ask(socket, .open) { $0.page = "hours" }
            while try Asker.ask(socket, .status, { $0.isJSON = true })?.text.contains("\"moving\":true") == true {}
            return [try Asker.ask(socket, .back)?.isDone, try Asker.ask(socket, .back)?.isDone]
        }
        #expect(codes == [true, false])
    }

    @Test func `a screenshot is what is on the glass, to the pixel`() throws {
        let kiosk = try RunningKiosk()
        try kiosk.play([])
        // On a slow machine the first frame, or the page's picture, comes later.
        while kiosk.display.lastFrame == nil || kiosk.frameLoop.door?.isReading == true || kiosk.stage.isMoving {
            try kiosk.loop.runOnce()
        }
        var isShown = false
        kiosk.frameLoop.repaint { _ in isShown = true }
        while !isShown { try kiosk.loop.runOnce() }
        let answer = try #require(try kiosk.run { try Asker.ask($0, .screenshot) })
        #expect(answer.line.contains(#""width":640,"height":360,"format":"xrgb8888","bytes":921600"#))
        let glass = try #require(kiosk.display.lastFrame)
        #expect(answer.body.withUnsafeBytes { Self.differing($0.bindMemory(to: UInt32.self).baseAddress!, glass) } == 0)
    }

    @Test func `a screenshot during a movement is the next frame that comes to the glass`() throws {
        let kiosk = try RunningKiosk()
        try kiosk.play([])
        kiosk.stage.slowMotion = 50
        kiosk.screen.change { $0.frontNavigator.push(try! kiosk.screen.pages().screen("hours")) }
        for _ in 0..<8 {
            var taken: Bitmap?
            kiosk.frameLoop.capture { taken = $0 }
            while taken == nil { try kiosk.loop.runOnce() }
            #expect(kiosk.stage.isMoving)
            while kiosk.display.nextPresentation != nil { try kiosk.loop.runOnce() }
            let (bitmap, glass) = (try #require(taken), try #require(kiosk.display.lastFrame))
            #expect(Self.differing(bitmap.pixels, glass) == 0)
        }
    }

    @Test(arguments: [true, false])
    func `a request for the next frame is answered also when no frame comes`(isDark: Bool) throws {
        let kiosk = try RunningKiosk()
        try kiosk.play([])
        kiosk.stage.slowMotion = 50
        kiosk.screen.change { $0.frontNavigator.push(try! kiosk.screen.pages().screen("hours")) }
        var taken: Bitmap?
        kiosk.frameLoop.capture { taken = $0 }
        #expect(taken == nil)
        if isDark { kiosk.frameLoop.isDark = true } else { kiosk.frameLoop.show(on: nil) }
        #expect(taken != nil)
    }

    /// How many pixels of a picture of 640 by 360 differ from those on `glass`.
    private static func differing(_ pixels: UnsafePointer<UInt32>, _ glass: PixelSurface) -> Int {
        let seen = glass.base.assumingMemoryBound(to: UInt32.self)
        return (0..<360).reduce(0) { sum, y in
            sum + (0..<640).count { x in (pixels[y * 640 + x] ^ seen[y * glass.pitch / 4 + x]) & 0xFFFFFF != 0 }
        }
    }

    @Test func `a glass that was put to sleep draws nothing, and the touch that wakes it presses nothing`() throws {
        let kiosk = try RunningKiosk()
        try kiosk.play([])
        _ = try kiosk.run { try Asker.ask($0, .blank) }
        while !kiosk.frameLoop.isDark { try kiosk.loop.runOnce() }
        #expect(!kiosk.display.isOn)
        let frames = kiosk.frameLoop.frames
        kiosk.screen.change { $0.navigator.push(try! kiosk.screen.pages().screen("hours")) }
        try kiosk.loop.runOnce(until: MonotonicClock.now() + .milliseconds(500))
        #expect(kiosk.frameLoop.frames == frames)
        kiosk.screen.change { $0.navigator.popToRoot(animated: false) }
        let before = kiosk.trace.count
        let touch = TouchScript()
        // A tap on a row.
        touch.tap(at: Point(400, 184))
        try kiosk.play(touch.frames)
        #expect(!kiosk.frameLoop.isDark && kiosk.display.isOn)
        #expect(kiosk.trace.count == before, "\(kiosk.trace[before...].map { $0.json(since: .zero) })")
        try kiosk.play(touch.frames)
        #expect(kiosk.stage.stackNames.count == 2)
    }

    @Test func `a page that is opened on a dark glass lights it`() throws {
        let kiosk = try RunningKiosk()
        try kiosk.play([])
        _ = try kiosk.run { try Asker.ask($0, .blank) }
        while !kiosk.frameLoop.isDark { try kiosk.loop.runOnce() }
        _ = try kiosk.run { try Asker.ask($0, .open) { $0.page = "hours" } }
        while kiosk.frameLoop.isDark || !kiosk.display.isOn { try kiosk.loop.runOnce() }
        #expect(kiosk.stage.stackNames == ["home", "hours"])
    }

    @Test func `several requests in a connection are answered in turn, also when they come at once`() throws {
        let kiosk = try RunningKiosk()
        let answers = try kiosk.run { socket in
            let connection = try LocalConnection(to: socket, seconds: 20)
            let lines = [Asker.request(.status), Asker.request(.metrics), Asker.request(.screenshot), "{}"]
            try connection.send(Array(lines.map { $0 + "\n" }.joined().utf8))
            return try lines.map { _ in try Asker.answer(on: connection) }
        }
        #expect(answers.map { $0?.isDone } == [true, true, true, false])
        #expect(answers[1]?.text.hasSuffix("# EOF\n") == true)
        #expect(answers[2]?.body.count == 4 * 640 * 360)
    }

    @Test(
        arguments: [
            ("", "one JSON object"), ("status", "one JSON object"),
            (#"{"command":"status"}"#, "begins with its version"),
            (#"{"bezel":2,"command":"status"}"#, "version 2"),
            (#"{"bezel":1,"command":"sing"}"#, "there are status, screenshot"),
            (#"{"bezel":1,"command":"log-level","level":"loud"}"#, "there are trace, debug"),
            (#"{"bezel":1,"command":"record","last":-1}"#, "number of seconds"),
            (#"{"bezel":1,"command":"record","last":60}"#, "no touch since"),
        ])
    func `a request that cannot be understood is refused with a reason`(line: String, reason: String) throws {
        let kiosk = try RunningKiosk()
        let answer = try kiosk.run { try Asker.ask($0, line) }
        #expect(answer?.isDone == false)
        #expect(answer?.line.contains(reason) == true, "\(answer?.line ?? "nothing")")
        #expect(kiosk.server.count <= 1)
    }
}
