// Warns about pages that go back differently from the rest of their kiosk, or that cannot be left.

import Geometry
import Settings
import Stage

/// The common way of going back in a kiosk, and the warnings for pages that differ from it.
struct PageHabits {
    private let kiosk: Kiosk
    private let gestures: GestureTable
    private let ways: PageWays
    private let pop: PopStyle

    /// The habits of `kiosk` on a machine with the gesture settings `machine`.
    init(of kiosk: Kiosk, machine: GestureTable) {
        self.kiosk = kiosk
        gestures = kiosk.gestures.completed(by: machine)
        ways = PageWays(through: kiosk)
        pop = gestures.pop ?? GestureSettings().pop
    }

    /// Reports differences from the rest of the kiosk to `settings`, the front matter of `page`.
    func check(_ page: Page, _ settings: Settings) {
        if let own = page.pop, own != pop {
            differ("pop", "\"\(own.rawValue)\"", "\"\(pop.rawValue)\"", settings)
        }
        checkZone(of: page, settings)
        checkFinish(of: page, settings)
        checkForward(of: page, settings)
        if !page.isBarShown, style(of: page) == .off, ways.to(page).contains(.push) {
            settings.report(
                "bar",
                "bar is \"hidden\" here and pop is \"off\": this page has no way back; show the bar, or let a "
                    + "swipe pop it", severity: .warning)
        } else if !page.isBarShown, page.program != nil, page.pop != .fullScreen, !ways.to(page).isSubset(of: [.first])
        {
            settings.report(
                "bar",
                "bar is \"hidden\" here, and a finger on the page is its program's: only a swipe from the edge leads back, which few "
                    + "people know; show the bar", severity: .warning)
        }
    }

    private func style(of page: Page) -> PopStyle { page.pop ?? pop }

    private func differ(_ key: String, _ here: String, _ there: String, _ settings: Settings) {
        settings.report(
            key,
            "\(key) is \(here) here and \(there) in the rest of the kiosk; people expect every page to go back alike",
            severity: .warning)
    }

    /// Checks `pop-zone`. A kiosk has no such setting of its own, so its pages have to agree.
    private func checkZone(of page: Page, _ settings: Settings) {
        guard let zone = page.popZone else { return }
        guard (page.program == nil ? style(of: page) : page.pop) == .fullScreen else {
            return settings.report(
                "pop-zone",
                "pop-zone changes nothing unless pop is \"full-screen\""
                    + (page.program == nil ? "" : " on the page itself"),
                severity: .warning)
        }
        let others = kiosk.pages.values.filter { other in
            other.name != page.name && style(of: other) == .fullScreen
                && !ways.to(other).isDisjoint(with: [.push, .pushInSheet])
        }
        guard let other = others.sorted(by: { $0.name < $1.name }).first(where: { $0.popZone != zone }) else { return }
        settings.report(
            "pop-zone",
            "pop-zone is \(zone.text) here and \(other.popZone?.text ?? "not set") on the page \"\(other.name)\"; people "
                + "expect every page to go back alike", severity: .warning)
    }

    private func checkFinish(of page: Page, _ settings: Settings) {
        let isSheet = ways.to(page) == [.sheet]
        let usual = isSheet ? GestureSettings().sheetFinish : GestureSettings().popFinish
        let share = (isSheet ? kiosk.sheet.finishShare : gestures.finishShare) ?? usual.share
        let limit = (isSheet ? kiosk.sheet.finishLimit : gestures.finishLimit)?.millimetres ?? usual.limit
        let weight = gestures.velocityWeight?.seconds ?? usual.velocityWeight
        if let own = page.finishShare, abs(own - share) > 0.001 {
            differ("finish-share", rounded(own), rounded(share), settings)
        }
        if let own = page.finishLimit?.millimetres, abs(own - limit) > 0.01 {
            differ("finish-limit", "\(rounded(own)) mm", "\(rounded(limit)) mm", settings)
        }
        if let own = page.velocityWeight?.seconds, abs(own - weight) > 0.0001 {
            differ("velocity-weight", "\(rounded(own * 1000)) ms", "\(rounded(weight * 1000)) ms", settings)
        }
    }

    /// Checks the direction of the text, because it decides which edge goes back and which goes forward.
    private func checkForward(of page: Page, _ settings: Settings) {
        guard gestures.trailing == .forward else { return }
        let usual = LayoutDirection(language: page.translation ?? kiosk.language ?? "en")
        let own = page.direction ?? page.language.map { LayoutDirection(language: $0) } ?? usual
        guard own != usual else { return }
        let side = own == .rightToLeft ? "left" : "right"
        settings.report(
            page.direction == nil ? "language" : "direction",
            "a swipe from the \(side) edge goes forward here, by the direction of the text, and back in the rest of the "
                + "kiosk; people expect every page to go back alike", severity: .warning)
    }
}

extension Length {
    /// The length as a setting.
    fileprivate var text: String { "\(rounded(millimetres)) mm" }
}

/// `number` rounded to three decimals, without trailing zeros.
private func rounded(_ number: Double) -> String {
    let value = (number * 1000).rounded() / 1000
    return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
}
