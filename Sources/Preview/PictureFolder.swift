// The pictures of a preview: a folder for each view, with a file for each page.

import Drawing
import Glibc
import Layers
import Linux
import Machine

/// The folder `pictures` of a preview. The page `guide/hall` in the view `paper-portrait-zh` is
/// `pictures/paper-portrait-zh/guide/hall.png`.
struct PictureFolder {
    /// The path of the folder that the pictures' paths begin in.
    private let site: String
    /// What each file shows, by its path in the site.
    private var versions: [String: String] = [:]

    /// The longest name of a page that is the name of a file as well. With its ending a longer one would not fit.
    private static let longestName = 240

    /// Makes the folder in that of the site, or clears it.
    init(in site: String) throws(SystemError) {
        self.site = site
        Self.clear("\(site)/pictures")
        try WholeFile.makeFolders("\(site)/pictures")
    }

    /// The path of the picture of `shot`, from the site's folder.
    private static func path(of shot: PreviewSite.Shot) -> String {
        let parts = shot.page.split(separator: "/", omittingEmptySubsequences: false)
        let isLong = (parts.last?.utf8.count ?? 0) > longestName
        let name = isLong ? (parts.dropLast() + [shortened(parts[parts.count - 1])]).joined(separator: "/") : shot.page
        return "pictures/\(shot.view.name)/\(name).png"
    }

    /// The beginning of `name`, and a number that tells it from others with this beginning.
    private static func shortened(_ name: Substring) -> Substring {
        let number = name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return name.prefix { $0.isASCII }.prefix(40) + "-\(String(number, radix: 16))"
    }

    /// Writes `bitmap`, which shows `shot`, unless the file shows just that.
    mutating func write(_ bitmap: Bitmap, of shot: PreviewSite.Shot) throws(Failure) -> PreviewSite.Picture {
        let path = Self.path(of: shot)
        let version = "\(FrameHash(of: bitmap.surface))"
        if versions[path] != version {
            do throws(SystemError) {
                try WholeFile.makeFolders(Self.folder(of: "\(site)/\(path)"))
            } catch { throw Failure(error) }
            do { try bitmap.writePNG(to: "\(site)/\(path)") } catch { throw Failure(.failed, "\(error)") }
            versions[path] = version
        }
        return PreviewSite.Picture(file: path, version: version, size: bitmap.size)
    }

    private static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    /// Deletes the pictures whose paths are not in `used`.
    mutating func keepOnly(_ used: Set<String>) {
        for path in versions.keys where !used.contains(path) {
            unlink("\(site)/\(path)")
            versions[path] = nil
        }
    }

    /// Deletes the pictures in the folder at `path`, and the folders that are empty then. Links are not followed.
    static func clear(_ path: String) {
        for name in (try? SystemFiles.names(path)) ?? [] where name != "." && name != ".." {
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                clear("\(path)/\(name)")
            } else if name.hasSuffix(".png") {
                unlink("\(path)/\(name)")
            }
        }
        rmdir(path)
    }
}
