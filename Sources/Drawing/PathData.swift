// Outlines as path data of SVG.

import Geometry

extension Path {
    /// The outline that `data` describes in the path data of SVG, with the commands M, L, H, V, C and Z. Nil for anything else.
    package init?(data: String) {
        self.init()
        var rest = data[...]
        func skip() { rest = rest.drop { $0 == " " || $0 == "," } }
        func number() -> Double? {
            skip()
            let digits = rest.prefix { $0.isNumber || $0 == "." || $0 == "-" }
            rest = rest.dropFirst(digits.count)
            return Double(digits)
        }
        func point() -> Point? {
            guard let x = number(), let y = number() else { return nil }
            return Point(x, y)
        }
        var (here, command) = (Point.zero, Character("M"))
        while true {
            skip()
            guard let next = rest.first else { break }
            if next.isLetter {
                command = next
                rest.removeFirst()
            }
            switch command {
            case "M", "L":
                guard let to = point() else { return nil }
                if command == "M" { move(to: to) } else { line(to: to) }
                here = to
                // Further points after a move are lines.
                command = "L"
            case "H", "V":
                guard let way = number() else { return nil }
                here = command == "H" ? Point(way, here.y) : Point(here.x, way)
                line(to: here)
            case "C":
                guard let first = point(), let second = point(), let to = point() else { return nil }
                curve(first, second, to: to)
                here = to
            case "Z": close()
            default: return nil
            }
        }
    }
}
