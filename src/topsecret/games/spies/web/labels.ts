// What the things on the board are called for those who do not see them, and what a tap on them would do now.
import type { Desk } from "./desk.svelte";
import { buildingName, cardKey, fullName, list, nameOf, on, playing, type Agent, type Building } from "./things";

export function agentLabel(desk: Desk, agent: Agent): string {
  const { t } = desk.table;
  const from = desk.view.place[agent];
  const here = desk.placeOf(agent);
  const said = { agent: fullName(t, agent), building: buildingName(t, here), from: buildingName(t, from) };
  const count = desk.stepsOf(agent);
  if (desk.mode === "move") {
    const next = buildingName(t, on(here, 1));
    if (desk.left === 0) return count ? t("board.agent.walked", { ...said, count }) : t("board.agent.stands", said);
    return count ? t("board.agent.walks_on", { ...said, count, next }) : t("board.agent.one_step", { ...said, next });
  }
  if (desk.picked.includes(agent)) return t("board.agent.picked", said);
  if (desk.card && desk.litAgents.includes(agent)) return t("board.agent.pick", { ...said, card: t(`card.${cardKey(desk.card)}`) });
  return t("board.agent.stands", said);
}


export function buildingLabel(desk: Desk, building: Building): string {
  const { t } = desk.table;
  const here = playing(desk.view).filter((agent) => desk.placeOf(agent) === building);
  const parts = [t("board.building", { building: buildingName(t, building), place: t(`board.place.${building}`) })];
  if (desk.view.safe === building) parts.push(t("board.building.safe"));
  if (here.length) parts.push(list(t, here.map((agent) => nameOf(t, agent))));
  if (desk.chosenBuilding === building) parts.push(t("board.building.chosen"));
  else if (desk.litBuildings.includes(building)) parts.push(t(desk.mode === "safe" || desk.card === "relocation" ? "board.building.safe_here" : "board.building.go_here"));
  return parts.join(". ");
}
