// Numbers formatted for people.

/// Formats `value` with `places` decimals.
func decimal(_ value: Double, places: Int) -> String {
    let power = (0..<places).reduce(1) { product, _ in product * 10 }
    let scaled = Int((value * Double(power)).rounded())
    let whole = "\(scaled < 0 ? "−" : "")\(abs(scaled) / power)"
    return places == 0 ? whole : "\(whole).\(String(abs(scaled) % power + power).dropFirst())"
}
