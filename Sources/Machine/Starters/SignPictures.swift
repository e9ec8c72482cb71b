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

    /// A pictogram on a yellow sign.
    static func sign(_ pictogram: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200">
        <rect width="200" height="200" fill="#FFD60A"/>
        \(pictogram)
        </svg>

        """
    }

    private static func label(_ text: String, _ x: Int, _ y: Int, _ size: Int = 44, _ color: String = "#FFF") -> String
    {
        "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" fill=\"\(color)\" text-anchor=\"middle\" "
            + "font-family=\"Noto Sans, DejaVu Sans, sans-serif\" font-weight=\"600\">\(text)</text>"
    }

    /// The plan of the ground floor, with a dot where the kiosk stands.
    static let plan = """
        <svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900">
        <rect width="1600" height="900" fill="#161616"/>
        <path d="M60 60H1540V840H920M680 840H60Z" fill="none"/>
        <g fill="#262626"><rect x="60" y="60" width="480" height="780"/><rect x="1060" y="60" width="480" height="380"/><rect x="1060" y="440" width="480" height="400"/></g>
        <rect x="680" y="60" width="240" height="150" fill="#3A3A3A"/>
        <rect x="920" y="60" width="140" height="150" fill="#2E2E2E"/><rect x="540" y="60" width="140" height="150" fill="#2E2E2E"/>
        <g fill="none" stroke="#FFF" stroke-width="10">
        <path d="M680 840H60V60H1540V840H920"/>
        <path d="M540 60V330M540 470V840M540 210H680M680 60V210M920 60V210M920 210H1060M1060 60V280M1060 400V560M1060 680V840M1060 440H1540"/>
        <path d="M680 210H710M890 210H920"/>
        </g>
        <path d="M960 90v90M990 90v90M1020 90v90" stroke="#BDBDBD" stroke-width="6"/>
        \(label("Café", 300, 420, 60))
        \(label("Lift", 800, 155, 50))
        \(label("WC", 610, 155, 50))
        \(label("Stairs", 990, 262, 38))
        \(label("Caretaker 0.05", 1300, 265))
        \(label("Meeting rooms", 1300, 655))
        <path d="M800 610V290" stroke="#FFD60A" stroke-width="12" stroke-dasharray="4 28" stroke-linecap="round"/>
        <path d="M770 312 800 268 830 312" fill="none" stroke="#FFD60A" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/>
        <circle cx="800" cy="660" r="34" fill="#FFD60A"/><circle cx="800" cy="660" r="13" fill="#000"/>
        \(label("You are here", 800, 756, 50, "#FFD60A"))
        \(label("Entrance", 800, 872, 38))
        </svg>

        """
}
