"""What boards are told of the box is what the rules do: which role can do what, and for what a tile is laid out (I4)."""

import random
from typing import Any

import pytest

import topsecret
from topsecret.games.intel.box import ABILITIES, SIDEWAYS_SMUGGLER, AbilityOfTheBox, Role

ROLES = {role.text: ABILITIES[role] for role in Role}


@pytest.mark.parametrize("smuggler", ["printed", "sideways"])
def test_the_abilities_of_a_role_are_those_that_the_rules_allow(smuggler: str) -> None:
    table = ROLES | ({"smuggler": SIDEWAYS_SMUGGLER} if smuggler == "sideways" else {})
    every = {ability.family for abilities in (*ROLES.values(), SIDEWAYS_SMUGGLER) for ability in abilities}
    owed = {(role, ability) for role, abilities in table.items() for ability in abilities}
    choice = random.Random(smuggler)
    for number in range(40):
        match = topsecret.game("intel").match(2, {"smuggler": smuggler}, seed=f"abilities {number}")
        while not match.over and owed:
            seat = match.actors[0]
            view, legal = match.view(seat), match.legal(seat)
            families = {action.family for action in legal} & every
            payer = view["paying"][seat] if view["paying"][seat] != "nobody" else None
            roles = [view["role"][payer]] if payer else own_roles(view, seat)
            found = {AbilityOfTheBox(family, payer is not None) for family in families}
            assert found <= {ability for role in roles for ability in table[role]}, (families, roles)
            for role in roles:
                others = {ability for other in roles if other != role for ability in table[other]}
                owed -= {(role, ability) for ability in found & set(table[role]) if ability not in others}
            match.play(seat, choice.choice(legal))
        if not owed:
            return
    assert not owed, "never seen in play"


def own_roles(view: dict[str, Any], seat: int) -> list[str]:
    """The roles of a seat's agents on the board."""
    half = len(view["role"]) // 2
    return [role for role in list(view["role"].values())[seat * half : (seat + 1) * half] if role != "none"]
