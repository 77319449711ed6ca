"""Accessibility, checked by axe-core on the page as it is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.sync_api import Page, expect

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

# A colour is judged when it has arrived: wait for every animation that ends.
STILL = """async () => {
  const ending = document.getAnimations().filter((a) => a.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((a) => a.finished));
}"""
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.map((v) => ({
    id: v.id, impact: v.impact, help: v.help,
    nodes: v.nodes.map((n) => ({ target: n.target.join(" "), html: n.html.slice(0, 160), why: n.failureSummary })),
  }));
}"""


@cache
def source() -> str:
    return AXE.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What axe finds, one violation after the other in words."""
    expect(page.locator("main:not([aria-busy=true])")).to_have_count(1)  # the screen has come
    page.evaluate(STILL)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(source())
    told = []
    for fault in page.evaluate(RUN):
        places = "".join(f"\n    {n['target']}\n      {n['html']}\n      {n['why']}" for n in fault["nodes"][:6])
        told.append(f"{fault['id']} ({fault['impact']}): {fault['help']}{places}")
    return told


def check(page: Page) -> None:
    """Fails with everything that axe finds on this page."""
    found = violations(page)
    assert not found, f"axe on {page.url}:\n" + "\n".join(found)
