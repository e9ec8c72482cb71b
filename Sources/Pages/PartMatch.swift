// Finds the parts of a page on another version of the page.

/// Which part of the new version of a page each part of the old one is. It takes as long as both are, however much has changed.
struct PartMatch {
    /// The index of each old part among the new ones; nil for a part that is not there as it was.
    let indices: [Int?]

    /// Compares the texts of the parts `old` and `new`, each in reading order. What begins and ends the page as before is the same. What
    /// is between is known by its text where that is there once, and what says the same as others by what is beside it.
    init(_ old: [String], _ new: [String]) {
        let shorter = min(old.count, new.count)
        var (start, end) = (0, 0)
        while start < shorter, old[start] == new[start] { start += 1 }
        while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        var indices: [Int?] = old.indices.map { index in
            index < start ? index : index >= old.count - end ? index + new.count - old.count : nil
        }
        func places(_ texts: [String]) -> [String: [Int]] {
            var places: [String: [Int]] = [:]
            for index in start..<(texts.count - end) { places[texts[index], default: []].append(index) }
            return places
        }
        let others = places(new)
        for (text, own) in places(old) {
            guard let other = others[text], other.count == 1, own.count == 1 else { continue }
            indices[own[0]] = other[0]
        }
        var taken = Set(indices.compactMap(\.self))
        for way in [1, -1] {
            for index in way > 0 ? Array(indices.indices) : indices.indices.reversed() {
                guard let known = indices[index] else { continue }
                let (next, place) = (index + way, known + way)
                guard indices.indices.contains(next), new.indices.contains(place), indices[next] == nil,
                    old[next] == new[place], taken.insert(place).inserted
                else { continue }
                indices[next] = place
            }
        }
        self.indices = indices
    }

    /// Where the old part `index` most likely was, which is not there as it was: as far from the nearest part that is as before. Nil
    /// if nothing is as before.
    func likely(_ index: Int) -> Int? {
        let next = indices[index...].firstIndex { $0 != nil }
        let below = next.flatMap { next in indices[next].map { (place: $0, way: next - index) } }
        if let last = indices[..<index].lastIndex(where: { $0 != nil }), let place = indices[last] {
            let likely = place + index - last
            guard let below, below.place > place else { return likely }
            return min(likely, below.place)
        }
        return below.map { max(0, $0.place - $0.way) }
    }
}
