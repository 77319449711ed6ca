// One line for newcomers: what to do now, from what this player knows.
import type { Desk } from "./desk.svelte";
import { advice, passesLeft } from "./goal";
import { isFace, isPlace, personWords, seatOf } from "./things";

export function coach(desk: Desk): string {
  const { table, me } = desk;
  const { t, view } = table;
  if (me === null) return t("board.coach.spectator");
  if (view.phase === "ready") return t(view.is_ready[me] ? "board.coach.waiting" : "board.coach.ready");
  if (desk.call) return t(desk.call.accused === null ? "board.coach.call" : "board.coach.call_at");
  if (desk.untilMine !== null) return t("board.coach.dealing");
  if (desk.held) return t("board.coach.held");
  if (desk.wanted) return t("board.coach.turning");
  const { face, gaze, wink } = desk.seen;
  const name = face === null ? "" : table.names[face];
  if (face !== null && wink === me) return t("board.coach.winked_at", { name });
  if (desk.hasCase && !view.winked[me] && desk.unread) return t("board.coach.case_new_card");
  if (desk.hasCase && passesLeft(table) === 1 && !desk.sawAnswer) return t("board.coach.case_last");
  if (desk.hasCase) return t(!view.winked[me] ? "board.coach.case_early" : desk.sawAnswer ? "board.coach.case_met" : "board.coach.case");
  if (face !== null && wink !== null && desk.seen.winks.has(face)) return t(desk.chips ? "board.coach.saw_wink" : "board.coach.saw_wink_no_chip", { name, target: personWords(table, wink) });
  if (face !== null && isPlace(gaze)) return t("board.coach.answers", { name, place: t(`place.${gaze}`) });
  if (isPlace(desk.gaze)) return t("board.coach.answering");
  if (!view.winked[me] && desk.unread) return t(view.first_round ? "board.coach.dealt" : "board.coach.new_card");
  if (!view.winked[me] && face !== null && gaze !== null && seatOf(gaze) === me) return t("board.coach.looks_at_you", { name });
  if (advice(table)) return advice(table);
  if (view.winked[me]) return t(desk.sawAnswer ? "board.coach.saw_answer" : "board.coach.winked");
  if (isFace(desk.gaze)) return t("board.coach.wait", { name });
  return t("board.coach.look_around");
}
