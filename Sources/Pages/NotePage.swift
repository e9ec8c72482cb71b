// A footnote as a page of its own, which comes up as a small sheet.

import Stage

extension Page {
    /// The heights at which a footnote rests: it leaves most of the page in view, and a finger can pull it up.
    private static let noteDetents = [Detent.share(0.36), .share(0.8)]

    /// The name of the screen with footnote `number` of the page called `name`. A visit that continues finds it by this name.
    static func name(ofNote number: Int, on name: String) -> String { "\(name)#note-\(number)" }

    /// The footnote with the name `name`, among the pages that `find` finds. Nil when there is none.
    static func note(named name: String, in find: (String) -> Page?) -> Page? {
        guard let sign = name.lastIndex(of: "#"), name[sign...].hasPrefix("#note-"),
            let number = Int(name[sign...].dropFirst("#note-".count)), let owner = find(String(name[..<sign])),
            owner.notes.indices.contains(number - 1)
        else { return nil }
        var page = Page(name: Self.name(ofNote: number, on: owner.name), file: owner.file)
        page.title = owner.title + TextSetter.raised(number)
        page.detents = noteDetents
        (page.language, page.direction) = (owner.language, owner.direction)
        page.hours = owner.hours
        page.blocks = owner.notes[number - 1]
        return page
    }
}
