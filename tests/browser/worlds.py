"""Two worlds in two pages: whatever is in the page of somebody who cannot tell them apart must be the same."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, WebSocket

from tests.browser.people import Person

# What the screen reader was told is put together by the clock; it is made from what came over the line.
ALL_KEPT = """async () => {
  const all = document.documentElement.cloneNode(true);
  for (const one of all.querySelectorAll("[role=status]")) one.textContent = "";
  return [all.outerHTML, {...localStorage}, {...sessionStorage},
  (await indexedDB.databases()).map((one) => one.name), await caches.keys(), document.cookie];
}"""

OWN = ("draft", "note", "pong")


@dataclass
class Ear:
    """Every byte that passes between the table and the pages of one person."""

    frames: list[tuple[bool, str]] = field(default_factory=list)  # was it sent by the page, and what it was

    def on_socket(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda body: self.frames.append((True, str(body))))
        socket.on("framereceived", lambda body: self.frames.append((False, str(body))))

    def told(self) -> list[str]:
        """What the table told by itself, in its order; what this seat itself has half made comes back whenever it was kept."""
        heard = [(json.loads(body), body) for is_ours, body in self.frames if not is_ours]
        return [body for message, body in heard if not message.get("id") and message["t"] not in OWN]

    def answered(self) -> dict[str, list[str]]:
        """What the table answered, by question and by how much had been told before: a page may ask a little sooner or later."""
        questions: dict[int, str] = {}
        found: dict[str, list[str]] = {}
        news = 0
        for is_ours, body in self.frames:
            message: dict[str, Any] = json.loads(body)
            which = message.pop("id", None)
            if is_ours and which:
                questions[which] = f"{json.dumps(message)} after {news}"
            elif which in questions:
                found.setdefault(questions[which], []).append(json.dumps(message))
            elif not is_ours and message["t"] not in OWN:
                news += 1
        return found


@dataclass(frozen=True)
class Everything:
    shown: str
    kept: str
    told: list[str]
    answered: dict[str, list[str]]


def listen_to(person: Person) -> Ear:
    """To every page that this person opens from now on."""
    ear = Ear()
    person.context.on("page", lambda page: page.on("websocket", ear.on_socket))
    return ear


def everything_in(page: Page, ear: Ear) -> Everything:
    """What is shown, what is kept in this browser, and what came over the line (all that the page's own stores are made from), without the
    name of the table and what is drawn by lot for each."""
    code = re.search(r"/t/(([A-Z]+-\d+)-\w+)", page.url)
    assert code
    names = (code[1], code[2])

    def plain(text: str) -> str:
        for name in names:
            text = text.replace(name, "TABLE")
        text = re.sub(r"\b[0-9a-f]{64}\b", "HASH", text)
        text = re.sub(r"(\\?\"at\\?\":)\d{13}|\b1[0-9]{12}\b", "TIME", text)
        return re.sub(r"[A-Za-z0-9_-]{20,44}(?=\\?\")", "LOT", text)

    shown, *kept = page.evaluate(ALL_KEPT)
    answered = {plain(question): [plain(one) for one in answers] for question, answers in ear.answered().items()}
    return Everything(plain(shown), plain(json.dumps(kept)), [plain(one) for one in ear.told()], answered)


def must_be_the_same(one: Everything, other: Everything) -> None:
    assert any('"t":"steps"' in told for told in one.told)  # what came over the line was listened to
    for what, ours, theirs in (
        ("what is shown", one.shown.split(">"), other.shown.split(">")),
        ("what is kept", [one.kept], [other.kept]),
        ("what was told", one.told, other.told),
    ):
        different = [(a, b) for a, b in zip(ours, theirs) if a != b][:3]
        assert not different and len(ours) == len(theirs), f"{what} is another one: {different}"
    for question in one.answered.keys() & other.answered.keys():
        assert one.answered[question] == other.answered[question], f"{question} was answered in another way"
