// What a process gives up before it works on what others wrote.

import CLinux
package import Geometry
import Glibc

/// The limits of a process that reads what others wrote. They last until its end.
package enum Confinement {
    /// Limits this process: it reads only the system's libraries and fonts, writes no file, starts no program, opens no socket, and
    /// has at most `memory` bytes of address space and some multiple of `time` of the processors, and yields the processors to other
    /// processes, where it may. Where the kernel has no landlock or no seccomp, that part does not hold.
    package static func begin(memory: Int, time: Instant.Span) {
        func limit(_ resource: __rlimit_resource, to most: Int) {
            let kind = __rlimit_resource_t(resource.rawValue)
            var value = rlimit()
            getrlimit(kind, &value)
            value.rlim_max = min(value.rlim_max, rlim_t(most))
            value.rlim_cur = value.rlim_max
            setrlimit(kind, &value)
        }
        offerToOutOfMemory()
        // A frame that is due goes first. This process still gets a tenth of a processor that never rests. The service's sandbox
        // refuses this, as it refuses all changes of priorities.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        limit(RLIMIT_AS, to: memory)
        limit(RLIMIT_CORE, to: 0)
        limit(RLIMIT_NOFILE, to: 64)
        // A picture's own limit is `limitTime`, which code that has taken over this process could lift.
        limit(RLIMIT_CPU, to: max(60, Int(time.seconds * 4)))
        let fonts = getenv("HOME").map { home in
            ["/.fonts", "/.local/share/fonts", "/.config/fontconfig"].map { String(cString: home) + $0 }
        }
        let caches = [
            getenv("XDG_CACHE_HOME").map { String(cString: $0) + "/fontconfig" },
            getenv("FONTCONFIG_FILE").map { String(cString: $0) },
        ].compactMap { $0 }
        let readable =
            [
                "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig", "/dev/null",
                "/dev/urandom",
            ] + (fonts ?? []) + caches
        var list = readable.map { UnsafePointer(strdup($0)) } + [nil]
        defer { for item in list { free(UnsafeMutablePointer(mutating: item)) } }
        _ = bezel_limit_files(&list)
        _ = bezel_limit_calls()
    }

    /// Has the kernel end this process first when memory runs out.
    private static func offerToOutOfMemory() {
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        _ = write(file, "1000", 4)
    }

    /// Ends this process by SIGPROF when it has used `time` of the processors from now on; nil takes the limit away.
    package static func limitTime(to time: Instant.Span?) {
        setTimer(ITIMER_PROF, to: time)
    }

    /// Ends this process by SIGVTALRM when its own code, without the kernel's, has run for `time` from now on; nil takes the limit away.
    /// The other signal tells which of two steps took too long.
    package static func limitFirstStep(to time: Instant.Span?) { setTimer(ITIMER_VIRTUAL, to: time) }

    private static func setTimer(_ which: __itimer_which, to time: Instant.Span?) {
        let microseconds = Int((time?.nanoseconds ?? 0) / 1000)
        var timer = itimerval()
        timer.it_value = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
        setitimer(__itimer_which_t(which.rawValue), &timer, nil)
    }

    /// Gives the memory that was freed back to the kernel. glibc would keep most of it for the next work, which may need little.
    package static func returnMemory() { malloc_trim(0) }
}
