// The memory of a bitmap: pages of its own, which return to the system as soon as the bitmap is freed.

#if canImport(Glibc)
    import Glibc
#endif

/// Memory that begins on a cache line, so that each aligned line of a bitmap is one cache line.
///
/// Bitmaps come and go in all sizes. On the heap of the C library they would leave gaps that fit no other bitmap, and a
/// budget for bitmaps would not limit the memory of the process. All but small bitmaps are therefore mapped separately.
struct BitmapMemory {
    /// The first byte.
    let start: UnsafeMutableRawPointer
    /// Whether all of the memory is known to be zero.
    let isZero: Bool
    /// The number of mapped bytes. 0 for memory from the heap.
    private let mapped: Int

    /// The number of bytes from which memory is mapped. It is larger than the loss in the last page of a mapping.
    private static let leastMapped = 1 << 17
    /// The size of a page, in bytes.
    private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    /// The size of a large page, in bytes, on x86-64 and most arm64 machines. Memory of at least two large pages requests them.
    /// With small pages, the processor has to look up a page each time a row of one screen ends and a row of another begins.
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
        // Unmaps the memory before and after the part that is aligned to a large page.
        let before = slack == 0 ? 0 : (slack - Int(bitPattern: all) & (slack - 1)) & (slack - 1)
        if before > 0 { munmap(all, before) }
        if slack > before { munmap(all + before + taken, slack - before) }
        (start, isZero, mapped) = (all + before, true, taken)
        if slack > 0 { madvise(start, mapped, MADV_HUGEPAGE) }
    }

    func free() { if mapped > 0 { munmap(start, mapped) } else { start.deallocate() } }

    /// The number of bytes that an allocation of `bytes` takes.
    static func taken(by bytes: Int) -> Int {
        if bytes < leastMapped { return bytes }
        let unit = isLarge(bytes) ? largePage : page
        return (bytes + unit - 1) / unit * unit
    }

    private static func isLarge(_ bytes: Int) -> Bool { bytes >= 2 * largePage }
}
