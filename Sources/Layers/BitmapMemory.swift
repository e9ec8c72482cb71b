// The memory of a bitmap: pages of its own, which the system has back at once when it goes.

#if canImport(Glibc)
    import Glibc
#endif

/// Memory that begins on a cache line, so that a line of a bitmap is one of the caches.
///
/// Bitmaps come and go in all sizes. From the heap of the C library they would leave gaps that fit no other, and a budget
/// for bitmaps would be none for the process; so all but small ones are mapped by themselves.
struct BitmapMemory {
    /// The first byte.
    let start: UnsafeMutableRawPointer
    /// Whether all of it is known to be zero.
    let isZero: Bool
    /// How many bytes are mapped; 0 when it is from the heap.
    private let mapped: Int

    /// From so many bytes on, memory is mapped: more than is lost in the last page of it.
    private static let leastMapped = 1 << 17
    /// The size of a page.
    private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    /// The size of a large page, on x86-64 and most arm64. Memory of two and more asks for them: where a row of one screen
    /// ends and one of another begins, small ones have to be looked up each time.
    private static let largePage = 2 << 20

    init(bytes: Int) {
        guard bytes >= Self.leastMapped else {
            (start, isZero, mapped) = (.allocate(byteCount: bytes, alignment: 64), false, 0)
            return
        }
        let taken = Self.taken(by: bytes)
        let slack = Self.isLarge(bytes) ? Self.largePage : 0
        guard
            let all = mmap(nil, taken + slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            all != MAP_FAILED
        else { fatalError("there is no memory for a bitmap of \(bytes) bytes") }
        // What lies before and behind what begins on a large page goes back.
        let before = slack == 0 ? 0 : (slack - Int(bitPattern: all) & (slack - 1)) & (slack - 1)
        if before > 0 { munmap(all, before) }
        if slack > before { munmap(all + before + taken, slack - before) }
        (start, isZero, mapped) = (all + before, true, taken)
        if slack > 0 { madvise(start, mapped, MADV_HUGEPAGE) }
    }

    func free() { if mapped > 0 { munmap(start, mapped) } else { start.deallocate() } }

    /// How many bytes are taken for `bytes`.
    static func taken(by bytes: Int) -> Int {
        if bytes < leastMapped { return bytes }
        let unit = isLarge(bytes) ? largePage : page
        return (bytes + unit - 1) / unit * unit
    }

    private static func isLarge(_ bytes: Int) -> Bool { bytes >= 2 * largePage }
}
