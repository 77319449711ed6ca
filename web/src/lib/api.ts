// The HTTP half of the protocol. Every failure is a typed one: the server's code, or `offline`.
import type { CaseFile, CaseHint, CasesOfTheDay, CaseTried, CaseTry, Door, Failure, Games, Look, NewExercise, NewTable, PublicTables, Replay, RulePicture, Rules, Seated, Things, Transferred } from "./protocol";

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, { credentials: "same-origin", cache: "no-store", ...init });
  } catch {
    throw new ApiError("offline", "the server does not answer");
  }
  const body = await answer.json().catch(() => null);
  if (!answer.ok || body === null) {
    const failure = body as Failure | null;
    throw new ApiError(failure?.code ?? "broken", failure?.message ?? answer.statusText, answer.status);
  }
  return body as T;
}

const post = <T>(path: string, body: unknown): Promise<T> =>
  ask<T>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

let known: Promise<Games> | undefined;

export const api = {
  /** The games of this server; asked once. */
  games(): Promise<Games> {
    known ??= ask<Games>("games").catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  },
  picture: (game: string, key: string) => ask<RulePicture>(`games/${game}/pictures/${key}`),
  things: (game: string, language: string) => ask<Things>(`games/${game}/things?language=${language}`),
  rules: (game: string, language: string) => ask<Rules>(`games/${game}/rules?language=${language}`),
  make: (table: NewTable) => post<Seated>("tables", table),
  pose: (wish: NewExercise) => post<Seated>("exercises", wish),
  look: (code: string) => ask<Look>(`tables/${code}`),
  /** the same, as a stranger: it does not say which seats this browser holds */
  watch: (code: string) => ask<Look>(`tables/${code}`, { credentials: "omit" }),
  join: (code: string, name: string, seat: number | null) => post<Seated>(`tables/${code}/join`, { name, seat }),
  transfer: (code: string, seat: number) => post<Transferred>(`tables/${code}/transfer`, { seat }),
  claim: (code: string, token: string) => post<Seated>(`tables/${code}/claim`, { token }),
  follow: (code: string, seat: number) => post<Seated>(`tables/${code}/follow`, { seat }),
  cases: (date: string, language: string) => ask<CasesOfTheDay>(`cases?date=${date}&language=${language}`),
  caseFile: (game: string, difficulty: string, seed: number) => ask<CaseFile>(`cases/${game}?difficulty=${difficulty}&seed=${seed}`),
  caseHint: (game: string, difficulty: string, seed: number, number: number) => ask<CaseHint>(`cases/${game}/hint?difficulty=${difficulty}&seed=${seed}&number=${number}`),
  /** what a seat has played at a table that is over, without what was taken back */
  async played(code: string, seat: number | null): Promise<string[]> {
    const { log } = await ask<{ log: [unknown, unknown][] }>(`tables/${code}/file`);
    const actions: string[] = [];
    for (const [who, what] of log)
      if (who === seat) actions.push(String(what));
      else if (who === "undo" && what === seat) actions.pop();
    return actions;
  },
  tryCase: (game: string, given: CaseTry) => post<CaseTried>(`cases/${game}/try`, given),
  publicTables: () => ask<PublicTables>("public"),
  erase: (code: string, seat: number) => post<Seated>(`tables/${code}/erase`, { seat }),
  door: () => ask<Door>("door"),
  turnDoor: (open: boolean) => post<Door>("door", { open }),
  claimServer: (token: string) => post<Door>("owner", { token }),
  replay: (code: string, eyes: string) => ask<Replay>(`tables/${code}/replay?eyes=${eyes}`),
  replayFile: (file: string, eyes: string) =>
    ask<Replay>(`replay?eyes=${eyes}`, { method: "POST", headers: { "content-type": "application/json" }, body: file }),
};
