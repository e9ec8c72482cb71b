// Pictures and texts that another process reads: the same pixels and pages, limits that hold, and a process that has nothing of this
// one.

import Drawing
import Geometry
import Glibc
import Layers
import Pages
import Settings
import Stage
import TestFolders
import Testing

@testable import Linux
@testable import Machine

/// One test at a time, because one of them kills every process that reads.
@Suite(.serialized) struct ContentProcessTests {
    private let folder = TemporaryFolder()
    private let process = ContentProcess(of: BezelProcess.binary)

    private func decoder(time: Instant.Span = .seconds(60), megabytes: Int = 1536) -> PictureDecoder {
        var rules = ContentRules()
        (rules.pictureTime, rules.pictureMemory) = (time, megabytes << 20)
        return process.decoder(rules)
    }

    private func svg(_ body: String, size: Int = 400) -> String {
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="\(size)" height="\(size)">\
            \(body)</svg>
            """
        return folder.write(Array(text.utf8), to: "picture.svg").split(separator: "/").last.map(String.init) ?? ""
    }

    /// An SVG whose few lines draw a thousand million squares.
    private var endless: String {
        let groups = (1...9).map { level in
            "<g id=\"g\(level)\">" + String(repeating: "<use xlink:href=\"#g\(level - 1)\"/>", count: 10) + "</g>"
        }
        return svg(
            "<defs><g id=\"g0\"><rect width=\"5\" height=\"5\"/></g>\(groups.joined())</defs><use xlink:href=\"#g9\"/>")
    }

    private func pixels(_ bitmap: Bitmap) -> [UInt32] {
        Array(UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.size.width * bitmap.size.height))
    }

    /// The error of decoding the picture `name`; nil when it has none.
    private func error(of name: String, _ decoder: @escaping PictureDecoder) -> String? {
        do {
            try Picture(name, in: folder.path, followsLinks: false, decodedBy: decoder).check(decodedBy: decoder)
            return nil
        } catch { return "\(error)" }
    }

    @Test(arguments: ["film.gif", "film.webp"])
    func `another process decodes the same frames of an animation`(name: String) throws {
        let frames: [TestGIF.Frame] = [(3, 10), (90, 4), (50, 20), (51, 1)]
        folder.write(TestGIF.bytes(30, 20, frames: frames, repeats: 2), to: "film.gif")
        let parts = [TestWebP.Frame(0x80FF_0000, 0, 0, 30, 20)] + (1...3).map { .init(0xFF00_FF00, $0 * 2, 4, 9, 5) }
        folder.write(TestWebP.animation(30, 20, parts, plays: 3), to: "film.webp")
        let decoder = decoder()
        let picture = try Picture(name, in: folder.path, followsLinks: false, decodedBy: decoder)
        try picture.check(decodedBy: decoder)
        for size in [PixelSize(90, 60), PixelSize(15, 10)] {
            let order = PictureOrder(picture, size)
            let (here, there) = (try #require(order.read().film), try #require(order.read(decodedBy: decoder).film))
            #expect(there.timing == here.timing && there.place == here.place && here.timing.plays == 3)
            #expect(there.frames.map(pixels) == here.frames.map(pixels) && there.frames.count == 4)
        }
    }

    @Test func `another process decodes the same pixels`() throws {
        let decoder = decoder()
        for inner in ["museum/dial.jpg", "museum/plan.png", "gallery/dawn.png"] {
            let path = "\(repository)/config"
            let (here, there) = (
                try Picture(inner, in: path, followsLinks: false),
                try Picture(inner, in: path, followsLinks: false, decodedBy: decoder)
            )
            #expect(here == there)
            for whole in [here.size, PixelSize(301, 97)] {
                for part in [whole.bounds, PixelRect(7, 3, whole.width - 9, whole.height - 30)] {
                    let order = PictureOrder(here, whole, part: part)
                    let (mine, its) = (try order.read().result.get(), try order.read(decodedBy: decoder).result.get())
                    #expect(mine.isOpaque == its.isOpaque && pixels(mine) == pixels(its), "\(inner) \(whole) \(part)")
                }
            }
        }
    }

    @Test func `another process parses the same pages and makes the same complaints`() throws {
        for name in ["museum", "gallery"] {
            let path = "\(repository)/config/\(name)"
            let (here, there) = (Kiosk.load(path), Kiosk.load(path, reader: process.reader(ContentRules())))
            #expect(here.kiosk == there.kiosk && here.kiosk != nil)
            #expect(here.diagnostics == there.diagnostics)
        }
        for (name, text) in [
            "kiosk.toml": "start = [\n", "home.md": "+++\ntitel = 1\n+++\n# A\n[x](y.md)\n", "b.md": "+++\n=\n+++",
        ] {
            folder.write(Array(text.utf8), to: name)
        }
        let (here, there) = (Kiosk.load(folder.path), Kiosk.load(folder.path, reader: process.reader(ContentRules())))
        #expect(here.kiosk == there.kiosk && here.kiosk != nil)
        #expect(here.diagnostics == there.diagnostics && here.diagnostics.count > 3)
    }

    @Test func `a text that takes too long is an error, and the next one is parsed`() throws {
        var rules = ContentRules()
        rules.pictureTime = .milliseconds(100)
        let parse = process.parser(rules)
        // For each beginning, cmark searches the rest of the paragraph.
        let slow = Array(String(repeating: "a <!A ", count: 100_000).utf8)
        let error = #expect(throws: ParsingError.self) { try parse(.markdown, slow[...]) }
        #expect(error?.reason.contains("of the processor") == true, "\(error?.reason ?? "")")
        #expect(
            try parse(.markdown, Array("# A".utf8)[...]) == ParsingTask.markdown.carryOut(on: Array("# A".utf8)[...]))
    }

    @Test func `of a trial that reads for too long the message says so, and not that it lays out for too long`() throws
    {
        let layOut = process.trier(ContentRules())
        let trial = LayoutTrial(language: "en", direction: .leftToRight)
        let slow = Array(String(repeating: "a <!A ", count: 100_000).utf8)
        let error = #expect(throws: ParsingError.self) { try layOut(trial, slow[...]) }
        let reason = try #require(error).reason
        #expect(reason.hasPrefix("reading it takes more than 2.0 s of the processor, before"), "\(reason)")
        try layOut(trial, Array("# 欢迎光临".utf8)[...])
    }

    /// Pages that take Pango seconds.
    private nonisolated static let slow = [
        "a heading of Myanmar": "# " + String(repeating: "\u{1000}", count: 20_000),
        "a cell of Khmer": "|a|\n|-|\n|" + String(repeating: "\u{1780}", count: 20_000) + "|",
        "long words in quotes": (0..<40).map {
            String(repeating: ">", count: $0) + String(repeating: "\u{1000}", count: 490)
        }.joined(separator: "\n\n"),
    ]

    @Test(arguments: slow.keys.sorted())
    func `a page that takes too long to lay out is left out, and the others are shown`(name: String) throws {
        let text = try #require(Self.slow[name])
        let rules = ContentRules()
        for (name, text) in ["home.md": "# Home", "b.md": text, "c.md": "# 欢迎光临"] { folder.write(text, to: name) }
        let (kiosk, diagnostics) = Kiosk.load(folder.path, rules: rules, reader: process.reader(rules))
        #expect(kiosk?.pages.keys.sorted() == ["c", "home"])
        let said = diagnostics.map(\.description).filter { $0.contains("left out") }
        #expect(said.count == 1 && said[0].contains("/b.md: left out: laying it out takes more than 0."), "\(said)")
    }

    @Test
    func `pages that are quick alone are shown, however many, and one among them that is not is left out`() throws {
        let slow = try #require(Self.slow.values.sorted().first)
        let rules = ContentRules()
        folder.write("# Home", to: "home.md")
        for number in 0..<60 {
            folder.write(number == 40 ? slow : "# 欢迎光临 \(number)\n\n这座房子建于1902年，供港口的引航员使用。", to: "p\(number).md")
        }
        let (kiosk, diagnostics) = Kiosk.load(folder.path, rules: rules, reader: process.reader(rules))
        #expect(kiosk?.pages.count == 60)
        let said = diagnostics.map(\.description).filter { $0.contains("left out") }
        #expect(said.count == 1 && said[0].contains("/p40.md: left out: laying it out takes"), "\(said)")
    }

    @Test func `of a long page it counts what is laid out at once, and one piece can be too much`() throws {
        var rules = ContentRules()
        (rules.pageSize, rules.elements, rules.layoutTime) = (1 << 20, 100_000, .milliseconds(1000))
        // Chinese is laid out on trial. All of it would take far longer.
        let rows = (0..<2500).map { "- \(String(repeating: "欢迎光临", count: 8)) \($0)\n" }.joined()
        let slow = String(repeating: "\u{1000}", count: 100_000)
        for (name, text) in ["home.md": "# Home", "b.md": rows, "c.md": rows + "\n" + slow + "\n\n" + rows] {
            folder.write(text, to: name)
        }
        let (kiosk, diagnostics) = Kiosk.load(folder.path, rules: rules, reader: process.reader(rules))
        #expect(kiosk?.pages.keys.sorted() == ["b", "home"], "\(diagnostics.map(\.description))")
        let said = diagnostics.map(\.description).filter { $0.contains("left out") }
        #expect(said.count == 1 && said[0].contains("/c.md: left out: laying it out takes more than"), "\(said)")
    }

    @Test func `a page that was laid out in time is not laid out again until something changes`() throws {
        var rules = ContentRules()
        rules.layoutTime = .seconds(30)
        let text = Array("# 欢迎光临".utf8)
        var trials = 0
        for (language, direction) in [("zh", LayoutDirection.leftToRight), ("ja", .leftToRight), ("ja", .rightToLeft)] {
            trials += 1
            for _ in 0..<2 {
                try process.trier(rules)(LayoutTrial(language: language, direction: direction), text[...])
                #expect(process.laidOut.with { $0.count } == trials)
            }
        }
        rules.layoutTime = .seconds(31)
        try process.trier(rules)(LayoutTrial(language: "zh", direction: .leftToRight), text[...])
        #expect(process.laidOut.with { $0.count } == trials + 1)
    }

    @Test func `a trial and its answer are read as they were written, and nothing else is`() {
        for language in ["de", "", "a b  c", "zh-Hant-TW"] {
            let trial = LayoutTrial(language: language, direction: .rightToLeft)
            let read = LayoutMessage.task(LayoutMessage.text(of: trial, 77, within: .milliseconds(150)))
            #expect(read?.trial == trial && read?.count == 77 && read?.most == .milliseconds(150))
            let free = LayoutMessage.task(LayoutMessage.text(of: trial, 77, within: nil))
            #expect(free?.trial == trial && free?.count == 77 && free?.most == nil)
        }
        let times = LayoutMessage.times(LayoutMessage.answer(.milliseconds(5), of: .milliseconds(250)))
        #expect(times?.time == .milliseconds(5) && times?.most == .milliseconds(250))
        for text in ["", "laid-out", "laid-out 1", "laid-out -1 1", "laid-out 1 0", "laid-out 1 2 3", "parsed 1"] {
            #expect(LayoutMessage.times(text) == nil, "\(text)")
        }
        for text in ["lay-out 1 1 left-to-right", "lay-out -1 1 left-to-right de", "lay-out 1 -1 left-to-right de", ""]
        {
            #expect(LayoutMessage.task(text) == nil, "\(text)")
        }
    }

    @Test func `only as many bytes as were lent are taken for an answer`() throws {
        let memory = try SealedMemory.file(of: 10)
        #expect(ParsingMessage.bytes("parsed 10", memory.number, most: 10)?.count == 10)
        for text in ["parsed 11", "parsed -1", "parsed", "parsed 1 1", "whole", "parsed 99999999999999999999", ""] {
            #expect(ParsingMessage.bytes(text, memory.number, most: 10) == nil, "\(text)")
        }
        #expect(ParsingMessage.bytes("parsed 20", memory.number, most: 30) == nil)
    }

    @Test func `a picture that takes too long is an error, and the next one is decoded`() throws {
        let said = try #require(error(of: endless, decoder(time: .milliseconds(300))))
        #expect(
            said.contains("more than 0.3 s of the processor") && said.contains("picture-time in [content]"), "\(said)")
        #expect(error(of: svg("<rect width=\"5\" height=\"5\"/>"), decoder()) == nil)
    }

    @Test func `a folder of pictures that take long is given up, so that a kiosk can start`() throws {
        let decoder = decoder(time: .milliseconds(100))
        for _ in 0..<3 { _ = error(of: endless, decoder) }
        let said = try #require(error(of: svg("<rect width=\"5\" height=\"5\"/>"), decoder))
        #expect(said.contains("the pictures before it took more than 0.1 s"), "\(said)")
    }

    @Test func `a picture that needs too much memory is an error, and the next one is decoded`() throws {
        let decoder = decoder(megabytes: 300)
        let name = svg("<rect width=\"9000\" height=\"9000\"/>", size: 9000)
        let picture = try Picture(name, in: folder.path, followsLinks: false, decodedBy: decoder)
        #expect(throws: PictureError.self) {
            try PictureOrder(picture, picture.size).read(decodedBy: decoder).result.get()
        }
        #expect((try? PictureOrder(picture, PixelSize(90, 90)).read(decodedBy: decoder).result.get()) != nil)
    }

    @Test func `a process that was killed between two pictures is replaced`() throws {
        let decoder = decoder()
        let name = svg("<rect width=\"5\" height=\"5\"/>")
        #expect(error(of: name, decoder) == nil)
        let first = Self.workers()
        #expect(first.count == 1)
        for worker in first { kill(worker, SIGKILL) }
        #expect(error(of: name, decoder) == nil)
        #expect(Set(Self.workers()).isDisjoint(with: first))
    }

    @Test func `a process that decodes has nothing of this one but its connection, and keeps no picture open`() throws {
        setenv("BEZEL_TEST_SECRET", "secret", 1)
        defer { unsetenv("BEZEL_TEST_SECRET") }
        let decoder = decoder()
        for _ in 0..<3 { #expect(error(of: svg("<rect width=\"5\" height=\"5\"/>"), decoder) == nil) }
        let worker = try #require(Self.workers().first)
        let files = Self.names(in: "/proc/\(worker)/fd").sorted().map { number in
            var target = [UInt8](repeating: 0, count: 4096)
            let length = target.withUnsafeMutableBytes { bytes in
                readlink("/proc/\(worker)/fd/\(number)", bytes.baseAddress!, bytes.count)
            }
            return String(decoding: target.prefix(length), as: UTF8.self).split(separator: ":")[0]
        }
        #expect(files == ["/dev/null", "/dev/null", "/dev/null", "socket"])
        #expect(!Self.contents(of: "/proc/\(worker)/environ").contains("secret"))
        let status = Self.contents(of: "/proc/\(worker)/status")
        #expect(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2"))
        // A handler of signals could keep a process that fails from ending.
        #expect(status.contains("SigCgt:\t0000000000000000\n"), "\(status)")
        #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(worker)) >= 10)
    }

    @Test func `a decoder that a signal ends at its work costs that picture alone`() throws {
        let time = Instant.Span.seconds(59)
        let decoder = decoder(time: time)
        let isOver = Monitor(false)
        // The first process that dies may have been killed before it got the picture, so another one tries, and dies too.
        let killer = try startThread(isOver) { isOver in
            while !isOver.with({ $0 }) { for worker in Self.workers(time) { kill(worker, SIGSEGV) } }
        }
        let said = error(of: endless, decoder)
        isOver.with { $0 = true }
        pthread_join(killer, nil)
        #expect(said?.contains("its decoder has failed (signal \(SIGSEGV))") == true, "\(said ?? "no error")")
        #expect(error(of: svg("<rect width=\"5\" height=\"5\"/>"), decoder) == nil)
    }

    @Test func `a parser that crashes costs that text alone`() throws {
        var rules = ContentRules()
        rules.pictureMemory = 1 << 20
        let text = Array(("# A\n\n" + String(repeating: "word ", count: 100_000)).utf8)
        let error = #expect(throws: ParsingError.self) { try process.parser(rules)(.markdown, text[...]) }
        #expect(error?.reason.contains("its parser has failed (signal ") == true, "\(error?.reason ?? "")")
        #expect(
            try process.parser(ContentRules())(.markdown, text[...]) == ParsingTask.markdown.carryOut(on: text[...]))
    }

    @Test(arguments: [(picture: 10.0, process: 60), (15, 60), (100, 400)])
    func `the kernel limits the processors, the memory and the files of a process for good`(
        picture: Double, process: Int
    ) throws {
        let time = Instant.Span.seconds(picture)
        let decoder = decoder(time: time, megabytes: 1000)
        #expect(error(of: svg("<rect width=\"5\" height=\"5\"/>"), decoder) == nil)
        let worker = try #require(Self.workers(time).first)
        let limits = Self.contents(of: "/proc/\(worker)/limits").split(separator: "\n")
        for (name, most) in [
            "Max cpu time": process, "Max address space": 1000 << 20, "Max core file size": 0, "Max open files": 64,
        ] {
            let words = limits.first { $0.hasPrefix(name) }?.dropFirst(name.count).split(separator: " ") ?? []
            // The limit that holds, and the one to which it could be raised.
            #expect(words.prefix(2) == ["\(most)", "\(most)"], "\(name): \(words)")
        }
    }

    /// The processes that this one has started and that may take `time` for a picture.
    private nonisolated static func workers(_ time: Instant.Span = .seconds(60)) -> [pid_t] {
        let arguments = "\(ContentWorker.command)\0--time\0\(time.nanoseconds / 1_000_000)\0"
        return names(in: "/proc").compactMap { pid_t($0) }.filter { process in
            contents(of: "/proc/\(process)/status").contains("\nPPid:\t\(getpid())\n")
                && contents(of: "/proc/\(process)/cmdline").contains(arguments)
        }
    }

    private nonisolated static func names(in folder: String) -> [String] {
        guard let list = opendir(folder) else { return [] }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            let bytes = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            let name = String(cString: bytes.assumingMemoryBound(to: CChar.self))
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private nonisolated static func contents(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65536)
        return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    }
}
