"""Writes the protocol down for people (`docs/protocol.md`) and for the browser client (`web/src/lib/protocol.ts`).

python -m topsecret.server.describe --write
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from . import codes, protocol, protocol_cases, protocol_http, protocol_table

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "protocol.md"
TYPES = ROOT / "web" / "src" / "lib" / "protocol.ts"

SECTIONS = (
    ("What both directions speak of", "shared"),
    ("From a client, over the socket", "client"),
    ("From the server, over the socket", "server"),
    ("Over HTTP", "http"),
)
ALIASES = {
    name: thing
    for name, thing in vars(protocol).items()
    if get_origin(thing) is not None and hasattr(thing, "__metadata__")
}

CODES = {name: thing for name, thing in vars(codes).items() if get_origin(thing) is Literal}


def structs() -> list[type[msgspec.Struct]]:
    """All messages, in the order of the files."""
    return [*structs_of(protocol_table), *structs_of(protocol), *structs_of(protocol_http), *structs_of(protocol_cases)]


def structs_of(module: ModuleType) -> list[type[msgspec.Struct]]:
    found = [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type)
        and issubclass(thing, msgspec.Struct)
        and thing.__module__ == module.__name__
        and thing not in (protocol.FromClient, protocol.FromServer)
    ]
    return sorted(found, key=lambda struct: inspect.getsourcelines(struct)[1])


def section(struct: type[msgspec.Struct]) -> str:
    if issubclass(struct, protocol.FromClient):
        return "client"
    if issubclass(struct, protocol.FromServer):
        return "server"
    return "http" if struct.__module__ in (protocol_http.__name__, protocol_cases.__name__) else "shared"


def comments(struct: type[msgspec.Struct]) -> dict[str, str]:
    """What stands behind the `#` of each field."""
    found: dict[str, str] = {}
    sent_as = {field.name: field.encode_name for field in msgspec.structs.fields(struct)}
    for text in inspect.getsource(struct).splitlines():
        name, colon, rest = text.strip().partition(":")
        if colon and name in sent_as and "  # " in rest:
            found[sent_as[name]] = rest.partition("  # ")[2]
    return found


def doc(struct: type[msgspec.Struct]) -> str:
    tree = ast.parse(inspect.getsource(struct)).body[0]
    assert isinstance(tree, ast.ClassDef)
    return " ".join((ast.get_docstring(tree) or "").split())


def tag(struct: type[msgspec.Struct]) -> str | None:
    found = struct.__struct_config__.tag
    return found if isinstance(found, str) else None


def fields(struct: type[msgspec.Struct]) -> Iterator[tuple[str, Any, bool]]:
    """Name, type and whether it must be given."""
    hints = get_type_hints(struct, include_extras=True)
    for field in msgspec.structs.fields(struct):
        yield field.encode_name, hints[field.name], field.required


def spelled(hint: Any, words: dict[str, str], many: str, table: str, either: str, quoted: str, aliased: bool) -> str:
    """A type in a notation: how a list, an object and a choice are written."""

    def again(inner: Any) -> str:
        return spelled(inner, words, many, table, either, quoted, aliased)

    for name, alias in CODES.items():
        if hint == alias:
            return name
    for name, alias in ALIASES.items():
        if hint == alias:
            return name if aliased else again(get_args(hint)[0])
    origin = get_origin(hint)
    if hasattr(hint, "__metadata__"):
        return again(get_args(hint)[0])
    if origin is Literal:
        return either.join(quoted.format(value) for value in get_args(hint))
    if origin is list:
        return many.format(again(get_args(hint)[0]))
    if origin is tuple:
        return "[" + ", ".join(again(part) for part in get_args(hint)) + "]"
    if origin is dict:
        return table.format(again(get_args(hint)[1]))
    if origin is Union or isinstance(hint, type(int | None)):
        return either.join(again(part) for part in get_args(hint))
    name = getattr(hint, "__name__", str(hint))
    return words.get(name, name)


def for_people(hint: Any) -> str:
    words = {"int": "number", "str": "text", "bool": "true/false", "NoneType": "null", "Any": "JSON", "Raw": "JSON"}
    return spelled(hint, words, "list of {}", "object of {}", " or ", "`{}`", True)


def for_typescript(hint: Any) -> str:
    words = {"int": "number", "str": "string", "bool": "boolean", "NoneType": "null", "Any": "any", "Raw": "any"}
    return spelled(hint, words, "Array<{}>", "Record<string, {}>", " | ", '"{}"', False)


def limits(alias: Any) -> str:
    inner, meta = get_args(alias)[:2]
    said = []
    for name, words in (
        ("min_length", "at least {} long"),
        ("max_length", "at most {} long"),
        ("ge", "from {}"),
        ("le", "to {}"),
    ):
        if (value := getattr(meta, name)) is not None:
            said.append(words.format(value))
    if meta.pattern:
        said.append(f"`{meta.pattern}`")
    if meta.description:
        said.append(meta.description)
    return f"{for_people(inner)}: {', '.join(said)}"


def page() -> str:
    """The protocol as a page."""
    assert protocol.__doc__
    lines = [
        "# The protocol",
        "",
        f"Version {protocol.VERSION}. Written from `protocol*.py` and `codes.py` in `src/topsecret/server`.",
        "",
    ]
    lines += [protocol.__doc__.strip(), ""]
    lines += [
        "## Limits",
        "",
        f"A message of a client has at most {protocol.MOST_BYTES:,} bytes, a draft {protocol.DRAFT_BYTES:,},",
    ]
    lines += [f"an uploaded match {protocol.MOST_FILE_BYTES:,}.", "", "| word | what it is |", "|---|---|"]
    lines += [f"| {name} | {limits(alias).replace('|', chr(92) + '|')} |" for name, alias in sorted(ALIASES.items())]
    lines += ["", "## Codes", "", "| word | what it is |", "|---|---|"]
    lines += [f"| {name} | {', '.join(f'`{code}`' for code in get_args(alias))} |" for name, alias in CODES.items()]
    for title, key in SECTIONS:
        lines += ["", f"## {title}"]
        for struct in structs():
            if section(struct) != key:
                continue
            mark = tag(struct)
            lines += ["", f"### {struct.__name__}" + (f' (`"t": "{mark}"`)' if mark else ""), ""]
            if doc(struct):
                lines += [doc(struct), ""]
            notes, rows = comments(struct), list(fields(struct))
            if rows:
                lines += ["| field | type | |", "|---|---|---|"]
            for name, hint, required in rows:
                note = notes.get(name, "")
                lines.append(f"| `{name}`{'' if required else ' (optional)'} | {for_people(hint)} | {note} |")
    return "\n".join(lines) + "\n"


def types() -> str:
    """The protocol as TypeScript."""
    lines = [
        "// Written from src/topsecret/server/protocol.py by `python -m topsecret.server.describe --write`; do not edit.",
        "",
    ]
    lines += [f"export const VERSION = {protocol.VERSION};"]
    for name, alias in CODES.items():
        lines += ["", f"export type {name} =", *(f'  | "{code}"' for code in get_args(alias))]
        lines[-1] += ";"
    for struct in structs():
        mark = tag(struct)
        from_client = section(struct) == "client"
        lines += ["", f"export interface {struct.__name__} {{"]
        if doc(struct):
            lines.insert(len(lines) - 1, f"/** {doc(struct)} */")
        if mark:
            lines.append(f'  t: "{mark}";')
        optional_is_left_out = from_client or (
            section(struct) == "http" and struct.__struct_config__.forbid_unknown_fields
        )
        for name, hint, required in fields(struct):
            lines.append(f"  {name}{'?' if not required and optional_is_left_out else ''}: {for_typescript(hint)};")
        lines.append("}")
    for name, union in (("Message", protocol.Message), ("Answer", protocol.Answer)):
        lines += ["", f"export type {name} = {' | '.join(part.__name__ for part in get_args(union))};"]
    return "\n".join(lines) + "\n"


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m topsecret.server.describe --write")
    PAGE.write_text(page(), encoding="utf-8")
    TYPES.write_text(types(), encoding="utf-8")


if __name__ == "__main__":
    main()
