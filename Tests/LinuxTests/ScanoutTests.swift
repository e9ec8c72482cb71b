// What is decided for an output before its first picture: the layout of its pixels, and how far they are turned.

import CDRM
import Geometry
import Testing

@testable import Linux

@Suite struct ScanoutTests {
    private static let xrgb = BEZEL_DRM_FORMAT_XRGB8888
    private static let rgb565 = BEZEL_DRM_FORMAT_RGB565
    /// RGB888, which is not drawn here.
    private static let other: UInt32 = 0x3432_4752

    private static let takings: [(formats: [UInt32], preferred: PixelFormat, choice: PixelFormat?)] = [
        ([xrgb, rgb565], .xrgb8888, .xrgb8888),
        ([rgb565, other, xrgb], .rgb565, .rgb565),
        ([rgb565], .xrgb8888, .rgb565),
        ([other, xrgb], .rgb565, .xrgb8888),
        ([other], .xrgb8888, nil),
    ]

    @Test(arguments: takings)
    func `without a request the format is one that the planes take, and the driver prefers`(
        formats: [UInt32], preferred: PixelFormat, choice: PixelFormat?
    ) {
        #expect(PixelFormat.choice(nil, preferred: preferred, of: [[Self.other], formats]) == choice)
    }

    @Test func `a requested format is taken or refused`() {
        let formats = [[Self.xrgb]]
        #expect(PixelFormat.choice(.xrgb8888, preferred: .rgb565, of: formats) == .xrgb8888)
        #expect(PixelFormat.choice(.rgb565, preferred: .xrgb8888, of: formats) == nil)
    }

    /// The side of the panel that is at the top is where the first row of the picture has to go.
    @Test(
        arguments: zip(
            UInt64(0)...3,
            [PixelRect(0, 0, 40, 1), PixelRect(0, 29, 40, 1), PixelRect(0, 0, 1, 30), PixelRect(39, 0, 1, 30)]))
    func `the top of the picture is at the side of the panel that is at the top`(
        orientation: UInt64, firstRow: PixelRect
    ) throws {
        let rotation = try #require(PictureRotation(panelOrientation: orientation))
        let memory = PixelSize(40, 30)
        let row = PixelRect(0, 0, rotation.turned(memory).width, 1)
        #expect(rotation.place(of: row, in: memory) == firstRow)
    }

    @Test func `an unknown orientation turns nothing`() {
        #expect(PictureRotation(panelOrientation: 4) == nil)
    }
}
