// What libwayland stores of Swift: tables of functions, and objects.

/// A listener at an address that stays valid for the lifetime of the process.
package func permanent<Listener>(_ listener: Listener) -> UnsafePointer<Listener> {
    let place = UnsafeMutablePointer<Listener>.allocate(capacity: 1)
    place.initialize(to: listener)
    return UnsafePointer(place)
}

/// The object that was passed to libwayland as a listener's user data.
package func listening<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer?) -> Object {
    guard let pointer else { fatalError("libwayland called back without its user data") }
    return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
}
