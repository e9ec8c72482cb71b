// Counts, without sampling, the objects, retains, releases and allocations that a piece of work causes.

import CSwiftRuntime
import Glibc

/// Calls of the Swift runtime. The runtime makes each of them through a pointer, which `CSwiftRuntime` sets to a function that
/// counts. A growing array, a class instance, a box and a closure's context are one object each.
struct RuntimeCalls {
    var objects = 0
    var retains = 0
    var releases = 0

    init() {}

    private init(_ calls: bezel_runtime_calls) {
        (objects, retains, releases) = (calls.objects, calls.retains, calls.releases)
    }

    /// The bytes in use on the heap of the C library.
    static var heapInUse: Int {
        let info = mallinfo2()
        return Int(info.uordblks + info.hblkhd)
    }

    /// Returns unused heap memory to the system.
    static func trimHeap() { malloc_trim(0) }

    /// Counts the calls of `body`. Everything takes longer meanwhile, so do not time it.
    static func counted(_ body: () -> Void) -> RuntimeCalls {
        start()
        body()
        return stop()
    }

    /// Starts counting from zero, until `stop`.
    static func start() { bezel_start_counting() }

    /// Stops counting, and returns the calls since `start`.
    static func stop() -> RuntimeCalls { RuntimeCalls(bezel_stop_counting()) }

    /// The calls since `start`. Counting goes on.
    static var soFar: RuntimeCalls { RuntimeCalls(bezel_runtime().pointee.calls) }

    static func - (calls: RuntimeCalls, before: RuntimeCalls) -> RuntimeCalls {
        var rest = calls
        rest.objects -= before.objects
        rest.retains -= before.retains
        rest.releases -= before.releases
        return rest
    }
}

/// The counter of allocations that `Tests/Allocations/allocations` preloads.
enum AllocationCounter {
    /// How often this thread has asked the C library for memory; nil when no counter is preloaded.
    static var count: Int? { counter?() }

    private static let counter: (@convention(c) () -> Int)? = dlsym(nil, "bezel_allocations").map {
        unsafeBitCast($0, to: (@convention(c) () -> Int).self)
    }
}
