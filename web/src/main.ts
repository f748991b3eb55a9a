import { mount } from "svelte";
import "../type/type.css";
import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import { register } from "./lib/worker.svelte";
import { speak } from "./lib/words.svelte";

router.listen();
await speak(settings.lang);
const house = document.getElementById("house")!;
house.replaceChildren();
mount(App, { target: house });
if (import.meta.env.PROD) register();
