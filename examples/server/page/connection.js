// The way to the server: says who this is, comes back when the line was cut, and remembers the seat.

import { recallObject, remember } from "/web/storage.js";

const FOR_GOOD = new Set([4400, 4404, 4409, 4410]); // not understood, no such table, full, damaged
const TOKEN = /^[\w-]{43}$/;
const LONGEST_WAIT = 8000;

/** Return 32 random bytes as URL-safe base64: whoever has them has the seat. */
function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Keep connected to a table. `settings()` returns language and coach; `heard(message)` is called for
 * every message, `lost(isForGood)` when the line is cut.
 */
export function connected(name, { settings, heard, lost }) {
  const place = `asnas.table.${name}`;
  const kept = recallObject(place);
  const isWhole = TOKEN.test(kept?.token) && [null, 0, 1, 2, 3].includes(kept.seat);
  const own = isWhole ? { token: kept.token, seat: kept.seat } : { token: newToken(), seat: null };
  let socket = null;
  let wait = 250;

  const keep = (seat) => {
    own.seat = seat;
    remember(place, JSON.stringify(own));
  };
  keep(own.seat);

  function connect() {
    const address = new URL(location.pathname, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    socket.addEventListener("open", () => say("hello", { ...own, ...settings() }));
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "table") wait = 250;
      if (message.type === "table" && message.you !== own.seat) keep(message.you);
      heard(message);
    });
    socket.addEventListener("close", ({ code }) => {
      if (code === 4401) keep(null); // somebody gave the seat up in another window
      lost(FOR_GOOD.has(code));
      if (FOR_GOOD.has(code)) return;
      if (code === 4408 || code === 4429) wait = LONGEST_WAIT; // it was too much for the server
      setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    });
  }

  function say(type, fields = {}) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, ...fields }));
  }

  connect();
  return say;
}
