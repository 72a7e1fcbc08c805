// The page: what a person presses goes to Python, and what Python answers is shown and remembered.

import { filled, saveFile, settings, tell } from "./web/settings.js";
import { recall, remember } from "./web/storage.js";
import { element, keysOf, table } from "./web/table.js";
import { startPython } from "./python.js";

const MATCH = "asnas.match";
const LEVELS = "asnas.levels";
const PACE = 400; // milliseconds between the moves of computer players
const SILENCE = 3000; // milliseconds after which another window seems to be gone

const find = (selector) => document.querySelector(selector);
const hasWebAssembly = typeof WebAssembly === "object";
const python = hasWebAssembly ? startPython((part) => { const bar = find("progress"); if (bar) bar.value = part; }) : null;
const ask = (request) => python.ask(request);
const json = async (address) => (await fetch(address)).json();
const languages = await json("languages.json");
const atTable = table(find("#play"), find("#panels"), { act, next });
const chosen = await settings(languages, wordsOf, speakAgain);
find("#unstarted").remove();
let levels = (recall(LEVELS) ?? "").split(" ").filter((level) => level in languages.en.levels);
if (levels.length !== chosen.words.opponents.length) levels = ["novice", "bold", "master"];
let isReady = false;
let shown = null; // the last answer with a screen
let round = 0; // which loop of computer moves is the current one
let isBusy = false;
let isHurried = false;
let verdict = "";
let verified = ""; // what the seed and the verdict are about

showStartWords();
load();

async function wordsOf(code) {
  const [shared, own] = await Promise.all([json(`web/words/${code}.json`), json(`words/${code}.json`)]);
  return { ...shared, ...own };
}

async function load() {
  if (!hasWebAssembly) { tellStart(chosen.words.noWebAssembly); find("#levels").hidden = true; return; }
  try {
    await python.ready;
    await ask(speech());
  } catch (error) { tellStart(`${chosen.words.failed} ${error.message}`); find("#levels").hidden = true; return; }
  let record;
  let answer;
  do { // again, if another window has gone on with the match in the meantime
    record = recall(MATCH);
    answer = record === null ? {} : await ask({ do: "resume", record }).catch(() => ({ refused: "bad_record" }));
  } while (recall(MATCH) !== record);
  isReady = true;
  if (answer.screen) { await follow(answer, true); return; }
  showStart();
  // It stays where it is until another match begins.
  if (answer.refused) tellStart(`${chosen.words.damaged} ${textOf(answer)}`);
}

// Asking and showing

const speech = () => ({ do: "speak", language: chosen.language, opponents: chosen.words.opponents, coach: chosen.coach });
const textOf = ({ refused, text }) => text ?? chosen.words.refusals[refused];
const number = (value) => value.toLocaleString(chosen.language);

/** Show an answer with a screen, and remember its record. */
function show(answer, isStill = false) {
  draw(answer, isStill);
  if (!remember(MATCH, answer.record)) notice(chosen.words.notRemembered);
}

function draw(answer, isStill) {
  const promise = JSON.stringify([answer.published, answer.screen.commitment]);
  if (promise !== verified) { // nothing of another match is left
    find("#seed-part").hidden = true;
    [verified, verdict] = [promise, ""];
  }
  shown = answer;
  ({ levels } = answer);
  const { words } = chosen;
  const { screen, step, steps, published } = answer;
  const following = screen.match_is_over ? words.newMatch : words.nextDeal;
  atTable.draw(screen, chosen, { following: step === null ? following : "", isStill });
  find("#start").hidden = true;
  find("#match").hidden = find("#open-start").hidden = false;
  find("#commitment").textContent = published ?? screen.commitment ?? "";
  find("#fairness-loaded").hidden = published !== null;
  find("#fairness-later").hidden = answer.is_over;
  find("#fairness-now").hidden = !answer.is_over;
  find("#command").textContent = `python -m asnas_core verify as-nas.json --commitment ${find("#commitment").textContent}`;
  showVerdict();
  find("#replay").hidden = step === null;
  find("#play .actions").hidden = find("#keys").hidden = step !== null;
  for (const button of find("#replay").querySelectorAll("[data-by]")) {
    const isUseless = Number(button.dataset.by) < 0 ? step === 0 : step === steps;
    button.toggleAttribute("aria-disabled", isUseless);
  }
  find("#step").textContent = filled(words.replayStep, { step: number(step ?? 0), steps: number(steps) });
  const keys = keysOf(screen, following, words);
  find("#keys").textContent = keys && filled(words.keys, { keys });
  find("#rivals").textContent = screen.places.filter((_, seat) => seat !== screen.you)
    .map(({ name }, index) => `${name}: ${languages[chosen.language].levels[answer.levels[index % answer.levels.length]]}`).join(words.comma);
}

