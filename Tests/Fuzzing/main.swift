// The fuzzer: `Fuzz TARGET` and then libFuzzer's own arguments. Tests/Fuzzing/fuzz builds it and runs it.

import Geometry
import Glibc
import Linux

/// libFuzzer's entry point (FuzzerInterface.h): calls the closure with one input after the other.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The C library's `stderr` is a variable, which Swift does not let a closure read.
nonisolated(unsafe) let standardError = fdopen(2, "w")!

let names = fuzzTargets.map { $0.name }
guard CommandLine.argc > 1, let chosen = fuzzTargets.first(where: { $0.name == CommandLine.arguments[1] }) else {
    fatalError("the first argument is one of \(names.joined(separator: ", "))")
}
LargeTarget.isTimed = true
nonisolated(unsafe) let target = try chosen.init()
nonisolated(unsafe) var longest = Instant.Span.zero

// libFuzzer gets its arguments without the target's name.
var arguments = CommandLine.unsafeArgv + 1
arguments[0] = CommandLine.unsafeArgv[0]
var count = CommandLine.argc - 1
atexit { fputs("longest input: \(longest.nanoseconds / 1_000_000) ms\n", standardError) }
exit(
    runFuzzer(&count, &arguments) { bytes, count in
        let start = MonotonicClock.now()
        let input = Array(UnsafeBufferPointer(start: bytes, count: count))
        MainActor.assumeIsolated { do { try target.take(input) } catch { fatalError("\(error)") } }
        longest = max(longest, MonotonicClock.now() - start)
        return 0
    })
