// Properties that change together, or not at all.

import CDRM
import Glibc

/// An atomic commit in the making. One is used for all frames of a display: libdrm keeps its memory.
struct AtomicRequest: ~Copyable {
    private let request: OpaquePointer

    /// A request that changes nothing yet.
    init() {
        guard let request = drmModeAtomicAlloc() else { fatalError("out of memory for an atomic request") }
        self.request = request
    }

    deinit { drmModeAtomicFree(request) }

    /// Forgets all that was set.
    func begin() { drmModeAtomicSetCursor(request, 0) }

    /// Adds the property `id` = `value`; an object that has no such property (0) is left as it is.
    func set(_ object: UInt32, _ id: UInt32, _ value: UInt64) {
        if id == 0 { return }
        guard drmModeAtomicAddProperty(request, object, id, value) >= 0 else {
            fatalError("out of memory for an atomic request")
        }
    }

    /// Adds `name` = `value`; an object that has no such property is left as it is.
    func set(_ object: ObjectProperties, _ name: String, _ value: UInt64) { set(object.object, object.id(name), value) }

    /// Hands the request to the kernel. `flags` are those of DRM_MODE_ATOMIC_…, and DRM_MODE_PAGE_FLIP_EVENT.
    func commit(fd: Int32, flags: UInt32, userData: UnsafeMutableRawPointer?) throws(SystemError) {
        while true {
            do throws(SystemError) {
                return try SystemError.checkNegated("drmModeAtomicCommit") {
                    drmModeAtomicCommit(fd, request, flags, userData)
                }
            } catch {
                if error.errno != EINTR { throw error }
            }
        }
    }
}
