// The page: the server says what there is to see, and is told what a person presses.

import { filled, saveFile, settings, tell } from "/web/settings.js";
import { recall, remember } from "/web/storage.js";
import { element, keysOf, table } from "/web/table.js";
import { connected } from "./connection.js";

const NAME = "asnas.name";

const find = (selector) => document.querySelector(selector);
const name = location.pathname.match(/^\/tables\/(.+)$/)?.[1];
const json = async (address) => (await fetch(address)).json();
const languages = await json("/made/languages.json");
const atTable = table(find("#play"), find("#panels"), { act, next });
const chosen = await settings(languages, wordsOf, () => { showHallWords(); say("settings", wishes()); });
find("#unstarted").remove();
const at = { screen: null, sight: null, record: null, last: null, until: null, waits: "", people: "", hadFocus: false };
let say = () => {};

find("[data-panel=people]").open = true;
find("#sitting").elements.name.value = recall(NAME) ?? "";
showHallWords();
if (name) goToTable(); else find("#hall").hidden = false;

async function wordsOf(code) {
  const [shared, own] = await Promise.all([json(`/web/words/${code}.json`), json(`/page/words/${code}.json`)]);
  return { ...shared, ...own.page, refusals: own.refusals };
}

function wishes() { return { language: chosen.language, coach: chosen.coach }; }

// The hall, where tables are opened

find("#opening").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { level, seats, deals, coach, publish_seed: publishSeed } = event.target.elements;
  const options = { level: level.value, seats: Number(seats.value), deals: Number(deals.value), coach: coach.checked, publish_seed: publishSeed.checked };
  try {
    const answer = await (await fetch("/tables", { method: "POST", body: JSON.stringify(options) })).json();
    if (answer.table) location.assign(`/tables/${answer.table}`);
    else tell(find("#hall-notice"), chosen.words.refusals[answer.code] ?? answer.code);
  } catch { tell(find("#hall-notice"), chosen.words.lost); }
});

function showHallWords() {
  find("#hand").src = `/made/hand.${chosen.language}.svg`;
  const level = find("#opening").elements.level;
  const wanted = level.value || "cautious";
  const levels = Object.entries(languages[chosen.language].levels);
  level.replaceChildren(...levels.map(([key, label]) => element("option", { value: key, selected: key === wanted }, label)));
}

// The table

function goToTable() {
  find("#match").hidden = false;
  find("#link").textContent = location.href;
  find("#unkept").hidden = remember("asnas.kept", null);
  say = connected(name, { settings: wishes, heard, lost });
  setInterval(showClock, 500);
}

function heard(message) {
  if (message.type === "refused") refuse(message.text);
  if (message.type === "accepted") tell(find("#notice"), "");
  if (message.type !== "table") return;
  at.sight = message;
  if (message.screen) Object.assign(at, { screen: message.screen, record: message.record, last: message.last });
  at.until = message.seconds_left === null ? null : performance.now() + message.seconds_left * 1000;
  show(message.screen !== null);
}

function refuse(text) {
  tell(find("#notice"), text);
  tell(find("#hall-notice"), text); // in case it was the last word
  find("#notice").scrollIntoView({ block: "nearest" });
}

function lost(isForGood) {
  at.until = null;
  find("#match").hidden = isForGood;
  find("#hall").hidden = !isForGood;
  at.hadFocus ||= find("#match").contains(document.activeElement);
  find("#match").inert = find("#play .actions").hidden = true; // until the server is there again
  find("#status").textContent = chosen.words.lost;
}

function act(action, move) { say("action", { action, move }); }
function next() {
  if (at.screen.match_is_over) say("again"); else say("next", { deal: at.screen.deal });
}

/** Show the table; draw the picture only if it is another one. */
function show(isNew = true) {
  const { screen, sight } = at;
  const own = sight.you === null ? null : sight.people[sight.you];
  const hadFocus = at.hadFocus || document.activeElement !== document.body;
  at.hadFocus = false;
  find("#match").inert = false;
  const waits = own?.is_ready ? chosen.words.waits : screen.match_is_over ? chosen.words.newMatch : chosen.words.nextDeal;
  if (isNew || at.waits !== waits) atTable.draw(screen, chosen, { following: own ? waits : "" });
  at.waits = waits;
  find("#play .actions").hidden = !sight.started || !own;
  const keys = own && sight.started ? keysOf(screen, own.is_ready ? "" : waits, chosen.words) : "";
  find("#keys").textContent = keys && filled(chosen.words.keys, { keys });
  find("#start").hidden = sight.started || !own;
  find("#back").hidden = !own?.is_away;
  find("#coach-part").hidden = !sight.options.coach;
  find("#status").replaceChildren(...statusOf(screen, sight, own));
  showClock();
  showPeople(sight, own);
  showFairness(screen, sight);
  find("#match").classList.toggle("is-choosing", own === null);
  if (hadFocus && !document.activeElement.checkVisibility()) document.activeElement.blur();
  if (hadFocus && document.activeElement === document.body) focusNext();
}

