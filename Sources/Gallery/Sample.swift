// A screen of the gallery, and the list of all of them.

import Bezel

/// A screen that shows one thing that Bezel can do. To add one, subclass this class and list it in `all`.
class Sample: Screen {
    /// The text in the list, which says what to try.
    let summary: String

    init(name: String, title: String, summary: String) {
        self.summary = summary
        super.init(name: name, title: title)
    }

    /// The constructors of all screens, in the order of the list. Each visit creates a new screen.
    static var all: [() -> Sample] {
        [
            TwoPeople.init, PinchAndRotation.init, Taps.init, Looks.init, Order.init, Sheets.init, Meetings.init,
            LongList.init, SlidersAndMap.init, Strips.init, RightToLeft.init, Controls.init,
            TicketShop.init,
        ]
    }

    /// The constructors of all screens to which those in `all` lead.
    static var inner: [() -> Screen] {
        // One expression for all of them is too much for older compilers.
        var screens: [() -> Screen] = [ArabicPage.init, Forecast.init]
        for look in Look.all { screens.append { LookScreen(look) } }
        for kind in Sheets.kinds { screens.append { SheetScreen(kind) } }
        for meeting in Meeting.allCases { screens.append { MeetingScreen(meeting) } }
        for concert in BoxOffice.concerts { screens.append { ConcertScreen(concert) } }
        for page in ControlPage.groups.flatMap(\.pages) { screens.append { ControlPage(page) } }
        return screens
    }

    override func layout(_ content: View) {
        guard let theme = navigator?.stage.theme else { return }
        content.rebuild { build(in: content, theme: theme) }
    }

    /// Adds views to `content`, which is empty and has its size. Called again when the size, the direction of text or
    /// the theme has changed.
    func build(in content: View, theme: Theme) {}
}
