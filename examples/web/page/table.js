// Draws what screen.py made: the table, the buttons, what happened, the scores, the coach.
// Nothing here knows the game; whatever may be shown or pressed stands in the screen.

const SKELETON = `
  <section class="table" data-word-label="table">
    <div class="picture"></div>
    <div class="small-table">
      <p class="small-pot"></p><p class="small-deal"></p><p class="caption"></p><ul class="places"></ul>
    </div>
  </section>
  <div class="actions" role="group" data-word-label="actions"></div>
  <p class="live visually-hidden" role="log" aria-live="polite"></p>`;

const PANELS = `
  <details class="panel" data-panel="log"><summary data-word="log"></summary><ol class="log"></ol></details>
  <details class="panel" data-panel="scores"><summary data-word="scores"></summary>
    <div class="scroll" tabindex="0" data-word-label="scores" role="region"><table class="scores"></table></div></details>
  <details class="panel" data-panel="coach" hidden><summary data-word="coach"></summary><div class="coach"></div></details>`;

/** Return an element with attributes and children; texts are never read as HTML. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/**
 * Set a table up in `main`, with its panels in `aside`.
 * `act(action, move)` is called for a button or a key of an action, and `next()` for N.
 */
export function table(main, aside, { act, next }) {
  main.insertAdjacentHTML("afterbegin", SKELETON);
  aside.insertAdjacentHTML("afterbegin", PANELS);
  const isWide = matchMedia("(min-width: 70rem)").matches;
  for (const panel of aside.querySelectorAll("details")) {
    panel.open = panel.dataset.panel === "coach" || (isWide && panel.dataset.panel === "log");
  }
  const find = (selector) => main.querySelector(selector) ?? aside.querySelector(selector);
  let shown = null;
  let told = { deal: 0, sentences: 0 };

  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, select, textarea") || document.querySelector("dialog[open]");
    const isAway = find(".actions").offsetParent === null; // another page is shown, or a replay
    if (isTyping || isAway || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    // Where a keyboard writes other letters, such as Persian ones, the place of the key counts.
    const key = /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() : event.code.replace(/^Key/, "");
    const button = find(`.actions [data-key="${CSS.escape(key)}"]`);
    if (button) { event.preventDefault(); button.click(); }
  });

  /**
   * Show a screen in the words and with the cards of its language; `following` is the label of the
   * button for what comes after a deal, if any.
   */
  function draw(screen, { words, cards, terms }, { following = "", isStill = false } = {}) {
    Object.assign(find(".table").dataset, { deal: screen.deal, move: screen.move });
    drawPicture(find(".picture"), screen.picture, isStill || shown === null);
    find(".caption").textContent = screen.status;
    [find(".small-deal").textContent] = screen.log; // which deal it is
    find(".small-pot").replaceChildren(`${terms.pot} `, element("b", {}, screen.pot));
    find(".places").replaceChildren(...inOrder(screen).map((place) => placeRow(place, screen, { cards, terms })));
    drawButtons(find(".actions"), screen, { act, next, following });
    find(".log").replaceChildren(...screen.log.map((sentence) => element("li", {}, sentence)));
    drawScores(find(".scores"), screen, terms);
    if (screen.match_is_over && !shown?.match_is_over) find("[data-panel=scores]").open = true;
    tell(screen);
    shown = screen;
    find("[data-panel=coach]").hidden = !screen.coach_is_on;
    drawCoach(find(".coach"), screen, words);
  }

  /** Say what is new, and nothing again because it is shown in another language. */
  function tell(screen) {
    const isSame = told.deal === screen.deal && told.sentences <= screen.log.length;
    const news = screen.log.slice(isSame ? told.sentences : 0);
    const isMine = screen.turn !== null && screen.turn === screen.you;
    if (news.length && isMine) news.push(screen.status);
    if (!isSame) find(".live").replaceChildren();
    find(".live").append(...news.map((sentence) => element("span", {}, `${sentence}. `)));
    told = { deal: screen.deal, sentences: screen.log.length };
  }

  /** Bring the keyboard to what can be done now. */
  function focus() {
    const bar = find(".actions");
    (bar.querySelector("button:not([aria-disabled])") ?? bar.firstElementChild)?.focus();
  }

  return { draw, focus };
}

/** Name the keys that do something now. */
export function keysOf({ actions, deal_is_over: isOver }, following, { comma }) {
  const legal = actions.filter((button) => button.is_legal).map(({ key, label }) => `${key}: ${label}`);
  const next = following ? [`N: ${following}`] : [];
  return (isOver ? next : legal).join(comma);
}

/** Lay the new picture in place; what it replaces fades away above it. */
function drawPicture(frame, picture, isStill) {
  const old = frame.querySelector("svg:not(.leaving)");
  for (const leaving of frame.querySelectorAll(".leaving")) leaving.remove();
  frame.insertAdjacentHTML("afterbegin", picture);
  if (!old) return;
  if (isStill || matchMedia("(prefers-reduced-motion: reduce)").matches) { old.remove(); return; }
  old.classList.add("leaving");
  old.setAttribute("aria-hidden", "true");
  setTimeout(() => old.remove(), 260);
}

