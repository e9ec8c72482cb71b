// Properties that change together, or not at all.

import CDRM
import Glibc

/// An atomic commit in the making, as the kernel takes it. One is used for all frames of a display, so that its memory is:
/// libdrm's drmModeAtomicCommit asks for some anew each time.
struct AtomicRequest {
    /// The objects, each with how many properties of it follow each other in the other two lists.
    private var objects: [UInt32] = []
    private var counts: [UInt32] = []
    private var properties: [UInt32] = []
    private var values: [UInt64] = []

    /// Forgets all that was set.
    mutating func begin() {
        objects.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
        properties.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
    }

    /// Adds the property `id` = `value`; an object that has no such property (0) is left as it is.
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

    /// Adds `name` = `value`; an object that has no such property is left as it is.
    mutating func set(_ object: ObjectProperties, _ name: String, _ value: UInt64) {
        set(object.object, object.id(name), value)
    }

    /// Hands the request to the kernel. `flags` are those of DRM_MODE_ATOMIC_…, and DRM_MODE_PAGE_FLIP_EVENT.
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
