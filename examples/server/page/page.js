// The page: the server says what there is to see, and is told what a person presses.

import { applyLook, language, lookControls, recall, remember, rememberLanguage, speak, words as wordsOf } from "/web/look.js";
import { fromMarkdown } from "/web/markdown.js";
import { element, table } from "/web/table.js";
import { connected } from "./connection.js";

const COACH = "asnas.coach";
const NAME = "asnas.name";

const find = (selector) => document.querySelector(selector);
const name = location.pathname.match(/^\/tables\/(.+)$/)?.[1];
const languages = await (await fetch("/made/languages.json")).json();
const chosen = { language: language(Object.keys(languages)), coach: recall(COACH) === "on" };
const atTable = table(find("#play"), find("#panels"), { act, next });
const open = { screen: null, sight: null, until: null, hands: new Map() };
let words = {};
let say = () => {};

find("[data-panel=people]").open = true;
applyLook();
for (const [code, { autonym }] of Object.entries(languages)) find("#language").append(element("option", { value: code, lang: code }, autonym));
find("#language").value = chosen.language;
find("#coach").checked = chosen.coach;
find("#sitting").elements.name.value = recall(NAME) ?? "";
const showLook = lookControls(find("#look"));
await speakAll();
if (name) sitDown(); else find("#hall").hidden = false;

// The hall, where tables are opened

find("#opening").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { level, seats, deals, coach, publish_seed: publishSeed } = event.target.elements;
  const options = { level: level.value, seats: Number(seats.value), deals: Number(deals.value), coach: coach.checked, publish_seed: publishSeed.checked };
  try {
    const answer = await (await fetch("/tables", { method: "POST", body: JSON.stringify(options) })).json();
    if (answer.table) location.assign(`/tables/${answer.table}`);
    else complain("#hall-notice", words.refusals[answer.code] ?? answer.code);
  } catch { complain("#hall-notice", words.lost); }
});

// The table

function sitDown() {
  find("#match").hidden = false;
  find("#link").textContent = location.href;
  say = connected(name, { settings: () => chosen, heard, lost });
  setInterval(showClock, 500);
}

function heard(message) {
  if (message.type === "refused") complain("#notice", message.text);
  if (message.type === "accepted") complain("#notice", "");
  if (message.type !== "table") return;
  open.sight = message;
  for (const [key, picture] of Object.entries(message.hands)) open.hands.set(key, picture);
  for (const place of message.screen?.places ?? []) place.cards = open.hands.get(place.cards);
  open.screen = message.screen ?? open.screen;
  open.until = message.seconds_left === null ? null : performance.now() + message.seconds_left * 1000;
  show(message.screen !== null);
}

function lost(isForGood) {
  open.until = null;
  find("#play .actions").hidden = true;
  find("#status").textContent = isForGood ? words.gone : words.lost;
}

function act(action, move) { say("action", { action, move }); }
function next() {
  if (open.screen.match_is_over) say("again"); else say("next", { deal: open.screen.deal });
}

/** Show the table; draw the picture only if it is another one. */
function show(isNew = true) {
  const { screen, sight } = open;
  const own = sight.you === null ? null : sight.people[sight.you];
  const waits = own?.is_ready ? words.waits : screen.match_is_over ? words.newMatch : words.nextDeal;
  if (isNew || open.waits !== waits) atTable.draw({ ...screen, showsCoach: chosen.coach && sight.options.coach && own !== null }, words, { following: own ? waits : "" });
  open.waits = waits;
  find("#play .actions").hidden = !sight.started || !own;
  find("#keys").textContent = own && sight.started ? filled(words.keys, { keys: screen.actions.map(({ key, label }) => `${key}: ${label}`).join(", ") }) : "";
  find("#start").hidden = sight.started || !own;
  find("#back").hidden = !own?.is_away;
  find("#coach-part").hidden = !sight.options.coach;
  find("#status").replaceChildren(...statusOf(screen, sight, own));
  showClock();
  showPeople(sight, own);
  showFairness(screen, sight);
}

