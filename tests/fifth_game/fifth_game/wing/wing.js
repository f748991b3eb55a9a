/** Tsukimi's table in the browser: every row under the moon, and a button for each move. Plain DOM. */
const CARDS = ["moon", "cake", "fox", "cloud"];

const made = (kind, text = "", className = "") =>
  Object.assign(document.createElement(kind), { textContent: text, className });

function cards(session, held) {
  const list = made("ul", "", "tsukimi-cards");
  for (const card of held) {
    list.append(made("li", session.say(`card.${CARDS[card]}`), `tsukimi-${CARDS[card]}`));
  }
  return list;
}

function row(session, name, held) {
  const place = made("section", "", "tsukimi-row");
  place.append(made("h2", name), cards(session, held));
  return place;
}

function moves(session, choices, mine) {
  const box = made("div", "", "tsukimi-moves");
  for (const choice of choices) {
    const button = made("button", choice.label, "btn");
    button.type = "button";
    button.disabled = !mine;
    button.onclick = () => session.submit(choice);
    box.append(button);
  }
  return box;
}

function drawn(session, { view, names, choices, mine, seat }) {
  const parts = view.rows.map((held, who) => row(session, names[who], held));
  const hand = (view.hand ?? []).flatMap((count, card) => Array(count).fill(card));
  if (seat !== null) parts.push(row(session, session.say("hand", { cards: "" }), hand), moves(session, choices, mine));
  return parts;
}

/** The house calls this with an empty element; what it returns is called when the table is left. */
export function mount(element, session) {
  const sheet = document.createElement("link");
  Object.assign(sheet, { rel: "stylesheet", href: new URL("wing.css", import.meta.url).href });
  const table = made("div", "", "tsukimi");
  element.append(sheet, table);
  const leave = session.follow((news) => table.replaceChildren(...(news.view ? drawn(session, news) : [])));
  return () => {
    leave();
    element.replaceChildren();
  };
}
