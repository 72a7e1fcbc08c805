// What both pages have around the table: the choice of a language, the rules, the settings.

import { fromMarkdown } from "./markdown.js";
import { applyLook, lookControls } from "./look.js";
import { recall, remember } from "./storage.js";
import { element } from "./table.js";

const LANGUAGE = "asnas.language";
const COACH = "asnas.coach";

const DIALOGS = `
  <svg class="visually-hidden" aria-hidden="true"><filter id="look-filter" color-interpolation-filters="sRGB"><feColorMatrix values="1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0"/></filter></svg>
  <dialog id="settings" data-word-label="settings">
    <form id="look">
      <h2 data-word="appearance"></h2>
      <label><span data-word="contrast"></span><input type="range" name="contrast" min="0" max="100"><output></output></label>
      <label><span data-word="grain"></span><input type="range" name="grain" min="0" max="100"><output></output></label>
      <label><span data-word="temperature"></span><input type="range" name="temperature" min="0" max="100"><output></output></label>
      <fieldset><legend data-word="theme"></legend>
        <label><input type="radio" name="theme" value="light"><span data-word="light"></span></label>
        <label><input type="radio" name="theme" value="dark"><span data-word="dark"></span></label>
      </fieldset>
      <p><button type="reset" data-word="neutral"></button></p>
    </form>
    <div id="coach-part">
      <h2 data-word="coach"></h2>
      <label class="switch"><input type="checkbox" id="coach"><span data-word="coachOn"></span></label>
    </div>
    <p class="row end"><button type="button" data-close data-word="close"></button></p>
  </dialog>
  <dialog id="rules"><article></article><p class="row end"><button type="button" data-close data-word="close"></button></p></dialog>`;

const find = (selector) => document.querySelector(selector);

/**
 * Put the dialogs into the page, and let its header open them.
 *
 * `languages` is what languages.json holds, `wordsOf(code)` fetches the words of the page, and
 * `changed()` is called when another language or the coach was chosen. Returns the settings:
 * `language` and `coach` as they are chosen now, the `words` of the page, `terms` and `cards` of the library.
 */
export async function settings(languages, wordsOf, changed) {
  document.body.insertAdjacentHTML("beforeend", DIALOGS);
  const chosen = { language: firstLanguage(Object.keys(languages)), coach: recall(COACH) === "on" };
  applyLook();
  const showLook = lookControls(find("#look"));
  for (const [button, dialog] of [["#open-rules", "#rules"], ["#open-settings", "#settings"]]) {
    find(button).addEventListener("click", () => find(dialog).showModal());
  }
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }

  async function speak() {
    const code = chosen.language;
    const { direction, terms, rules, cards } = languages[code];
    const words = await wordsOf(code);
    if (code !== chosen.language) return; // another one was chosen in the meantime
    Object.assign(chosen, { words, cards, terms });
    document.documentElement.lang = code;
    document.documentElement.dir = direction;
    document.title = words.title;
    for (const place of document.querySelectorAll("[data-word]")) place.textContent = words[place.dataset.word];
    for (const place of document.querySelectorAll("[data-word-label]")) place.setAttribute("aria-label", words[place.dataset.wordLabel]);
    find("#open-rules").textContent = terms.rules;
    find("#open-rules").disabled = false;
    find("#rules").setAttribute("aria-label", terms.rules);
    find("#rules article").replaceChildren(...withContents(fromMarkdown(rules)));
    showLook();
  }

  const codes = Object.entries(languages);
  find("#language").append(...codes.map(([code, { autonym }]) => element("option", { value: code, lang: code }, autonym)));
  find("#language").value = chosen.language;
  find("#language").addEventListener("change", async ({ target }) => {
    const before = chosen.language;
    chosen.language = target.value;
    try { await speak(); } catch { // its words did not come
      chosen.language = target.value = before;
      return;
    }
    remember(LANGUAGE, chosen.language);
    changed();
  });
  find("#coach").checked = chosen.coach;
  find("#coach").addEventListener("change", ({ target }) => {
    chosen.coach = target.checked;
    remember(COACH, chosen.coach ? "on" : null);
    changed();
  });
  await speak();
  return chosen;
}

/** Return the language that was chosen, or the first of the browser's that there is. */
function firstLanguage(languages) {
  const wanted = [recall(LANGUAGE), ...navigator.languages.map((code) => code.slice(0, 2))];
  return wanted.map((code) => (code === "no" ? "nb" : code)).find((code) => languages.includes(code)) ?? languages[0];
}

/** Put links to the headings after the first of them. */
function withContents([title, ...parts]) {
  const heads = parts.filter((part) => part.localName === "h2");
  const links = heads.map((head, index) => {
    head.id = `rules-${index}`;
    return element("li", {}, element("a", { href: `#${head.id}` }, head.textContent));
  });
  return [title, element("ul", { class: "contents" }, ...links), ...parts];
}

/** Fill in the blanks of a text: {name} is the value of that name. */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Show a message, or hide its place where there is none. */
export function tell(place, text) {
  place.hidden = !text;
  place.textContent = text;
}

/** Let the person keep a text as a file. */
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