/** Return the pieces of a line that says what everybody waits for. */
function statusOf(screen, { started, people }, own) {
  if (own?.is_away) return [words.isAway];
  if (!own && !started) return [words.takeSeat];
  if (own && !started) return [words.notStarted];
  const watches = own ? [] : [words.youWatch, " "];
  const isAbsent = screen.turn !== null && !people[screen.turn].is_here;
  return [...watches, screen.status, isAbsent ? ` (${words.absent})` : ""];
}

function showClock() {
  const left = open.until === null ? 0 : Math.round((open.until - performance.now()) / 1000);
  find("#clock").textContent = left > 1 ? left.toLocaleString(chosen.language, { style: "unit", unit: "second" }) : "";
}

function showPeople({ people, watching, started }, own) {
  find("#sitting").hidden = own !== null || people.every((person) => !person.is_computer);
  find("#people").replaceChildren(...people.map((person, seat) => {
    const told = [
      person.is_computer && words.computer, !person.is_here && words.absent,
      person.is_away && words.computerHelps, person.is_ready && words.isReady,
    ].filter(Boolean).join(", ");
    const row = element("li", {}, element("bdi", {}, open.screen.places[seat].name), element("small", { class: "quiet" }, told));
    if (person.is_computer && !own) row.append(button(words.sit, () => sit(seat)));
    if (person === own) row.append(button(words.stand, () => { if (!started || confirm(words.standSure)) say("stand"); }));
    return row;
  }));
  find("#watching").textContent = watching ? filled(words.watching, { count: watching.toLocaleString(chosen.language) }) : "";
}

function button(label, run) {
  const made = element("button", { type: "button" }, label);
  made.addEventListener("click", run);
  return made;
}

function sit(seat) {
  const form = find("#sitting");
  if (!form.reportValidity()) return;
  remember(NAME, form.elements.name.value);
  say("sit", { seat, name: form.elements.name.value });
}
find("#sitting").addEventListener("submit", (event) => {
  event.preventDefault();
  const free = open.sight.people.findIndex((person) => person.is_computer);
  if (free >= 0) sit(free);
});

function showFairness({ commitment }, { record, options }) {
  find("#commitment").textContent = commitment;
  find("#seed-note").textContent = record ? "" : options.publish_seed ? words.seedLater : words.seedNever;
  find("#seed-part").hidden = !record;
  find("#seed").textContent = record ? JSON.parse(record).seed : "";
  find("#command").textContent = `python -m asnas_core verify as-nas.json --commitment ${commitment}`;
}

find("#start").addEventListener("click", () => say("start"));
find("#back").addEventListener("click", () => say("back"));
find("#copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    find("#copy").textContent = words.copied;
  } catch { getSelection().selectAllChildren(find("#link")); }
});
find("#save").addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([open.sight.record], { type: "application/json" }));
  element("a", { href: address, download: "as-nas.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
});

// Words and settings

async function speakAll() {
  const own = await (await fetch(`/page/words/${chosen.language}.json`)).json();
  words = { ...await wordsOf(chosen.language), ...own.page, refusals: own.refusals };
  const { direction, terms, levels, rules } = languages[chosen.language];
  speak(words, chosen.language, direction);
  document.title = words.title;
  find("#open-rules").textContent = terms.rules;
  find("#rules").setAttribute("aria-label", terms.rules);
  find("#rules article").replaceChildren(...fromMarkdown(rules));
  find("#hand").src = `/made/hand.${chosen.language}.svg`;
  const level = find("#opening").elements.level;
  const value = level.value || "cautious";
  level.replaceChildren(...Object.entries(levels).map(([key, label]) => element("option", { value: key, selected: key === value }, label)));
  showLook();
}

find("#language").addEventListener("change", async ({ target }) => {
  chosen.language = target.value;
  rememberLanguage(chosen.language);
  await speakAll();
  say("settings", chosen);
});
find("#coach").addEventListener("change", ({ target }) => {
  chosen.coach = target.checked;
  remember(COACH, chosen.coach ? "on" : null);
  say("settings", chosen);
});

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

function complain(place, text) {
  find(place).hidden = !text;
  find(place).textContent = text;
}

for (const [opener, dialog] of [["#open-rules", "#rules"], ["#open-settings", "#settings"]]) {
  find(opener).addEventListener("click", () => find(dialog).showModal());
}
for (const closer of document.querySelectorAll("[data-close]")) closer.addEventListener("click", () => closer.closest("dialog").close());
