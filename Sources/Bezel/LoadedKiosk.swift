// A kiosk read from its folder, with everything that is wrong with it said.

import Pages

/// A kiosk that can be shown.
struct LoadedKiosk {
    let kiosk: Kiosk

    /// Reads the kiosk in `folder`. All that is wrong with it goes to `say`; throws when nothing can be shown.
    init(folder: String, say: (String) -> Void) throws(Failure) {
        let (kiosk, diagnostics) = Kiosk.load(folder)
        guard let kiosk else {
            throw Failure(.wrongInput, diagnostics.map(\.description).joined(separator: "\n"))
        }
        for diagnostic in diagnostics { say(diagnostic.description) }
        self.kiosk = kiosk
    }
}
