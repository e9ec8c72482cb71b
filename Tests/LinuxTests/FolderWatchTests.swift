// Folders that editors, copies and deployments change while they are watched.

import Geometry
import Glibc
import TestFolders
import Testing

@testable import Linux

@Suite struct FolderWatchTests {
    /// A folder of two pages, watched.
    private final class Watched {
        let folder = TemporaryFolder()
        let loop: EventLoop
        private var watch: FolderWatch?
        private(set) var calls = 0

        init(
            _ files: [String] = [], patience: Instant.Span = .seconds(3600), longestBurst: Instant.Span = .seconds(3600)
        ) throws {
            loop = try EventLoop()
            folder.write(Array("home".utf8), to: "kiosk/home.md")
            folder.write(Array("deep".utf8), to: "kiosk/sub/deep.md")
            watch = try FolderWatch(
                folders: [path], files: files.map { "\(folder.path)/\($0)" }, loop: loop, patience: patience,
                longestBurst: longestBurst
            ) { [unowned self] in calls += 1 }
        }

        func renew() { watch?.renew() }

        var path: String { "\(folder.path)/kiosk" }

        /// How often the watch is called because of what has been done so far. A file that is still open delays the call.
        func heard() throws -> Int {
            let before = calls
            repeat {
                while try loop.runOnce(until: MonotonicClock.now()) {}
                if watch?.isAboutToReport == true { try loop.runOnce() }
            } while watch?.isAboutToReport == true
            return calls - before
        }

        /// Waits until the watch is called.
        func wait() throws {
            let before = calls
            while calls == before { try loop.runOnce() }
        }
    }

    @Test func `a file that is written, renamed over, deleted or linked is one change each`() throws {
        let watched = try Watched()
        watched.folder.write(Array("new".utf8), to: "kiosk/home.md")
        #expect(try watched.heard() == 1)
        watched.folder.write(Array("newer".utf8), to: "kiosk/.home.md.swp")
        #expect(try watched.heard() == 0)
        rename("\(watched.path)/.home.md.swp", "\(watched.path)/home.md")
        #expect(try watched.heard() == 1)
        symlink("home.md", "\(watched.path)/start.md")
        #expect(try watched.heard() == 1)
        unlink("\(watched.path)/start.md")
        #expect(try watched.heard() == 1)
        watched.folder.write(Array("x".utf8), to: "kiosk/sub/deep.md")
        #expect(try watched.heard() == 1)
        watched.folder.write(Array("x".utf8), to: "beside.md")
        #expect(try watched.heard() == 0)
    }

    @Test(arguments: ["beside.log", "kiosk/.home.md.swp", "kiosk/home.md~"])
    func `steady writes to a name that does not count delay no change`(name: String) throws {
        let watched = try Watched()
        watched.folder.write(Array("new".utf8), to: "kiosk/home.md")
        while watched.calls == 0 {
            watched.folder.write(Array("x".utf8), to: name)
            _ = try watched.loop.runOnce(until: MonotonicClock.now() + .milliseconds(5))
        }
        #expect(try watched.heard() == 0)
    }

    /// How a folder that lies on the way to the watched ones changes. Paths are relative to a folder that stays.
    enum Change: Sendable {
        case folder(String, holding: String)
        case link(String, to: String)
        case rename(String, to: String)
        case remove(String)

        func make(in folder: TemporaryFolder) {
            switch self {
            case .folder(let name, let text):
                folder.write(Array(text.utf8), to: "\(name)/kiosk/home.md")
                folder.write(Array(text.utf8), to: "\(name)/bezel.toml")
            // As a deployment replaces a link, in one step.
            case .link(let name, let target):
                symlink(target, "\(folder.path)/fresh")
                Glibc.rename("\(folder.path)/fresh", "\(folder.path)/\(name)")
            case .rename(let name, let other): Glibc.rename("\(folder.path)/\(name)", "\(folder.path)/\(other)")
            case .remove(let name):
                for inner in ["kiosk/home.md", "kiosk", "bezel.toml", ""] {
                    Glibc.remove("\(folder.path)/\(name)/\(inner)")
                }
            }
        }
    }

