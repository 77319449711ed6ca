// Where we are: `/`, `/t/CODE`, `/t/CODE/stage`, `/t/CODE/replay`, `/replay`, `/games` (mine), `/server` (what it keeps),
// `/learn/GAME/LESSON`, `/rules/GAME`, `/case/GAME` (of the day), `/case/GAME/hard-33`.
export type Route =
  | { page: "home" }
  | { page: "table"; code: string }
  | { page: "stage"; code: string }
  | { page: "replay"; code: string | null }
  | { page: "case"; game: string; which: string }
  | { page: "learn"; game: string; lesson: string | null }
  | { page: "rules"; game: string }
  | { page: "games" }
  | { page: "server" }
  | { page: "lost" };

export function read(path: string): Route {
  if (path === "/" || path === "/index.html") return { page: "home" };
  const plain = /^\/(games|server)\/?$/.exec(path)?.[1];
  if (plain) return { page: plain as "games" | "server" };
  const learn = /^\/learn\/([a-z0-9_]{1,40})(?:\/([a-z0-9_.-]{1,60}))?\/?$/.exec(path);
  if (learn) return { page: "learn", game: learn[1], lesson: learn[2] ?? null };
  const rules = /^\/rules\/([a-z0-9_]{1,40})\/?$/.exec(path);
  if (rules) return { page: "rules", game: rules[1] };
  if (/^\/replay\/?$/.test(path)) return { page: "replay", code: null };
  const found = /^\/case\/([a-z]+)(?:\/((?:easy|medium|hard)-[0-9]{1,10}))?\/?$/.exec(path);
  if (found) return { page: "case", game: found[1], which: found[2] ?? "" };
  const table = /^\/t\/([A-Za-z]{3,12}-[0-9]{4}(?:-[0-9A-Za-z]{8})?)(\/replay|\/stage)?\/?$/.exec(path);
  if (!table) return { page: "lost" };
  const code = table[1].toUpperCase();
  if (table[2] === "/stage") return { page: "stage", code };
  return table[2] ? { page: "replay", code } : { page: "table", code };
}

class Where {
  route = $state.raw<Route>(read(location.pathname));

  constructor() {
    addEventListener("popstate", () => (this.route = read(location.pathname)));
  }

  /** The same place under its proper address. */
  correct(path: string): void {
    history.replaceState(null, "", path + location.hash);
    this.route = read(location.pathname);
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.route = read(location.pathname);
    scrollTo(0, 0);
  }
}

export const where = new Where();

/** Lets a link be a link, but without loading the page again. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a[href]");
  if (!link || link.hasAttribute("download") || link.getAttribute("target")) return;
  const url = new URL((link as HTMLAnchorElement).href);
  if (url.origin !== location.origin || url.pathname.startsWith("/api/") || read(url.pathname).page === "lost" || url.hash) return;
  event.preventDefault();
  where.go(url.pathname);
}
