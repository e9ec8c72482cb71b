// Device files of a test: named pipes, which can be opened, polled and read as devices can, and whose ioctls the test answers.

import Glibc
import Synchronization
import TestDevices

/// What is behind a device file of a test.
protocol TestDevice: AnyObject {
    /// Answers an ioctl on the open file `fd`: 0, or an error number.
    func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer?, _ fd: Int32) -> Int32
}

/// A named pipe that stands for a device for as long as this lives.
final class DeviceFile {
    let path: String
    /// The pipe's other end: what is written here is what the device sends.
    let end: Int32
    private let inode: UInt64

    init(_ path: String, for device: any TestDevice) {
        guard mkfifo(path, 0o600) == 0 else { fatalError("mkfifo \(path): \(errno)") }
        self.path = path
        end = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard let inode = DeviceFile.inode(end) else { fatalError("\(path) cannot be opened: \(errno)") }
        self.inode = inode
        let weak = Weak(device)
        DeviceFile.registry.withLock { $0.devices[inode] = weak }
        devices_answer { fd, request, argument, error in
            guard let device = DeviceFile.device(fd) else { return false }
            error?.pointee = device.answer(request, argument, fd)
            return true
        }
    }

    deinit {
        DeviceFile.registry.withLock { _ = $0.devices.removeValue(forKey: inode) }
        close(end)
    }

    /// Makes `fd` the file `memory` until the next ioctl on it, because a pipe cannot be mapped.
    static func map(_ fd: Int32, as memory: Int32) {
        registry.withLock { $0.mapped[fd] = fcntl(fd, F_DUPFD_CLOEXEC, 0) }
        dup2(memory, fd)
    }

    /// Only the thread of its test uses a device.
    private struct Weak: @unchecked Sendable {
        weak var device: (any TestDevice)?
        init(_ device: any TestDevice) { self.device = device }
    }

    private struct Registry {
        var devices: [UInt64: Weak] = [:]
        /// The files that are a memory for now, each with a descriptor of the original file.
        var mapped: [Int32: Int32] = [:]
    }

    private static let registry = Mutex(Registry())

    private static func inode(_ fd: Int32) -> UInt64? {
        var status = stat()
        return fstat(fd, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO ? UInt64(status.st_ino) : nil
    }

    private static func device(_ fd: Int32) -> (any TestDevice)? {
        registry.withLock { registry in
            if let own = registry.mapped.removeValue(forKey: fd) {
                dup2(own, fd)
                close(own)
            }
            return inode(fd).flatMap { registry.devices[$0]?.device }
        }
    }
}
