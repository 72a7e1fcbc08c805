// The page: what a person presses goes to Python, and what Python answers is shown and remembered.

import { applyLook, language, lookControls, recall, remember, rememberLanguage, speak, words as wordsOf } from "./web/look.js";
import { fromMarkdown } from "./web/markdown.js";
import { element, table } from "./web/table.js";
import { startPython } from "./python.js";

const MATCH = "asnas.match";
const LEVELS = "asnas.levels";
const COACH = "asnas.coach";
const PACE = 400; // milliseconds between the moves of computer players

const find = (selector) => document.querySelector(selector);
find("#unstarted").remove();
const hasWebAssembly = typeof WebAssembly === "object";
const python = !hasWebAssembly ? null : startPython((part) => { const bar = find("progress"); if (bar) bar.value = part; });
const languages = await (await fetch("languages.json")).json();
const chosen = { code: language(Object.keys(languages)), levels: ["novice", "bold", "master"], coach: recall(COACH) === "on" };
const wishes = (recall(LEVELS) ?? "").split(" ").filter((level) => level in languages.en.levels);
if (wishes.length === chosen.levels.length) chosen.levels = wishes;
const atTable = table(find("#play"), find("#panels"), { act, next });
let words = await wordsOf(chosen.code);
let isReady = false;
let shown = null; // the last answer with a screen
let round = 0; // which loop of computer moves is the current one
let isBusy = false;
let isHurried = false;

applyLook();
for (const [code, { autonym }] of Object.entries(languages)) find("#language").append(element("option", { value: code, lang: code }, autonym));
find("#language").value = chosen.code;
const showLook = lookControls(find("#look"));
find("#coach").checked = chosen.coach;
showWords();
load();

async function load() {
  if (!hasWebAssembly) { complain(words.noWebAssembly); return; }
  try {
    await python.ready;
    await ask({ do: "speak", ...speech() });
    isReady = true;
    const record = recall(MATCH);
    if (record === null || !(await tried(() => ask({ do: "resume", record }), shownAfresh))) showStart();
  } catch (error) { complain(`${words.failed} ${error.message}`); }
}

// Asking and showing

const ask = (request) => python.ask(request);
const speech = () => ({ language: chosen.code, opponents: words.opponents, coach: chosen.coach });

/** Show an answer with a screen, and remember its record. */
function show(answer, isStill = false) {
  shown = answer;
  const { screen, step, steps } = answer;
  const following = screen.match_is_over ? words.newMatch : words.nextDeal;
  atTable.draw(screen, words, { following: step === null ? following : "", isStill });
  find("#start").hidden = true;
  find("#match").hidden = find("#open-start").hidden = false;
  find("#commitment").textContent = screen.commitment ?? "";
  find("#fairness-later").hidden = screen.match_is_over;
  find("#fairness-now").hidden = !screen.match_is_over;
  find("#replay").hidden = step === null;
  find("#play .actions").hidden = step !== null;
  find("#step").textContent = filled(words.replayStep, { step: number(step ?? 0), steps: number(steps) });
  find("#keys").hidden = step !== null;
  find("#keys").textContent = filled(words.keys, { keys: screen.actions.map(({ key, label }) => `${key}: ${label}`).join(", ") });
  if (!remember(MATCH, answer.record)) notice(words.notRemembered);
}

/** Show the answer, then let the computer players act, at a pace that one can follow. */
async function follow(answer, isStill = false) {
  const mine = ++round;
  isHurried = matchMedia("(prefers-reduced-motion: reduce)").matches;
  show(answer, isStill);
  let latest = answer;
  while (latest.waits) {
    if (!isHurried) await Promise.race([pause(PACE), hurried()]);
    if (mine !== round) return;
    latest = await ask({ do: "watch" });
    if (mine !== round) return;
    if (!isHurried || !latest.waits) show(latest); else remember(MATCH, latest.record);
  }
}

const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
const hurried = () => new Promise((resolve) => { addEventListener("hurry", resolve, { once: true }); });
for (const kind of ["keydown", "pointerdown"]) {
  find(kind === "keydown" ? "body" : "#play").addEventListener(kind, () => { isHurried = true; dispatchEvent(new Event("hurry")); }, { passive: true });
}

/** Do one thing at a time; tell whether it was done, and show why it was not. */
async function tried(request, then = follow) {
  if (isBusy) return false;
  isBusy = true;
  notice("");
  try {
    const answer = await request();
    if (answer.error) { notice(answer.error); return false; }
    isBusy = false;
    await then(answer);
    return true;
  } catch (error) { notice(error.message.trim().split("\n").pop()); return false; } finally { isBusy = false; }
}

function act(action, move) { tried(() => ask({ do: "act", action, move })); }
function next() {
  if (shown.screen.match_is_over) showStart(); else tried(() => ask({ do: "next" }));
}

/** Show a match that was not on the table before: nothing of the last one is left. */
function shownAfresh(answer) {
  find("#seed-part").hidden = true;
  find("#verdict").replaceChildren();
  chosen.levels = answer.levels;
  return follow(answer, true);
}

// The start

function showStart() {
  find("#match").hidden = find("#open-start").hidden = true;
  find("#start").hidden = false;
  showLevels();
  find("#levels .begin")?.focus();
}

