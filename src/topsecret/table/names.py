"""Codes of tables, cover names of bots, and what a name may look like."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Collection

LONGEST = 24
CITIES = (
    *("PRAG", "BERN", "WIEN", "ROM", "PARIS", "OSLO", "RIGA", "MINSK", "KIEW", "SOFIA", "TUNIS", "KAIRO", "DELHI"),
    *("TOKIO", "LIMA", "QUITO", "HAVANA", "DAKAR", "RABAT", "SPLIT", "BARI", "GENUA", "TURIN", "BASEL", "GENF"),
    *("LYON", "NIZZA", "CALAIS", "DOVER", "LEEDS", "CORK", "MALMO", "TURKU", "TARTU", "VILNIUS", "KRAKAU", "LODZ"),
    *("BRNO", "GRAZ", "LINZ", "TRIEST", "ZAGREB", "TIRANA", "SMYRNA", "BAKU", "TIFLIS", "HANOI", "SAIGON", "MACAO"),
    *("MANILA", "SEOUL", "OSAKA", "LHASA", "MALTA", "CADIZ", "PORTO", "FARO", "VIGO"),
)
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no two of them look alike
HIDDEN_SIGNS = 8
COVERS = ("Falcon", "Magpie", "Otter", "Juniper", "Cobalt", "Velvet", "Marlow", "Sable", "Quill", "Ember", "Nightjar")
MORE_COVERS = ("Tundra", "Lantern", "Saffron", "Wren")
BLANKS = dict.fromkeys((0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0), " ")  # letters and signs that look like nothing

UNSEEN = dict.fromkeys(  # marks that are not drawn: two names that differ only in them look alike
    (
        0x034F,  # joins letters for sorting
        *(0x17B4, 0x17B5),
        *range(0x180B, 0x1810),  # choose a form of a letter, as the next two do
        *range(0xFE00, 0xFE10),
        *range(0xE0000, 0xE1000),  # tags, and forms of letters
    )
)


def new_code(rng: random.Random) -> str:
    """What a link to a table holds: a short code that can be said over the telephone, and 40 bits that nobody guesses."""
    return f"{rng.choice(CITIES)}-{rng.randrange(10_000):04}-{''.join(rng.choice(SIGNS) for _ in range(HIDDEN_SIGNS))}"


def short_of(code: str) -> str:
    """The part of a code that can be said aloud. It leads to the table while that waits for players; later only the whole code does."""
    return "-".join(code.split("-")[:2])


def cover(taken: Collection[str], rng: random.Random) -> str:
    """What a bot is called: a cover name that nobody at the table has."""
    free = [name for name in COVERS + MORE_COVERS if name not in taken]
    return rng.choice(free) if free else unique("Agent", taken)


def clean(text: str, keep: str = "") -> str:
    """Without what is no text: controls, marks that turn the writing round, halves of characters."""
    return "".join(
        letter
        for letter in text
        if letter in keep or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )


def clean_name(name: str) -> str:
    """A nickname in one line, with single spaces; empty if nothing of it could be seen."""
    plain = unicodedata.normalize("NFC", clean(" ".join(name.split())).translate(UNSEEN).translate(BLANKS))
    found = " ".join(plain.split())[:LONGEST].strip()
    return found if any(unicodedata.category(letter)[0] in "LNPS" for letter in found) else ""


def unique(name: str, taken: Collection[str]) -> str:
    """The name, or the name with the first number that makes it different from all others."""
    if name not in taken:
        return name
    number = 2
    while (other := f"{name[: LONGEST - len(f' {number}')].rstrip()} {number}") in taken:
        number += 1
    return other
