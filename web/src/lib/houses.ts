/** The four houses of the street: what the eye needs besides what the registry tells. */
export interface HouseLook {
  name: string;
  title: string;
  mon: string;
  cloth: string;
  players: string;
  minutes: number;
  portrait: string;
}

export const HOUSES: HouseLook[] = [
  {
    name: "hanamikoji",
    title: "Hanamikoji",
    mon: "mon-hanamikoji",
    cloth: "var(--house-hanamikoji)",
    players: "2",
    minutes: 15,
    portrait: "geisha-anju",
  },
  {
    name: "geishas_road",
    title: "Geisha’s Road",
    mon: "mon-road",
    cloth: "var(--house-road)",
    players: "2",
    minutes: 25,
    portrait: "pawn",
  },
  {
    name: "okiya",
    title: "Okiya",
    mon: "mon-okiya",
    cloth: "var(--house-okiya)",
    players: "2",
    minutes: 5,
    portrait: "geisha-iroha",
  },
  {
    name: "mai_star",
    title: "Mai-Star",
    mon: "mon-mai-star",
    cloth: "var(--house-mai-star)",
    players: "3–6",
    minutes: 40,
    portrait: "geisha-morning-star",
  },
];

const UNKNOWN = { mon: "seal", cloth: "var(--ai-sky)", portrait: "lantern-bright", players: "", minutes: 0 };

export function lookOf(name: string): HouseLook {
  return HOUSES.find((house) => house.name === name) ?? { name, title: name, ...UNKNOWN };
}
