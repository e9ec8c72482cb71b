// The gallery as an app: its root, and each of its screens by name.

import Bezel

@main
struct GalleryApp: App {
    func root() -> Screen { HomeScreen() }

    func screen(named name: String) -> Screen? {
        (Sample.all.map { make in { make() as Screen } } + Sample.inner).lazy.map { $0() }.first { $0.name == name }
    }

    /// Pops start anywhere, because the gallery shows how pops and content share a finger.
    func adjust(_ gestures: inout GestureSettings) { gestures.pop = .fullScreen }
}
