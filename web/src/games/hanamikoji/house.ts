import type { House } from "../street";
import door from "./door.json";
import facade from "./facade.svg?raw";
import "./palette.css";

const house: House = {
  place: 1,
  look: {
    mon: "mon-hanamikoji",
    cloth: "var(--house-hanamikoji)",
    portrait: "geisha-anju",
    players: "2",
    minutes: 15,
  },
  facade,
  door,
};

export default house;
