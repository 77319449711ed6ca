// One case on the desk: its hints, its tries, its time, and at the end its proof.
import { api } from "$lib/api";
import { cases, PENALTY, today, type Settled } from "$lib/cases.svelte";
import type { CaseFile, CaseStep, CaseTried, CaseWords, Replay } from "$lib/protocol";
import { seconds } from "$lib/seconds.svelte";

export class Solving {
  hints = $state.raw<CaseWords[]>([]);
  chosen = $state.raw<(string | null)[]>([]);
  wrong = $state(0);
  busy = $state(false);
  notes = "";
  done = $state.raw<Settled | null>(null);
  proof = $state.raw<CaseStep[]>([]);
  shortest = $state.raw<Replay | null>(null); // where the answer was played
  step = $state<number | null>(null); // of the proof, that is looked at
  #spent = $state(0); // ms before this page was opened or shown again, and what was added
  #since = $state<number | null>(performance.now());

  constructor(
    readonly file: CaseFile,
    readonly date: string, // the day whose case it is, or ""
  ) {
    const begun = cases.begun(file.id);
    this.#spent = begun.ms;
    this.notes = begun.notes;
    this.chosen = file.blanks.map(() => null);
    this.done = cases.settled(file.id);
  }

  /** Takes up what was there: the hints that were shown, or the proof of a case that is settled. */
  async resume(): Promise<void> {
    const { hints } = cases.begun(this.file.id);
    if (this.done) {
      this.chosen = this.done.answer;
      const tried = await this.#ask(this.done.answer);
      if (tried.right) this.#show(tried);
      else this.done = null;
    }
    for (let n = 0; n < hints && !this.done; n++) await this.hint();
  }

  // time: only while somebody looks

  get ms(): number {
    return this.done?.ms ?? this.#spent + (this.#since === null ? 0 : Math.max(0, seconds.now - this.#since));
  }
  pause(): void {
    if (this.#since !== null) this.#spent += performance.now() - this.#since;
    this.#since = null;
    this.keep();
  }
  goOn(): void {
    this.#since ??= performance.now();
  }
  #add(ms: number): void {
    this.#spent += ms;
    this.keep();
  }
  keep(): void {
    if (this.done) return;
    const ms = this.#spent + (this.#since === null ? 0 : performance.now() - this.#since);
    cases.keepBegun(this.file.id, { ms: Math.round(ms), hints: this.hints.length, notes: this.notes });
  }

  // what is done

  async hint(): Promise<void> {
    const { game, difficulty, seed, hints } = this.file;
    if (this.busy || this.hints.length >= hints) return;
    this.busy = true;
    try {
      const { says } = await api.caseHint(game, difficulty, seed, this.hints.length + 1);
      this.hints = [...this.hints, says];
      this.keep();
    } finally {
      this.busy = false;
    }
  }
  choose(blank: number, value: string): void {
    this.chosen = this.chosen.map((one, i) => (i === blank ? value : one));
    this.wrong = 0;
  }
  get complete(): boolean {
    return this.chosen.length > 0 && this.chosen.every((one) => one !== null);
  }
  /** One try is one answer. Whether it was right. */
  async say(answer: readonly (string | null)[] = this.chosen): Promise<boolean> {
    if (this.busy || this.done) return false;
    this.busy = true;
    try {
      const tried = await this.#ask(answer.filter((one) => one !== null));
      if (!tried.right) {
        this.failed();
        return false;
      }
      const ms = Math.round(this.ms);
      this.done = { ms, hints: this.hints.length, answer: tried.answer, date: this.date === today() ? this.date : "" };
      cases.settle(this.file.id, this.done);
      this.#show(tried);
      return true;
    } finally {
      this.busy = false;
    }
  }
  failed(): void {
    this.wrong++;
    this.#add(PENALTY);
  }
  #ask(answer: string[]): Promise<CaseTried> {
    const { game, difficulty, seed } = this.file;
    return api.tryCase(game, { difficulty, seed, answer });
  }
  #show(tried: CaseTried): void {
    this.proof = tried.proof;
    this.shortest = tried.replay;
  }

  /** the numbers of the events that the last hint, or the proof up to the step that is looked at, speaks of */
  get pointed(): readonly { n: number; number: number | null }[] {
    if (this.done) {
      const upto = this.step === null ? this.proof : this.proof.slice(0, this.step + 1);
      return upto.flatMap((step, i) => step.says.events.map((n) => ({ n, number: i + 1 })));
    }
    return (this.hints.at(-1)?.events ?? []).map((n) => ({ n, number: null }));
  }

  /** another case of a difficulty, one that is not settled where there is one */
  another(difficulty: string): string {
    const { game, version, seeds, seed } = this.file;
    const open = (seeds[difficulty] ?? []).filter((one) => one !== seed && !cases.settled(`${game}-${version}-${difficulty}-${one}`));
    const from = open.length ? open : (seeds[difficulty] ?? []);
    return `/case/${game}/${difficulty}-${from[Math.floor(Math.random() * from.length)]}`;
  }
}
