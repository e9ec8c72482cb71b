// Memory that a client shares with the kiosk, and the pictures in it: wl_shm, wl_shm_pool and the wl_buffers that come from it.

import CWaylandServer
import Geometry
import Glibc
import Linux

/// The global `wl_shm`.
final class SharedMemoryGlobal: Resource {
    /// Programs bind it once, and so does each of their libraries.
    override class var most: Int { 16 }

    private unowned let server: GuestServer

    private static let requests = permanent(
        wl_shm_interface(
            create_pool: { client, shm, id, descriptor, size in
                SharedMemoryGlobal.of(shm).makePool(id, FileDescriptor(owning: descriptor), size)
            },
            release: destroyResource))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_wl_shm(), version: version, id: id, requests: Self.requests)
        guard let handle else { return }
        wl_shm_send_format(handle, WL_SHM_FORMAT_ARGB8888.rawValue)
        wl_shm_send_format(handle, WL_SHM_FORMAT_XRGB8888.rawValue)
    }

    private func makePool(_ id: UInt32, _ file: consuming FileDescriptor, _ size: Int32) {
        guard size > 0 else {
            return fail(WL_SHM_ERROR_INVALID_STRIDE, "a pool of \(size) bytes; a pool has at least one")
        }
        let file = SharedFile(file)
        switch server.memory.map(file, size: Int(size)) {
        case .success(let mapping):
            _ = SharedPool(server, client, version: version, id: id, file: file, memory: mapping)
        case .failure(let problem): fail(WL_SHM_ERROR_INVALID_FD, problem.text)
        }
    }
}

/// What a guest shares with the kiosk in total, with its bounds.
final class SharedMemory {
    /// The most mappings of a guest. A window needs one or two; a browser has one for each of its buffers.
    static let mostMappings = 256
    /// The most bytes that they have together. They are addresses: the memory itself is the guest's.
    static let mostBytes = 4 << 30
    private(set) var (mappings, bytes) = (0, 0)

    /// Why a file cannot be mapped.
    struct Problem: Error { let text: String }

    /// Maps the first `size` bytes of `file`.
    func map(_ file: SharedFile, size: Int) -> Result<SharedMapping, Problem> {
        guard mappings < SharedMemory.mostMappings, bytes + size <= SharedMemory.mostBytes else {
            return .failure(Problem(text: "\(mappings) mappings of \(bytes) bytes are as much as a guest may share"))
        }
        guard bezel_is_memory(file.number) else {
            return .failure(Problem(text: "the file is not in memory: a pool is a memfd, or a file on a tmpfs"))
        }
        guard let memory = bezel_share_memory(file.number, size) else {
            return .failure(
                Problem(text: "cannot map \(size) bytes of the file: \(String(cString: strerror(errno)))"))
        }
        (mappings, bytes) = (mappings + 1, bytes + size)
        return .success(SharedMapping(memory, of: file, size: size, in: self))
    }

    fileprivate func unmapped(_ size: Int) { (mappings, bytes) = (mappings - 1, bytes - size) }
}

/// A file that a client has passed.
final class SharedFile {
    private let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    var number: Int32 { descriptor.number }

    /// The length in bytes, which the client can change at any time.
    var length: Int {
        var status = stat()
        return fstat(number, &status) == 0 ? Int(status.st_size) : 0
    }
}

/// A mapping of a client's file. It stays as long as a pool or a picture needs it.
final class SharedMapping {
    private let memory: OpaquePointer
    let file: SharedFile
    /// The number of bytes.
    let size: Int
    private let owner: SharedMemory

    fileprivate init(_ memory: OpaquePointer, of file: SharedFile, size: Int, in owner: SharedMemory) {
        (self.memory, self.file, self.size, self.owner) = (memory, file, size, owner)
    }

    isolated deinit {
        bezel_unshare_memory(memory)
        owner.unmapped(size)
    }

    var start: UnsafeMutableRawPointer { bezel_shared_memory_start(memory) }
}

/// A `wl_shm_pool`: shared memory in which the client lays out buffers.
final class SharedPool: Resource {
    /// As many as the mappings that a guest may have.
    override class var most: Int { 256 }

    private unowned let server: GuestServer
    private let file: SharedFile
    private var memory: SharedMapping

    private static let requests = permanent(
        wl_shm_pool_interface(
            create_buffer: { _, pool, id, offset, width, height, stride, format in
                SharedPool.of(pool).makeBuffer(id, offset, width, height, stride, format)
            },
            destroy: destroyResource, resize: { _, pool, size in SharedPool.of(pool).resize(size) }))

