// A public swimming pool, to begin a kiosk with that shows values which other programs write.

/// The files of the kiosk of a swimming pool.
enum PoolStarter {
    static let files: [(name: String, text: String)] = [
        (
            "kiosk.toml",
            """
            title = "Riverside Pool"
            start = ["home"]
            hours = ["mon-fri 06:30-21:00", "sat,sun 08:00-19:00"]      # what {{open}} on the pages shows
            closed = ["12-24/12-26", "01-01"]
            clock = "24 h"

            [theme]
            base = "daylight"
            accent = "#0A5F8C"
            bar = "#073F5E"
            corners = 1.5
            night-from = "20:00"        # dark colours in the evening

            [gestures]
            pop = "full-screen"         # a swipe from anywhere goes back

            [idle]
            home-after = "60 s"         # back to the start page for the next visitor

            [attract]                   # what is shown while nobody is there
            pictures = ["lanes.svg", "slide.svg"]

            """
        ),
        (
            "home.md",
            """
            +++
            title = "Riverside Pool"
            rows = "cards"
            +++
            ![Six lanes, and a swimmer in the third](lanes.svg "banner")

            # Come in, the water is lovely

            The pool is {{open}}. The sports pool has **{{water.json:sports.temperature}} °C**, and **{{water.json:free}}** of 240
            lockers are free.

            - ![](lanes.svg) [The pools](pools.md): temperatures and lanes
            - ![](slide.svg) [Courses today](courses.md): from baby swimming to diving
            - ![](sauna.svg) [Sauna](sauna.md): upstairs, for adults
            - ![](ticket.svg) [Tickets](tickets.md): day, evening, family

            ## Good to know

            - [What to bring](bring.md)
            - [House rules](rules.md "sheet")

            """
        ),
        (
            "pools.md",
            """
            +++
            title = "The pools"
            +++
            # The pools

            - Sports pool: **{{water.json:sports.temperature}} °C**
            - Teaching pool: **{{water.json:teaching.temperature}} °C**
            - Paddling pool: **{{water.json:paddling.temperature}} °C**
            - Lanes for everybody: **{{water.json:sports.lanes}} of 6**

            Another program writes these values, once a minute. Slow swimmers keep to lane 1, fast ones to lane 6.

            ## The slide

            ![The slide, with its three bends](slide.svg "fit: 62 metres, three bends, for anyone taller than 1.20 m")

            It is open every day from 14:00. Wait for the green light, and leave the water at the foot of the slide at once.

            """
        ),
        (
            "courses.md",
            """
            +++
            title = "Courses today"
            +++
            # Courses today

            ![Courses](courses.csv "time = Begins, course = Course, pool = Pool, places = Free places")

            Courses cost 8 €, on top of the ticket.[^1] Please be at the pool five minutes before they begin.

            ## Book a place

            ![Courses](qr:https://example.org/courses "Book on your phone")

            [^1]: With a season ticket they cost 5 €.

            """
        ),
        (
            "sauna.md",
            """
            +++
            title = "Sauna"
            +++
            # Sauna

            ![Steam above a pail of water](sauna.svg)

            Two cabins, of 90\u{A0}°C and 60\u{A0}°C, a steam bath, and a terrace above the river.

            ## How it is done

            1. Shower, and dry yourself.
            2. Sit or lie on your towel, for eight to fifteen minutes.
            3. Cool down outside, then in cold water.
            4. Rest for as long as you were inside.

            > Wednesday is for women only. On all other days the sauna is for everybody from 16 years on.

            """
        ),
        (
            "tickets.md",
            """
            +++
            title = "Tickets"
            +++
            # Tickets

            | | Adults | Under 16 |
            |---|--:|--:|
            | Day ticket | 6.50 € | 3.50 € |
            | From 18:00 | 4.50 € | 2.50 € |
            | Family | 15.00 € | |
            | With sauna | 19.00 € | |

            The machine beside the door takes cards and coins. Under 4 the pool is free.

            ## Wi-Fi in the café

            ```
            network   Riverside
            password  cannonball
            ```

            """
        ),
        (
            "bring.md",
            """
            +++
            title = "What to bring"
            +++
            # What to bring

            - [x] Swimwear
            - [x] A towel
            - [x] A coin of 1 € for the locker, which gives it back
            - [ ] A bathing cap: not needed here
            - [ ] Glass bottles: please leave them at home

            ---

            Forgotten something? The desk sells goggles and nappies, and lends towels for 2 €.

            """
        ),
        (
            "rules.md",
            """
            +++
            title = "House rules"
            +++
            # House rules

            - Shower before you swim.
            - Do not run beside the pool, and jump only where it is deep.
            - Children under 8 swim with a grown-up within reach.

            Pull this page down to put it away.

            """
        ),
        (
            "water.json",
            """
            {
              "sports": {"temperature": 27.5, "lanes": 4},
              "teaching": {"temperature": 30.0},
              "paddling": {"temperature": 32.5},
              "free": 118
            }

            """
        ),
        (
            "courses.csv",
            """
            time,course,pool,places
            09:30,Baby swimming,Teaching pool,3
            11:00,Aqua fitness,Sports pool,8
            15:30,Seahorse badge,Teaching pool,0
            17:15,Front crawl for adults,Sports pool,5
            19:00,Diving,Sports pool,2

            """
        ),
        ("lanes.svg", PoolPictures.lanes),
        ("slide.svg", PoolPictures.slide),
        ("sauna.svg", PoolPictures.sauna),
        ("ticket.svg", PoolPictures.ticket),
    ]
}
