// A museum of lamps, to begin a museum's kiosk with.

/// The files of the kiosk of a small museum.
enum MuseumStarter {
    static let files: [(name: String, text: String)] = [
        (
            "kiosk.toml",
            """
            title = "Lamp Museum"
            start = ["home"]

            [theme]
            base = "paper"
            accent = "#9A3B1F"
            type-scale = 1.3            # from one level of headings to the next
            night-from = "19:00"        # dark colours in the evening
            night-until = "08:00"

            [gestures]
            pop = "full-screen"         # a swipe from anywhere goes back

            [idle]
            home-after = "90 s"         # back to the start page for the next visitor

            """
        ),
        (
            "home.md",
            """
            +++
            title = "Lamp Museum"
            rows = "cards"
            +++
            ![Four lamps on a shelf](lamps.svg "banner")

            # Two thousand years of light

            All that time people carried fire through their houses. Here are four of the ways in which they did it, and the
            people who had to fill, trim and light them.

            - ![](oil.svg) [The clay lamp](oil.md): a flame the size of a fingernail
            - ![](lantern.svg) [The lantern](lantern.md): light that the wind leaves alone
            - ![](paraffin.svg) [The paraffin lamp](paraffin.md): the evening grows longer
            - ![](bulb.svg) [The bulb](bulb.md): light without fire

            ## Your visit

            - [Opening hours and tickets](visit.md)
            - [House rules](rules.md "sheet")

            """
        ),
        (
            "oil.md",
            """
            +++
            title = "The clay lamp"
            +++
            # The clay lamp

            ![A Roman lamp of red clay](oil.svg)

            A bowl, a spout, a hole to pour in the oil: nothing in this house is simpler, and nothing was in use for longer.
            Potters pressed the clay into moulds, a lower and an upper half, and made hundreds of them a day.

            ## Take a closer look

            The **maker's name** is pressed into the underside. The **soot** at the spout shows that somebody read, cooked or
            nursed a child by it: a lamp without soot was a gift for the dead.

            > One filling of olive oil burned for about three hours. Whoever worked by it at night burned what others ate.

            - [Next: the lantern](lantern.md)

            """
        ),
        (
            "lantern.md",
            """
            +++
            title = "The lantern"
            +++
            # The lantern

            ![A lantern with a candle](lantern.svg)

            Four panes keep the wind out and let the light pass. Before glass was cheap they were made of horn, scraped so thin
            that it was clear.

            ## Who carried it

            1. The **night watchman**, who called the hours and looked out for fire.
            2. The **stable hand**: an open flame in the straw was forbidden in most towns.
            3. Anybody out after the evening bell. Without a light one was taken for a thief.

            - [Next: the paraffin lamp](paraffin.md)

            """
        ),
        (
            "paraffin.md",
            """
            +++
            title = "The paraffin lamp"
            +++
            # The paraffin lamp

            ![A table lamp with a glass chimney](paraffin.svg)

            The chimney is the invention. It draws air past the wick, and the flame burns white instead of yellow: one such
            lamp is as bright as ten candles.

            ## What it changed

            | Evening | Before | With the lamp |
            |---|---|---|
            | Reading | by the window | at the table |
            | Sewing | until dusk | until bedtime |
            | Smoke | on every ceiling | hardly any |

            - [Next: the bulb](bulb.md)

            """
        ),
        (
            "bulb.md",
            """
            +++
            title = "The bulb"
            +++
            # The bulb

            ![A light bulb on its stand](bulb.svg)

            A thread of carbon glows in a glass from which the air was pumped out. Nothing burns, nothing smells, nothing has to
            be filled. One turn of a switch lights a whole street.

            The bulb in our case is lit every evening at closing time, for a minute. It is more than a hundred years old.

            ## All four

            ![The clay lamp](oil.svg) ![The lantern](lantern.svg) ![The paraffin lamp](paraffin.svg) ![The bulb](bulb.svg)

            """
        ),
        (
            "visit.md",
            """
            +++
            title = "Your visit"
            +++
            # Your visit

            ## Opening hours

            - Tuesday to Friday: **10:00 to 18:00**
            - Saturday and Sunday: **11:00 to 20:00**
            - Monday: **closed**

            ## Tickets

            - Adults: **9 €**
            - Students and pensioners: **6 €**
            - Under 16: **free**

            ## Getting around

            There is a lift to all floors. Wheelchairs and folding stools are at the cloakroom, free of charge.

            """
        ),
        (
            "rules.md",
            """
            +++
            title = "House rules"
            +++
            # House rules

            - Please do not touch the lamps, even those that look sturdy.
            - Photographs are welcome, without flash.
            - Food and bags larger than this screen stay at the cloakroom.

            Pull this page down to put it away.

            """
        ),
        ("lamps.svg", LampPictures.shelf),
        ("oil.svg", LampPictures.single(LampPictures.oil, glow: (104, -96))),
        ("lantern.svg", LampPictures.single(LampPictures.lantern, glow: (0, -96))),
        ("paraffin.svg", LampPictures.single(LampPictures.paraffin, glow: (0, -136))),
        ("bulb.svg", LampPictures.single(LampPictures.bulb, glow: (0, -150))),
    ]
}
