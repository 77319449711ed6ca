// Whose turn it is and what is asked, in one line.
import type { TableContext } from "$lib/game";
import type { Desk } from "./desk.svelte";
import { cardKey, list } from "./things";

/** the seats that are still asked, me last */
export function stillAsked(table: TableContext, given: readonly boolean[]): number[] {
  const asked = given.map((done, seat) => (done ? -1 : seat)).filter((seat) => seat >= 0);
  return asked.sort((a, b) => Number(a === table.seat) - Number(b === table.seat));
}

function names(table: TableContext, seats: readonly number[]): string {
  return list(table.t, seats.map((seat) => (seat === table.seat ? table.t("board.you") : table.names[seat])));
}

export function turnLine(table: TableContext, desk: Desk): string {
  const { t, view, seat } = table;
  const who = table.names[view.turn];
  const mine = seat === view.turn;
  const seats = view.hand_size.map((_: unknown, i: number) => i).slice(0, view.seats);
  switch (view.phase) {
    case "move":
      if (!mine) return t("board.turn.moves", { seat: who, face: view.die });
      if (!desk.left) return t("board.turn.my_confirm");
      if (desk.steps.length) return t(view.die === "1-3" ? "board.turn.my_left_1_3" : "board.turn.my_left", { left: desk.left, count: Number(view.die) });
      if (view.die === "1-3") return t(view.cards ? "board.turn.my_move_1_3_cards" : "board.turn.my_move_1_3");
      return t("board.turn.my_move", { count: Number(view.die) });
    case "poll": {
      const asked = stillAsked(table, seats.map((i: number) => view.answer_given[i]));
      return asked.length === 1 && asked[0] === seat ? t("board.turn.poll_me") : t("board.turn.poll", { seats: names(table, asked), count: asked.length });
    }
    case "card part":
      if (view.asked !== seat) return t(view.must_play ? "board.turn.must_play" : "board.turn.asked", { seat: table.names[view.asked] });
      if (desk.card) return t("board.turn.aim", { card: t(`card.${cardKey(desk.card)}`), effect: t(`card.${cardKey(desk.card)}.effect`) });
      return t(view.must_play ? "board.turn.my_must" : view.has_played ? "board.turn.my_more" : "board.turn.my_card");
    case "dossier": {
      const asked = stillAsked(table, seats.map((i: number) => view.handed_in[i]));
      if (seat !== null && asked.includes(seat)) return t("board.turn.my_dossier");
      return t("board.turn.dossier", { seats: names(table, asked), count: asked.length });
    }
    case "safe":
      return mine ? t("board.turn.my_safe") : t("board.turn.safe", { seat: who });
    case "keep": {
      const asked = stillAsked(table, seats.map((i: number) => view.kept_chosen[i]));
      if (seat !== null && asked.includes(seat)) return t("board.turn.my_keep");
      return t("board.turn.keep", { seats: names(table, asked), count: asked.length });
    }
    default:
      return t(`phase.${view.phase.replace(" ", "_")}`);
  }
}
