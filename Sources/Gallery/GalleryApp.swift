// The gallery as an app: its list, and each of its screens by name.

import Bezel

@main
struct GalleryApp: App {
    func root() -> Screen { HomeScreen() }

    func screen(named name: String) -> Screen? { Sample.all.lazy.map { $0() }.first { $0.name == name } }
}
