// Sheets: they come from below, are pulled away, and share one finger with what scrolls in them.

import Geometry
import Layers
import Stage
import Testing
import TouchScript

@Suite struct SheetTests {
    /// A stage with a sheet at rest over the home page. The sheet's content is three times as high as the sheet.
    func presented(contentHeight: Double? = 3000) -> (Glass, TestScreen) {
        let glass = Glass()
        let terms = TestScreen("terms", contentHeight: contentHeight)
        glass.stage.present(terms)
        glass.settle()
        return (glass, terms)
    }

    @Test func `presenting covers the screen behind, dismissing uncovers it`() {
        let (glass, terms) = presented()
        #expect(
            glass.transitions == [
                "present home terms began", "present home terms settling", "present home terms finished",
            ])
        #expect(terms.heard == ["willAppear", "didAppear"])
        glass.stage.sheets[0].dismiss()
        glass.settle()
        #expect(glass.transitions.last == "dismiss terms home finished")
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test func `a sheet that has gone is not dismissed again`() {
        let (glass, _) = presented()
        let sheet = glass.stage.sheets[0]
        sheet.dismiss()
        glass.settle()
        let before = glass.transitions
        sheet.dismiss()
        sheet.leave()
        #expect(glass.transitions == before)
        #expect(!glass.stage.isMoving)
    }

    @Test func `a screen knows that it lies in a sheet when it loads its content`() {
        let glass = Glass()
        var isInSheet: Bool?
        let screen = ContentScreen("terms") { _ in }
        let asking = ContentScreen("asking") { content in isInSheet = content.screen?.navigator?.sheet != nil }
        glass.push(screen)
        glass.stage.present(asking)
        #expect(isInSheet == true)
    }

    @Test func `where a sheet rises above its highest, nothing behind it shows below`() throws {
        let (glass, _) = presented(contentHeight: nil)
        let finger = HeldFinger(glass, at: Point(250, 33))
        finger.drag(to: Point(250, 4), over: .milliseconds(300))
        #expect(try #require(glass.stage.movingScreens(at: glass.stage.now).first?.1) < -5)
        let bitmap = Bitmap(size: Glass.panel.pixels, isOpaque: true)
        let frame = glass.stage.plan(at: glass.stage.now)
        glass.stage.draw(frame, into: bitmap.surface, region: Region(bitmap.size.bounds))
        #expect(bitmap.pixels[(1080 - 2) * 1920 + 960] == Glass.theme.background.premultiplied)
        finger.lift()
        glass.settle()
        #expect(!glass.stage.isMoving)
    }

    @Test func `a long pull on the bar dismisses, a short one goes back`() {
        let (glass, _) = presented()
        glass.touch {
            $0.down(at: Point(250, 30)).drag(to: Point(250, 60), over: .milliseconds(300)).hold(for: .milliseconds(100))
                .lift()
        }
        glass.settle()
        #expect(glass.stage.sheets.count == 1)
        #expect(glass.transitions.last == "dismiss terms home cancelled")
        glass.touch {
            $0.down(at: Point(250, 30)).drag(to: Point(250, 120), over: .milliseconds(300)).hold(
                for: .milliseconds(100)
            ).lift()
        }
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
        #expect(glass.transitions.last == "dismiss terms home finished")
    }

    @Test func `above its rest a sheet gives like a rubber band`() throws {
        let (glass, _) = presented(contentHeight: nil)
        let touch = TouchScript(start: glass.stage.now)
        var finger = touch.down(at: Point(250, 100))
        finger = finger.drag(to: Point(250, 110), over: .milliseconds(100))
        finger = finger.drag(to: Point(250, 60), over: .milliseconds(100))
        glass.play(touch.frames)
        let offset = try #require(glass.stage.movingScreens(at: glass.stage.now).first?.1)
        #expect(offset < 0 && offset > -24)
        finger.lift()
        glass.play([touch.frames.last!])
        glass.settle()
        #expect(glass.stage.sheets.count == 1)
    }

