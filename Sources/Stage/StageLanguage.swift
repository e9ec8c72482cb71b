// The language that a visitor has chosen, in which all screens are then shown.

import Geometry

extension Stage {
    /// Shows all screens in `language` (BCP 47) from now on, and in its direction; nil for the usual ones. It is `why` that it changes. Fingers lose what
    /// they hold, because the text under them changes. Another visitor begins with the usual language again.
    public func show(in language: String?, because why: String) {
        guard language != self.language else { return }
        self.language = language
        trace("language", [("language", .text(language ?? "")), ("why", .text(why))])
        cancelAllTouches()
        let usual = usualDirection ?? direction
        usualDirection = language == nil ? nil : usual
        direction = language.map { LayoutDirection(language: $0) } ?? usual
        for navigator in navigators { navigator.translate() }
    }
}

extension Navigator {
    /// Tells the screens that the visitor has chosen another language. A screen that was popped hears it when it comes back.
    func translate() {
        for screen in screens { screen.translate() }
        updateScreens()
    }
}