/** Show the answer, then let the computer players act, at a pace that one can follow. */
async function follow(answer, isStill = false) {
  const mine = ++round;
  isHurried = matchMedia("(prefers-reduced-motion: reduce)").matches;
  show(answer, isStill);
  let latest = answer;
  while (latest.waits) {
    if (!isHurried) await Promise.race([pause(PACE), hurry()]);
    if (mine !== round) return;
    latest = await ask({ do: "watch" });
    if (mine !== round) return;
    if (!isHurried || !latest.waits) show(latest); else remember(MATCH, latest.record);
  }
}

const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
const hurry = () => new Promise((resolve) => { addEventListener("hurry", resolve, { once: true }); });
for (const [place, kind] of [[document.body, "keydown"], [find("#play"), "pointerdown"]]) {
  place.addEventListener(kind, () => { isHurried = true; dispatchEvent(new Event("hurry")); }, { passive: true });
}

/** Do one thing at a time; show what came of it, or why it was refused. */
async function attempt(request, then = follow, { before = "" } = {}) {
  if (isBusy) return;
  isBusy = true;
  notice("");
  try {
    const answer = await ask(request);
    isBusy = false;
    if (!answer.refused) { await then(answer); return; }
    notice(before + textOf(answer));
    if (answer.refused === "stale_move") follow(await ask(speech()), true); // what is shown is not how it is
  } catch (error) { notice(error.message); } finally { isBusy = false; }
}

function act(action, move) { attempt({ do: "act", action, move }); }
function next() {
  if (shown.screen.match_is_over) showStart(); else attempt({ do: "next" });
}

/** Show the same again in the language, and with the coach, that are chosen now. */
async function speakAgain() {
  showStartWords();
  if (!isReady) return;
  const answer = await ask(speech());
  if (!answer.screen) return;
  if (find("#match").hidden) shown = answer; else show(answer, true);
}

// The start

function showStart() {
  find("#match").hidden = find("#open-start").hidden = true;
  find("#start").hidden = false;
  tellStart("");
  showStartWords();
  find("#levels .begin")?.focus();
}

function tellStart(text) { tell(find("#message"), text); }

function showStartWords() {
  const { words, language } = chosen;
  find("#hand").src = `hand.${language}.svg`;
  const options = (wanted) => Object.entries(languages[language].levels).map(([level, label]) =>
    element("option", { value: level, selected: level === wanted }, label));
  const rows = words.opponents.map((name, index) => element("label", {},
    element("span", {}, element("b", {}, name), " ", element("small", {}, words.places[index])),
    element("select", { name: `level${index}` }, ...options(levels[index % levels.length]))));
  const bar = element("progress", { max: 1, value: find("progress")?.value ?? 0, "aria-label": words.loading });
  const buttons = element("p", { class: "row" }, element("button", { class: "begin" }, words.start));
  const others = [[words.load, () => find("#file").click()]];
  if (shown) others.unshift([shown.is_over ? words.leaveReplay : words.cancel, goOn]);
  for (const [label, run] of others) {
    buttons.append(element("button", { type: "button" }, label));
    buttons.lastElementChild.addEventListener("click", run);
  }
  const waiting = element("div", {}, element("p", { class: "quiet" }, words.loading), bar);
  find("#levels").replaceChildren(element("div", { class: "opponents" }, ...rows), isReady ? buttons : waiting);
}

