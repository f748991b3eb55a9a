/// <reference types="vitest/config" />
import { readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { sized } from "./sizes.js";

const SYMBOLS = new URL("symbols/", import.meta.url);
/** What most pages need, but for the catalogues: each page loads one language. */
const SHARED =
  /node_modules|\/src\/(i18n|state|api|user|ui|fairness|matchmaking|layout)\/(?!styles\/|\w+\.json)|\0/;
const HOUSE = process.env.HOUSE ?? "http://localhost:8765";

/** `virtual:sprite`: all drawings of symbols/, each as a <symbol>, by their names. */
function sprite(): Plugin {
  const symbol = (file: string): [string, string] => {
    const drawing = readFileSync(new URL(file, SYMBOLS), "utf8").trim();
    const name = file.replace(".svg", "");
    const opened = drawing.replace(/^<svg xmlns="[^"]*"/, `<symbol id="${name}"`);
    return [name, opened.replace(/<\/svg>$/, "</symbol>")];
  };
  return {
    name: "sprite",
    resolveId: (id) => (id === "virtual:sprite" ? "\0sprite" : null),
    load(id) {
      if (id !== "\0sprite") return null;
      const files = readdirSync(SYMBOLS).filter((file) => file.endsWith(".svg"));
      return `export default ${JSON.stringify(Object.fromEntries(files.sort().map(symbol)))}`;
    },
  };
}

/** Named sizes in style sheets; those of components are written out by svelte.config.js. */
const sizes = (): Plugin => ({
  name: "sizes",
  enforce: "pre",
  transform: (code, id) => (id.endsWith(".css") ? sized(code) : null),
});

export default defineConfig({
  plugins: [svelte(), sprite(), sizes()],
  build: {
    outDir: "../src/hanamachi/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // Rooms that most pages share are one file each: a page is a few requests, not a hundred.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "lib", test: SHARED },
            { name: "table", test: /\/src\/table\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": HOUSE, "/wings": HOUSE, "/ws": { target: HOUSE.replace("http", "ws"), ws: true } },
  },
  test: { include: ["tests/**/*.test.ts"] },
});
