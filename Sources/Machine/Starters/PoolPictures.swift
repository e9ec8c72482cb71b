// The pictures of the swimming pool to begin with, drawn as SVG.

/// Pictures of 1600×900 units, without words.
enum PoolPictures {
    private static func picture(_ parts: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900">
        \(parts)
        </svg>

        """
    }

    /// A wavy line across the picture, `y` units from its top.
    private static func ripple(_ y: Int, _ color: String, _ width: Int) -> String {
        "<path d=\"M-60 \(y)q45-26 90 0t90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0\" "
            + "fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(width)\" stroke-linecap=\"round\"/>"
    }

    /// A line of floats between two lanes.
    private static func rope(_ y: Int) -> String {
        "<path d=\"M0 \(y)H1600\" stroke=\"#F4F7F8\" stroke-width=\"20\"/>"
            + "<path d=\"M0 \(y)H1600\" stroke=\"#E4572E\" stroke-width=\"20\" stroke-dasharray=\"46 46\"/>"
    }

    static let lanes = picture(
        """
        <rect width="1600" height="900" fill="#3FA7C9"/>
        <rect width="1600" height="210" fill="#2F93B8"/><rect y="690" width="1600" height="210" fill="#57BBD6"/>
        \(ripple(96, "#63BEDA", 8))\(ripple(270, "#7ACCE3", 8))\(ripple(560, "#8AD5E9", 8))\(ripple(790, "#A5E2F0", 9))
        \(rope(180))\(rope(360))\(rope(540))\(rope(720))
        <g transform="translate(760 452)">
        <path d="M-250 34Q-130-24 10-18T190 10Q90 46-40 46T-250 34Z" fill="#F0B48A"/>
        <path d="M-70 46Q30-40 150 6 60 52-70 46Z" fill="#1F4E79"/>
        <circle cx="226" cy="-4" r="44" fill="#F0B48A"/><path d="M186-22a44 44 0 0 1 82 4Z" fill="#E4572E"/>
        <path d="M150-10Q210-116 318-66" fill="none" stroke="#F0B48A" stroke-width="34" stroke-linecap="round"/>
        <path d="M-250 40q-40-30-80 0t-80 0M-232 64q-34-24-68 0t-68 0" fill="none" stroke="#E9F8FC" stroke-width="12" stroke-linecap="round"/>
        </g>
        """)

    static let slide = picture(
        """
        <rect width="1600" height="900" fill="#CFEAF3"/><circle cx="1330" cy="190" r="96" fill="#FFD166"/>
        <rect y="720" width="1600" height="180" fill="#3FA7C9"/>\(ripple(760, "#8AD5E9", 9))\(ripple(830, "#63BEDA", 9))
        <path d="M300 180V740M430 180V740M300 280H430M300 380H430M300 480H430M300 580H430M300 680H430" stroke="#4A5B66" stroke-width="18"/>
        <path d="M700 420V740M980 520V740" stroke="#4A5B66" stroke-width="18"/>
        <path d="M300 170H470C760 170 780 330 600 350S460 500 760 500 1060 470 1040 590 1080 720 1240 716" fill="none" stroke="#B23A1B" stroke-width="86" stroke-linecap="round"/>
        <path d="M300 160H470C760 160 780 320 600 340S460 490 760 490 1060 460 1040 580 1080 710 1240 706" fill="none" stroke="#E4572E" stroke-width="56" stroke-linecap="round"/>
        <path d="M1240 706q60-96 96-10 52-110 92 16" fill="#E9F8FC"/>
        """)

    static let sauna = picture(
        """
        <rect width="1600" height="900" fill="#7A4A2B"/>
        <path d="M0 150H1600M0 300H1600M0 450H1600M0 600H1600M0 750H1600" stroke="#633A20" stroke-width="10"/>
        <rect x="180" y="600" width="1240" height="70" fill="#B67B4C"/><rect x="180" y="670" width="1240" height="26" fill="#8E5B34"/>
        <path d="M640 420H960L920 600H680Z" fill="#D9A06B"/><path d="M652 474H948M666 540H934" stroke="#A66C3D" stroke-width="14"/>
        <path d="M640 420a160 130 0 0 1 320 0" fill="none" stroke="#4A2A15" stroke-width="16"/>
        <g fill="none" stroke="#F3E3D3" stroke-width="22" stroke-linecap="round" opacity="0.85">
        <path d="M700 370c-50-70 50-100 0-180"/><path d="M800 340c-56-76 56-112 0-200"/><path d="M900 370c-50-70 50-100 0-180"/>
        </g>
        """)

    static let ticket = picture(
        """
        <rect width="1600" height="900" fill="#E8F3F7"/>
        <g transform="rotate(-8 800 450)">
        <path d="M380 250H1220V370a80 80 0 0 0 0 160V650H380V530a80 80 0 0 0 0-160Z" fill="#0A5F8C"/>
        <path d="M980 270V630" stroke="#E8F3F7" stroke-width="10" stroke-dasharray="22 20"/>
        <path d="M470 420q45-40 90 0t90 0 90 0 90 0M470 500q45-40 90 0t90 0 90 0 90 0" fill="none" stroke="#A5E2F0" stroke-width="22" stroke-linecap="round"/>
        <circle cx="1092" cy="450" r="52" fill="#FFD166"/>
        </g>
        """)
}
