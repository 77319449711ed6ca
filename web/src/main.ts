import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "@fontsource-variable/big-shoulders-stencil/wght.css";
import "@fontsource/special-elite/latin-400.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { doorway } from "$lib/door.svelte";
import { wanted, words } from "$lib/i18n.svelte";

void doorway.claim();
await words.use(wanted());
mount(App, { target: document.getElementById("app")! });
