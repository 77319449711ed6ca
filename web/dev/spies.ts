// The board of spies alone, on positions of real matches (fixtures.py), without a server. `?case=move&theme=light&language=de`
import "@fontsource-variable/atkinson-hyperlegible-next";
import "@fontsource-variable/big-shoulders-stencil";
import "@fontsource/special-elite";
import { mount } from "svelte";
import "../src/styles/tokens.css";
import "../src/styles/base.css";
import Frame from "./Frame.svelte";
import { FakeTable } from "./fake.svelte";

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.theme = asked.get("theme") ?? "dark";
const fixtures = await (await fetch("/dev/fixtures.json")).json();
const language = asked.get("language") ?? "en";
const strings = await (await fetch(`/@fs${new URL(`../../src/topsecret/games/spies/web/strings.${language}.json`, import.meta.url).pathname.replace(/^\/@fs/, "")}`)).json();
const table = new FakeTable(fixtures, asked.get("case") ?? "move", strings);
Object.assign(window, { table });
mount(Frame, { target: document.getElementById("app")!, props: { table } });
