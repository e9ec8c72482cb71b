// Shows the windows of a program without a kiosk: `guest-trial SOCKET SECONDS PICTURE.png [WIDTHxHEIGHT] [SCALE] [TOUCHES] [lift]`.
// TOUCHES is a list of SECONDS:down|move|up|cancel:FINGER:X:Y with commas; with `lift` a cancelled finger is led out and lifted.
// `guest-trial --stage SOCKET SECONDS WIDTHxHEIGHT LANGUAGE SCRIPT` shows them on a stage with its keyboard (`StageTrial`).

import Drawing
import Geometry
import Glibc
import Guests
import Layers
import Linux

let arguments = CommandLine.arguments
if arguments.dropFirst().first == "--control" {
    let server = GuestServer(
        output: GuestOutput(
            pixels: PixelSize(1280, 1024), millimetres: Size(338, 270), refresh: .milliseconds(16)), hasPointer: true)
    let loop = try EventLoop()
    try server.start(in: loop)
    let control = try Control(server, loop)
    loop.onDeadline = {
        server.handedOver()
        server.presented(at: MonotonicClock.now())
        loop.setDeadline(MonotonicClock.now() + .milliseconds(16))
    }
    loop.setDeadline(MonotonicClock.now())
    try loop.run()
    withExtendedLifetime(control) {}
    exit(0)
}
if arguments.dropFirst().first == "--stage", arguments.count > 6 {
    let sides = arguments[4].split(separator: "x").compactMap { Int($0) }
    let start = MonotonicClock.now()
    let trial = StageTrial(
        PixelSize(sides[0], sides[1]), language: arguments[5], script: arguments[6], at: start)
    let loop = try EventLoop()
    try trial.guests.start(in: loop)
    let socket = try ListeningSocket(path: arguments[2], mode: 0o600)
    try loop.watch(socket.number) { _ in
        while let (descriptor, _) = try? socket.accept() { trial.guests.connect(FileDescriptor(owning: descriptor)) }
    }
    loop.onDeadline = {
        let now = MonotonicClock.now()
        do { try trial.step(at: now) } catch { print(error) }
        if now - start > .seconds(Double(arguments[3]) ?? 2) { loop.stop() }
        loop.setDeadline(now + .milliseconds(16))
    }
    loop.setDeadline(start)
    try loop.run()
    exit(0)
}
let size = arguments.count > 4 ? arguments[4].split(separator: "x").compactMap { Int($0) } : [1280, 800]
let scale = arguments.count > 5 ? Double(arguments[5]) ?? 1 : 1
let pixels = PixelSize(size[0], size[1])
let server = GuestServer(
    output: GuestOutput(
        pixels: pixels, millimetres: Size(300, 200), scale: scale, refresh: .milliseconds(16)),
    touchCancellation: arguments.last == "lift" ? .moveOutAndLift : .cancel)
let loop = try EventLoop()
try server.start(in: loop)
let socket = try ListeningSocket(path: arguments[1], mode: 0o600)
try loop.watch(socket.number) { _ in
    while let (descriptor, _) = try? socket.accept() {
        print("connected", server.connect(FileDescriptor(owning: descriptor)) != nil)
    }
}
let compositor = Compositor(size: pixels)
let picture = Bitmap(size: pixels, isOpaque: true)
var history = DamageHistory()
var (frames, damaged) = (0, 0)
let start = MonotonicClock.now()
var touches: [(at: Double, kind: String, finger: Int, point: Point)] = []
if arguments.count > 6 {
    for step in arguments[6].split(separator: ",") {
        let parts = step.split(separator: ":")
        touches.append(
            (Double(parts[0])!, String(parts[1]), Int(parts[2])!, Point(Double(parts[3])!, Double(parts[4])!)))
    }
}
let timer = loop.timer {
    let now = MonotonicClock.now()
    while let touch = touches.first, touch.at <= (now - start).seconds {
        touches.removeFirst()
        switch touch.kind {
        case "down": server.touchDown(touch.finger, at: touch.point, now)
        case "move": server.touchMoved(touch.finger, to: touch.point, now)
        case "up": server.touchUp(touch.finger, now)
        default: server.touchCancelled(touch.finger)
        }
    }
    server.flush()
    let frame = compositor.plan(server.layer)
    let damage = history.record(frame)
    if !damage.isEmpty {
        compositor.draw(frame, into: picture.surface, region: damage)
        (frames, damaged) = (frames + 1, damaged + damage.area)
    }
    server.handedOver()
    server.presented(at: now)
    if now - start > .seconds(Double(arguments[2]) ?? 2) { loop.stop() }
    timer.setDeadline(now + .milliseconds(16))
}
timer.setDeadline(start)
try loop.run()
print("\(frames) frames, \(damaged) pixels drawn, title \"\(server.title)\", \(server.connections) connections")
try picture.writePNG(to: arguments[3])
