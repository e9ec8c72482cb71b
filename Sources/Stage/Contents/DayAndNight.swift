// The theme of the day and that of the night, of which a stage shows one.

import Geometry
import Layers

/// The themes between which a stage changes. What changes them comes from outside, as an arrival.
package struct DayAndNight: Hashable, Sendable {
    /// The theme of the day.
    package var day: Theme
    /// The theme of the night; nil when the day's is always shown.
    package var night: Theme?
    /// Whether it is night.
    package var isNight: Bool

    /// `day`, and `night` when it `isNight`.
    package init(day: Theme, night: Theme? = nil, isNight: Bool = false) {
        (self.day, self.night, self.isNight) = (day, night, isNight)
    }

    /// The theme that is shown.
    package var theme: Theme { isNight ? night ?? day : day }
    /// The colour behind the screens. Each frame asks for it, so no theme is copied for it.
    var ground: Color {
        guard isNight, let ground = night?.ground else { return day.ground }
        return ground
    }

    /// The same themes on another panel.
    func resized(for panel: Panel) -> DayAndNight {
        DayAndNight(day: day.resized(for: panel), night: night?.resized(for: panel), isNight: isNight)
    }
}

extension Stage {
    /// Whether it is night: the theme of the night is shown, if there is one.
    package var isNight: Bool { looks.isNight }

    /// Changes the themes. If another one is shown from now on, all screens are laid out again; what they are scrolled to stays.
    package func wear(_ new: DayAndNight) {
        let old = looks.theme
        looks = new
        guard new.theme != old else { return }
        for navigator in navigators { navigator.arrange() }
        for sheet in sheets { sheet.dress() }
        rootView.banner?.arrange()
    }

    /// Takes the arrival of the night, or of the day.
    func take(night isNight: Bool) {
        guard isNight != looks.isNight else { return }
        note(.night(isNight))
        trace("theme", [("night", .flag(isNight))])
        wear(DayAndNight(day: looks.day, night: looks.night, isNight: isNight))
    }
}
