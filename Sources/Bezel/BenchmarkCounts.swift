// What a piece of work asks of the Swift runtime and of the C library: objects, retains, releases and allocations; counted
// one by one, not sampled.

import CSwiftRuntime
import Glibc

/// Calls of the Swift runtime. The runtime makes each of them through a pointer, which `CSwiftRuntime` sets to a function
/// that counts. An array that grows, a class instance, a box and a closure's context are each one object.
struct RuntimeCalls {
    var objects = 0
    var retains = 0
    var releases = 0

    init() {}

    private init(_ calls: bezel_runtime_calls) {
        (objects, retains, releases) = (calls.objects, calls.retains, calls.releases)
    }

    /// The bytes of the C library's heap that are in use.
    static var heapInUse: Int {
        let info = mallinfo2()
        return Int(info.uordblks + info.hblkhd)
    }

    /// The heap gives back to the system what it does not need.
    static func trimHeap() { malloc_trim(0) }

    /// Counts what `body` does. Everything takes longer meanwhile: not for what is timed.
    static func counted(_ body: () -> Void) -> RuntimeCalls {
        start()
        body()
        return stop()
    }

    /// Counts from zero, until `stop`.
    static func start() { bezel_start_counting() }

    /// What has been counted since `start`.
    static func stop() -> RuntimeCalls { RuntimeCalls(bezel_stop_counting()) }

    /// What has been counted since `start`; counting goes on.
    static var soFar: RuntimeCalls { RuntimeCalls(bezel_runtime().pointee.calls) }

    static func - (calls: RuntimeCalls, before: RuntimeCalls) -> RuntimeCalls {
        var rest = calls
        rest.objects -= before.objects
        rest.retains -= before.retains
        rest.releases -= before.releases
        return rest
    }
}

/// The counter of allocations that `tools/allocations` preloads.
enum AllocationCounter {
    /// How often this thread has asked the C library for memory; nil where no counter is preloaded.
    static var count: Int? { counter?() }

    private static let counter: (@convention(c) () -> Int)? = dlsym(nil, "bezel_allocations").map {
        unsafeBitCast($0, to: (@convention(c) () -> Int).self)
    }
}
