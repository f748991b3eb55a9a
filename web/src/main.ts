import { mount } from "svelte";
import "../type/type.css";
import "./ui/styles/tokens.css";
import "./ui/styles/base.css";
import "./ui/styles/shared.css";
import App from "./App.svelte";
import { router } from "./state/router.svelte";
import { settings } from "./state/settings.svelte";
import { register } from "./account/service-worker.svelte";
import { speak } from "./i18n/phrases.svelte";

router.listen();
await speak(settings.lang);
const house = document.getElementById("house")!;
house.replaceChildren();
mount(App, { target: house });
if (import.meta.env.PROD) register();
