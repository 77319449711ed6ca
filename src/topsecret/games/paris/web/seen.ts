// What this player has seen, from what was told: the slip under the large face, and winks that could be called. Nothing is kept besides.
import type { GameEvent, TableContext } from "$lib/game";
import { agentOf, isPlace, NONE, seatOf } from "./things";

export interface Seen {
  /** since my last look: where that face looks, and at whom it winked */
  face: number | null;
  gaze: string | null;
  wink: number | null;
  /** by face: the last wink of it that I saw since its agent card changed, at whom */
  winks: ReadonlyMap<number, number>;
  /** by face: the place at which I saw it look since its location card changed */
  answers: ReadonlyMap<number, string>;
}

/** Whose card of a kind an event changes: what was seen of that face before is void. */
const changedBy = (event: GameEvent, draw: "draw_agent" | "draw_place"): number => (event.event === draw ? (event.seat ?? -1) : -1);

export function seen(table: TableContext): Seen {
  const me = table.seat;
  const found: Seen = { face: null, gaze: null, wink: null, winks: new Map(), answers: new Map() };
  const winks = found.winks as Map<number, number>;
  const answers = found.answers as Map<number, string>;
  const looks = (face: number, gaze: string | null) => {
    found.gaze = gaze;
    if (isPlace(gaze)) answers.set(face, gaze);
  };
  if (me === null) return found;
  for (const event of table.events) {
    winks.delete(changedBy(event, "draw_agent"));
    answers.delete(changedBy(event, "draw_place"));
    switch (event.event) {
      case "deal_begins":
      case "deal_over":
        winks.clear();
        answers.clear();
        Object.assign(found, { face: null, gaze: null, wink: null });
        break;
      case "look":
        if (event.seat === me) Object.assign(found, { face: null, gaze: null, wink: null });
        else if (event.seat === found.face) looks(found.face!, event.sight);
        break;
      case "sees":
        Object.assign(found, { face: seatOf(event.face), wink: null });
        looks(found.face!, event.gaze);
        if (event.wink !== NONE) {
          found.wink = seatOf(event.wink);
          if (!event.spent) winks.set(found.face!, found.wink);
        }
        break;
      case "wink":
        if (event.seat === found.face) {
          found.wink = seatOf(event.agent);
          winks.set(found.face!, found.wink);
        }
        break;
      case "eyes_return":
        if (event.seat === me) Object.assign(found, { face: null, gaze: null, wink: null });
        else if (event.seat === found.face) found.gaze = "cards";
        break;
    }
  }
  return found;
}

/** What I have just seen, in one sentence; "" if it is nothing. */
export function sentence(table: TableContext, event: GameEvent): string {
  const { t, seat: me } = table;
  const name = (seat: number) => (seat === me ? t("board.you") : table.names[seat]);
  const looks = (face: number, sight: string) => {
    if (sight === agentOf(me!)) return t("board.slip.you", { name: name(face) });
    const at = seatOf(sight);
    return at >= 0 ? t("board.slip.looks", { name: name(face), target: name(at) }) : t(`board.slip.at.${sight}`, { name: name(face) });
  };
  const winks = (face: number, target: number) => t(target === me ? "board.slip.wink_you" : "board.slip.wink", { name: name(face), target: name(target) });
  if (event.seat === me && event.event !== "sees") return "";
  switch (event.event) {
    case "sees": {
      const face = seatOf(event.face);
      return event.wink === NONE ? looks(face, event.gaze) : winks(face, seatOf(event.wink));
    }
    case "look":
      return event.sight === null ? "" : looks(event.seat!, event.sight);
    case "wink":
      return winks(event.seat!, seatOf(event.agent));
    case "eyes_return":
      return looks(event.seat!, "cards");
    default:
      return "";
  }
}

/** The slip: what the face that I look at has done since. */
export function slip(table: TableContext, { face, gaze, wink }: Seen): { first: string; second: string } | null {
  if (face === null || gaze === null) return null;
  const looks = sentence(table, { n: 0, event: "look", seat: face, sight: gaze });
  if (wink === null) return { first: looks, second: "" };
  const winked = sentence(table, { n: 0, event: "wink", seat: face, agent: agentOf(wink) });
  return { first: winked, second: gaze === agentOf(wink) ? "" : looks };
}

/** A call or a mission as it ended, in words for whoever reads: also where it was about me. */
export function newsWords(table: TableContext, event: GameEvent): string {
  const name = table.names[event.seat!];
  if (table.seat !== null && seatOf(event.accused ?? event.contact) === table.seat)
    return event.event === "caught" ? table.t("board.news.called", { name, right: event.right }) : table.t("board.news.met", { name, right: event.right, place: table.t(`place.${event.place}`) });
  return table.tell(event);
}
