// Properties that change together or not at all.

import CDRM
import Glibc

/// An atomic commit under construction, in the kernel's format. A display reuses one request for all frames to reuse its memory;
/// libdrm's drmModeAtomicCommit allocates memory for each commit.
struct AtomicRequest {
    /// Each object, with the number of consecutive entries that belong to it in the other two lists.
    private var objects: [UInt32] = []
    private var counts: [UInt32] = []
    private var properties: [UInt32] = []
    private var values: [UInt64] = []

    /// Clears the request.
    mutating func begin() {
        objects.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
        properties.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
    }

    /// Sets the property `id` to `value`. An id of 0, which stands for a missing property, is ignored.
    mutating func set(_ object: UInt32, _ id: UInt32, _ value: UInt64) {
        if id == 0 { return }
        if objects.last == object {
            counts[counts.count - 1] += 1
        } else {
            objects.append(object)
            counts.append(1)
        }
        properties.append(id)
        values.append(value)
    }

    /// Sets the property `name` to `value`. A property that the object does not have is ignored.
    mutating func set(_ object: ObjectProperties, _ name: String, _ value: UInt64) {
        set(object.object, object.id(name), value)
    }

    /// Submits the request to the kernel. `flags` are DRM_MODE_ATOMIC_… and DRM_MODE_PAGE_FLIP_EVENT.
    mutating func commit(fd: Int32, flags: UInt32, userData: UnsafeMutableRawPointer?) throws(SystemError) {
        try SystemError.check("ioctl(DRM_IOCTL_MODE_ATOMIC)") { submit(fd, flags, userData) }
    }

    private mutating func submit(_ fd: Int32, _ flags: UInt32, _ userData: UnsafeMutableRawPointer?) -> Int32 {
        objects.withUnsafeMutableBufferPointer { objects in
            counts.withUnsafeMutableBufferPointer { counts in
                properties.withUnsafeMutableBufferPointer { properties in
                    values.withUnsafeMutableBufferPointer { values in
                        var request = drm_mode_atomic(
                            flags: flags, count_objs: UInt32(objects.count), objs_ptr: Self.address(objects),
                            count_props_ptr: Self.address(counts), props_ptr: Self.address(properties),
                            prop_values_ptr: Self.address(values), reserved: 0,
                            user_data: UInt64(UInt(bitPattern: userData)))
                        return drmIoctl(fd, BEZEL_DRM_IOCTL_MODE_ATOMIC, &request)
                    }
                }
            }
        }
    }

    private static func address(_ list: UnsafeMutableBufferPointer<some Any>) -> UInt64 {
        UInt64(UInt(bitPattern: list.baseAddress))
    }
}
