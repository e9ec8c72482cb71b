// A stage with a kiosk's pages on it.

public import Geometry
public import Pages
public import Stage

/// Puts a kiosk's pages on a stage: the start page, and whatever is to be on the stack already.
public enum KioskStage {
    /// The stage of `kiosk` on `panel`. `stack` names the pages already pushed, root first; one that ends in `!` is
    /// presented as a sheet, and those after it are on the sheet's stack. Empty: the kiosk's start.
    /// Throws a `Failure` when a page is not there.
    public static func make(kiosk: Kiosk, panel: Panel, gestures: GestureSettings, stack: [String] = [])
        throws(Failure) -> Stage
    {
        let names = stack.isEmpty ? kiosk.start : stack
        let library = PageLibrary(kiosk: kiosk)
        func screen(_ name: String) throws(Failure) -> Screen {
            guard let screen = library.screen(named: name) else {
                throw Failure(.wrongInput, "\(kiosk.folder): there is no page \"\(name)\"; there are \(library.names)")
            }
            return screen
        }
        guard let first = names.first, !first.hasSuffix("!") else {
            throw Failure(.usage, "the first page of a stack cannot be a sheet: \"\(names.first ?? "")\"")
        }
        let theme = Theme(kiosk.theme ?? .paper, on: panel)
        let stage = Stage(panel: panel, theme: theme, gestures: gestures, root: try screen(first))
        for name in names.dropFirst() {
            if name.hasSuffix("!") {
                stage.present(try screen(String(name.dropLast())), animated: false)
            } else {
                stage.frontNavigator.push(try screen(name), animated: false)
            }
        }
        return stage
    }
}
