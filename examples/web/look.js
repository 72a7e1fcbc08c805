// Appearance and language of the pages: sliders and light or dark, all remembered by the browser.

const SLIDERS = ["contrast", "grain", "temperature"];
const NEUTRAL = { contrast: 50, grain: 50, temperature: 50, theme: "" };
const LOOK = "asnas.look";
const LANGUAGE = "asnas.language";

/** Read what was remembered, or nothing where the browser remembers nothing. */
export function recall(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

/** Remember a text, or forget it where it is null; tell whether the browser did. */
export function remember(key, text) {
  try {
    if (text === null) localStorage.removeItem(key); else localStorage.setItem(key, text);
    return true;
  } catch { return false; }
}

/** Return the language that was chosen, or the first of the browser's that there is. */
export function language(languages) {
  const wanted = [recall(LANGUAGE), ...navigator.languages.map((code) => code.slice(0, 2))];
  return wanted.map((code) => (code === "no" ? "nb" : code)).find((code) => languages.includes(code)) ?? languages[0];
}

export function rememberLanguage(code) { remember(LANGUAGE, code); }

/** Return the words of the page in a language. */
export async function words(code) {
  return (await fetch(new URL(`words/${code}.json`, import.meta.url))).json();
}

/** Put words wherever the page names them: data-word for text, data-word-label for aria-label. */
export function speak(texts, code, direction, root = document) {
  document.documentElement.lang = code;
  document.documentElement.dir = direction;
  for (const place of root.querySelectorAll("[data-word]")) place.textContent = texts[place.dataset.word];
  for (const place of root.querySelectorAll("[data-word-label]")) place.setAttribute("aria-label", texts[place.dataset.wordLabel]);
}

function remembered() {
  try { return { ...NEUTRAL, ...JSON.parse(recall(LOOK) ?? "{}") }; } catch { return { ...NEUTRAL }; }
}

/** Make the page look as was chosen. */
export function applyLook(look = remembered()) {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = look.theme || dark;
  root.style.setProperty("--grain", look.grain / 100);
  const matrix = filterMatrix(look.contrast / 50 - 1, look.temperature / 50 - 1);
  document.querySelector("#look-filter feColorMatrix")?.setAttribute("values", matrix.join(" "));
  root.classList.toggle("is-filtered", look.contrast !== 50 || look.temperature !== 50);
}

/** One matrix for both: each channel leans to warm or cold, then moves from or towards the middle. */
function filterMatrix(contrast, warmth) {
  const slope = contrast < 0 ? 1 + 0.35 * contrast : 1 + 0.4 * contrast;
  const gains = [1 + 0.2 * Math.min(warmth, 0), 1 - 0.07 * Math.abs(warmth), 1 - 0.22 * Math.max(warmth, 0)];
  const middle = (1 - slope) / 2;
  return gains.flatMap((gain, row) => [0, 1, 2, 3, 4].map((column) => {
    if (column === row) return (slope * gain).toFixed(4);
    return column === 4 ? middle.toFixed(4) : 0;
  })).concat([0, 0, 0, 1, 0]);
}

/** Let the sliders and the choice of a theme in a form set the look. */
export function lookControls(form) {
  const look = remembered();
  const show = () => {
    for (const name of SLIDERS) {
      form.elements[name].value = look[name];
      form.elements[name].nextElementSibling.textContent = (look[name] / 100).toLocaleString(document.documentElement.lang, { style: "percent" });
    }
    form.elements.theme.value = document.documentElement.dataset.theme;
  };
  form.addEventListener("input", () => {
    for (const name of SLIDERS) look[name] = Number(form.elements[name].value);
    look.theme = form.elements.theme.value;
    remember(LOOK, JSON.stringify(look));
    applyLook(look);
    show();
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    Object.assign(look, NEUTRAL);
    remember(LOOK, null);
    applyLook(look);
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { applyLook(look); show(); });
  show();
  return show;
}
