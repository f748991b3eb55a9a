/** Draw Mermaid diagrams as SVG: a JSON array of sources comes in, one of pictures goes out. No browser is needed. */
import { readFileSync } from "node:fs";
import { renderMermaidSVG } from "../../web/node_modules/beautiful-mermaid/dist/index.js";

const INKS = {
  bg: "var(--sheet)",
  fg: "var(--ink)",
  line: "var(--edge)",
  accent: "var(--ai)",
  muted: "var(--ink2)",
  surface: "var(--panel)",
  border: "var(--edge)",
  font: "Hanamachi Sans",
  transparent: true,
};

function drawn(source, number) {
  return renderMermaidSVG(source, INKS)
    .replace(/@import url\([^)]*\);/g, "") // fonts of another site
    .replace(/arrowhead/g, `arrow-${number}`) // a page may have several diagrams
    .replace(/\s*\n\s*/g, " ");
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(drawn)));
