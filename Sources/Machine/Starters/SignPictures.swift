// The pictures of the building to begin with: a plan and pictograms, drawn as SVG.

/// A plan of a floor, and pictograms in black on yellow. Each pictogram fills a square of 200 units.
enum SignPictures {
    static let cross = "<path d=\"M78 40h44v38h38v44h-38v38H78v-38H40V78h38Z\"/>"
    static let book = """
        <path d="M96 58C80 44 56 42 36 46V150C56 146 80 148 96 162ZM104 58C120 44 144 42 164 46V150C144 146 120 148 104 162Z"/>
        """
    static let cup = """
        <path d="M42 78H140V120C140 144 124 158 104 158H78C58 158 42 144 42 120Z"/>
        <path d="M140 88h10a17 17 0 0 1 0 42h-12" fill="none" stroke="#000" stroke-width="11"/>
        <path d="M70 66c-8-12 8-16 0-28M94 66c-8-12 8-16 0-28M118 66c-8-12 8-16 0-28" fill="none" stroke="#000" stroke-width="8" stroke-linecap="round"/>
        """
    static let people = """
        <circle cx="60" cy="50" r="14"/><path d="M44 70H76L82 116H72V162H48V116H38Z"/>
        <circle cx="140" cy="50" r="14"/><path d="M128 70H152L170 124H152V162H128V124H110Z"/>
        <rect x="97" y="36" width="6" height="128"/>
        """
    static let arrows = """
        <rect x="42" y="36" width="116" height="128" rx="8" fill="none" stroke="#000" stroke-width="11"/>
        <path d="M78 68 98 96H58ZM122 132 102 104H142Z" transform="translate(0 0)"/>
        <rect x="72" y="94" width="12" height="38"/><rect x="116" y="68" width="12" height="38"/>
        """

    static let steps = "<path d=\"M36 164V132H68V104H100V76H132V48H164V164Z\"/>"

    /// A pictogram on a yellow sign.
    static func sign(_ pictogram: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200">
        <rect width="200" height="200" fill="#FFD60A"/>
        \(pictogram)
        </svg>

        """
    }

    /// A sign of `size` units on the plan, with its top left corner at (`x`, `y`).
    private static func placed(_ pictogram: String, _ x: Int, _ y: Int, _ size: Int) -> String {
        "<g transform=\"translate(\(x) \(y)) scale(\(Double(size) / 200))\">"
            + "<rect width=\"200\" height=\"200\" rx=\"14\" fill=\"#FFD60A\"/>\(pictogram)</g>"
    }

    /// The number of a door. Its capitals are 3 mm high where the plan is 100 mm wide, as on a panel of 7 inches.
    private static func door(_ number: String, _ x: Int, _ y: Int) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" font-size=\"84\" fill=\"#FFF\" text-anchor=\"middle\" "
            + "font-family=\"Noto Sans, DejaVu Sans, sans-serif\" font-weight=\"600\">\(number)</text>"
    }

    /// The plan of the ground floor, with a dot where the kiosk stands and the `way` from there. It has no words, so it is the same
    /// in every language.
    private static func plan(way: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900">
        <rect width="1600" height="900" fill="#161616"/>
        <path d="M60 60H480V840H60ZM1120 60H1540V840H1120Z" fill="#262626"/><path d="M480 60H1120V260H480Z" fill="#303030"/>
        <g fill="none" stroke="#FFF" stroke-width="10" stroke-linecap="square">
        <path d="M690 840H60V60H1540V840H910"/>
        <path d="M480 60V380M480 540V840M1120 60V300M1120 410V600M1120 710V840M1120 450H1540"/>
        <path d="M480 260H530M640 260H740M860 260H960M1070 260H1120M690 60V260M910 60V260"/>
        </g>
        \(placed(cup, 160, 350, 220))
        \(placed(people, 507, 82, 156))\(placed(arrows, 722, 82, 156))\(placed(steps, 937, 82, 156))
        \(door("0.05", 1330, 285))\(door("0.06", 1330, 675))
        <path d="M800 800 846 870H754Z" fill="#FFF"/>
        <g fill="none" stroke="#FFD60A" stroke-width="16" stroke-linecap="round" stroke-linejoin="round">\(way)</g>
        <circle cx="800" cy="690" r="44" fill="#FFD60A"/><circle cx="800" cy="690" r="17" fill="#000"/>
        </svg>

        """
    }

    /// A dotted line along `path`, with an arrowhead.
    private static func way(_ path: String, head: String) -> String {
        "<path d=\"\(path)\" stroke-dasharray=\"1 36\"/><path d=\"\(head)\"/>"
    }

    static let ground = plan(way: "")
    static let toCafe = plan(way: way("M800 618V460H540", head: "M550 420 510 460 550 500"))
    static let toToilets = plan(way: way("M800 618V440H585V340", head: "M545 345 585 305 625 345"))
    static let toLift = plan(way: way("M800 618V340", head: "M760 345 800 305 840 345"))
}
