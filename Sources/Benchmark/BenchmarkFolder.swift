// Kiosks' folders: with long pages for `bezel benchmark backing` and `long`, and in three languages for `bezel benchmark startup`.

import Drawing
import Geometry
import Glibc
import Layers
import Machine

/// A folder of pages, which is deleted with this object.
final class BenchmarkFolder {
    let path: String
    private var names: [String] = []

    private static let words = [
        "the", "tide", "comes", "in", "and", "goes", "out", "again", "while", "boats", "lie", "at", "the", "quay",
        "somebody", "counts", "gulls", "over", "grey", "water", "until", "lamps", "are", "lit", "along", "harbour",
    ]

    /// Creates an empty folder.
    private init() throws(Failure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/bezel-benchmark-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure(
                .failed,
                "no folder for the pages in \(parent), give one with TMPDIR: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Creates a folder with ten pages in English, German and Arabic, of text, a table and links.
    static func translated() throws(Failure) -> BenchmarkFolder {
        let folder = try BenchmarkFolder()
        let texts = [
            ("", "House", "The house was built in 1902 for the pilots of the harbour, who waited here for the tide."),
            (".de", "Haus", "Das Haus wurde 1902 für die Lotsen des Hafens gebaut, die hier auf die Flut warteten."),
            (
                ".ar", "منزل",
                "بُني هذا المنزل عام 1902 لمرشدي الميناء الذين كانوا ينتظرون المد هنا قبل أن يخرجوا إلى البحر."
            ),
        ]
        for (suffix, title, sentence) in texts {
            for number in 0..<10 {
                let paragraph = String(repeating: sentence + " ", count: 4) + "\n\n"
                var page = "# \(title) \(number + 1)\n\n" + String(repeating: paragraph, count: 3)
                page += "| \(title) | 1902 |\n|---|---|\n| 1 | 9:00 |\n| 2 | 10:00 |\n\n"
                if number == 0 { page += (1..<10).map { "- [\(title) \($0 + 1)](page\($0).md)\n" }.joined() }
                try folder.write(page, to: (number == 0 ? "home" : "page\(number)") + suffix + ".md")
            }
        }
        try folder.write("title = \"House\"\nlanguages = [\"en\", \"de\", \"ar\"]\n", to: "kiosk.toml")
        return folder
    }

    /// Creates a folder with two pages, `paragraphs` and `text`, each about `height` pixels high on a screen of `size`.
    convenience init(height: Double, on size: PixelSize) throws(Failure) {
        try self.init()
        var random = SeededGenerator(seed: 3)
        for index in 0..<50 { try writePicture(index) }
        // A picture is at most 0.72 screens high, and 0.5 here. A paragraph of 100 words is some 0.16 screens high.
        let screens = height / Double(size.height)
        let paragraphs = Int((screens - 50 * 0.5) / 0.16 / 50)
        var page = "# Paragraphs and pictures\n\n"
        for index in 0..<50 {
            for _ in 0..<max(1, paragraphs) { page += sentence(100, &random) + "\n\n" }
            page += "![A picture](\(Self.pictureName(index)))\n\n"
        }
        try write(page, to: "paragraphs.md")
        var text = "# Long texts\n\n```\n"
        for _ in 0..<Int(screens * 23) { text += sentence(9, &random) + "\n" }
        text += "```\n"
        try write(text, to: "text.md")
        try write("title = \"Long pages\"\nstart = [\"paragraphs\"]\n", to: "kiosk.toml")
    }

    /// Creates a folder with the pages `rows`, `lists`, `table` and `mixed` of some `lines` lines, in a kiosk that starts with `home`.
    /// Each begins with `introduction`.
    convenience init(long lines: Int, introduction: String = "") throws(Failure) {
        try self.init()
        var random = SeededGenerator(seed: 5)
        try write("# Home\n\n[Rows](rows.md) [Lists](lists.md) [Table](table.md) [Mixed](mixed.md)\n", to: "home.md")
        func page(_ name: String, _ part: (Int) -> String) throws(Failure) {
            var (text, count) = ("# Long\n\n\(introduction)", 2)
            while count < lines - 20 {
                let next = part(count)
                text += next
                count += next.utf8.count { $0 == 10 }
            }
            try write(text, to: "\(name).md")
        }
        try page("rows") { "- [Row \($0)](home.md)\n" }
        try page("lists") { "- Item \($0)\n  - one of it\n  - another\n" }
        try page("table") {
            ($0 == 2 ? "| no. | word | word |\n|---|---|---|\n" : "") + "| \($0) | \(sentence(1, &random)) | b |\n"
        }
        try page("mixed") { number in
            "## Part \(number)\n\n\(sentence(14, &random))\n\n- [A](home.md)\n- [B](home.md)\n\n1. one\n2. two\n\n> said\n\n"
        }
        try write("start = [\"home\", \"rows\", \"lists\", \"table\", \"mixed\"]\n", to: "kiosk.toml")
    }

    /// Creates a folder with a start page, a picture that fills the screen, the window of the program `command`, and a page of the web that
    /// scrolls by itself. None but the first has a bar.
    static func guests(_ command: (_ folder: String) -> [String]) throws(Failure) -> BenchmarkFolder {
        let folder = try BenchmarkFolder()
        let words = command(folder.path).map { "\"\($0)\"" }.joined(separator: ", ")
        // The window writes it.
        folder.names.append("report")
        try folder.writePicture(0)
        try folder.write("# Home\n\n- [Picture](picture.md)\n- [Window](window.md)\n- [Web](web.md)\n", to: "home.md")
        try folder.write(
            "+++\ntitle = \"Picture\"\nbar = \"hidden\"\n+++\n![A picture](\(pictureName(0)))\n", to: "picture.md")
        try folder.write("+++\ntitle = \"Window\"\nbar = \"hidden\"\napp = [\(words)]\n+++\n", to: "window.md")
        try folder.write("+++\ntitle = \"Web\"\nbar = \"hidden\"\nurl = \"scroll.html\"\n+++\n", to: "web.md")
        var rows = ""
        var random = SeededGenerator(seed: 7)
        for _ in 0..<400 { rows += "<p>\(folder.sentence(40, &random))</p>\n" }
        try folder.write(
            """
            <!doctype html><title>Scrolls</title><style>body { font: 28px sans-serif } p:nth-child(odd) { background: #def }</style>
            \(rows)<script>
            const start = performance.now()
            function step(now) {
                const length = document.documentElement.scrollHeight - innerHeight
                scrollTo(0, length * (1 - Math.cos((now - start) / 8000)) / 2)
                requestAnimationFrame(step)
            }
            requestAnimationFrame(step)
            </script>

            """, to: "scroll.html")
        try folder.write("start = [\"home\"]\n", to: "kiosk.toml")
        return folder
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    private func sentence(_ count: Int, _ random: inout SeededGenerator) -> String {
        (0..<count).map { _ in Self.words[Int(random.next() % UInt64(Self.words.count))] }.joined(separator: " ")
    }

    private func write(_ text: String, to name: String) throws(Failure) {
        names.append(name)
        guard let file = fopen("\(path)/\(name)", "w") else {
            throw Failure(.failed, "\(path)/\(name): \(String(cString: strerror(errno)))")
        }
        fputs(text, file)
        fclose(file)
    }

    /// Every other picture is a JPEG.
    private static func pictureName(_ number: Int) -> String { "picture-\(number).\(number % 2 == 0 ? "png" : "jpg")" }

    /// Writes a picture of 1600 × 700 pixels with gradients and some grain.
    private func writePicture(_ number: Int) throws(Failure) {
        let bitmap = Bitmap(size: PixelSize(1600, 700), isOpaque: true)
        for pixel in 0..<1600 * 700 {
            let (x, y) = (pixel % 1600, pixel / 1600)
            let grain = (pixel &* 0x9E37_79B1) >> 20 & 15
            let (red, green, blue) = (x / 8 + grain, (y + 12 * number) / 4 & 255, (x + y) / 10 + grain)
            bitmap.pixels[pixel] = 0xFF00_0000 | UInt32(min(255, red) << 16 | min(255, green) << 8 | min(255, blue))
        }
        let name = Self.pictureName(number)
        names.append(name)
        do throws(PictureError) {
            if name.hasSuffix("png") {
                try bitmap.writePNG(to: "\(path)/\(name)")
            } else {
                try bitmap.writeJPEG(to: "\(path)/\(name)")
            }
        } catch { throw Failure(.failed, "\(error)") }
    }
}
