// The gallery as an app: its list, and each of its screens by name.

import Bezel

@main
struct GalleryApp: App {
    func root() -> Screen { HomeScreen() }

    func screen(named name: String) -> Screen? {
        (Sample.all.map { make in { make() as Screen } } + Sample.inner).lazy.map { $0() }.first { $0.name == name }
    }

    /// Where a pop meets what lies in the content, it should not only be at the edge.
    func adjust(_ gestures: inout GestureSettings) { gestures.pop = .fullScreen }
}