/** Opponents in the order of play from the viewer on, the viewer last: nearest to the buttons. */
function inOrder({ places, you }) {
  const first = (you ?? places.length - 1) + 1;
  return places.map((_, step) => {
    const seat = (first + step) % places.length;
    return { ...places[seat], seat };
  });
}

function placeRow(place, screen, { cards, terms }) {
  const has = (kind) => place.marks.some((mark) => mark.kind === kind);
  const row = element("li", { class: place.seat === screen.you ? "place own" : "place" });
  for (const kind of ["turn", "folded", "winner"]) row.classList.toggle(`is-${kind}`, has(kind));
  const marks = place.marks.map((mark) => element("span", { class: `mark ${mark.kind}` }, mark.label));
  const score = place.score && `${terms.score} ${place.score} · `;
  const total = element("span", { class: "total" }, `${score}${terms.total} ${screen.totals[place.seat]}`);
  const hand = element("div", { class: "cards", role: "img", "aria-label": place.worth || terms.face_down });
  hand.innerHTML = (place.cards ?? Array(5).fill("back")).map((name) => cards[name]).join("");
  row.append(
    element("p", { class: "plate" }, element("bdi", {}, place.name), element("span", { class: "coin" }, place.stake)),
    hand,
    element("p", { class: "marks" }, total, ...marks),
  );
  if (place.worth) row.append(element("p", { class: "worth" }, place.worth));
  return row;
}

/** Draw four places that never move: look, call or hold, raise, fold; or one for what comes next. */
function drawButtons(bar, screen, { act, next, following }) {
  const focused = bar.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const ends = screen.deal_is_over && following;
  const canHold = screen.actions.some((button) => button.action === "hold" && button.is_legal);
  const spare = canHold ? "call" : "hold";
  const buttons = ends
    ? [{ label: following, key: "N", detail: "", is_legal: true, run: next }]
    : screen.actions
      .filter(({ action }) => action !== spare)
      .map((button) => ({ ...button, run: () => act(button.action, screen.move) }));
  bar.classList.toggle("is-over", Boolean(ends));
  bar.replaceChildren(...buttons.map(actionButton));
  if (!focused) return;
  const usable = `:not([aria-disabled])`;
  const same = bar.querySelector(`[data-key="${focused}"]`);
  (bar.querySelector(`[data-key="${focused}"]${usable}`) ?? bar.querySelector(`button${usable}`) ?? same ?? bar.firstElementChild)?.focus();
}

function actionButton({ action, label, key, detail, is_legal: isLegal, run }) {
  const button = element(
    "button",
    { type: "button", class: action ?? "next", "data-key": key, "aria-keyshortcuts": key, "aria-disabled": !isLegal && "true" },
    element("span", { class: "label" }, label),
  );
  if (detail) button.append(" ", element("span", { class: action === "raise" ? "detail coin" : "detail" }, detail));
  button.append(element("kbd", { "aria-hidden": "true" }, key));
  if (isLegal) button.addEventListener("click", run);
  return button;
}

function drawScores(place, screen, terms) {
  const heads = screen.places.map(({ name }, seat) =>
    element("th", { scope: "col", class: screen.winners.includes(seat) && "winner" }, element("bdi", {}, name)));
  const number = (deal) => deal.toLocaleString(screen.language);
  const rows = screen.scores.map((scores, index) =>
    element("tr", {}, element("th", { scope: "row" }, number(index + 1)), ...scores.map((score) => element("td", {}, score))));
  place.replaceChildren(
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, terms.deal), ...heads)),
    element("tbody", {}, ...rows),
    element("tfoot", {}, element("tr", {}, element("th", { scope: "row" }, terms.total),
      ...screen.totals.map((total) => element("td", {}, total)))),
  );
}

function drawCoach(place, { coach }, words) {
  if (!coach) { place.replaceChildren(element("p", { class: "quiet" }, words.coachWait)); return; }
  const isolated = (text) => `\u2068${text}\u2069`;
  const share = coach.tie ? ` ${words.coachTie} ${isolated(coach.tie)}` : "";
  const odds = `${words.coachWin} ${isolated(coach.win)}${share}.`;
  const rows = coach.options.map(({ label, probability, often, worth }) =>
    element("tr", {},
      element("th", { scope: "row" }, label),
      element("td", {}, element("meter", { min: 0, max: 1, value: probability, "aria-hidden": "true" }), " ", isolated(often)),
      element("td", {}, worth)));
  const heads = ["", words.coachOften, words.coachWorth].map((head) => (head ? element("th", { scope: "col" }, head) : element("td", {})));
  place.replaceChildren(
    element("p", {}, odds),
    rows.length ? element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)) : "",
    element("p", { class: "quiet" }, rows.length ? words.coachNote : words.coachNone),
  );
}
