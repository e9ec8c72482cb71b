// A town hall, to begin the kiosk of a public office with.

/// The files of the kiosk of a public office.
enum TownHallStarter {
    static let files: [(name: String, text: String)] = [
        (
            "kiosk.toml",
            """
            title = "Millbrook Town Hall"
            start = ["home"]

            [theme]
            base = "daylight"
            accent = "#00635A"
            bar = "#004D46"             # the bar in the town's colour, with its logo
            logo = "logo.svg"
            corners = 0.5

            [gestures]
            pop = "full-screen"         # a swipe from anywhere goes back

            [idle]
            home-after = "60 s"         # what one person has read is not there for the next

            """
        ),
        (
            "home.md",
            """
            +++
            title = "Start"
            rows = "cards"
            +++
            # How can we help?

            - [Identity card and passport](passport.md): new, renewed or lost
            - [Moving house](moving.md): registering a new address
            - [Birth, marriage, death](registry.md): certificates
            - [Resident's parking](parking.md): permits for your street

            ## In this building

            - [Who is where](rooms.md)
            - [Opening hours](hours.md)
            - [Privacy at this screen](privacy.md "sheet")

            """
        ),
        (
            "passport.md",
            """
            +++
            title = "Identity card and passport"
            +++
            # Identity card and passport

            **Room 12, ground floor.** Take a number at the entrance; you do not need an appointment.

            ## What to bring

            1. Your old card or passport. If it is lost, we report it together.
            2. A photograph that is not older than six months. The machine in the hall takes one for 8 €.
            3. For children: the consent of all parents, and the child itself.

            ## What it costs

            | Document | Under 24 | From 24 |
            |---|---|---|
            | Identity card | 22.80 € | 37.00 € |
            | Passport | 37.50 € | 70.00 € |

            > It takes three weeks. If you travel earlier, ask for the temporary one: you can take it with you at once.

            """
        ),
        (
            "moving.md",
            """
            +++
            title = "Moving house"
            +++
            # Moving house

            **Room 14, ground floor.** Please come within two weeks after you have moved in.

            ## What to bring

            1. Your identity card or passport, and those of everybody who moves with you.
            2. The form that your landlord has signed. Empty ones lie in front of the room.

            It costs nothing and takes ten minutes.

            - [Also: resident's parking](parking.md)

            """
        ),
        (
            "registry.md",
            """
            +++
            title = "Birth, marriage, death"
            +++
            # Birth, marriage, death

            **Room 21, first floor.** For a wedding please make an appointment; for all else just come.

            - The first copy of a certificate: **15 €**
            - Each further copy: **7 €**

            When somebody has died, we take the time that you need. You may also send an undertaker.

            """
        ),
        (
            "parking.md",
            """
            +++
            title = "Resident's parking"
            +++
            # Resident's parking

            **Room 14, ground floor.** A permit is valid for a year and for the streets of your zone.

            1. Bring your identity card with the new address.
            2. Bring the papers of the car. It must be registered to you.
            3. Put the permit behind the windscreen, with the number to the outside.

            A year costs 60 €.

            """
        ),
        (
            "rooms.md",
            """
            +++
            title = "Who is where"
            +++
            # Who is where

            | Room | Office |
            |---|---|
            | 11 | Information, lost property |
            | 12 | Identity cards and passports |
            | 14 | Addresses, parking |
            | 21 | Registry of births, marriages and deaths |
            | 23 | Council chamber |
            | 24 | The mayor |

            The lift is behind the stairs. All rooms can be reached with a wheelchair.

            """
        ),
        (
            "hours.md",
            """
            +++
            title = "Opening hours"
            +++
            # Opening hours

            | Day | Morning | Afternoon |
            |---|---|---|
            | Monday | 8 to 12 | closed |
            | Tuesday | 8 to 12 | 14 to 16 |
            | Wednesday | 8 to 12 | closed |
            | Thursday | 8 to 12 | 14 to 18 |
            | Friday | 8 to 12 | closed |

            The last number is given out half an hour before we close.

            """
        ),
        (
            "privacy.md",
            """
            +++
            title = "Privacy"
            +++
            # Privacy at this screen

            This screen asks you for nothing and keeps nothing. It has no camera and no microphone. What you have read goes away
            when nobody has touched it for a minute.

            """
        ),
        ("logo.svg", logo),
    ]

    /// A shield with a mill wheel above a brook, and the name beside it.
    private static let logo = """
        <svg xmlns="http://www.w3.org/2000/svg" width="580" height="160" viewBox="0 0 580 160">
        <path d="M12 10H132V84C132 120 104 142 72 152 40 142 12 120 12 84Z" fill="#FFF"/>
        <g fill="none" stroke="#004D46"><circle cx="72" cy="58" r="30" stroke-width="8"/>
        <path d="M72 20V96M34 58H110M45 31 99 85M99 31 45 85" stroke-width="6"/></g>
        <circle cx="72" cy="58" r="9" fill="#004D46"/>
        <path d="M26 112q11.500-12 23 0t23 0 23 0 23 0" fill="none" stroke="#00897B" stroke-width="8" stroke-linecap="round"/>
        <text x="164" y="104" font-family="Noto Sans, DejaVu Sans, sans-serif" font-size="76" font-weight="600" fill="#FFF">Millbrook</text>
        </svg>

        """
}
