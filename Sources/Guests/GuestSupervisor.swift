// The process of `bezel guest`: it runs one program for a kiosk, and ends it.

import Geometry
import Glibc
package import Linux

/// Runs the program that the kiosk at the other end of standard input asks for. It gives the program a folder of its own, with a Wayland
/// socket whose connections it passes on, and one in memory. When the kiosk closes the connection, or the program ends, it ends everything that the
/// program has started, and removes the folder.
package final class GuestSupervisor {
    private let kiosk: PacketConnection
    private let loop: EventLoop
    private let home: String
    /// A folder in memory.
    private let memory: String
    private let listener: ListeningSocket
    private var program: ProgramTree?
    private var descriptors: [(number: Int32, file: Int32)] = []
    private var watches: [EventLoop.Watch] = []
    private var timer: Timer?
    private var isEnding = false
    /// Where systemd has started this process. A kiosk that has started it itself wakes it to end it.
    private var life: LifeTimer?
    /// What the program writes, if that does not go where this process writes.
    private var lines: ProgramLines?
    /// Where it is read from.
    private var output: Int32?
    private var outputWatch: EventLoop.Watch?
    private var outputTimer: Timer?
    /// A thread of its own writes it: nobody may read standard error.
    private let terminal = LineWriter(descriptor: 2)

    /// The most descriptors that a program gets.
    private static let mostDescriptors = 8
    /// The time that a program has to end by itself: a service has two seconds in all.
    private static let patience = Instant.Span.milliseconds(1500)
    /// How often what does not end is killed again: a process that starts others while it is killed is not caught at once.
    private static let interval = Instant.Span.milliseconds(20)
    /// After what time without a turn of the loop this process is taken for one that the program, of the same user, has stopped.
    private static let longestTurn = Instant.Span.seconds(20)

    /// Where programs are found.
    private static let path = "/usr/local/bin:/usr/bin:/bin:/usr/games"

    /// Runs until the program has ended. `socket` is the number of the socket that is connected to the kiosk, or at which systemd listens for the
    /// kiosk, which then has it accept one connection. Throws when there is no room for the program's folder.
    package static func run(socket: Int32) throws(SystemError) {
        let loop = try EventLoop()
        let supervisor = try GuestSupervisor(socket, loop)
        try supervisor.start()
        try loop.run()
        supervisor.life = nil
        supervisor.finishLines()
        supervisor.removeHome()
    }

    private init(_ socket: Int32, _ loop: EventLoop) throws(SystemError) {
        kiosk = try PacketConnection(from: socket)
        self.loop = loop
        // The program may be a process of the same user, which could take over this one, or its connection to the kiosk.
        ThisProcess.keepToItself()
        let nothing = open("/dev/null", O_RDWR)
        if nothing >= 0, nothing != socket {
            dup2(nothing, socket)
            close(nothing)
        }
        home = try Self.makeFolder(in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
        memory = try Self.makeFolder(in: "/dev/shm")
        listener = try ListeningSocket(path: memory + "/wayland-0", mode: 0o600)
    }

    private static func makeFolder(in folder: String) throws(SystemError) -> String {
        let template = strdup(folder + "/bezel-guest-XXXXXX")
        defer { free(template) }
        guard let template, mkdtemp(template) != nil else {
            throw SystemError(call: "mkdtemp", errno: errno, subject: folder)
        }
        return String(cString: template)
    }

    private func start() throws(SystemError) {
        // A terminal's Ctrl-C is for the kiosk, which then closes the connection.
        setsid()
        watches.append(try loop.watch(kiosk.number) { [unowned self] _ in hear() })
        watches.append(try loop.watch(listener.number) { [unowned self] _ in passOn() })
        watches.append(
            try loop.onSignals([SIGCHLD, SIGTERM]) { [unowned self] signal in
                if signal == SIGTERM { end() } else { reap() }
            })
        timer = loop.timer { [unowned self] in kill() }
    }

    // MARK: The kiosk

    private func hear() {
        while true {
            do throws(SystemError) {
                guard var packet = try kiosk.receive() else { return }
                take(GuestMessage(packet.text), packet.descriptor.take())
            } catch { return end() }
        }
    }

    private func take(_ message: GuestMessage?, _ file: consuming FileDescriptor?) {
        switch (message, program == nil) {
        case (.descriptor(let number), true):
            guard let file, descriptors.count < Self.mostDescriptors else { return end() }
            descriptors.append((number, file.release()))
        case (.lines(let name), true): lines = ProgramLines(of: name)
        case (.start(let words), true): begin(words)
        case (.descriptor, _), (.lines, _), (.start, _), (.started, _), (.connection, _), (.missing, _), (.ended, _),
            (nil, _):
            end()
        }
    }

    /// Has GTK's windows draw no buttons that close or shrink them, which a visitor would tap. Where the schemas of GNOME's settings are
    /// installed, GTK asks those first: GSETTINGS_BACKEND has them read here too.
    private func writeSettings() {
        let own = "[Settings]\ngtk-decoration-layout=:\n"
        for (folder, name, text) in [
            ("gtk-3.0", "settings.ini", own), ("gtk-4.0", "settings.ini", own),
            ("glib-2.0/settings", "keyfile", "[org/gnome/desktop/wm/preferences]\nbutton-layout=':'\n"),
        ] {
            var path = home
            for part in ["config"] + folder.split(separator: "/").map(String.init) {
                path += "/" + part
                mkdir(path, 0o700)
            }
            guard let file = fopen("\(path)/\(name)", "we") else { continue }
            fputs(text, file)
            fclose(file)
        }
    }

    private func begin(_ words: [String]) {
        writeSettings()
        defer {
            for one in descriptors { close(one.file) }
            descriptors = []
        }
        do throws(SystemError) {
            if lines != nil { try readOutput() } else { life = try LifeTimer(Self.longestTurn, on: loop) }
            program = try ProgramTree(
                words.map { word in word.replacing("{home}", with: home) }, environment: environment, path: Self.path,
                descriptors: descriptors)
            try? kiosk.send(GuestMessage.started.text)
        } catch {
            try? kiosk.send(GuestMessage.missing("\(error)").text)
            end()
        }
    }

    /// What the program knows of the machine. The kiosk's own variables are not among it.
    private var environment: [String] {
        let names = ["LANG", "LC_ALL", "LANGUAGE", "TZ", "XDG_DATA_DIRS", "FONTCONFIG_FILE"]
        let kept = names.compactMap { name in getenv(name).map { "\(name)=" + String(cString: $0) } }
        let own: [String] = [
            "PATH=\(Self.path)", "HOME=\(home)",
            // In memory: there cog, and Chromium on a machine with little of it, keep what they share with the compositor, which reads no
            // file on a disk.
            "XDG_RUNTIME_DIR=\(memory)", "TMPDIR=\(memory)",
            "WAYLAND_DISPLAY=wayland-0",
            "XDG_CONFIG_HOME=\(home)/config", "XDG_CACHE_HOME=\(home)/cache", "XDG_DATA_HOME=\(home)/data",
            // Toolkits that know several ways to show something take this one, without a graphics processor.
            "GDK_BACKEND=wayland", "QT_QPA_PLATFORM=wayland", "SDL_VIDEODRIVER=wayland", "MOZ_ENABLE_WAYLAND=1",
            "GSETTINGS_BACKEND=keyfile",
            // A link to a mail address must not open another browser, which xdg-email would.
            "BROWSER=/bin/true",
            "GSK_RENDERER=cairo", "QT_QUICK_BACKEND=software", "LIBGL_ALWAYS_SOFTWARE=1",
        ]
        return kept + own
    }

    /// Passes the connections of the program on to the kiosk, which counts them.
    private func passOn() {
        while let (descriptor, _) = try? listener.accept() {
            let file = FileDescriptor(owning: descriptor)
            try? kiosk.send(GuestMessage.connection.text, file.number)
        }
    }

    // MARK: What the program writes

    /// Reads what the program is to write.
    private func readOutput() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(call: "pipe", errno: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        output = ends[0]
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        descriptors += [(1, ends[1]), (2, fcntl(ends[1], F_DUPFD_CLOEXEC, 3))]
        outputWatch = try loop.watch(ends[0]) { [unowned self] _ in passLines() }
        outputTimer = loop.timer { [unowned self] in
            write { $0.advance(to: MonotonicClock.now()) }
        }
    }

    private func write(_ change: (inout ProgramLines) -> String) {
        guard var lines else { return }
        let text = change(&lines)
        self.lines = lines
        if !text.isEmpty { terminal.write(text) }
        outputTimer?.setDeadline(lines.nextDeadline)
    }

    /// Passes on what the program has written by now. Returns false when there is nothing.
    @discardableResult
    private func passLines() -> Bool {
        guard let output else { return false }
        return withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
            let count = read(output, buffer.baseAddress, buffer.count)
            if count > 0 {
                write { $0.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: MonotonicClock.now()) }
            } else if count == 0 {
                // Nothing of the program has it any more. The watch would tell of that all the time.
                outputWatch?.cancel()
            }
            return count > 0
        }
    }

    /// Passes on the last lines of a program that has ended, and says what was left out.
    private func finishLines() {
        guard lines != nil else { return }
        for _ in 0..<8 where passLines() {}
        write { $0.finish(at: MonotonicClock.now()) }
        terminal.flush(within: .milliseconds(200))
    }

    // MARK: The end

    private func reap() {
        guard let program else { return }
        if program.reap(), let status = program.status { try? kiosk.send(GuestMessage.ended(status).text) }
        if !isEnding, program.status != nil { return end() }
        if isEnding, program.isOver { loop.stop() }
    }

    /// Asks the program to end, and kills what has not ended in time.
    private func end() {
        guard !isEnding else { return }
        isEnding = true
        watches.first?.cancel()
        guard let program, !program.isOver else { return loop.stop() }
        program.signal(SIGTERM)
        let now = MonotonicClock.now()
        timer?.setDeadline(program.status == nil ? now + Self.patience : now)
    }

    private func kill() {
        guard let program else { return }
        program.signal(SIGKILL)
        _ = program.reap()
        if program.isOver { return loop.stop() }
        timer?.setDeadline(MonotonicClock.now() + Self.interval)
    }

    private func removeHome() {
        listener.close()
        let remover = try? ProgramTree(
            ["sh", "-c", Self.removing, "sh", home, memory], environment: [], path: Self.path, descriptors: [])
        remover?.wait()
    }

    /// Nothing of what the program leaves is followed: rm takes links for files. A folder that the program has closed to itself is opened first,
    /// before find goes into it.
    private static let removing = """
        rm -rf --one-file-system -- "$@" 2>/dev/null && exit
        find "$@" -xdev -type d ! -perm -u+rwx -execdir chmod u+rwx {} ';' 2>/dev/null
        exec rm -rf --one-file-system -- "$@"
        """
}
