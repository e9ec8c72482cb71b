// The kiosks with which `bezel new` begins.

/// A small kiosk to begin with, by the name that `bezel new --from` gives it.
package enum Starter: String, CaseIterable, Sendable {
    /// Three pages that show how it is done.
    case small
    /// A museum: a start page with its picture, things to look at, a gallery, opening hours.
    case museum
    /// Where things are in a building: a plan, destinations with pictograms, directions.
    case wayfinding
    /// A public office: what to bring for which request, hours, who is where; with a logo in the bar.
    case townHall = "town-hall"
    /// A swimming pool: temperatures and courses from files that other programs write, and pictures while nobody is there.
    case pool

    /// The names of the files in its folder, and their texts.
    var files: [(name: String, text: String)] {
        switch self {
        case .small: SmallStarter.files
        case .museum: MuseumStarter.files
        case .wayfinding: WayfindingStarter.files
        case .townHall: TownHallStarter.files
        case .pool: PoolStarter.files
        }
    }
}
