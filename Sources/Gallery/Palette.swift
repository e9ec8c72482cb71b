// The colours of drawings: those of a lithograph of the sea.

import Bezel

/// Colours in addition to the theme's.
enum Palette {
    static let navy = Color(0x1D2A3C)
    static let slate = Color(0x3A5166)
    static let teal = Color(0x4C7A7C)
    static let mist = Color(0xA9BFB8)
    static let sand = Color(0xE4D2A8)
    static let ochre = Color(0xD39A3F)
    static let brick = Color(0xB8472F)
    static let paper = Color(0xFFFBF2)
}
