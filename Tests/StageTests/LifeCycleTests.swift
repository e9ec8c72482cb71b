// What screens hear of coming and going: each thing once, in order, whatever lies over what.

import Geometry
import Stage
import Testing
import TouchScript

@Suite struct LifeCycleTests {
    /// Logs what all screens hear.
    final class Diary {
        var lines: [String] = []
        func take() -> [String] {
            defer { lines = [] }
            return lines
        }
    }

    final class Writing: Screen {
        let diary: Diary
        init(_ name: String, _ diary: Diary) {
            self.diary = diary
            super.init(name: name, title: name)
        }
        override func willAppear() { diary.lines.append("\(name) will appear") }
        override func didAppear() { diary.lines.append("\(name) did appear") }
        override func willDisappear() { diary.lines.append("\(name) will disappear") }
        override func didDisappear() { diary.lines.append("\(name) did disappear") }
    }

    let diary = Diary()
    func screen(_ name: String) -> Writing { Writing(name, diary) }

    @Test func `the first screen of a sheet comes once, and what lies behind goes and comes again`() {
        let glass = Glass(root: screen("home"))
        #expect(diary.take() == ["home will appear", "home did appear"])
        glass.stage.present(screen("terms"))
        #expect(diary.take() == ["home will disappear", "terms will appear"])
        glass.settle()
        #expect(diary.take() == ["home did disappear", "terms did appear"])
        glass.stage.sheets[0].dismiss()
        glass.settle()
        #expect(
            diary.take() == [
                "terms will disappear", "home will appear", "terms did disappear", "home did appear",
            ])
    }

    @Test func `a sheet leaves with the screen that is on top of its stack`() {
        let glass = Glass(root: screen("home"))
        glass.stage.present(screen("terms"), animated: false)
        glass.stage.sheets[0].navigator.push(screen("details"), animated: false)
        _ = diary.take()
        glass.stage.sheets[0].dismiss(animated: false)
        #expect(
            diary.take() == [
                "details will disappear", "home will appear", "details did disappear", "home did appear",
            ])
    }

    @Test func `dismissing a sheet below others dismisses those above it first`() {
        let glass = Glass(root: screen("home"))
        for name in ["a", "b", "c"] { glass.stage.present(screen(name), animated: false) }
        _ = diary.take()
        glass.stage.sheets[0].dismiss(animated: false)
        #expect(
            diary.take() == [
                "c will disappear", "b will appear", "c did disappear", "b did appear",
                "b will disappear", "a will appear", "b did disappear", "a did appear",
                "a will disappear", "home will appear", "a did disappear", "home did appear",
            ])
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test func `a page that came to the front under a leaving one hears that it goes when that one is brought back`() {
        let glass = Glass(root: screen("home"))
        glass.stage.navigator.push(screen("hours"), animated: false)
        glass.stage.navigator.push(screen("plan"), animated: false)
        glass.stage.navigator.pop()
        glass.stage.advance(to: glass.stage.now + .milliseconds(80))
        glass.stage.navigator.pop(animated: false)
        _ = diary.take()
        glass.touch {
            $0.down(at: Point(400, 100)).drag(to: Point(200, 100), over: .milliseconds(250)).lift()
        }
        glass.settle()
        #expect(glass.stack == ["home", "plan"])
        #expect(
            diary.take().filter { !$0.hasPrefix("plan") } == ["home will disappear", "home did disappear"])
        glass.stage.navigator.pop(animated: false)
        #expect(
            diary.take() == ["plan will disappear", "home will appear", "plan did disappear", "home did appear"])
    }

    @Test func `two pops in a row: the page between them comes and goes, and never hears that it is there`() {
        let glass = Glass(root: screen("home"))
        glass.stage.navigator.push(screen("hours"), animated: false)
        glass.stage.navigator.push(screen("plan"), animated: false)
        _ = diary.take()
        glass.stage.navigator.pop()
        glass.stage.advance(to: glass.stage.now + .milliseconds(50))
        glass.stage.navigator.pop()
        glass.settle()
        #expect(
            diary.take() == [
                "plan will disappear", "hours will appear", "hours will disappear", "home will appear",
                "plan did disappear", "hours did disappear", "home did appear",
            ])
    }

    @Test func `a page that is pushed beneath a sheet hears of it when the sheet uncovers it`() {
        let glass = Glass(root: screen("home"))
        glass.stage.present(screen("terms"), animated: false)
        _ = diary.take()
        glass.stage.navigator.push(screen("hours"))
        glass.settle()
        #expect(diary.take() == [])
        glass.stage.sheets[0].dismiss(animated: false)
        #expect(
            diary.take() == [
                "terms will disappear", "hours will appear", "terms did disappear", "hours did appear",
            ])
    }

    @Test func `another visitor: each screen that was there goes once`() {
        let glass = Glass(root: screen("home"))
        glass.stage.navigator.push(screen("hours"), animated: false)
        glass.stage.present(screen("terms"))
        glass.stage.advance(to: glass.stage.now + .milliseconds(50))
        _ = diary.take()
        glass.stage.begin(with: screen("again"))
        let heard = diary.take()
        #expect(heard.filter { $0 == "terms did disappear" }.count == 1)
        #expect(heard.filter { $0 == "hours did disappear" }.count <= 1)
        #expect(heard.suffix(2) == ["again will appear", "again did appear"])
    }
}
