"""All codes of errors and farewells. They are part of the protocol (`protocol.py`); tests compare them with what is raised and with the
client's words."""

from __future__ import annotations

import logging
from typing import Literal, cast, get_args

log = logging.getLogger("topsecret.server")

ErrorCode = Literal[
    # of the match; what a rule of a game forbids has the game's own code
    "unknown_action",
    "not_your_turn",
    "cannot_undo",
    "no_such_seat",
    "unknown_assumption",
    "help_off",
    "unknown_topic",
    # of the table
    "no_such_table",
    "set_aside",
    "not_saved",
    "too_many",
    "spectator",
    "not_yours",
    "not_started",
    "started",
    "not_over",
    "not_running",
    "not_gone",
    "too_early",
    "bot_plays",
    "paused",
    "time_over",
    "not_proposed",
    "duel",
    "no_rematch",
    "no_exercise",
    "unknown_exercise",
    "empty",
    "too_long",
    "too_late",
    "standstill",
    # before the start
    "unknown_game",
    "bad_options",
    "bad_terms",
    "bad_name",
    "unknown_bot",
    "not_host",
    "no_person",
    "yourself",
    "full",
    "seat_taken",
    "somebody_sits_there",
    "no_code",
    # of a request or a connection
    "no_such_case",
    "bad_request",
    "bad_token",
    "not_owner",
    "door_fixed",
    "no_network",
    "table_closed",
    "draining",
    "quiet",
    "bad_eyes",
    "bad_file",
    "too_large",
    "too_slow",
    "version",
    "stopping",
    "refused",
    "internal",
]
"""Why something did not count. The client has words for each of them."""

ProgramErrorCode = Literal[
    "bad_argument",
    "bad_message",
    "no_hello",
    "hello_again",
    "binary",
    "not_json",
    "not_found",
    "wrong_method",
    "wrong_host",
    "wrong_origin",
]
"""What only a program with a fault, or another page, is told."""

ByeCode = Literal["stopping", "removed", "left", "idle", "closed", "table_closed"]
"""Why a connection is closed: the server comes back in a moment; the seat was given to somebody else; its person said goodbye; nothing was
heard for too long; the server no longer lets the network in; whoever runs it has closed this table."""


def declared(code: str) -> ErrorCode | ProgramErrorCode:
    """A code that some error carries, as it may go out: one that nobody has declared does not."""
    if code in (*get_args(ErrorCode), *get_args(ProgramErrorCode)):
        return cast(ErrorCode, code)
    log.error("the code %s is not declared", code)
    return "refused"
