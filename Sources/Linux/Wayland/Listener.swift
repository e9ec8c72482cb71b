// What libwayland wants to keep of those who listen to it.

/// A listener where libwayland can find it for as long as the process lives.
func permanent<Listener>(_ listener: Listener) -> UnsafePointer<Listener> {
    let place = UnsafeMutablePointer<Listener>.allocate(capacity: 1)
    place.initialize(to: listener)
    return UnsafePointer(place)
}

/// The object that was given to libwayland as the user data of a listener.
func listening<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer?) -> Object {
    guard let pointer else { fatalError("libwayland called back without its user data") }
    return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
}