find("#levels").addEventListener("input", () => {
  levels = chosen.words.opponents.map((_, index) => find("#levels").elements[`level${index}`].value);
  remember(LEVELS, levels.join(" "));
});
find("#levels").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt({ do: "start", levels }, sitDown);
});

/** Leave the start for a match that was not on the table before. */
function sitDown(answer) {
  verified = "";
  const done = follow(answer, true);
  atTable.focus();
  return done;
}

/** Leave the start for the match that is still on the table. */
function goOn() {
  follow(shown, true);
  atTable.focus();
}
find("#open-start").addEventListener("click", () => { round++; showStart(); });

// The panels

function notice(text) {
  tellStart(text);
  tell(find("#notice"), text);
  if (!text) return;
  find("[data-panel=keep]").open = true;
  find("#notice").scrollIntoView({ block: "nearest" });
}

function showVerdict() {
  find("#verdict").textContent = verdict && chosen.words.verdicts[verdict];
  find("#verdict").className = verdict;
}

find("#show-seed").addEventListener("click", () => attempt({ do: "reveal" }, ({ seed }) => {
  find("#seed").textContent = seed;
  find("#seed-part").hidden = false;
}));
find("#verify").addEventListener("click", () => attempt({ do: "verify" }, (answer) => {
  verdict = answer.verdict;
  showVerdict();
}));

find("#save").addEventListener("click", () => attempt({ do: "save" }, ({ file }) => saveFile("as-nas.json", file)));
find("#load").addEventListener("click", () => find("#file").click());
find("#file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  const text = await file?.text();
  target.value = "";
  if (!file || (shown && !shown.is_over && !confirm(chosen.words.loadSure))) return;
  await attempt({ do: "load", text }, sitDown, { before: `${chosen.words.notSaved} ` });
});

// Another window of this page has gone on with the match: show it, and leave the computer players to
// that one, as long as something comes from it.
let silence = null;
addEventListener("storage", async ({ key, newValue }) => {
  if (key !== MATCH || !newValue || !isReady) return;
  const mine = ++round;
  clearTimeout(silence);
  const answer = await ask({ do: "resume", record: newValue });
  if (!answer.screen || mine !== round) return;
  if (find("#match").hidden) { shown = answer; return; } // the start is shown, and stays
  draw(answer, false);
  silence = setTimeout(() => { if (mine === round) follow(shown, true); }, SILENCE);
});

// The replay

find("#open-replay").addEventListener("click", async () => {
  await showStep(0);
  find("#play").scrollIntoView();
  find("[data-by='1']").focus();
});
find("#replay").addEventListener("click", ({ target }) => {
  const by = target.closest("[data-by]")?.dataset.by;
  if (by) move(Number(by));
});
find("#leave").addEventListener("click", leave);
addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (document.querySelector("dialog[open]") || target.closest?.("input, select, textarea")) return;
  const isReplay = shown !== null && shown.step !== null && !find("#match").hidden;
  const forward = document.documentElement.dir === "rtl" ? -1 : 1;
  const by = { ArrowRight: forward, ArrowLeft: -forward, Home: -Infinity, End: Infinity }[key];
  if (isReplay && by) { event.preventDefault(); move(by); }
  else if (key === "Escape" && isReplay) leave();
  else if (key === "Escape" && find("#match").hidden && shown) goOn();
});

function move(by) { showStep(Math.min(Math.max(shown.step + by, 0), shown.steps)); }

async function leave() {
  await showStep(null);
  atTable.focus();
}

async function showStep(step) {
  await attempt({ do: "step", step }, (answer) => { follow(answer, true); });
}