    init(
        _ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32, file: SharedFile,
        memory: SharedMapping
    ) {
        (self.server, self.file, self.memory) = (server, file, memory)
        super.init(client, bezel_wl_shm_pool(), version: version, id: id, requests: Self.requests)
    }

    private func resize(_ size: Int32) {
        guard Int(size) >= memory.size else {
            return fail(WL_SHM_ERROR_INVALID_FD, "a pool of \(memory.size) bytes cannot shrink to \(size)")
        }
        // Buffers keep the mapping in which they were made.
        switch server.memory.map(file, size: Int(size)) {
        case .success(let larger): memory = larger
        case .failure(let problem): fail(WL_SHM_ERROR_INVALID_FD, problem.text)
        }
    }

    private func makeBuffer(
        _ id: UInt32, _ offset: Int32, _ width: Int32, _ height: Int32, _ stride: Int32, _ format: UInt32
    ) {
        guard format == WL_SHM_FORMAT_ARGB8888.rawValue || format == WL_SHM_FORMAT_XRGB8888.rawValue else {
            return fail(WL_SHM_ERROR_INVALID_FORMAT, "format \(format) was not offered")
        }
        let end = Int(offset) + Int(stride) * Int(height)
        guard width <= SharedPixels.longest, height <= SharedPixels.longest else {
            return fail(
                WL_SHM_ERROR_INVALID_STRIDE,
                "\(width)×\(height) pixels; a side has at most \(SharedPixels.longest)")
        }
        // As libwayland does, this takes rows that overlap (cog makes such a buffer when it is resized).
        guard width > 0, height > 0, offset >= 0, stride >= width, end <= memory.size else {
            return fail(
                WL_SHM_ERROR_INVALID_STRIDE,
                "\(width)×\(height) pixels with a stride of \(stride) bytes at \(offset) do not fit into \(memory.size) bytes"
            )
        }
        _ = Buffer(
            client, id: id,
            content: .shared(
                SharedPixels(
                    memory: memory, offset: Int(offset), size: PixelSize(Int(width), Int(height)), stride: Int(stride),
                    isOpaque: format == WL_SHM_FORMAT_XRGB8888.rawValue)))
    }
}

/// The pixels of a buffer in shared memory.
struct SharedPixels {
    /// The longest side of a buffer (px): twice that of the largest panels.
    static let longest: Int32 = 16384

    let memory: SharedMapping
    /// The first byte of the first row.
    let offset: Int
    let size: PixelSize
    /// The number of bytes from one row to the next.
    let stride: Int
    let isOpaque: Bool

    /// Whether the client's file has all of the pixels at this moment. One that is cut short later reads as zeros there.
    var isComplete: Bool { offset + stride * (size.height - 1) + 4 * min(size.width, pitch) <= memory.file.length }
    /// Whether the compositor can read the pixels where they are: they lie at multiples of their size, and rows do not overlap.
    var isAligned: Bool { offset % 4 == 0 && stride % 4 == 0 && stride >= 4 * size.width }
    /// The pixels of a buffer that is aligned.
    var words: UnsafeMutablePointer<UInt32> { memory.start.advanced(by: offset).assumingMemoryBound(to: UInt32.self) }
    /// The number of whole pixels from one row to the next.
    var pitch: Int { stride / 4 }

    /// The colour at `place` (px), mixed from the four pixels whose middles are nearest.
    func mixed(at place: Point, isOpaque: Bool) -> UInt32 {
        let (x, y) = (place.x - 0.5, place.y - 0.5)
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (across, down) = (UInt64(((x - left) * 256).rounded()), UInt64(((y - top) * 256).rounded()))
        func pixel(_ x: Int, _ y: Int) -> UInt64 {
            let (x, y) = (max(0, min(min(size.width, stride / 4) - 1, x)), max(0, min(size.height - 1, y)))
            let word = (memory.start + offset + y * stride + 4 * x).loadUnaligned(as: UInt32.self)
            return UInt64(word & 0xFF00FF) | UInt64(word >> 8 & 0xFF00FF) << 32
        }
        func mix(_ a: UInt64, _ b: UInt64, _ weight: UInt64) -> UInt64 {
            (a * (256 - weight) + b * weight + 0x80_0080_0080_0080) >> 8 & 0xFF_00FF_00FF_00FF
        }
        let (column, row) = (Int(left), Int(top))
        let channels = mix(
            mix(pixel(column, row), pixel(column + 1, row), across),
            mix(pixel(column, row + 1), pixel(column + 1, row + 1), across), down)
        let mixed = UInt32(truncatingIfNeeded: channels) | UInt32(truncatingIfNeeded: channels >> 24)
        return isOpaque ? mixed | 0xFF00_0000 : mixed
    }
}
