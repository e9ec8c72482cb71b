// A screen of the gallery, and the list of all of them.

import Bezel

/// A screen that shows one thing that Bezel can do. To add one, subclass this and name it in `all`.
class Sample: Screen {
    /// What the list says of it: what to try.
    let summary: String

    init(name: String, title: String, summary: String) {
        self.summary = summary
        super.init(name: name, title: title)
    }

    /// Makes each screen, in the order of the list. Each visit has a new one.
    static var all: [() -> Sample] {
        [
            TwoPeople.init, PinchAndRotation.init, Taps.init, Looks.init, Order.init, Sheets.init, Meetings.init,
            LongList.init, SlidersAndMap.init, Strips.init, RightToLeft.init,
        ]
    }

    /// Makes each screen that one of those leads to.
    static var inner: [() -> Screen] {
        Look.all.map { look in { LookScreen(look) } } + Sheets.kinds.map { kind in { SheetScreen(kind) } }
            + Meeting.allCases.map { meeting in { MeetingScreen(meeting) } } + [ArabicPage.init]
    }

    override final func loadContent(into content: View) {
        guard let theme = navigator?.stage.theme else { return }
        build(in: content, theme: theme)
    }

    /// Puts views into `content`, which has its size.
    func build(in content: View, theme: Theme) {}
}
