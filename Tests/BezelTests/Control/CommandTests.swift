// `bezel run` and `bezel control` as processes, with the real loop, socket and signals.

import Bezel
import Glibc
import TestFolders
import Testing

@testable import Linux

@Suite(.serialized) struct CommandTests {
    private static let museum = "\(repository)/config/museum"

    /// A kiosk that runs in a process, with a `[control]` table in its machine's file.
    private final class Kiosk {
        let folder = TemporaryFolder()
        var socket: String { "\(folder.path)/control" }
        let process: BezelProcess

        init(pages: String = CommandTests.museum, _ arguments: String..., extra: String = "") {
            let file = folder.write("[control]\nsocket = \"\(folder.path)/control\"\n\(extra)", to: "bezel.toml")
            process = BezelProcess(
                ["run", pages, "--display", "headless", "--screen", "640x360", "--size", "527x296", "--config", file]
                    + arguments)
            // The kiosk answers as soon as it listens.
            while control("status").code != 0, kill(process.id, 0) == 0 {}
        }

        func control(_ arguments: String...) -> BezelProcess.Outcome {
            BezelProcess(["control"] + arguments + ["--socket", socket]).wait()
        }
    }

    @Test func `without a kiosk, bezel control says what to do`() {
        let folder = TemporaryFolder()
        let none = BezelProcess.run("control", "status", "--socket", "\(folder.path)/control")
        #expect(none.code == 69)
        #expect(none.said.contains("no kiosk listens there; run one with socket ="))
        let long = BezelProcess.run("control", "status", "--socket", String(repeating: "/x", count: 100))
        #expect(long.code == 1 && long.said.contains("at most 107 bytes"))
        #expect(BezelProcess.run("control", "sing").code == 64)
        #expect(BezelProcess.run("control", "open").code == 64)
    }

    nonisolated private static let absent: [([String], String)] = [
        (["--play", "FOLDER/none"], "none: cannot be read: No such file or directory"),
        (["--play", "FOLDER"], "cannot be read: Is a directory"),
        (["--play", "FOLDER/text"], "this is not the start of a recording"),
        (["--record", "FOLDER/none/x.jsonl"], "none/x.jsonl: cannot be written: "),
        (["--record", "FOLDER"], "cannot be written: Is a directory"),
        (["--trace", "FOLDER/none/x"], "none/x: cannot be written: "),
        (["--config", "FOLDER/none"], "none: cannot be read: No such file"),
        (["--stack", "home,nowhere!"], "there is no page \"nowhere\""),
    ]

    @Test(arguments: absent) func `what the command line names and is not there is said before anything is opened`(
        options: [String], problem: String
    ) {
        let folder = TemporaryFolder()
        folder.write("text", to: "text")
        let words = options.map { $0.replacing("FOLDER", with: folder.path) }
        let outcome = BezelProcess(["run", Self.museum, "--display", "headless"] + words).wait()
        #expect(outcome.code != 0 && outcome.said.contains(problem), "\(outcome.said)")
        #expect(!outcome.said.contains("display:"), "\(outcome.said)")
    }