function showLevels() {
  const options = (chosenLevel) => Object.entries(languages[chosen.code].levels).map(([level, label]) =>
    element("option", { value: level, selected: level === chosenLevel }, label));
  const rows = words.opponents.map((name, index) => element("label", {},
    element("span", {}, element("b", {}, name), " ", element("small", {}, words.places[index])),
    element("select", { name: `level${index}` }, ...options(chosen.levels[index]))));
  const bar = element("progress", { max: 1, value: 0, "aria-label": words.loading });
  const buttons = element("p", { class: "row" }, element("button", { class: "begin" }, words.start));
  if (shown && !shown.screen.match_is_over) {
    const cancel = element("button", { type: "button" }, words.cancel);
    cancel.addEventListener("click", () => { find("#start").hidden = true; follow(shown, true); });
    buttons.append(cancel);
  }
  const waiting = element("div", {}, element("p", { class: "quiet" }, words.loading), bar);
  find("#levels").replaceChildren(element("div", { class: "opponents" }, ...rows), isReady ? buttons : waiting);
}

find("#levels").addEventListener("input", () => {
  chosen.levels = words.opponents.map((_, index) => find("#levels").elements[`level${index}`].value);
  remember(LEVELS, chosen.levels.join(" "));
});
find("#levels").addEventListener("submit", async (event) => {
  event.preventDefault();
  await tried(() => ask({ do: "start", levels: chosen.levels }), (answer) => {
    const done = shownAfresh(answer);
    find("#play .actions button").focus();
    return done;
  });
});
find("#open-start").addEventListener("click", () => { round++; showStart(); });

// Words

function showWords() {
  const { direction, terms, rules } = languages[chosen.code];
  speak(words, chosen.code, direction);
  document.title = words.title;
  find("#open-rules").textContent = terms.rules;
  find("#open-rules").disabled = false;
  find("#hand").src = `hand.${chosen.code}.svg`;
  showRules(rules);
  showLook();
  showLevels();
}

function showRules(text) {
  const parts = fromMarkdown(text);
  const heads = parts.filter((part) => part.localName === "h2");
  const contents = element("ul", { class: "contents" }, ...heads.map((head, index) => {
    head.id = `rules-${index}`;
    return element("li", {}, element("a", { href: `#rules-${index}` }, head.textContent));
  }));
  parts.splice(1, 0, contents);
  find("#rules article").replaceChildren(...parts);
  find("#rules").setAttribute("aria-label", languages[chosen.code].terms.rules);
}

find("#language").addEventListener("change", async ({ target }) => {
  chosen.code = target.value;
  rememberLanguage(chosen.code);
  words = await wordsOf(chosen.code);
  showWords();
  if (isReady) await respoken();
});
find("#coach").addEventListener("change", async ({ target }) => {
  chosen.coach = target.checked;
  remember(COACH, chosen.coach ? "on" : null);
  if (isReady) await respoken();
});

/** Show the same again in the language, and with the coach, that are chosen now. */
async function respoken() {
  const answer = await ask({ do: "speak", ...speech() });
  if (find("#match").hidden) shown = answer.screen ? answer : null; else show(answer, true);
}

const number = (value) => value.toLocaleString(chosen.code);
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function complain(text) {
  find("#levels").hidden = true;
  find("#message").hidden = false;
  find("#message").textContent = text;
}
function notice(text) {
  find("#notice").hidden = !text;
  find("#notice").textContent = text;
  if (text) find("[data-panel=keep]").open = true;
}

// Dialogs and panels

for (const [button, dialog] of [["#open-rules", "#rules"], ["#open-settings", "#settings"]]) {
  find(button).addEventListener("click", () => find(dialog).showModal());
}
for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());

find("#show-seed").addEventListener("click", () => tried(() => ask({ do: "reveal" }), ({ seed }) => {
  find("#seed").textContent = seed;
  find("#seed-part").hidden = false;
}));
find("#verify").addEventListener("click", () => {
  const request = { do: "verify", published: find("#commitment").textContent, seed: find("#seed").textContent };
  return tried(() => ask(request), ({ seed, packs }) => {
    const lines = [[seed, seed ? words.verifiedSeed : words.refusedSeed], [packs, packs ? words.verifiedPacks : words.refusedPacks]];
    find("#verdict").replaceChildren(...lines.map(([isRight, text]) => element("li", { class: !isRight && "refused" }, text)));
  });
});

find("#save").addEventListener("click", () => tried(() => ask({ do: "save" }), ({ file }) => {
  const address = URL.createObjectURL(new Blob([file], { type: "application/json" }));
  element("a", { href: address, download: "as-nas.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}));
find("#load").addEventListener("click", () => find("#file").click());
find("#file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  target.value = "";
  if (file) await tried(async () => ask({ do: "load", text: await file.text() }), shownAfresh);
});

find("#open-replay").addEventListener("click", () => toStep(0));
find("#replay").addEventListener("click", ({ target }) => {
  const { step, steps } = shown;
  const wanted = { first: 0, back: step - 1, forward: step + 1, last: steps, leave: null };
  const kind = target.closest("button")?.dataset.step;
  if (kind) toStep(wanted[kind]);
});
function toStep(step) {
  round++;
  return tried(() => ask({ do: "step", step }), (answer) => follow(answer, true));
}
