// Keeps the site of a preview up to date: loads the kiosk, and draws what has changed.

import Drawing
import Geometry
import Linux
import Machine
import Pages
import Settings
import Stage

/// What is drawn of a kiosk, and what is still to be drawn.
@MainActor
struct PreviewSession {
    private let command: PreviewCommand
    private let machine: Configuration
    private let reader: ContentReader
    private var site: PreviewSite
    private var kiosk: Kiosk?
    private var findings: [Diagnostic] = []
    private var views: [PreviewView] = []
    private var pictures: [PreviewSite.Shot: PreviewSite.Picture] = [:]
    /// What the drawn pictures show.
    private var signatures: [PreviewSite.Shot: Signature] = [:]
    /// What is to be drawn, the last first.
    private var missing: [PreviewSite.Shot] = []
    /// Whether the pictures' files are still to be decoded for what is wrong with them.
    private var isCheckPending = false
    private var shown = Instant.zero

    /// How often the site shows progress.
    private static let pause = Instant.Span.milliseconds(150)

    /// The contents of a page, when its pictures' files were changed, and the values of files that it shows.
    private struct Signature: Hashable {
        let page: Page
        let files: [FileTime?]
        let values: [String: DataFile]
    }

    init(_ command: PreviewCommand, _ machine: Configuration, site: PreviewSite) throws(Failure) {
        (self.command, self.machine, self.site) = (command, machine, site)
        reader = command.content?.reader(machine.content) ?? .here(machine.content)
    }

    /// Whether links in the kiosk's folder are followed.
    var followsLinks: Bool { machine.content.followsLinks }

    // MARK: Loading

    /// Loads the kiosk anew. What has changed is drawn first. A kiosk that cannot be shown leaves the last pictures.
    mutating func load() throws(Failure) {
        let (loaded, diagnostics) = Kiosk.load(
            command.kiosk, machine: machine.tables, rules: machine.content, reader: reader)
        findings = diagnostics
        if let loaded { take(loaded) }
        isCheckPending = loaded != nil
        try show()
    }

    private mutating func take(_ next: Kiosk) {
        let isSame = kiosk.map { next.hasSameSettings(as: $0) } ?? false
        views = PreviewView.all(of: next, scales: command.scales)
        let shots = next.names.flatMap { name in views.map { PreviewSite.Shot(page: name, view: $0) } }
        var changed: [PreviewSite.Shot] = []
        for shot in shots {
            guard let page = next.page(shot.page, in: choice(shot.view, of: next)) else { continue }
            let signature = Signature(
                page: page, files: page.pictureFiles.map { FileTime(ofChangeTo: $0) }, values: next.values(on: page))
            if isSame, signatures[shot] == signature { continue }
            signatures[shot] = signature
            changed.append(shot)
        }
        kiosk = next
        let (all, isNew) = (Set(shots), Set(changed))
        signatures = signatures.filter { all.contains($0.key) }
        pictures = pictures.filter { all.contains($0.key) }
        missing = missing.filter { all.contains($0) && !isNew.contains($0) }
        // The start page first, in the most usual view, then the other pages.
        let order = names.enumerated().reduce(into: [String: Int]()) { $0[$1.element] = $1.offset }
        let place = views.enumerated().reduce(into: [PreviewView: Int]()) { $0[$1.element] = $1.offset }
        missing += changed.sorted { a, b in
            (place[a.view] ?? 0, order[a.page] ?? 0) > (place[b.view] ?? 0, order[b.page] ?? 0)
        }
    }

    /// The names of the pages: those of the start, then the others by name.
    private var names: [String] {
        guard let kiosk else { return [] }
        return kiosk.start + kiosk.names.filter { !kiosk.start.contains($0) }.sorted()
    }

    /// The language of `view` as a visitor of `kiosk` chooses it: nil for the default language.
    private func choice(_ view: PreviewView, of kiosk: Kiosk) -> String? {
        kiosk.languages.isChoice && view.language != kiosk.languages.standard ? view.language : nil
    }

    // MARK: Drawing

    /// Draws the next picture, or checks the pictures' files. Returns false when nothing is left to do.
    mutating func drawNext() throws(Failure) -> Bool {
        guard let shot = missing.popLast() else { return try check() }
        if let kiosk {
            let screens = try StartScreens(
                (kiosk, []), in: command.kiosk, on: machine, theme: shot.view.look.theme
            ) { _ in }
            let printer = PagePrinter(
                screens, on: shot.view.panel(command.panel), scale: shot.view.scale,
                isNight: shot.view.look.isNight, language: choice(shot.view, of: kiosk), date: command.date,
                decoder: reader.decode)
            pictures[shot] = try site.add(printer.print(shot.page), of: shot)
        }
        let now = MonotonicClock.now()
        if missing.isEmpty || now - shown >= Self.pause {
            shown = now
            try show()
        }
        return true
    }

    /// Decodes every picture, as `bezel check` does, once the pages are drawn.
    private mutating func check() throws(Failure) -> Bool {
        guard isCheckPending else { return false }
        isCheckPending = false
        findings =
            Kiosk.load(
                command.kiosk, machine: machine.tables, rules: machine.content, decodingPictures: true, reader: reader
            ).diagnostics
        site.keepOnly(Set(pictures.values.map(\.file)))
        try show()
        return true
    }

    private func show(isEnded: Bool = false) throws(Failure) {
        try site.show(
            PreviewSite.State(
                title: kiosk?.title ?? command.kiosk, folder: command.kiosk, views: views,
                panel: { $0.panel(command.panel).pixels },
                pages: names.map { ($0, kiosk?.page($0)?.title ?? $0) }, pictures: pictures, findings: findings,
                isEnded: isEnded))
    }

    /// Says on the page that changes are not followed any more.
    func end() throws(Failure) { try show(isEnded: true) }
}
