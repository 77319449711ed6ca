// What things are called for those who do not see the board: who stands there, what lies there, what a tap would do.
import type { TableContext } from "$lib/game";
import { DIE_WAYS, ENTRIES, SPACES } from "./box";
import type { Desk } from "./desk.svelte";
import { agentAt, agentName, blockadeAt, carried, kindName, kindNames, looseAt, sideOf, type Agent, type Kind, type Space } from "./things";

/** "your hacker x1 with memo, photo, pinned" */
export function agentWords(table: TableContext, agent: Agent): string {
  const { t, view } = table;
  const has = carried(view, agent);
  return [
    `${agentName(table, agent)} ${agent}${has.length ? " " + t("board.agent.with", { tiles: kindNames(t, has) }) : ""}`,
    ...(view.pinned[agent] ? [t("board.agent.pinned", { name: table.names[sideOf(agent)] })] : []),
    ...(view.fresh[agent] ? [t("board.agent.fresh")] : []),
  ].join(", ");
}

export function spaceWords(desk: Desk, space: Space): string {
  const { table } = desk;
  const { t, view } = table;
  const there = agentAt(view, space);
  const blocks = blockadeAt(view, space);
  const loose = looseAt(view, space).map(({ kind, number }) => (number > 1 ? `${number} × ${kindName(t, kind)}` : kindName(t, kind)));
  const what = [...(there ? [agentWords(table, there)] : []), ...loose, ...(blocks !== null ? [t("board.blockade", { name: table.names[blocks === 0 ? 1 : 0] })] : [])];
  const ground = SPACES[space].star ? t("board.star") : ENTRIES.includes(space) ? t("board.entry") : "";
  const chances = desk.outlook.at(space).map(({ kind, percent }) => t("board.chance", { tile: kindName(t, kind), percent }));
  const lost = desk.setbacks.filter((one) => one.place === space).map((one) => one.words.replace(/\.$/, ""));
  return [`${space.toUpperCase()}: ${what.length ? what.join(", ") : t("board.empty")}`, ground, ...lost, chances.join(", "), doing(desk, space)].filter(Boolean).join(". ");
}

/** what a tap there would do */
function doing(desk: Desk, space: Space): string {
  const { t, view } = desk.table;
  if (desk.mode !== "turn") return "";
  if (desk.agent && view.place[desk.agent] === space && !desk.lit.has(space)) return t("board.chosen");
  if (desk.to === space) return t("board.aimed");
  if (desk.from === space) return t("board.picked");
  if (desk.lit.has(space)) {
    const lit = t("board.lit", { what: t(desk.role ? "board.here.spawn" : `board.here.${desk.verb}`) });
    return desk.isDanger(space) ? `${lit}. ${t("board.danger")}` : lit;
  }
  return desk.ready.some((agent) => view.place[agent] === space) ? t("board.can_be_chosen") : "";
}

export function dieWords(table: TableContext, kind: Kind): string {
  const face: number = table.view.dice[kind];
  const tile = kindName(table.t, kind);
  return face ? table.t("board.die", { tile, face, way: table.t(`way.${DIE_WAYS[face - 1].toLowerCase()}`) }) : table.t("board.die.none", { tile });
}

/** What can be asked about on a space: who stands there, what is carried or lies there, a blockade, a star. */
export function thingsOn(desk: Desk, space: Space): string | undefined {
  const { view } = desk.table;
  const there = agentAt(view, space);
  const kinds = [...(there ? carried(view, there) : []), ...looseAt(view, space).map(({ kind }) => kind)];
  const names = [...(there ? [`role:${view.role[there]}`] : []), ...kinds.map((kind) => `intel:${kind}`), ...(blockadeAt(view, space) !== null ? ["word:blockade"] : [])];
  return [...new Set(names.length || !SPACES[space].star ? names : ["word:star"])].join("|") || undefined;
}
