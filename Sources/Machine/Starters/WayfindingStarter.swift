// A building with three floors, to begin a kiosk with that shows the way.

/// The files of a kiosk that shows where things are.
enum WayfindingStarter {
    static let files: [(name: String, text: String)] = [
        (
            "kiosk.toml",
            """
            title = "Station Square 1"
            start = ["home"]

            [theme]
            base = "contrast"           # white and yellow on black, as on the signs of a station
            corners = 0.5

            [gestures]
            pop = "full-screen"         # a swipe from anywhere goes back

            [idle]
            home-after = "30 s"         # people who look for the way do not stay long

            """
        ),
        (
            "home.md",
            """
            +++
            title = "Where to?"
            +++
            # Where to?

            ## In this building

            - ![](doctor.svg) [Medical practices](doctors.md): second floor
            - ![](library.svg) [Library](library.md): first floor
            - ![](cafe.svg) [Café](cafe.md): ground floor, to your left
            - ![](toilets.svg) [Toilets](toilets.md): every floor, behind the lift
            - ![](lift.svg) [Lift and stairs](lift.md): straight ahead
            - [All names from A to Z](names.md "sheet")

            ## You are here

            ![The plan of the ground floor](ground.svg "fit")

            """
        ),
        (
            "doctors.md",
            """
            +++
            title = "Medical practices"
            +++
            # Medical practices

            **Second floor.** Take the lift to 2 and turn right.

            | Door | Practice |
            |---|---|
            | 2.01 | General medicine, Dr Amari |
            | 2.03 | Eyes, Dr Lindqvist |
            | 2.04 | Teeth, Dr Okafor and Dr Weiss |

            Please ring at the glass door. Someone opens between 8 and 18.

            - ![](lift.svg) [To the lift](lift.md)

            """
        ),
        (
            "library.md",
            """
            +++
            title = "Library"
            +++
            # Library

            **First floor.** Up the stairs, or the lift to 1; the entrance is in front of you.

            Open Monday to Saturday from 9 to 20. Books are returned at the slot on the ground floor at any time: it is the
            yellow one beside the lift.

            - ![](lift.svg) [To the lift](lift.md)

            """
        ),
        (
            "cafe.md",
            """
            +++
            title = "Café"
            +++
            # Café

            **Ground floor.** To your left, ten steps along the windows.

            Warm food until 15, cake until it is gone.

            ![The plan of the ground floor](ground.svg "fit")

            """
        ),
        (
            "toilets.md",
            """
            +++
            title = "Toilets"
            +++
            # Toilets

            On **every floor**, behind the lift. On the ground floor there is one for wheelchairs, with a table for changing
            babies. It opens with the Euro key, or with the key from the café.

            ![The plan of the ground floor](ground.svg "fit")

            """
        ),
        (
            "lift.md",
            """
            +++
            title = "Lift and stairs"
            +++
            # Lift and stairs

            **Straight ahead**, fifteen steps. The lift says its floors aloud, and its buttons can be felt.

            The stairs are to the right of the lift. In case of fire use the stairs alone: the doors beside them lead out.

            ![The plan of the ground floor](ground.svg "fit")

            """
        ),
        (
            "names.md",
            """
            +++
            title = "From A to Z"
            +++
            # From A to Z

            | Name | Floor | Door |
            |---|---|---|
            | Amari, Dr | 2 | 2.01 |
            | Café | ground | left |
            | Caretaker | ground | 0.05 |
            | Library | 1 | 1.01 |
            | Lindqvist, Dr | 2 | 2.03 |
            | Lost property | ground | 0.05 |
            | Okafor, Dr | 2 | 2.04 |
            | Weiss, Dr | 2 | 2.04 |

            """
        ),
        ("ground.svg", SignPictures.plan),
        ("doctor.svg", SignPictures.sign(SignPictures.cross)),
        ("library.svg", SignPictures.sign(SignPictures.book)),
        ("cafe.svg", SignPictures.sign(SignPictures.cup)),
        ("toilets.svg", SignPictures.sign(SignPictures.people)),
        ("lift.svg", SignPictures.sign(SignPictures.arrows)),
    ]
}
