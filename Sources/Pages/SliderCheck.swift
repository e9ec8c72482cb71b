// Warns of sliders in kiosk.toml that no visitor can set.

import Settings

/// Compares the sliders of a kiosk with those on its pages.
struct SliderCheck {
    /// The warnings, each at the table of its slider.
    let warnings: [Diagnostic]

    /// Looks through the pages of `kiosk`, whose settings are `settings` and whose pages' files are `files`. Where a page cannot be shown,
    /// or its last version stays, it is not known which sliders there are. Mistakes in the settings come first.
    init(_ kiosk: Kiosk, _ settings: Settings?, _ files: [String: String]) {
        guard files.keys.allSatisfy({ kiosk.pages[$0] != nil }), kiosk.kept.isEmpty, kiosk.settingsFaults.isEmpty,
            let tables = settings?.table("slider")
        else {
            warnings = []
            return
        }
        var shown: Set<String> = []
        for page in kiosk.pages.values { for block in page.blocks { shown.formUnion(block.sliders) } }
        warnings = kiosk.sliders.filter { $0.value.isUsable && !shown.contains($0.key) }.keys.sorted().map { name in
            let place = tables.place(of: name)
            return Diagnostic(
                "no page has the slider \"\(name)\": write ![…](slider:\(name)) into a paragraph of its own, or remove it",
                file: kiosk.settingsFile, line: place?.line, column: place?.column, severity: .warning)
        }
    }
}

extension Block {
    /// The names of the sliders in the block.
    fileprivate var sliders: [String] {
        switch content {
        case .slider(let name, _): [name]
        case .list(_, let items): items.flatMap { $0.flatMap(\.sliders) }
        case .tasks(_, let tasks): tasks.flatMap { $0.blocks.flatMap(\.sliders) }
        case .quote(let blocks): blocks.flatMap(\.sliders)
        case .heading, .paragraph, .rows, .picture, .gallery, .code, .rule, .table, .qrCode, .dataTable, .stepped: []
        }
    }
}
