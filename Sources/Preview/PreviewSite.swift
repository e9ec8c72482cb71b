// The files of a preview: one web page, its state, and the pictures of all pages.

import Drawing
import Geometry
import Layers
import Linux
import Machine
import Pages
import Settings
import Stage

/// A folder with `index.html`, which shows a kiosk in a browser, and follows `state.js`, which is written anew with each change. The
/// page needs no server: a browser opens it from the disk.
struct PreviewSite {
    /// The path of the folder.
    let folder: String
    private var pictures: PictureFolder

    /// What the page shows.
    struct State {
        let title: String
        let folder: String
        let views: [PreviewView]
        let panel: (PreviewView) -> PixelSize
        /// The pages in the order in which they are shown, each with its title.
        let pages: [(name: String, title: String)]
        /// The picture of each page in each view, as far as they are drawn.
        let pictures: [Shot: Picture]
        let findings: [Diagnostic]
        let isEnded: Bool
    }

    /// A page in a view.
    struct Shot: Hashable {
        let page: String
        let view: PreviewView
    }

    /// A picture of the site.
    struct Picture: Hashable {
        /// The path in the site's folder.
        let file: String
        /// What the picture shows: it differs whenever a pixel does.
        let version: String
        let size: PixelSize
    }

    /// A line of `index.html` that only previews have, so that no other folder is overwritten.
    private static let mark = "<meta name=\"generator\" content=\"bezel preview\">"

    /// Begins a site in `folder`, which is created if it is missing. Throws when the folder has other contents.
    init(in folder: String) throws(Failure) {
        self.folder = folder
        let isOurs: Bool
        do throws(SystemError) {
            try WholeFile.makeFolders(folder)
            let names = try SystemFiles.names(folder).filter { $0 != "." && $0 != ".." && $0 != "pictures" }
            let page = SystemFiles.bytes("\(folder)/index.html").map { String(decoding: $0, as: UTF8.self) } ?? ""
            isOurs = names.isEmpty || page.contains(Self.mark)
        } catch { throw Failure(error) }
        guard isOurs else {
            throw Failure(
                .failed, "\(folder): the folder has other files; name a new one, or that of an earlier preview")
        }
        do throws(SystemError) {
            pictures = try PictureFolder(in: folder)
            try WholeFile.write(PreviewPage.text(mark: Self.mark), to: "\(folder)/index.html")
        } catch { throw Failure(error) }
    }

    /// Writes `bitmap` as the picture of `shot`. A picture that is as before is not written again, so a browser keeps it.
    mutating func add(_ bitmap: Bitmap, of shot: Shot) throws(Failure) -> Picture {
        try pictures.write(bitmap, of: shot)
    }

    /// Deletes the pictures that are not in `used`.
    mutating func keepOnly(_ used: Set<String>) { pictures.keepOnly(used) }

    /// Has the page show `state`.
    func show(_ state: State) throws(Failure) {
        var json = JSONObject()
        json.add("title", state.title)
        json.add("folder", state.folder)
        json.add("ended", state.isEnded)
        json.add("drawn", state.pictures.count)
        json.add("all", state.pages.count * state.views.count)
        json.add("views", state.views.map { Self.object($0, state.panel($0)) })
        json.add("pages", state.pages.map { Self.object($0, state) })
        json.add("findings", state.findings.map(Self.object))
        do throws(SystemError) {
            try WholeFile.write("preview(\(json.text));\n", to: "\(folder)/state.js")
        } catch { throw Failure(error) }
    }

    private static func object(_ view: PreviewView, _ size: PixelSize) -> JSONObject {
        var object = JSONObject()
        object.add("name", view.name)
        object.add("theme", view.look.name)
        object.add("orientation", view.isPortrait ? "portrait" : "landscape")
        object.add("language", view.language)
        object.add("scale", "×\(view.scaleName)")
        object.add("width", size.width)
        object.add("height", size.height)
        return object
    }

    private static func object(_ page: (name: String, title: String), _ state: State) -> JSONObject {
        var pictures = JSONObject()
        for view in state.views {
            guard let picture = state.pictures[Shot(page: page.name, view: view)] else { continue }
            var object = JSONObject()
            object.add("file", picture.file)
            object.add("version", picture.version)
            object.add("height", picture.size.height)
            pictures.add(view.name, object)
        }
        var object = JSONObject()
        object.add("name", page.name)
        object.add("title", page.title)
        object.add("pictures", pictures)
        return object
    }

    private static func object(_ finding: Diagnostic) -> JSONObject {
        var object = JSONObject()
        object.add("severity", finding.severity.rawValue)
        object.add("file", finding.file)
        object.add("line", finding.line)
        object.add("column", finding.column)
        object.add("message", finding.message)
        return object
    }
}
