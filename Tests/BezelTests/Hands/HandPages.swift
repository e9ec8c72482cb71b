// The pages and screens that the hands play on, and their stages.

import Geometry
import Pages
import Stage
import TestFolders

@testable import Bezel
@testable import Gallery
@testable import Machine

/// Both sample kiosks, the gallery app and the test's own kiosks, each read once, when it is first needed.
final class HandPages {
    struct Pages {
        let first: StartScreens
        let names: [String]

        /// The first screens after the pages `gone` were deleted. Those of the start cannot be deleted.
        func without(_ gone: Set<String>) -> StartScreens {
            StartScreens(
                title: first.title, theme: first.theme.base, start: first.start, on: Configuration(), idle: first.idle,
                gestures: first.gestures
            ) { [first] name throws(Failure) in
                if gone.contains(name), !first.start.contains(name) { throw Failure(.wrongInput, "\(name) is deleted") }
                return try first.screen(name)
            }
        }
    }
    private var pages: [HandKiosk: Pages] = [:]
    private var folders: [TemporaryFolder] = []

    private func read(_ kiosk: HandKiosk) throws(Failure) -> Pages {
        if kiosk == .app {
            let names = ["gallery"] + (Sample.all.map { make in { make() as Screen } } + Sample.inner).map { $0().name }
            return Pages(first: StartScreens(GalleryApp(), on: Configuration()), names: names)
        }
        let own = HandFolder(kiosk)?.write()
        folders += [own].compactMap(\.self)
        let folder = own?.path ?? "\(repository)/config/\(kiosk.rawValue)"
        let kiosk = Kiosk.load(folder, decodingPictures: false).0
        let names = (kiosk?.names ?? []) + (kiosk.map { PageLibrary(kiosk: $0).pictureNames } ?? [])
        return Pages(first: try StartScreens(kiosk: folder, on: Configuration()) { _ in }, names: names)
    }

    subscript(kiosk: HandKiosk) -> Pages {
        if let known = pages[kiosk] { return known }
        do throws(Failure) {
            let read = try read(kiosk)
            pages[kiosk] = read
            return read
        } catch { fatalError("\(error)") }
    }

    /// A new screen: a page, or a test's.
    func screen(_ name: String, of kiosk: HandKiosk, _ book: HandBook) -> Screen {
        if HandProbe.isName(name) { return HandProbe(name, book) }
        do throws(Failure) { return try self[kiosk].first.screen(name) } catch { fatalError("\(error)") }
    }

    /// The stage where a script begins.
    func stage(_ setting: HandSetting, _ book: HandBook) -> Stage {
        var gestures = self[setting.kiosk].first.gestures(nil)
        if !setting.isOwn {
            (gestures.pop, gestures.pull, gestures.trailing) = (setting.pop, setting.pull, setting.trailing)
        }
        gestures.isResampling = setting.isResampling
        return stage(
            setting.kiosk, setting.stack, on: setting.panel, gestures, setting.isOwn ? .leftToRight : setting.direction,
            book)
    }

    /// A new stage with the screens called `stack`.
    func stage(
        _ kiosk: HandKiosk, _ stack: [String], on panel: Panel, _ gestures: GestureSettings,
        _ direction: LayoutDirection, _ book: HandBook
    ) -> Stage {
        let stage = Stage(
            panel: panel, theme: Theme(.paper, on: panel), gestures: gestures, root: screen(stack[0], of: kiosk, book))
        stage.direction = direction
        for name in stack.dropFirst() {
            if name.hasSuffix("!") {
                stage.present(screen(String(name.dropLast()), of: kiosk, book), animated: false)
            } else {
                stage.frontNavigator.push(screen(name, of: kiosk, book), animated: false)
            }
        }
        return stage
    }
}
