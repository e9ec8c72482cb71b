// The pictures of the museum to begin with: four lamps, drawn as SVG.

/// Four lamps. Each stands with its foot at (0, 0) and is some 200 units high.
enum LampPictures {
    static let oil = """
        <ellipse cx="-96" cy="-46" rx="22" ry="20" fill="none" stroke="#8F3A22" stroke-width="11"/>
        <path d="M-88-34C-92-76-30-86 22-76 58-70 84-62 110-72L118-52C94-42 76-14 32-6H-38C-68-6-86-14-88-34Z" fill="#B8472F"/>
        <path d="M-70-44C-60-70-20-74 22-66" fill="none" stroke="#DB7C5E" stroke-width="6" stroke-linecap="round"/>
        <ellipse cx="-8" cy="-70" rx="22" ry="7" fill="#6E2A18"/>
        <path d="M-36-6H30L38 0H-44Z" fill="#8F3A22"/>
        <path d="M112-66C94-88 112-102 112-128 128-104 134-84 112-66Z" fill="#F2C14E"/>
        <path d="M112-68C104-80 112-88 112-102 120-90 122-80 112-68Z" fill="#FFF3CF"/>
        """
    static let lantern = """
        <path d="M-18-206a18 18 0 0 1 36 0" fill="none" stroke="#C9B48A" stroke-width="7"/>
        <path d="M0-206 62-162H-62Z" fill="#5B6B7F"/>
        <rect x="-54" y="-162" width="108" height="12" fill="#76879C"/>
        <rect x="-46" y="-150" width="92" height="128" fill="#F2C14E" fill-opacity=".28"/>
        <rect x="-10" y="-84" width="20" height="62" fill="#F6EEDF"/>
        <path d="M0-84C-14-100 0-110 0-132 14-110 14-98 0-84Z" fill="#F2C14E"/>
        <path d="M0-86C-6-94 0-100 0-112 6-100 6-94 0-86Z" fill="#FFF3CF"/>
        <path d="M-46-150V-22M46-150V-22M-16-150V-22M16-150V-22" stroke="#76879C" stroke-width="5"/>
        <rect x="-58" y="-22" width="116" height="22" rx="3" fill="#5B6B7F"/>
        """
    static let paraffin = """
        <path d="M-56 0C-50-20-18-18-14-34H14C18-18 50-20 56 0Z" fill="#9C7A3C"/>
        <path d="M-58-64C-58-40-30-32 0-32S58-40 58-64 34-92 0-92-58-88-58-64Z" fill="#B8472F"/>
        <path d="M-42-70C-40-80-26-84-8-85" fill="none" stroke="#DB7C5E" stroke-width="6" stroke-linecap="round"/>
        <rect x="-20" y="-106" width="40" height="16" fill="#C9A55A"/>
        <path d="M0-106C-20-126 0-138 0-166 20-138 20-126 0-106Z" fill="#F2C14E"/>
        <path d="M0-108C-10-120 0-128 0-144 10-128 10-120 0-108Z" fill="#FFF3CF"/>
        <path d="M-18-106C-46-136-18-166-18-214H18C18-166 46-136 18-106Z" fill="#DCE7F0" fill-opacity=".22" stroke="#DCE7F0" stroke-opacity=".75" stroke-width="4"/>
        """
    static let bulb = """
        <path d="M-52 0V-14C-52-22-28-26-18-30H18C28-26 52-22 52-14V0Z" fill="#6B4A2B"/>
        <rect x="-22" y="-74" width="44" height="44" fill="#C9A55A"/>
        <path d="M-22-64H22M-22-54H22M-22-44H22" stroke="#8C6E33" stroke-width="4"/>
        <path d="M-22-74C-22-100-58-116-58-154A58 58 0 0 1 58-154C58-116 22-100 22-74Z" fill="#F2C14E" fill-opacity=".34" stroke="#F6E3B0" stroke-width="4"/>
        <path d="M-12-74V-124L-24-152-10-140 0-160 10-140 24-152 12-124V-74" fill="none" stroke="#FFF3CF" stroke-width="5" stroke-linejoin="round"/>
        """

    private static func glow(_ x: Int, _ y: Int, _ radius: Int) -> String {
        "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\" fill=\"url(#glow)\"/>"
    }

    private static func picture(_ width: Int, _ height: Int, _ content: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
        <defs><radialGradient id="glow"><stop offset="0" stop-color="#F2C14E" stop-opacity=".6"/><stop offset=".5" stop-color="#F2C14E" stop-opacity=".16"/><stop offset="1" stop-color="#F2C14E" stop-opacity="0"/></radialGradient></defs>
        <rect width="\(width)" height="\(height)" fill="#1D2A3C"/>
        \(content)
        </svg>

        """
    }

    /// One lamp on a shelf, with its light around `glow`, seen from the lamp's foot.
    static func single(_ lamp: String, glow place: (x: Int, y: Int)) -> String {
        picture(
            900, 600,
            """
            <rect y="470" width="900" height="130" fill="#2A394F"/>
            <rect y="470" width="900" height="6" fill="#3D4F69"/>
            <g transform="translate(450 470) scale(1.75)">\(glow(place.x, place.y, 210))\(lamp)</g>
            """)
    }

    /// All four lamps on a shelf. A banner is cut at its sides or at its top and bottom, so they stand in the middle.
    static let shelf = picture(
        1800, 720,
        """
        <rect y="470" width="1800" height="250" fill="#2A394F"/>
        <rect y="470" width="1800" height="6" fill="#3D4F69"/>
        <g transform="translate(585 470)">\(glow(104, -96, 230))\(oil)</g>
        <g transform="translate(805 470)">\(glow(0, -96, 230))\(lantern)</g>
        <g transform="translate(1000 470)">\(glow(0, -136, 230))\(paraffin)</g>
        <g transform="translate(1200 470)">\(glow(0, -150, 230))\(bulb)</g>
        """)
}
