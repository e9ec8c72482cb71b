// What a page refers to.

import Drawing

/// The files and pictures to which a page refers.
struct PageTargets: Hashable, Sendable {
    /// The paths in the kiosk's folder that its addresses can mean, whether or not there are such files.
    var files: Set<String> = []
    /// Its pictures, as their files were when the page was read.
    var pictures: Set<Picture> = []

    /// Adds those of `others`.
    mutating func add(_ others: PageTargets) {
        files.formUnion(others.files)
        pictures.formUnion(others.pictures)
    }
}