    @Test func `one finger goes from the content to the sheet and back, with no jump`() throws {
        let (glass, terms) = presented()
        let scroll = try #require(terms.scroll)
        let density = Glass.panel.density(.vertical)
        let touch = TouchScript(start: glass.stage.now)
        // Up by 22: the content scrolls 20. Down by 60: 20 back, then the sheet 40.
        var finger = touch.down(at: Point(250, 200))
        finger = finger.drag(to: Point(250, 178), over: .milliseconds(200))
        glass.play(touch.frames)
        #expect(abs(scroll.offset / density - 20) < 1e-6)
        var played = touch.frames.count
        finger = finger.drag(to: Point(250, 238), over: .milliseconds(400))
        glass.play(Array(touch.frames.dropFirst(played)))
        played = touch.frames.count
        #expect(scroll.offset == 0)
        #expect(abs((glass.stage.movingScreens(at: glass.stage.now).first?.1 ?? 0) - 40) < 1e-6)
        // Up again by 50: the sheet closes its gap of 40, then the content scrolls 10.
        finger = finger.drag(to: Point(250, 188), over: .milliseconds(400))
        glass.play(Array(touch.frames.dropFirst(played)))
        played = touch.frames.count
        #expect(glass.stage.movingScreens(at: glass.stage.now).isEmpty)
        #expect(abs(scroll.offset / density - 10) < 1e-6)
        // And down by 110: 10 back, the sheet 100; it goes.
        finger = finger.drag(to: Point(250, 298), over: .milliseconds(400)).hold(for: .milliseconds(100))
        finger.lift()
        glass.play(Array(touch.frames.dropFirst(played)))
        #expect(abs((glass.stage.movingScreens(at: glass.stage.now).first?.1 ?? 0) - 100) < 1e-6)
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
        #expect(
            glass.lines("scroll").filter { $0.contains("handover") }.map { $0.contains("\"sheet\"") } == [
                true, false, true,
            ])
    }

    @Test func `a fling that reaches the top is no dismissal`() throws {
        let (glass, terms) = presented()
        let scroll = try #require(terms.scroll)
        glass.touch {
            $0.down(at: Point(250, 250)).drag(to: Point(250, 100), over: .milliseconds(300)).hold(
                for: .milliseconds(100)
            ).lift()
        }
        glass.settle()
        #expect(scroll.offset > 100)
        glass.touch { $0.down(at: Point(250, 100)).drag(to: Point(250, 150), over: .milliseconds(40)).lift() }
        glass.settle()
        #expect(scroll.offset == 0)
        #expect(glass.stage.sheets.count == 1)
    }

    @Test func `pulling the content at its top moves the sheet at once`() {
        let (glass, _) = presented()
        glass.touch {
            $0.down(at: Point(250, 100)).drag(to: Point(250, 200), over: .milliseconds(300)).hold(
                for: .milliseconds(100)
            ).lift()
        }
        #expect(glass.lines("gesture").contains { $0.contains("at its top; the sheet takes it") })
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test func `a sheet that is coming is caught and thrown down again`() {
        let glass = Glass()
        glass.stage.present(TestScreen("terms"))
        glass.stage.advance(to: .zero + .milliseconds(250))
        glass.touch { $0.down(at: Point(250, 200)).drag(to: Point(250, 280), over: .milliseconds(80)).lift() }
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
        #expect(glass.transitions.last == "present home terms cancelled")
    }

    @Test func `a tap outside dismisses, and nothing behind a sheet is touched`() {
        let (glass, _) = presented()
        glass.touch { $0.down(at: Point(100, 10)).lift() }
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test func `a sheet has its own stack`() {
        let (glass, _) = presented()
        glass.stage.frontNavigator.push(TestScreen("small print"), animated: false)
        glass.touch { $0.down(at: Point(2, 150)).drag(to: Point(200, 150), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stage.sheets[0].navigator.screens.map(\.name) == ["terms"])
        #expect(glass.stack == ["home"])
        glass.stage.traceEnd()
        #expect(
            glass.lines("end")[0].hasSuffix(
                "\"stack\":[\"home\"],\"sheets\":[\"terms\"],\"stacks\":{\"\":[\"home\"],\"terms\":[\"terms\"]},\"stuck\":[]}"
            ))
    }
}
