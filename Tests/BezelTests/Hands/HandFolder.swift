// The kiosks that the hands' test writes itself: a slider, rows with actions and a list with an index, in three languages.

import TestFolders

/// Writes a kiosk with everything on its pages that holds a finger.
struct HandFolder {
    private let language: String
    private let letters: [String]
    /// The title, a label, a text, a link and an action.
    private let words: [String]

    /// The kiosk `kiosk`; nil for one that lies in the repository.
    init?(_ kiosk: HandKiosk) {
        switch kiosk {
        case .controls:
            (language, letters) = ("en", "ABCDEFGHIJKL".map { "\($0)" })
            words = [
                "The harbour", "Year", "The lighthouse is built, and the ferry leaves twice a day.", "House", "Map",
            ]
        case .arabic:
            (language, letters) = ("ar", "بتثجحخدذرزسش".map { "\($0)" })
            words = ["الميناء", "السنة", "تُبنى المنارة، وتغادر العبّارة مرتين في اليوم.", "بيت", "خريطة"]
        case .chinese:
            (language, letters) = ("zh", "ABCDEFGHIJKL".map { "\($0)" })
            words = ["港口", "年份", "灯塔建成，渡轮每天两班。这座房子供港口的引航员使用。", "房屋", "地图"]
        case .museum, .gallery, .app: return nil
        }
    }

    /// The folder, which lasts as long as the object.
    func write() -> TemporaryFolder {
        let folder = TemporaryFolder()
        let (title, label, text, link, action) = (words[0], words[1], words[2], words[3], words[4])
        folder.write(
            """
            language = "\(language)"
            [gestures]
            pop = "full-screen"
            [slider.year]
            from = 1850
            to = 2000
            step = 50

            """, to: "kiosk.toml")
        let table = "| {{year}} | \(label) |\n|---|---|\n| 1850 | \(text) |\n| 1950 | {{year}} |\n\n"
        let slider = "![\(label)](slider:year)\n\n\(table)"
        let rows = (0..<9).map { number in
            let target = ["house", "list", "hall"][number % 3]
            return "- [\(link) \(number)](\(target).md) \(label) [\(action)](house.md \"action\") "
                + "[\(action) 2](hall.md \"action sheet\")\n"
        }.joined()
        folder.write("# \(title)\n\n\(slider)\(rows)", to: "home.md")
        let names = (0..<60).map { "- [\(letters[$0 / 5])\(link) \($0)](\($0 % 2 == 0 ? "house" : "hall").md)\n" }
        folder.write("# \(link)\n\n" + names.joined(), to: "list.md")
        folder.write(
            "# \(link)\n\n\(slider)\(String(repeating: text + "\n\n", count: 12))- [\(title)](list.md \"sheet\") \(label)\n",
            to: "house.md")
        folder.write("# \(action)\n\n\(rows)\n\(text)\n\n\(slider)", to: "hall.md")
        return folder
    }
}
