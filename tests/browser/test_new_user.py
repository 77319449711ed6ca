"""What somebody who knows nothing stumbled over in the first twenty minutes (issue 10, section 8)."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser import axe
from tests.browser.people import Person
from tests.browser.player import Player, play_together
from tests.browser.tables import ALONE, a_table, my_turn, steps_in, stop_the_clock
from topsecret.table.names import short_of

People = Callable[..., Person]
NAMES = re.compile("Jaques|Doyle|Mirkov|Perry|Larsson|Bucci|Schulz")


def confirm(page: Page) -> Locator:
    return page.locator("[data-confirm]")


def lit(page: Page) -> Locator:
    """Confirm, where it does something."""
    return page.locator("[data-confirm].go")


def walk(page: Page, agent: Locator) -> None:
    """One agent takes all points."""
    while steps_in(page).count():
        agent.click()


def moved(page: Page) -> Locator:
    return page.get_by_role("tabpanel", name="Log").get_by_role("button", name=re.compile("^You move"))


def covered(page: Page, thing: Locator) -> bool:
    """Whether something else lies over the middle of it."""
    inside: bool = thing.evaluate(
        """(thing) => {
            const box = thing.getBoundingClientRect();
            return thing.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
        }"""
    )
    return not inside


def test_enter_confirms_wherever_the_focus_is_and_space_presses_what_has_it(person: People) -> None:
    page, _ = a_table(person(), ALONE)
    my_turn(page)
    agent = page.locator("[data-target=red]")
    agent.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name=re.compile(r"^Jaques .*1 from .* now"))).to_be_visible()
    walk(page, agent)
    page.locator("[data-undo]").click()  # the last thing pressed keeps the focus
    walk(page, agent)
    expect(agent).to_be_focused()
    page.get_by_role("textbox", name="Message the table").focus()
    page.keyboard.press("Enter")
    expect(lit(page)).to_be_visible()  # a text field keeps its Enter
    page.locator("[data-undo]").focus()
    page.keyboard.press("Enter")
    expect(moved(page)).to_be_visible()
    expect(page.get_by_role("region", name="Not possible:")).to_have_count(0)


def test_on_a_phone_confirm_stays_in_reach_whatever_is_scrolled_or_opened(person: People) -> None:
    page, _ = a_table(person(phone=True), ALONE)
    my_turn(page)
    page.get_by_text("Deck").scroll_into_view_if_needed()
    page.locator("main .scroll").evaluate("(list) => list.scrollTo(0, list.scrollHeight)")
    buttons = [confirm(page), page.locator("[data-undo]")]
    for button in buttons:
        expect(button).to_be_in_viewport(ratio=1)
        assert not covered(page, button)
    for name in ("Log", "Chat", "Dossier"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("region", name=name, exact=True)).to_be_visible()
        for button in buttons:
            expect(button).to_be_in_viewport(ratio=1)
            assert not covered(page, button), f"{name} lies over the buttons"
    axe.check(page)


def test_a_tap_opens_a_cover_for_two_seconds(person: People) -> None:
    page, _ = a_table(person(), ALONE)
    my_turn(page)
    stop_the_clock(page)
    secrets = page.get_by_role("region", name="Your secrets")
    expect(secrets).to_contain_text("Hold to peek")
    page.get_by_role("button", name="Show my identity").click()
    expect(secrets).to_contain_text(NAMES)
    page.clock.run_for(1900)
    expect(secrets).to_contain_text(NAMES)
    page.clock.run_for(200)
    expect(secrets).not_to_contain_text(NAMES)


def test_a_refusal_covers_nothing_that_is_lit_and_goes_with_the_next_action(person: People) -> None:
    for phone in (False, True):
        page, _ = a_table(person(phone=phone), ALONE)
        my_turn(page)
        stop_the_clock(page)  # it does not go by itself
        confirm(page).click(force=True)  # it is not lit
        slip = page.get_by_role("region", name="Not possible:")
        expect(slip).to_contain_text(re.compile(r"Place \d more points? first\."))
        over = page.evaluate(
            """() => {
                const slip = document.querySelector("[data-refusal]").getBoundingClientRect();
                const over = (box) => box.width && box.left < slip.right && slip.left < box.right &&
                    box.top < slip.bottom && slip.top < box.bottom;
                return [...document.querySelectorAll(".lit, .go")].filter((one) => over(one.getBoundingClientRect())).length;
            }"""
        )
        assert over == 0
        page.keyboard.press("Tab")
        expect(slip).to_be_visible()  # one can walk to its rule
        page.keyboard.press("d")
        expect(slip).to_have_count(0)


def test_an_unlit_card_says_why(person: People) -> None:
    page, _ = a_table(person(), ALONE)
    my_turn(page)
    page.get_by_role("button", name="keep hand open").click()
    page.get_by_role("list", name="Your hand").get_by_role("button").first.click(force=True)
    slip = page.get_by_role("region", name="Not possible:")
    expect(slip).to_contain_text("Cards are played after a move")


def test_the_last_moves_are_shown_again_and_a_tap_comes_back_to_now(person: People) -> None:
    page, _ = a_table(person(), ALONE | {"options": {"cards": False, "starter": 0}})
    my_turn(page)
    again = page.get_by_role("button", name="Replay the last moves")
    expect(again).to_have_count(0)  # nobody else has moved
    Player(page, "again").move()
    page.get_by_role("button", name=re.compile("Lit: the safe can go here")).or_(steps_in(page)).first.wait_for()
    Player(page, "again").put_safe()
    my_turn(page)
    stop_the_clock(page)
    again.click()
    page.clock.run_for(100)
    earlier = page.get_by_text("Earlier:")
    expect(earlier).to_be_visible()
    told = page.locator("[data-past]")
    seen = set()
    for _ in range(60):
        if not earlier.is_visible():
            break
        seen.add(told.inner_text())
        page.clock.run_for(200)
    expect(earlier).to_have_count(0)  # it comes back by itself
    assert len(seen) > 5
    again.click()
    page.clock.run_for(100)
    expect(earlier).to_be_visible()
    page.get_by_role("heading", name="Top Secret Spies").click()
    expect(earlier).to_have_count(0)


def test_lines_of_one_turn_read_in_the_order_in_which_they_happened(person: People) -> None:
    page, _ = a_table(person(), ALONE)
    my_turn(page)
    log = page.get_by_role("tabpanel", name="Log")
    first, second = (
        log.get_by_role("button", name="You take the die."),
        log.get_by_role("button", name="The die shows"),
    )
    assert first.bounding_box()["y"] < second.bounding_box()["y"]  # type: ignore[index]
    expect(second).to_have_attribute("aria-current", "true")


def test_others_are_shown_calmly_in_ones_first_matches_and_my_turn_comes_after_what_led_to_it(person: People) -> None:
    someone = person(reduced_motion="no-preference")
    page, code = a_table(someone, ALONE | {"options": {"cards": False, "starter": 0}})
    my_turn(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radio", name="Relaxed")).to_be_checked()
    page.get_by_role("radio", name="Fast").check()
    page.keyboard.press("Escape")
    stop_the_clock(page)
    while steps_in(page).count():
        page.keyboard.press("j")
    page.keyboard.press("Enter")
    # the bots have moved; on the page nothing of it was shown yet, so it is not my turn
    expect(page).not_to_have_title(re.compile("^●"))
    for _ in range(2400):
        look = page.evaluate("async (code) => (await fetch(`/api/tables/${code}`)).json()", code)
        if look["actors"] == [0]:
            break
        time.sleep(0.05)
    assert look["actors"] == [0]
    assert not page.title().startswith("●")
    for _ in range(3000):
        if page.title().startswith("●"):
            break
        page.clock.run_for(100)
    expect(page).to_have_title(re.compile("Your turn"))


def test_no_more_this_turn_and_ask_me_only_when_i_can_play_answer_at_one_moment_whatever_is_held(
    person: People,
) -> None:
    someone = person()
    playable = True

    def cut_down(ws: WebSocketRoute) -> None:
        """What I may do, as if my hand held nothing that can be played."""
        server = ws.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            told = json.loads(message)
            if told["t"] == "legal" and not playable:
                told["actions"] = [one for one in told["actions"] if one.get("reply") != "yes"]
            ws.send(json.dumps(told))

        server.on_message(pass_on)

    someone.context.route_web_socket(re.compile("/ws"), cut_down)
    page, _ = a_table(someone, ALONE)
    me = Player(page, "asked")
    me.chooser.random = lambda: 0.0  # passes, and keeps all cards
    no = page.get_by_role("button", name="No", exact=True)
    waits = page.get_by_role("button", name="Ask me", exact=True)

    def asked() -> None:
        me.leaves = {"poll"}
        play_together([me], until=lambda: no.is_visible() or waits.is_visible(), most=300)

    asked()
    stop_the_clock(page)
    page.get_by_role("checkbox", name="Only ask me when I can play a card").check()
    no.click()
    expect(waits).to_be_visible()  # given by hand, it leaves no sooner than one that is given by itself
    page.clock.run_for(2000)
    expect(waits).to_be_visible()
    page.clock.run_for(600)
    page.clock.resume()
    expect(waits).to_be_hidden()

    playable = False
    asked()
    expect(waits).to_be_visible()
    expect(no).to_have_count(0)
    expect(waits).to_be_hidden()  # by itself

    playable = True
    page.evaluate("localStorage.removeItem('topsecret.spies.ask_only_when_playable')")
    page.reload()
    asked()
    page.get_by_role("button", name="No more this turn").click()
    expect(waits).to_be_visible()
    waits.click()
    page.get_by_role("button", name="No more this turn").click()
    expect(waits).to_be_hidden()


def test_a_drag_is_one_undo_and_a_tap_on_a_building_moves_nobody(person: People) -> None:
    page, _ = a_table(person(), ALONE)
    my_turn(page)
    walked = page.get_by_role("button", name=re.compile(r", \d from .*, now "))
    agent = page.locator("[data-target=gray]")  # in front of the others
    box, place = agent.bounding_box(), page.locator("[data-target='2']").bounding_box()
    assert box is not None and place is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7)
    page.mouse.down()
    for part in (0.3, 0.6, 1):
        page.mouse.move(
            box["x"] + (place["x"] + place["width"] / 2 - box["x"]) * part, place["y"] + place["height"] / 2
        )
    page.mouse.up()
    expect(walked.and_(page.get_by_role("button", name=re.compile("Schulz .*, 2 from the church")))).to_have_count(1)
    title = page.locator("[data-slip] .label")
    if lit(page).count():  # a die of 2, or of "1-3"
        expect(title).to_have_text(re.compile("^If you confirm"))
    else:
        expect(title).to_have_text("So far")
        expect(page.get_by_text(re.compile(r"^Your turn: \d of \d points left"))).to_be_visible()
    page.locator("[data-undo]").click()
    expect(walked).to_have_count(0)
    page.locator("[data-target='church']").click(position={"x": 12, "y": 100})  # on its number
    expect(page.get_by_role("group", name="the church")).to_be_visible()
    expect(walked).to_have_count(0)


def test_on_a_phone_the_invitation_comes_first_and_nothing_is_offered_that_leads_nowhere(person: People) -> None:
    page, code = a_table(person(phone=True), ALONE | {"start": False})
    expect(page.get_by_role("banner").get_by_text(short_of(code))).to_be_visible()
    order = [
        page.get_by_role("heading", name=name).bounding_box()["y"]  # type: ignore[index]
        for name in ("Invite friends", "Seats", "Game options")
    ]
    assert order == sorted(order)
    expect(page.get_by_role("img", name=re.compile("QR"))).to_have_count(0)  # it would work on this computer only
    expect(page.get_by_text("Agents sitting out")).to_have_count(0)  # with four everybody plays
    page.get_by_role("group", name="Players").get_by_text("3", exact=True).click()
    expect(page.get_by_text("Agents sitting out")).to_be_visible()
    axe.check(page)


def test_plates_say_who_is_you_and_what_their_signs_mean(person: People) -> None:
    page, _ = a_table(person(phone=True), ALONE)
    my_turn(page)
    plates = page.get_by_role("region", name="Seats").get_by_role("listitem")
    expect(plates.first).to_contain_text(re.compile(r"^\s*You"))
    plates.nth(1).tap()
    note = page.locator(".explained")
    expect(note).to_contain_text("2 cards")
    expect(note).to_contain_text("bot")
    axe.check(page)


def test_at_double_size_nothing_scrolls_sideways_and_no_name_is_cut(person: People) -> None:
    for size in ({"width": 720, "height": 450}, {"width": 390, "height": 844}, {"width": 320, "height": 640}):
        page, _ = a_table(person(viewport=size), ALONE | {"name": "Maximilian Habsburg-Este", "start": False})
        for _ in range(2):
            expect(page.get_by_text("Maximilian").first).to_be_attached()
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{size}: {wide} px too wide"
            cut = page.evaluate(
                """() => [...document.querySelectorAll(".nm")].filter((one) => one.scrollWidth > one.clientWidth + 1
                          || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"""
            )
            assert cut == [], size
            start = page.get_by_role("button", name="Start")
            if start.count():
                start.click()
                my_turn(page)
