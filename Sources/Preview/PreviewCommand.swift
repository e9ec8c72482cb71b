// `bezel preview`: shows a kiosk in a browser, without a panel.

package import Geometry
import Glibc
import Linux
package import Machine
import Pages

/// The options of `bezel preview`.
package struct PreviewCommand {
    /// The kiosk's folder.
    package var kiosk = ""
    /// The folder for the site. Nil takes a temporary one, which is deleted at the end.
    package var output: String?
    /// The panel as it lies: pixels and millimetres. Pictures have as many pixels.
    package var panel = Panel(pixels: PixelSize(1280, 720), millimetres: Size(527, 296))
    /// The scales of everything. The pages are drawn in each of them.
    package var scales = [1.0]
    /// What the clock on the pages shows; nil for Wednesday, 2026-06-17, 10:30.
    package var date: CivilTime?
    /// Whether the command ends when everything is drawn, and changes are not followed.
    package var isOnce = false
    /// Whether a browser is opened.
    package var opensBrowser = true
    /// The machine's file, with the limits for pages. Nil takes the installed file, or the defaults.
    package var machine: String?
    /// Reads the texts and pictures in other processes; nil reads them in this one.
    package var content: ContentProcess?

    /// A command without options.
    package init() {}

    /// Draws the kiosk, and follows its changes until a signal ends the command. Passes the address of the page and progress to `say`.
    @MainActor package func run(say: (String) -> Void) throws(Failure) {
        // A folder whose name is mistyped would be waited for.
        var status = stat()
        guard stat(kiosk, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            let reason = access(kiosk, F_OK) == 0 ? "is not a folder" : "there is no such folder"
            throw Failure(.wrongInput, "\(kiosk): \(reason); give the folder of a kiosk")
        }
        let machine = try Configuration.ofThisMachine(machine)
        let folder = if let output { output } else { try Self.temporaryFolder() }
        defer { if output == nil { Self.delete(folder) } }
        var session = try PreviewSession(self, machine, site: PreviewSite(in: folder))
        try session.load()
        say("file://\(folder.hasPrefix("/") ? "" : Self.currentFolder + "/")\(folder)/index.html")
        if isOnce {
            while try session.drawNext() {}
            return
        }
        try follow(&session, in: folder, say: say)
    }

    @MainActor private func follow(_ session: inout PreviewSession, in folder: String, say: (String) -> Void)
        throws(Failure)
    {
        do throws(SystemError) {
            let loop = try EventLoop()
            var (hasChanged, isOver) = (false, false)
            let signals = try loop.onSignals([SIGTERM, SIGINT, SIGHUP]) { _ in isOver = true }
            let watch = try FolderWatch(folders: [kiosk], followsLinks: session.followsLinks, loop: loop) {
                hasChanged = true
            }
            let browser = opensBrowser ? openBrowser("\(folder)/index.html", loop, say) : nil
            try withExtendedLifetime((signals, watch, browser)) { () throws(SystemError) in
                var isBusy = true
                while !isOver {
                    // Between two pictures there is time for a signal or a change, which is then shown first.
                    while try loop.runOnce(until: isBusy ? MonotonicClock.now() : nil), !isOver, !hasChanged {}
                    do throws(Failure) {
                        if hasChanged {
                            hasChanged = false
                            watch.renew()
                            try session.load()
                        }
                        isBusy = try session.drawNext()
                    } catch {
                        say("\(error)")
                        isBusy = false
                    }
                }
            }
        } catch { throw Failure(error) }
        try session.end()
    }

    /// Opens the page at `path` in the desktop's browser, if there is a desktop.
    @MainActor private func openBrowser(_ path: String, _ loop: EventLoop, _ say: (String) -> Void) -> ChildProcess? {
        guard getenv("WAYLAND_DISPLAY") != nil || getenv("DISPLAY") != nil else { return nil }
        do throws(SystemError) { return try ChildProcess(["xdg-open", path], on: loop) { _ in } } catch {
            say("no browser was opened: \(error)")
            return nil
        }
    }

    // MARK: Folders

    private static var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path)
    }

    private static func temporaryFolder() throws(Failure) -> String {
        let parent = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/bezel-preview-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            let code = errno
            throw Failure(SystemError(call: "mkdtemp", errno: code, subject: parent))
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Deletes the site in `folder`, which this command has made.
    private static func delete(_ folder: String) {
        PictureFolder.clear("\(folder)/pictures")
        for name in ["index.html", "state.js"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}