    @Test func `a running kiosk is queried and controlled from the command line`() throws {
        let kiosk = Kiosk()
        #expect(kiosk.control("status").text.contains("shows   home"))
        #expect(kiosk.control("open", "hours").code == 0)
        #expect(kiosk.control("status", "--json").text.field("stack") == #"["home","hours"]"#)
        let unknown = kiosk.control("open", "nowhere")
        #expect(unknown.code == 65 && unknown.said.contains("there is no page \"nowhere\"; there are "))
        var tree = kiosk.control("tree")
        // The page may still be on its way in.
        for _ in 0..<200 where !tree.text.contains("We open when the sea lets us") { tree = kiosk.control("tree") }
        #expect(tree.code == 0 && tree.text.contains("text \"We open when the sea lets us\" at "))
        #expect(
            tree.text.split(separator: "\n").allSatisfy { $0.contains("\" at ") || $0.contains("\", disabled at ") })
        let picture = kiosk.control("screenshot", "-")
        #expect(picture.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let file = "\(kiosk.folder.path)/glass.png"
        #expect(kiosk.control("screenshot", file).code == 0)
        #expect(kiosk.folder.lines(of: "glass.png").isEmpty == false)
        #expect(kiosk.control("metrics").text.hasSuffix("# EOF\n"))
        #expect(kiosk.control("log-level", "debug").code == 0)
        #expect(kiosk.control("status", "--json").text.contains(#""log_level":"debug""#))
        let empty = kiosk.control("record", "--last", "2m", "-")
        #expect(empty.code == 1 && empty.said.contains("no touch since"))
        let outcome = kiosk.process.end()
        #expect(outcome.code == 0)
        #expect(access(kiosk.socket, F_OK) != 0)
        let gone = kiosk.control("status")
        #expect(gone.code == 69)
    }

    @Test func `a socket that somebody removes comes back, also with its folder`() throws {
        let folder = TemporaryFolder()
        folder.write("# Home\n", to: "kiosk/home.md")
        folder.write("# Hours\n\n[Home](home.md)\n", to: "kiosk/hours.md")
        let socket = "\(folder.path)/run/control"
        folder.write("", to: "run/other")
        folder.write("[control]\nsocket = \"\(socket)\"\n", to: "bezel.toml")
        let kiosk = BezelProcess([
            "run", "\(folder.path)/kiosk", "--display", "headless", "--config", "\(folder.path)/bezel.toml",
        ])
        func control(_ words: String...) -> BezelProcess.Outcome {
            BezelProcess(["control"] + words + ["--socket", socket]).wait()
        }
        func waitForAnswer() { while control("status").code != 0, kill(kiosk.id, 0) == 0 {} }
        waitForAnswer()
        unlink(socket)
        waitForAnswer()
        #expect(rename("\(folder.path)/run", "\(folder.path)/old") == 0)
        folder.write("", to: "run/other")
        waitForAnswer()
        let near = control("open", "hours.md")
        #expect(
            near.code == 65 && near.said.contains("there is no page \"hours.md\"; did you mean \"hours\"?"),
            "\(near.said)")
        let live = BezelProcess(["control", "record", "\(folder.path)/live.jsonl", "--socket", socket])
        while access("\(folder.path)/live.jsonl", F_OK) != 0, kill(live.id, 0) == 0 {}
        kill(kiosk.id, SIGKILL)
        _ = kiosk.wait()
        let cut = live.wait()
        #expect(cut.code == 1 && cut.said.contains("the recording is cut off"), "\(cut.said)")
    }

    @Test func `a named pipe in TZ or FONTCONFIG_FILE does not keep a kiosk from starting`() throws {
        let folder = TemporaryFolder()
        folder.write("# Home\n", to: "kiosk/home.md")
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for setting in ["TZ=\(pipe)", "TZ=:\(pipe)", "FONTCONFIG_FILE=\(pipe)"] {
            let kiosk = BezelProcess(
                [
                    setting, BezelProcess.binary, "run", "\(folder.path)/kiosk", "--display", "headless", "--config",
                    "/dev/null", "--frames", "1",
                ],
                program: "/usr/bin/env")
            let outcome = kiosk.wait()
            #expect(outcome.code == 0 && outcome.said.contains(" is ignored: \""), "\(setting): \(outcome.said)")
        }
    }

    @Test func `the completions of a shell know folders, files and values`() {
        let script = BezelProcess.run("--generate-completion-script", "fish").text.split(separator: "\n")
        for (option, part) in [
            ("\"bezel run\" display'", "auto wayland drm fbdev headless"), ("\"bezel run\" state'", "directories"),
            ("\"bezel run\" config'", "toml"), ("\"bezel replay\" kiosk'", "directories"),
            ("\"bezel replay\" rotation'", "0 90 180 270"),
        ] {
            #expect(script.contains { $0.contains(option) && $0.contains(part) }, "\(option)")
        }
    }

    @Test func `with keep off there is nothing of the last minutes, and what is still to come can be recorded`() {
        let kiosk = Kiosk(extra: "[record]\nkeep = \"off\"\n")
        while kiosk.control("status", "--json").text.field("stack") == nil, kill(kiosk.process.id, 0) == 0 {}
        let refused = kiosk.control("record", "--last", "2m", "-")
        #expect(refused.code == 1 && refused.output.isEmpty)
        #expect(refused.said.contains("nothing is kept here: keep = \"off\" in [record]"), "\(refused.said)")
        let file = "\(kiosk.folder.path)/live.jsonl"
        let live = BezelProcess(["control", "record", file, "--socket", kiosk.socket])
        while access(file, F_OK) != 0, kill(live.id, 0) == 0 {}
        #expect(kiosk.process.end().code == 0)
        #expect(live.wait().code == 0)
    }

    @Test func `what shows the touches of visitors can be read by its owner alone`() throws {
        let records = TemporaryFolder()
        func path(_ name: String) -> String { "\(records.path)/\(name)" }
        let kiosk = Kiosk("--record", path("run.jsonl"), "--trace", path("run.trace"))
        while kiosk.control("status", "--json").text.field("stack") == nil, kill(kiosk.process.id, 0) == 0 {}
        #expect(kiosk.control("screenshot", path("glass.png")).code == 0)
        let live = BezelProcess(["control", "record", path("live.jsonl"), "--socket", kiosk.socket])
        while access(path("live.jsonl"), F_OK) != 0, kill(live.id, 0) == 0 {}
        #expect(kiosk.process.end().code == 0)
        #expect(live.wait().code == 0)
        let replay = BezelProcess.run(
            "replay", "\(repository)/config/museum-visit.jsonl", "--kiosk", Self.museum, "--trace",
            path("replay.trace"))
        #expect(replay.code == 0, "\(replay.said)")
        for name in ["run.jsonl", "run.trace", "glass.png", "live.jsonl", "replay.trace"] {
            var status = stat()
            #expect(stat(path(name), &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
        }
    }

    @Test func `clients that come and go leave no file open`() throws {
        // A page without pictures: threads that read pictures open and close files by themselves.
        let pages = TemporaryFolder()
        pages.write("# Home", to: "home.md")
        let kiosk = Kiosk(pages: pages.path)
        func files() -> Int? { kiosk.control("status", "--json").text.field("files").flatMap { Int($0) } }
        while kiosk.control("status", "--json").text.field("stack") != #"["home"]"#, kill(kiosk.process.id, 0) == 0 {}
        let before = try #require(files())
        for _ in 0..<300 { _ = try LocalConnection(to: kiosk.socket, seconds: 20) }
        // The kiosk closes their connections in its own time.
        while let now = files(), now > before, kill(kiosk.process.id, 0) == 0 {}
        let after = try #require(files())
        #expect(after <= before)
    }

    @Test func `a second kiosk leaves the first one's socket alone, and runs without one`() throws {
        let kiosk = Kiosk()
        let second = BezelProcess([
            "run", Self.museum, "--display", "headless", "--config", "\(kiosk.folder.path)/bezel.toml", "--frames", "1",
        ]).wait()
        #expect(second.said.contains("another process listens there"))
        #expect(kiosk.control("status").code == 0)
    }

    @Test func `the socket that kill -9 leaves behind is replaced by the next kiosk`() throws {
        let kiosk = Kiosk()
        #expect(kiosk.process.end(by: SIGKILL).code == -SIGKILL)
        let dead = kiosk.control("status")
        #expect(dead.code == 69 && dead.said.contains("the kiosk there has ended"))
        let next = BezelProcess([
            "run", Self.museum, "--display", "headless", "--config", "\(kiosk.folder.path)/bezel.toml",
        ])
        while kiosk.control("status").code != 0, kill(next.id, 0) == 0 {}
        #expect(next.end().code == 0)
    }

    @Test func `systemd hands over a socket, which stays when the kiosk goes`() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/control"
        // As under systemd, the socket exists before the kiosk.
        let listener = BezelProcess(
            [
                "-c",
                """
                import os, socket, sys
                s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(5)
                os.dup2(s.fileno(), 3); os.set_inheritable(3, True)
                os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="control")
                os.execv(sys.argv[2], sys.argv[2:])
                """, path, BezelProcess.binary, "run", Self.museum, "--display", "headless", "--config", "/dev/null",
            ], program: "/usr/bin/python3")
        func status() -> BezelProcess.Outcome { BezelProcess.run("control", "status", "--socket", path) }
        while status().code != 0, kill(listener.id, 0) == 0 {}
        #expect(status().text.contains("shows   home"))
        #expect(listener.end().code == 0)
        #expect(access(path, F_OK) == 0)
    }

    @Test func `pages are reloaded, and what has a mistake is kept out and named everywhere`() throws {
        let folder = TemporaryFolder()
        folder.write("# Hall\n\n- [More](more.md)\n", to: "kiosk/home.md")
        folder.write("# More\n\nOld words\n", to: "kiosk/more.md")
        folder.write("# Rest\n\n![None](none.png)\n", to: "kiosk/rest.md")
        let kiosk = Kiosk(pages: "\(folder.path)/kiosk")
        #expect(kiosk.control("open", "more").code == 0)
        while kiosk.control("status", "--json").text.field("moving") == "true" {}
        let before = kiosk.control("screenshot", "-").output
        folder.write("+++\npop = 3\n+++\n# More\n\nNew words\n", to: "kiosk/more.md")
        let refused = kiosk.control("reload")
        #expect(refused.code == 65)
        #expect(refused.said.contains("kiosk/more.md:2:7: pop must be"), "\(refused.said)")
        #expect(refused.said.contains("(the last good version of the page is shown)\n"))
        #expect(refused.said.contains("/rest.md:3:1: there is no picture"))
        let status = kiosk.control("status").text
        #expect(status.contains("mistakes  2\n"))
        #expect(status.contains("kiosk/more.md:2:7: pop must be") && status.contains("    so the last good version"))
        #expect(
            status.contains("kiosk/rest.md:3:1: there is no picture") && status.contains("    so the page is shown"))
        let metrics = kiosk.control("metrics").text
        #expect(metrics.contains("bezel_reload_refused 1\n") && metrics.contains("bezel_faults{shown=\"without\"} 1\n"))
        #expect(metrics.contains("kiosk/more.md\",line=\"2\",column=\"7\",shown=\"last-good\",message=\"pop must be"))
        let kept = kiosk.control("screenshot", "-").output == before
        #expect(kept)
        folder.write("# More\n\nNew words\n", to: "kiosk/more.md")
        // What was wrong before is wrong still, whoever asks.
        let wrong = kiosk.control("reload")
        #expect(wrong.code == 65 && wrong.said.contains("/rest.md:3:1: ") && !wrong.said.contains("/more.md"))
        #expect(kiosk.control("metrics").text.contains("bezel_reload_refused 0\n"))
        folder.write("# Rest\n", to: "kiosk/rest.md")
        #expect(kiosk.control("reload").code == 0)
        // The page that was opened stays.
        #expect(kiosk.control("status", "--json").text.field("stack") == #"["home","more"]"#)
        while kiosk.control("status", "--json").text.field("moving") == "true" {}
        let changed = kiosk.control("screenshot", "-").output != before
        #expect(changed)
        kiosk.folder.write("[control]\nsockets = 1\n", to: "bezel.toml")
        #expect(kiosk.control("reload").said.contains("bezel.toml:2:1: unknown key \"sockets\""))
    }
}
