// What a piece of work asks of the Swift runtime: objects, retains and releases; counted one by one, not sampled.

import CSwiftRuntime

/// Calls of the Swift runtime. The runtime makes each of them through a pointer, which `CSwiftRuntime` sets to a function
/// that counts. An array that grows, a class instance, a box and a closure's context are each one object.
struct RuntimeCalls {
    var objects = 0
    var retains = 0
    var releases = 0

    /// The bytes of the C library's heap that are in use.
    static var heapInUse: Int { Int(mallinfo2().uordblks) }

    /// Counts what `body` does. Everything takes longer meanwhile: not for what is timed.
    static func counted(_ body: () -> Void) -> RuntimeCalls {
        bezel_start_counting()
        body()
        let calls = bezel_stop_counting()
        return RuntimeCalls(objects: calls.objects, retains: calls.retains, releases: calls.releases)
    }
}
