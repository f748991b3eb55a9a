"""The colours of pictures, by day and by night, and what a game looks like. Print keeps its inks at night."""

from msgspec import Struct

CREAM, INK, SEAL = "#FFF4E2", "#1B2230", "#B5301F"


class Theme(Struct, frozen=True):
    night: bool
    paper: str
    panel: str
    sunken: str
    ink: str
    ink2: str
    line: str
    edge: str
    ai: str
    shu: str
    kin: str
    card: str
    sky: tuple[str, str, str]
    sun: str
    hills: tuple[str, str]
    cloud: str
    ground: str


DAY = Theme(
    night=False, paper="#F2EEE3", panel="#FBF8F1", sunken="#E0D8C4", ink=INK, ink2="#474E5C", line="#D3CBB9",
    edge="#857D6C", ai="#1F4570", shu=SEAL, kin="#845900", card="#FAF5E8",
    sky=("#8FB3D0", "#DFE4DE", "#F3E2C9"), sun="#E9705A", hills=("#9DB5C2", "#6F93A0"), cloud="#F7F0E0",
    ground="#CBBFA6",
)  # fmt: skip
NIGHT = Theme(
    night=True, paper="#10151F", panel="#1A2231", sunken="#0B0F17", ink="#F0E9DA", ink2="#BEBDB9",
    line="#2C3648", edge="#73819A", ai="#93B9E3", shu="#F2866C", kin="#E7B860", card="#EFE8D8",
    sky=("#17263E", "#26374F", "#3A4357"), sun="#F4E7C8", hills=("#1C2B42", "#141F31"), cloud="#54637D",
    ground="#232B3A",
)  # fmt: skip


class Look(Struct, frozen=True):
    """What a game is known by: the colour of its cloth and its crest."""

    cloth: str = "#4A5366"
    crest: str = "icon"


def blend(one: str, other: str, share: float) -> str:
    """Return a colour with this share of another one."""
    pairs = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def band(colour: str) -> str:
    """Return the darker colour on which cream is legible."""
    return blend(colour, "#000000", 0.18)
