"""The bars that bots of Geisha's Road must pass in the long run."""

from tools.research.meetings import Meeting

COMMANDS = {"student": "py:hanamachi.bots.geishas_road.student:student"}
BASIC, HARDER, ADVANCED = ({"mode": mode} for mode in ("basic", "harder", "advanced"))
DESTINY = {"destiny": True}
BARS = [
    Meeting("geishas_road", "adept", "student", 62, BASIC, deals=1200),
    *(Meeting("geishas_road", "adept", "student", 62, mode) for mode in (HARDER, ADVANCED)),
    *(
        Meeting("geishas_road", "master", "student", bar, mode, deals=1200)
        for mode, bar in ((BASIC, 66), (HARDER, 70), (ADVANCED, 76), (BASIC | DESTINY, 66))
    ),
    *(Meeting("geishas_road", "master", "adept", 55, mode) for mode in (BASIC, HARDER, ADVANCED)),
]
