// Chinese from Latin letters, by libpinyin where it is installed.

import Glibc

/// Turns syllables of Pinyin into Chinese. libpinyin is loaded when it is first needed, and is nil where it is not installed.
package final class Pinyin {
    /// A text that may be meant, and how many of the letters it stands for.
    package struct Candidate: Hashable, Sendable {
        /// The text.
        package let text: String
        /// The number of typed letters for which it stands.
        package let length: Int
    }

    /// The most letters of one composition. They cost libpinyin more than in proportion.
    package static let mostLetters = 48
    /// The most candidates that are offered.
    package static let mostCandidates = 60

    private typealias Check = @convention(c) (OpaquePointer?) -> Bool
    private let instance: OpaquePointer
    private let parse: @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> Int
    private let sentence: Check
    private let guess: @convention(c) (OpaquePointer?, Int, UInt32) -> Bool
    private let count: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt32>) -> Bool
    private let candidate: @convention(c) (OpaquePointer?, UInt32, UnsafeMutablePointer<OpaquePointer?>) -> Bool
    private let text:
        @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Bool
    private let choose: @convention(c) (OpaquePointer?, Int, OpaquePointer?) -> Int32
    private let reset: Check

    /// The order of libpinyin's own input methods: longer phrases first, then those that are used more.
    private static let order: UInt32 = 0x2 | 0x4 | 0x8 | 0x10

    /// Where Debian and others keep the dictionaries.
    private static let folders = ["x86_64-linux-gnu/", "aarch64-linux-gnu/", ""].map { "/usr/lib/\($0)libpinyin/data" }

    /// The system's libpinyin, with its dictionaries; nil where it is not installed. It takes some tens of milliseconds and 40 MB.
    package init?() {
        guard let library = dlopen("libpinyin.so.15", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Type>(_ name: String, as type: Type.Type) -> Type? {
            dlsym(library, "pinyin_\(name)").map { unsafeBitCast($0, to: type) }
        }
        typealias Init = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> OpaquePointer?
        typealias Alloc = @convention(c) (OpaquePointer?) -> OpaquePointer?
        guard let folder = Self.folders.first(where: { access("\($0)/table.conf", R_OK) == 0 }),
            let make = function("init", as: Init.self),
            let alloc = function("alloc_instance", as: Alloc.self),
            let parse = function("parse_more_full_pinyins", as: type(of: parse)),
            let sentence = function("guess_sentence", as: type(of: sentence)),
            let guess = function("guess_candidates", as: type(of: guess)),
            let count = function("get_n_candidate", as: type(of: count)),
            let candidate = function("get_candidate", as: type(of: candidate)),
            let text = function("get_candidate_string", as: type(of: text)),
            let choose = function("choose_candidate", as: type(of: choose)),
            let reset = function("reset", as: type(of: reset))
        else { return nil }
        // Nothing is learned of what visitors type: there is no folder for it.
        guard let context = make(folder, "/nonexistent"), let instance = alloc(context) else { return nil }
        self.instance = instance
        (self.parse, self.sentence, self.guess, self.count) = (parse, sentence, guess, count)
        (self.candidate, self.text, self.choose, self.reset) = (candidate, text, choose, reset)
    }

    /// What `letters` may mean, the most likely first; nothing for what is no Pinyin.
    package func candidates(for letters: String) -> [Candidate] {
        guard letters.utf8.count <= Self.mostLetters else { return [] }
        _ = reset(instance)
        guard parse(instance, letters) > 0, sentence(instance), guess(instance, 0, Self.order) else { return [] }
        var number = UInt32(0)
        guard count(instance, &number) else { return [] }
        var found: [Candidate] = []
        for index in 0..<min(number, UInt32(Self.mostCandidates)) {
            var one: OpaquePointer?
            var bytes: UnsafePointer<CChar>?
            guard candidate(instance, index, &one), text(instance, one, &bytes), let bytes else { continue }
            let length = Int(choose(instance, 0, one))
            found.append(Candidate(text: String(cString: bytes), length: length))
        }
        _ = reset(instance)
        return found.filter { $0.length > 0 && $0.length <= letters.utf8.count }
    }
}
