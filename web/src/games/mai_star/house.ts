import type { House } from "../street";
import door from "./door.json";
import facade from "./facade.svg?raw";
import "./palette.css";

const house: House = {
  place: 4,
  look: {
    mon: "mon-mai-star",
    cloth: "var(--house-mai-star)",
    portrait: "geisha-morning-star",
    players: "3–6",
    minutes: 40,
  },
  facade,
  door,
};

export default house;
