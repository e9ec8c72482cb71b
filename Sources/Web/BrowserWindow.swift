// A window of a browser, as far as the protocol has told of it.

/// One of the windows that show pages: the first one, or one that a page has opened.
struct BrowserWindow {
    /// The name of the target, which is that of its main frame too.
    let target: String
    /// Whether it has begun to show a page of its own.
    var hasShown = false
    /// Whether a page of its own has been painted.
    var hasPainted = false
    /// Whether a page that was painted is there to go on with. After a crash there is none until the next paint.
    var hasPage = false
    /// How many pages have come to it, by which an answer is known that is about an earlier one.
    var pages = 0
    /// Whether another page has come that was not painted yet.
    var isReplaced = false
    /// Whether a page has come since one has failed, which ends the card over it with its first paint.
    var hasComeSince = false
    /// Whether it shows an error page of the browser's, behind the kiosk's card.
    var showsError = false
    /// Whether a dialog of the page is open: a question, or a line to be typed. The page stands still meanwhile.
    var hasDialog = false
    /// Whether it was to be closed, which a browser may do later, or not at all.
    var isClosing = false

    /// Whether it shows something that a visitor may want to leave.
    var canBeLeft: Bool { hasShown && !isClosing }

    init(target: String) { self.target = target }
}
