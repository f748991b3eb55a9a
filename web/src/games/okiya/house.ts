import type { House } from "../street";
import door from "./door.json";
import facade from "./facade.svg?raw";
import "./palette.css";

const house: House = {
  place: 3,
  first: true,
  look: {
    mon: "mon-okiya",
    cloth: "var(--house-okiya)",
    portrait: "geisha-iroha",
    players: "2",
    minutes: 5,
  },
  facade,
  door,
};

export default house;