    @Test(
        arguments: [
            // A link that is set to the next release.
            [
                .folder("old", holding: "1"), .folder("new", holding: "2"), .link("now", to: "old"),
                .link("now", to: "new"),
            ],
            // A link by way of another, as container managers set it.
            [
                .folder("old", holding: "1"), .folder("new", holding: "2"), .link("now", to: "data"),
                .link("data", to: "old"),
                .link("data", to: "new"),
            ],
            // A link whose target comes late.
            [.link("now", to: "later/deep"), .folder("later/deep", holding: "1")],
            // A folder that is moved away and replaced.
            [
                .folder("now", holding: "1"), .folder("next", holding: "2"), .rename("now", to: "old"),
                .rename("next", to: "now"),
            ],
            // A folder that is gone for a while.
            [.folder("now", holding: "1"), .remove("now"), .folder("now", holding: "2")],
            [.folder("now", holding: "1")],
        ] as [[Change]])
    func `a change on the way to what is watched is a change, and so is what changes there later`(
        _ changes: [Change]
    ) throws {
        for first in changes.indices {
            let root = TemporaryFolder()
            for change in changes[..<first] { change.make(in: root) }
            let loop = try EventLoop()
            var (folders, files) = (0, 0)
            let watches = [
                try FolderWatch(folders: ["\(root.path)/now/kiosk"], loop: loop) { folders += 1 },
                try FolderWatch(folders: [], files: ["\(root.path)/now/bezel.toml"], loop: loop) { files += 1 },
            ]
            func wait() throws {
                while folders == 0 || files == 0 { try loop.runOnce() }
                (folders, files) = (0, 0)
            }
            for change in changes[first...] {
                change.make(in: root)
                // What lies beside the way is no change.
                if case .folder(let name, _) = change, name != "now", name != "later/deep" { continue }
                try wait()
            }
            root.write(Array("newer".utf8), to: "now/kiosk/home.md")
            root.write(Array("newer".utf8), to: "now/bezel.toml")
            try wait()
            withExtendedLifetime(watches) {}
        }
    }

    @Test func `a folder on the way that may be read again is a change`() throws {
        let root = TemporaryFolder()
        Change.folder("now", holding: "1").make(in: root)
        let loop = try EventLoop()
        var calls = 0
        let watch = try FolderWatch(
            folders: ["\(root.path)/now/kiosk"], files: ["\(root.path)/now/bezel.toml"], loop: loop
        ) { calls += 1 }
        for name in ["now", "now/kiosk"] {
            for mode: mode_t in [0o700, 0o755] {
                chmod("\(root.path)/\(name)", mode)
                while calls == 0 { try loop.runOnce() }
                calls = 0
            }
        }
        withExtendedLifetime(watch) {}
    }

    @Test func `as many folders as can be watched stay watched`() throws {
        let root = TemporaryFolder()
        for number in 0..<4200 { root.write([65], to: "kiosk/\(number)/page.md") }
        let watch = try FolderWatch(folders: ["\(root.path)/kiosk"], loop: EventLoop()) {}
        let first = Set(watch.watchedFolders)
        #expect(first.count == 4096)
        watch.renew()
        #expect(Set(watch.watchedFolders) == first)
    }

    @Test func `what a link no longer leads to is not watched`() throws {
        let root = TemporaryFolder()
        for name in ["old", "new"] { root.write(Array("home".utf8), to: "\(name)/kiosk/sub/home.md") }
        Change.link("now", to: "old").make(in: root)
        let loop = try EventLoop()
        var calls = 0
        let watch = try FolderWatch(folders: ["\(root.path)/now/kiosk"], loop: loop) { calls += 1 }
        Change.link("now", to: "new").make(in: root)
        while calls == 0 { try loop.runOnce() }
        root.write(Array("newer".utf8), to: "old/kiosk/sub/home.md")
        // This change came last, so what counts before it is reported before it.
        root.write(Array("newer".utf8), to: "new/kiosk/sub/home.md")
        while calls == 1 { try loop.runOnce() }
        #expect(calls == 2)
        // The folders on the way, "kiosk" and "sub".
        #expect(watch.watchedFolders.sorted().suffix(2) == ["\(root.path)/now/kiosk", "\(root.path)/now/kiosk/sub"])
        #expect(!watch.watchedFolders.contains { $0.hasPrefix("\(root.path)/old") })
    }

    @Test func `a page that is a link is watched where it leads, if links are followed`() throws {
        for follows in [false, true] {
            let root = TemporaryFolder()
            root.write(Array("home".utf8), to: "kiosk/home.md")
            root.write(Array("10:00".utf8), to: "elsewhere/departures.md")
            symlink("../elsewhere/departures.md", "\(root.path)/kiosk/departures.md")
            let loop = try EventLoop()
            var calls = 0
            let watch = try FolderWatch(folders: ["\(root.path)/kiosk"], followsLinks: follows, loop: loop) {
                calls += 1
            }
            root.write(Array("10:30".utf8), to: "elsewhere/departures.md")
            while follows, calls == 0 { try loop.runOnce() }
            root.write(Array("home".utf8), to: "kiosk/home.md")
            while calls < (follows ? 2 : 1) { try loop.runOnce() }
            #expect(watch.watchedFolders.contains("\(root.path)/elsewhere") == follows)
        }
    }

    @Test func `a file counts when it is closed, however long it takes to write it`() throws {
        let watched = try Watched()
        for name in ["home.md", "new.md"] {
            let stream = try #require(fopen("\(watched.path)/\(name)", "w"))
            #expect(try watched.heard() == 0)
            for _ in 0..<3 {
                fputs("half", stream)
                fflush(stream)
                #expect(try watched.heard() == 0)
            }
            // Changes of other files wait as well, since one change may need the other.
            watched.folder.write(Array("x".utf8), to: "kiosk/sub/deep.md")
            #expect(try watched.heard() == 0)
            fclose(stream)
            #expect(try watched.heard() == 1)
        }
    }

