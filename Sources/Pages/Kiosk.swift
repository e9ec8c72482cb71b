// A kiosk: the pages of a folder and what its kiosk.toml says.

/// The pages of a folder, and what its `kiosk.toml` says of them all.
public struct Kiosk: Hashable, Sendable {
    /// Which colours the pages have.
    public enum Theme: String, CaseIterable, Sendable {
        /// Dark on light.
        case light
        /// Light on dark.
        case dark
    }

    /// The folder.
    public let folder: String
    /// The names of the pages that the kiosk starts with, the root first; never empty, and all of them are in `pages`.
    public internal(set) var start: [String] = ["home"]
    /// What the kiosk is called.
    public internal(set) var title: String?
    /// Which colours the pages have; nil when nothing is said.
    public internal(set) var theme: Theme?
    /// The language of its pages; nil when nothing is said.
    public internal(set) var language: String?
    /// What `[gestures]` says.
    public internal(set) var gestures = GestureSettings()
    /// What `[sheet]` says.
    public internal(set) var sheet = SheetSettings()
    /// What `[idle]` says.
    public internal(set) var idle = IdleSettings()
    /// The pages by their names.
    public internal(set) var pages: [String: Page] = [:]

    init(folder: String) { self.folder = folder }

    /// Loads the kiosk in `folder`.
    ///
    /// A page with a link or a picture that is wrong is shown without it; a page that cannot be read at all is left out.
    /// The kiosk is nil when there is nothing to start with. The diagnostics are all there are, in the order of their places.
    /// `machine` is what the machine's own file says; `decodingPictures` reads each picture to its end, which takes time.
    public static func load(
        _ folder: String, machine: GestureSettings = GestureSettings(), decodingPictures: Bool = false
    ) -> (kiosk: Kiosk?, diagnostics: [Diagnostic]) {
        do {
            var loader = KioskLoader(try KioskFolder(folder), machine: machine)
            return loader.load(decodingPictures: decodingPictures)
        } catch {
            return (nil, [error])
        }
    }
}
