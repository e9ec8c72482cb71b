// The name under which this process was started.

package enum AppName {
    /// The file name of the program, for help texts and error messages.
    package static var ofThisProcess: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "app"
    }
}
