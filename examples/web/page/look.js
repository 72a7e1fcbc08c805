// The appearance of the pages: sliders and light or dark, remembered by the browser.

import { recallObject, remember } from "./storage.js";

const SLIDERS = ["contrast", "grain", "temperature"];
const NEUTRAL = { contrast: 50, grain: 50, temperature: 50, theme: "" };
const LOOK = "asnas.look";

function remembered() {
  const kept = Object.entries(recallObject(LOOK) ?? {}).filter(([name, value]) => typeof value === typeof NEUTRAL[name]);
  return { ...NEUTRAL, ...Object.fromEntries(kept) };
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
