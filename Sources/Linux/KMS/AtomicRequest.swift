// Properties that change together, or not at all.

import CDRM
import Glibc

/// One atomic commit in the making.
struct AtomicRequest: ~Copyable {
    private let request: OpaquePointer

    /// A request that changes nothing yet.
    init() {
        guard let request = drmModeAtomicAlloc() else { fatalError("out of memory for an atomic request") }
        self.request = request
    }

    deinit { drmModeAtomicFree(request) }

    /// Adds `name` = `value`; an object that has no such property is left as it is.
    func set(_ object: ObjectProperties, _ name: String, _ value: UInt64) {
        guard let id = object.id(name) else { return }
        guard drmModeAtomicAddProperty(request, object.object, id, value) >= 0 else {
            fatalError("out of memory for an atomic request")
        }
    }

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
