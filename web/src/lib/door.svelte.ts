// How others in the network come in, as the server tells it: closed, open, or always open. The owner of the server is known by a token that
// stands once in the address of this page.
import { api } from "./api";
import { onThisMachineOnly } from "./local";
import type { Door } from "./protocol";

class Doorway {
  door = $state.raw<Door | null>(null);
  #others = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("topsecret.door");

  constructor() {
    if (this.#others) this.#others.onmessage = () => void this.load();
  }

  /** The beginning of links for others: the address of the network while a door is open, or else that of this page. */
  get origin(): string {
    return (onThisMachineOnly && this.door?.address.replace(/\/$/, "")) || location.origin;
  }
  /** Whether a link leads here from other devices. */
  get isReached(): boolean {
    return !onThisMachineOnly || !!this.door?.address;
  }

  async load(): Promise<void> {
    if (!onThisMachineOnly) return; // whoever has come by another name has a link that works
    this.door = await api.door().catch(() => this.door);
  }

  async turn(open: boolean): Promise<void> {
    this.door = await api.turnDoor(open);
    this.#others?.postMessage(open); // other tabs of this browser
  }

  /** The owner's token is good once, and does not stay in the address. */
  async claim(): Promise<void> {
    const token = /^#owner=([\w-]+)$/.exec(location.hash)?.[1];
    if (!token) return;
    history.replaceState(null, "", location.pathname);
    this.door = await api.claimServer(token).catch(() => null);
  }
}

export const doorway = new Doorway();
