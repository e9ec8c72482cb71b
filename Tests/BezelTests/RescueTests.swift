// The out-of-order page, on screens of every shape.

import Geometry
import Stage
import TestFolders
import Testing

@testable import Bezel
@testable import Run

@Suite struct RescueTests {
    private func frames(_ size: PixelSize, _ millimetres: Size, _ notice: RescueNotice) -> [Rect] {
        let panel = Panel(pixels: size, millimetres: millimetres)
        let screen = RescueScreen(notice)
        let stage = Stage(
            panel: panel, theme: Theme(.night, on: panel), gestures: GestureSettings(), root: screen, at: .zero)
        _ = stage.plan(at: .zero)
        return screen.view.content.subviews.map(\.frame)
    }

    private func notice(_ folder: TemporaryFolder) -> RescueNotice {
        let lines = (1...20).map { "line \($0): " + String(repeating: "something that has failed ", count: 6) }
        return RescueNotice(
            contact: folder.write("\nFront desk, ground floor\n+49 30 1234567\n", to: "contact"),
            reason: folder.write(lines.joined(separator: "\n"), to: "reason"), retry: 10)
    }

    @Test func `the last lines count, and blank ones do not`() {
        let folder = TemporaryFolder()
        let notice = notice(folder)
        #expect(notice.contact == "Front desk, ground floor\n+49 30 1234567")
        #expect(notice.reason.count == 8)
        #expect(notice.reason.last?.hasPrefix("line 20") == true)
        let bare = RescueNotice(contact: "/nonexistent", reason: nil, retry: nil)
        #expect(bare.contact == nil && bare.reason.isEmpty && bare.next == nil)
    }

    @Test(arguments: [
        (PixelSize(1920, 1080), Size(527, 296)), (PixelSize(1080, 1920), Size(296, 527)),
        (PixelSize(800, 480), Size(154, 86)), (PixelSize(3840, 2160), Size(1210, 680)),
        (PixelSize(480, 800), Size(86, 154)),
    ])
    func `no text overlaps another or lies outside the screen`(size: PixelSize, millimetres: Size) {
        let all = frames(size, millimetres, notice(TemporaryFolder()))
        #expect(all.count == 5)
        for (above, below) in zip(all, all.dropFirst()) {
            #expect(below.origin.y >= above.maxY, "\(size): \(below) begins above the end of \(above)")
            #expect(below.height > 0 && below.origin.x >= 0 && below.maxX <= Double(size.width))
        }
        #expect(all.last!.maxY <= Double(size.height))
    }
}