/** Bring the keyboard to what a person does next, where the button that they have used is gone. */
function focusNext() {
  const places = ["#start", "#back", ".actions button:not([aria-disabled])", ".actions button", "#sitting input", "#people button"];
  places.map(find).find((place) => place?.checkVisibility())?.focus();
}

/** Return the pieces of a line that says what everybody waits for. */
function statusOf(screen, { started, people }, own) {
  if (own?.is_away) return [chosen.words.isAway];
  if (own?.is_waiting) return [chosen.words.willPlay, " ", screen.status];
  if (!own && !started) return [chosen.words.takeSeat];
  if (own && !started) return [chosen.words.notStarted];
  const watches = own ? [] : [chosen.words.youWatch, " "];
  if (screen.turn === null) return watches; // the picture tells how it ended
  return [...watches, screen.status, people[screen.turn].is_here ? "" : ` (${chosen.words.absent})`];
}

function showClock() {
  const left = at.until === null ? 0 : Math.round((at.until - performance.now()) / 1000);
  find("#clock").textContent = left > 1 ? left.toLocaleString(chosen.language, { style: "unit", unit: "second" }) : "";
}

function showPeople({ people, watching, started }, own) {
  find("#sitting").hidden = own !== null || people.every((person) => !person.is_computer);
  find("#watching").textContent = watching ? filled(chosen.words.watching, { count: watching.toLocaleString(chosen.language) }) : "";
  // Whoever is about to press one of these buttons finds it where it was.
  const now = JSON.stringify([people, own, chosen.language, at.screen.places.map(({ name }) => name)]);
  if (now === at.people) return;
  at.people = now;
  const focused = [...find("#people").children].findIndex((row) => row.contains(document.activeElement));
  const label = document.activeElement.textContent;
  find("#people").replaceChildren(...people.map((person, seat) => {
    const told = [
      person.is_computer && chosen.words.computer, !person.is_here && chosen.words.absent,
      person.is_away && chosen.words.computerHelps, person.is_ready && chosen.words.isReady,
      person.is_waiting && chosen.words.isWaiting,
    ].filter(Boolean).join(chosen.words.comma);
    const row = element("li", {}, element("bdi", {}, at.screen.places[seat].name), element("small", { class: "quiet" }, told));
    if (person.is_computer && !own) row.append(button(chosen.words.sit, () => sit(seat)));
    if (person === own) row.append(button(chosen.words.stand, () => { if (!started || confirm(chosen.words.standSure)) say("stand"); }));
    return row;
  }));
  const same = find("#people").children[focused]?.querySelector("button");
  if (same?.textContent === label) same.focus();
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
  const free = at.sight.people.findIndex((person) => person.is_computer);
  if (free >= 0) sit(free);
});

function showFairness({ commitment }, { options }) {
  const { record, last } = at;
  find("#commitment").textContent = commitment;
  find("#seed-note").textContent = record ? "" : options.publish_seed ? chosen.words.seedLater : chosen.words.seedNever;
  find("#seed-part").hidden = !record;
  find("#last-part").hidden = Boolean(record) || !last;
  find("#last-command").textContent = `python -m asnas_core verify as-nas.json --commitment ${last?.commitment}`;
  find("#seed").textContent = record ? JSON.parse(record).seed : "";
  find("#command").textContent = `python -m asnas_core verify as-nas.json --commitment ${commitment}`;
}

find("#start").addEventListener("click", () => say("start"));
find("#back").addEventListener("click", () => say("back"));
find("#copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    find("#copy").textContent = chosen.words.copied;
  } catch { getSelection().selectAllChildren(find("#link")); }
});
find("#save").addEventListener("click", () => saveFile("as-nas.json", at.record));
find("#save-last").addEventListener("click", () => saveFile("as-nas.json", at.last.record));
