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
            - ![](toilets.svg) [Toilets](toilets.md): every floor, beside the lift
            - ![](lift.svg) [Lift and stairs](lift.md): straight ahead
            - [All names from A to Z](names.md "sheet")

            ## You are here

            ![The plan of the ground floor](ground.svg "fit: The yellow dot is this screen")

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

            Please ring at the glass door. Someone opens from 8:00 to 18:00.

            ![The way to the lift](to-lift.svg "fit: To the lift: straight ahead")

            """
        ),
        (
            "library.md",
            """
            +++
            title = "Library"
            +++
            # Library

            **First floor.** Take the stairs, or the lift to 1: the entrance is right there.

            Open Monday to Saturday, 9:00 to 20:00. You can return books at any time: put them into the yellow slot beside the
            lift, on this floor.

            ![The way to the lift](to-lift.svg "fit: To the lift: straight ahead")

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

            Warm food until 15:00, cake until it is gone.

            ![The way to the café](to-cafe.svg "fit: The yellow dot is this screen")

            """
        ),
        (
            "toilets.md",
            """
            +++
            title = "Toilets"
            +++
            # Toilets

            On **every floor**, to the left of the lift. The one on this floor is for wheelchairs too, and has a table for changing
            babies. It opens with the Euro key, or with the key from the café.

            ![The way to the toilets](to-toilets.svg "fit: The yellow dot is this screen")

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

            The stairs are to the right of the lift. In case of fire use only the stairs: the doors beside them lead out.

            ![The way to the lift](to-lift.svg "fit: The yellow dot is this screen")

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
            | Meeting rooms | ground | 0.06 |
            | Okafor, Dr | 2 | 2.04 |
            | Weiss, Dr | 2 | 2.04 |

            """
        ),
        ("ground.svg", SignPictures.ground),
        ("to-cafe.svg", SignPictures.toCafe),
        ("to-toilets.svg", SignPictures.toToilets),
        ("to-lift.svg", SignPictures.toLift),
        ("doctor.svg", SignPictures.sign(SignPictures.cross)),
        ("library.svg", SignPictures.sign(SignPictures.book)),
        ("cafe.svg", SignPictures.sign(SignPictures.cup)),
        ("toilets.svg", SignPictures.sign(SignPictures.people)),
        ("lift.svg", SignPictures.sign(SignPictures.arrows)),
    ]
}
