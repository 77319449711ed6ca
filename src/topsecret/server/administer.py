"""The commands `topsecret admin`, `backup` and `restore`: what whoever runs a server asks of it."""

from __future__ import annotations

import argparse
import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from topsecret.data_folder import data_folder
from topsecret.kernel.errors import TopSecretError
from topsecret.store.backup import backup, restore

from .admin import PORT_FILE, TOKEN_FILE

SECONDS = 30.0


class CannotAdminister(TopSecretError):
    """The server does not answer, or refuses."""


def ask(folder: Path, path: str, post: bool = False) -> Any:
    """What the server of this folder says; raises CannotAdminister."""
    try:
        port = int((folder / PORT_FILE).read_text(encoding="ascii"))
        token = (folder / TOKEN_FILE).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        raise CannotAdminister(
            f"no server that can be administered runs on {folder}: start it with --admin-port 0, or name its folder with --data"
        ) from None
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        method="POST" if post else "GET",
        headers={"Authorization": f"Bearer {token}"},
        data=b"" if post else None,
    )
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        with refused:
            said = json.loads(refused.read() or b"{}")
        raise CannotAdminister(said.get("message", f"the server answers {refused.code}")) from None
    except OSError as problem:
        raise CannotAdminister(f"the server on port {port} does not answer: {problem}") from None


def run_admin(args: argparse.Namespace) -> int:
    folder = data_folder(args.data)
    what = args.what
    if what == "list":
        return show_tables(ask(folder, "/tables"), args.json)
    if what in ("close", "open", "remove"):
        if not args.code:
            raise CannotAdminister(f"admin {what}: expected the code of a table")
        if what == "remove" and not args.yes:
            raise CannotAdminister(f"admin remove erases {args.code} for ever; say so with --yes")
        said = ask(folder, f"/tables/{args.code.upper()}/{what}", post=True)
    elif what == "drain":
        said = ask(folder, "/undrain" if args.off else "/drain", post=True)
    else:
        said = ask(folder, "/owner", post=True)
    if args.json:
        print(json.dumps(said))
    elif what == "owner":
        print(f"your own way in, good once and for ten minutes: {said['address']}")
    elif what == "drain":
        words = f"no new tables; it stops when the last of {said['connections']} connections has gone"
        print(words if said["draining"] else "new tables are made again")
    else:
        gone = f"; {said['sent_away']} connections were sent away" if "sent_away" in said else ""
        done = {"close": "closed", "open": "opened", "remove": "removed"}[what]
        print(f"{said[done]}: {done}{gone}")
    return 0


def show_tables(said: dict[str, Any], as_json: bool) -> int:
    if as_json:
        print(json.dumps(said))
        return 0
    tables = said["tables"]
    print(f"{len(tables)} tables{', draining' if said['draining'] else ''}")
    for one in tables:
        print(
            f"{one['code']:<16} {one['state']:<8} {one['game']:<10} people {one['people']}, bots {one['bots']}, here {one['here']}".rstrip()
            if one["state"] != "asleep"
            else f"{one['code']:<16} asleep"
        )
    return 0


def run_backup(args: argparse.Namespace) -> int:
    copied = backup(data_folder(args.data), Path(args.file))
    more = f", {copied.archived} of them archived" if copied.archived else ""
    print(f"{copied.path}: {copied.tables} tables{more}; every log holds. It is as secret as the server's own folder.")
    return 0


def run_restore(args: argparse.Namespace) -> int:
    copied, aside = restore(data_folder(args.data), Path(args.file))
    print(f"{copied.path}: {copied.tables} tables" + (f"; what was there is kept in {aside}" if aside else ""))
    return 0
