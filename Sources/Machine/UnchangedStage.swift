// A stage on which a reload changes nothing that is seen.

import Pages
package import Stage

@MainActor
extension StartScreens {
    /// Whether `stage`, which shows pages of `shown`, would look the same with these screens: all pages that a visitor has opened, or
    /// a swipe may bring back, are as they were, and so are looks, gestures and limits. `record` has the panel's measurements.
    package func looksSame(on stage: Stage, showing shown: StartScreens, record: PanelRecord?) -> Bool {
        guard let kiosk, let library, let old = shown.kiosk, theme == shown.theme, content == shown.content,
            gestures(record?.gestures) == stage.gestures, !stage.hasFailedPictures
        else { return false }
        let screens = stage.visitScreens
        let pages = screens.compactMap { ($0 as? PageScreen)?.page }
        return pages.count == screens.count
            && pages.allSatisfy { library.page(named: $0.name, in: stage.language) == $0 }
            && kiosk.looksLike(old, on: Set(pages.map(\.name)))
    }

    /// Whether `stage` shows its beginning: the page `name`, or for nil the start.
    package func isBeginning(_ stage: Stage, at name: String?) -> Bool {
        stage.visitNames == name.map { [$0] } ?? start
    }

    /// Lets the attract loop on `stage` go on with the pictures of these screens. Returns false when it does not show one, or these
    /// screens have none.
    package func goesOn(attracting stage: Stage) -> Bool {
        guard let attract = kiosk?.attract, stage.visitNames == [AttractScreen.name],
            let loop = stage.visitScreens.first as? AttractScreen
        else { return false }
        loop.take(attract)
        return true
    }

    /// Takes over `stage`, which looks the same with these screens. What is on it stays as it is, and its links lead to these pages.
    package func take(over stage: Stage) {
        if let library { for case let screen as PageScreen in stage.visitScreens { screen.library = library } }
        stage.memory = memory
    }
}
