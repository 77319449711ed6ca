import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The client is built into the package, from where the server serves it. `npm run dev` speaks to a server on port 8765.
export default defineConfig({
  plugins: [svelte()],
  resolve: {
    dedupe: ["svelte"], // the games live outside of this folder
    alias: { $lib: here("src/lib"), $art: here("src/art"), $parts: here("src/parts"), $games: here("../src/topsecret/games") },
  },
  server: {
    fs: { allow: [here(".."), here(".")] },
    proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } },
  },
  build: {
    outDir: here("../src/topsecret/server/client"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a strict content security policy: nothing inline
    modulePreload: { polyfill: false },
    manifest: true, // which file needs which: the tests weigh the first screen
  },
});
