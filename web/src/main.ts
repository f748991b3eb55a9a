import { mount } from "svelte";
import sprite from "virtual:sprite";
import "../type/type.css";
import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import { register } from "./lib/worker.svelte";
import { speak } from "./lib/words.svelte";

document.body.insertAdjacentHTML(
  "afterbegin",
  `<svg width="0" height="0" style="position:absolute" aria-hidden="true">${sprite}</svg>`,
);
router.listen();
await speak(settings.lang);
const house = document.getElementById("house")!;
house.replaceChildren();
mount(App, { target: house });
if (import.meta.env.PROD) register();
