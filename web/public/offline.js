/* Say in the reader's language that the server cannot be reached, and reload once it answers. */
const WORDS = {
  en: null, // as the page has it
  fr: [
    "Le serveur est injoignable",
    "Vous êtes hors ligne, ou le serveur est arrêté un instant. Vos parties sont enregistrées. Cette page s’ouvrira d’elle-même dès que le serveur répondra.",
    "Réessayer",
  ],
  pl: [
    "Nie można połączyć się z serwerem",
    "Brak połączenia z internetem albo serwer jest chwilowo wyłączony. Twoje gry są zapisane. Ta strona otworzy się sama, gdy tylko serwer odpowie.",
    "Spróbuj ponownie",
  ],
};
const WAIT = 4000; // milliseconds between two tries

function language() {
  let chosen;
  try {
    chosen = JSON.parse(localStorage.getItem("hanamachi") ?? "{}").lang;
  } catch {
    chosen = undefined; // a private window
  }
  const spoken = navigator.languages.map((each) => each.slice(0, 2));
  return [chosen, ...spoken, "en"].find((each) => Object.hasOwn(WORDS, each ?? ""));
}

async function look() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

const lang = language();
document.documentElement.lang = lang;
["title", "why", "again"].forEach((id, n) => {
  if (WORDS[lang]) document.getElementById(id).textContent = WORDS[lang][n];
});
document.getElementById("again").addEventListener("click", () => location.reload());
addEventListener("online", look);
setInterval(look, WAIT);