    @Test func `a change without an end, and steady changes, are reported too`() throws {
        // truncate(2) closes nothing.
        let cut = try Watched(patience: .milliseconds(50))
        truncate("\(cut.path)/home.md", 3)
        try cut.wait()
        cut.folder.write(Array("whole again".utf8), to: "kiosk/home.md")
        #expect(try cut.heard() == 1)
        let steady = try Watched(longestBurst: .milliseconds(50))
        let file = open("\(steady.path)/home.md", O_WRONLY | O_APPEND)
        defer { close(file) }
        while steady.calls < 2 {
            write(file, "x", 1)
            try steady.loop.runOnce(until: MonotonicClock.now() + .milliseconds(5))
        }
    }

    @Test func `a burst is one change`() throws {
        let watched = try Watched()
        for number in 0..<200 { watched.folder.write([65], to: "kiosk/page\(number).md") }
        #expect(try watched.heard() == 1)
    }

    @Test func `folders that come later are watched, with what is in them`() throws {
        let watched = try Watched()
        watched.folder.write([65], to: "kiosk/a/b/c.md")
        #expect(try watched.heard() == 1)
        watched.folder.write([66], to: "kiosk/a/b/c.md")
        #expect(try watched.heard() == 1)
        rename("\(watched.path)/a", "\(watched.folder.path)/away")
        #expect(try watched.heard() == 1)
    }

    @Test func `a folder that is renamed is watched by its new name, and one that has gone elsewhere is not`() throws {
        let watched = try Watched()
        rename("\(watched.path)/sub", "\(watched.path)/other")
        #expect(try watched.heard() == 1)
        watched.folder.write([65], to: "kiosk/other/new/page.md")
        #expect(try watched.heard() == 1)
        watched.folder.write([66], to: "kiosk/other/new/page.md")
        #expect(try watched.heard() == 1)
        rename("\(watched.path)/other", "\(watched.folder.path)/away")
        #expect(try watched.heard() == 1)
        watched.folder.write([67], to: "away/new/page.md")
        #expect(try watched.heard() == 0)
    }

    @Test func `a folder that is replaced as a whole is followed by its name`() throws {
        let watched = try Watched()
        watched.folder.write([65], to: "next/home.md")
        rename(watched.path, "\(watched.folder.path)/old")
        #expect(try watched.heard() == 1)
        symlink("next", watched.path)
        #expect(try watched.heard() == 1)
        watched.folder.write([66], to: "next/home.md")
        #expect(try watched.heard() == 1)
        // As a deployment does it, in one step.
        watched.folder.write([65], to: "third/sub/home.md")
        symlink("third", "\(watched.folder.path)/kiosk.new")
        rename("\(watched.folder.path)/kiosk.new", watched.path)
        #expect(try watched.heard() == 1)
        watched.folder.write([66], to: "third/sub/home.md")
        #expect(try watched.heard() == 1)
    }

    @Test func `files and folders whose names begin with a dot or end with a tilde are ignored`() throws {
        let watched = try Watched()
        let there = TemporaryFolder()
        var calls = 0
        let sentinel = try FolderWatch(folders: [there.path], loop: watched.loop) { calls += 1 }
        for name in ["home.md~", ".home.md.swp", "backup~/home.md", ".git/index"] {
            watched.folder.write([65], to: "kiosk/\(name)")
        }
        rename("\(watched.path)/home.md~", "\(watched.path)/hours.md~")
        unlink("\(watched.path)/hours.md~")
        // This change came last, so what counts before it is reported before it.
        there.write([65], to: "home.md")
        while calls == 0 { try watched.loop.runOnce() }
        #expect(watched.calls == 0)
        watched.folder.write([66], to: "kiosk/home.md")
        while watched.calls == 0 { try watched.loop.runOnce() }
        withExtendedLifetime(sentinel) {}
    }

    @Test func `a single file is watched in its folder, and nothing beside it`() throws {
        let watched = try Watched(["etc/bezel.toml"])
        mkdir("\(watched.folder.path)/etc", 0o755)
        #expect(try watched.heard() == 1)
        watched.folder.write([65], to: "etc/other.toml")
        #expect(try watched.heard() == 0)
        let there = TemporaryFolder()
        let loop = try EventLoop()
        var calls = 0
        let watch = try FolderWatch(folders: [], files: ["\(there.path)/bezel.toml"], loop: loop) { calls += 1 }
        there.write([65], to: "other.toml")
        there.write([65], to: "bezel.toml")
        while calls == 0 { try loop.runOnce() }
        there.write([65], to: "fresh")
        rename("\(there.path)/fresh", "\(there.path)/bezel.toml")
        while calls == 1 { try loop.runOnce() }
        withExtendedLifetime(watch) {}
    }
}
