// All boards.

extension Board {
    static let all = [
        pi3, pi4, rk3288, rk3399, rk3568, rk3568dual, rk3588, imx6, imx6sx, imx7, imx8mp, imx8mq, s905, a20, a33, h3,
        v3s, h6,
        am62, am62dual, stm32mp1, simple,
    ]
}
