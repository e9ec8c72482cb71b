// A picture as a screen of its own, as large as there is room, which fingers zoom.

import Drawing
import Geometry
import Gestures
package import Stage

/// The screen of one picture of a page. The places on the picture open their pages here too.
package final class PictureScreen: Screen {
    private let library: PageLibrary
    /// The name of the page in the default language, and the number of the picture among those of the page.
    private let page: String
    private let index: Int
    private var shown: PagePicture
    private var theme: Theme?
    private var places: PlacesView?
    private(set) var zoomView: ZoomView?

    /// The sign between the name of a page and that of its picture, in the name of the screen.
    private static let separator: Character = "#"

    /// The screen called `name` of picture `index` of `page`.
    private init(_ name: String, _ page: Page, _ index: Int, _ library: PageLibrary) {
        (self.page, self.index, self.library) = (page.name, index, library)
        shown = page.largePictures[index]
        super.init(name: name, title: shown.title(on: page))
        direction = page.direction ?? LayoutDirection(language: page.language ?? library.kiosk.language ?? "en")
    }

    private static func name(of picture: PagePicture, on page: Page) -> String {
        "\(page.name)\(separator)\(picture.picture?.name ?? "")"
    }

    /// The names of the screens of the pictures on `page`.
    static func names(on page: Page) -> [String] { page.largePictures.map { name(of: $0, on: page) } }

    /// The screen of `picture`, which is on `page`. Nil when it cannot be shown.
    convenience init?(_ picture: PagePicture, on page: Page, _ library: PageLibrary) {
        guard let index = page.largePictures.firstIndex(of: picture) else { return nil }
        // The name is the same in all languages, so that a visit that continues in another one finds the screen.
        let original = library.page(named: page.name, in: nil).flatMap { original in
            original.largePictures.indices.contains(index)
                ? Self.name(of: original.largePictures[index], on: original) : nil
        }
        self.init(original ?? Self.name(of: picture, on: page), page, index, library)
    }

    /// The screen called `name`, in `language`; nil for the default language. Nil when no page of `library` has such a picture.
    convenience init?(named name: String, in language: String?, _ library: PageLibrary) {
        // Names of pages and of pictures may have the sign too.
        let parts = name.split(separator: Self.separator, omittingEmptySubsequences: false)
        for count in parts.indices.dropFirst() {
            func joined(_ parts: ArraySlice<Substring>) -> String { parts.joined(separator: "\(Self.separator)") }
            let (page, picture) = (joined(parts[..<count]), joined(parts[count...]))
            let versions = [language, nil].compactMap { library.page(named: page, in: $0) }
            // In another language the picture may be another file, but it has the same number.
            let index = versions.lazy.compactMap { version in
                version.largePictures.firstIndex { $0.picture?.name == picture }
            }.first
            guard let index, let page = versions.first(where: { $0.largePictures.indices.contains(index) }) else {
                continue
            }
            self.init(name, page, index, library)
            return
        }
        return nil
    }

    /// Shows the same picture of the page in another language, which may be another file.
    package override func translate() {
        guard let stage = navigator?.stage, let page = library.page(named: page, in: stage.language) else { return }
        direction = page.direction ?? LayoutDirection(language: page.language ?? library.kiosk.language ?? "en")
        guard page.largePictures.indices.contains(index) else { return }
        let shown = page.largePictures[index]
        title = shown.title(on: page)
        showLanguageButton()
        if shown == self.shown { return }
        self.shown = shown
        fill(view.content, like: nil)
    }

    private func showLanguageButton() {
        trailingView = library.languageButton(for: self) { [unowned self] in library.chooseLanguage(from: self) }
    }

    package override func load(into content: View) { fill(content, like: source) }

    /// The view that shows the picture on its page; nil when the screen was opened without it, or it has gone.
    weak var source: PictureView?

    private func fill(_ content: View, like source: PictureView?) {
        zoomView?.removeFromSuperview()
        guard let theme = navigator?.stage.theme, let picture = shown.picture else { return }
        let zoom = ZoomView(picture, description: shown.description, like: source, theme: theme)
        zoom.onPinchedAway = { [unowned self] in navigator?.goBack() }
        zoomView = zoom
        places = nil
        if !shown.places.isEmpty {
            let places = PlacesView(
                shown.places, theme: theme, beside: nil, open: { [unowned self] in library.follow($0, from: self) })
            // A tap that begins a double tap zooms.
            places.tap.require(toFail: zoom.doubleTap)
            places.magnification = { [unowned zoom] in zoom.zoom }
            zoom.marks.addSubview(places)
            self.places = places
        }
        content.addSubview(zoom)
        layout(content)
    }

    /// Fits the picture into the screen. It stays zoomed.
    package override func layout(_ content: View) {
        showLanguageButton()
        guard let zoomView else { return }
        zoomView.frame = Rect(origin: .zero, size: content.bounds.size)
        places?.frame = Rect(origin: .zero, size: zoomView.marks.bounds.size)
        places?.whole = places?.bounds ?? .zero
    }
}

extension PagePicture {
    /// The title of the picture on a screen of its own: its caption or what it shows, else the title of `page`.
    fileprivate func title(on page: Page) -> String {
        let words = caption.isEmpty ? description : caption
        return words.isEmpty ? page.title : String(words.unicodeScalars.prefix(ContentRules.longestTitle))
    }
}

extension Page {
    /// The pictures that have a screen of their own, in reading order: all that can be shown but those in rows and cards.
    fileprivate var largePictures: [PagePicture] { blocks.flatMap(\.largePictures).filter { $0.picture != nil } }
}

extension Block {
    fileprivate var largePictures: [PagePicture] {
        if case .rows = content { [] } else { pictures }
    }
}
