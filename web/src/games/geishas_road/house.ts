import type { House } from "../street";
import door from "./door.json";
import facade from "./facade.svg?raw";
import "./palette.css";

const house: House = {
  place: 2,
  look: {
    mon: "mon-road",
    cloth: "var(--house-road)",
    portrait: "pawn",
    players: "2",
    minutes: 25,
  },
  facade,
  door,
};

export default house;
