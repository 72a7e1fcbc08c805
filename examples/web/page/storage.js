// What the browser remembers of a page, where it remembers anything.

/** Read what was remembered, or null. */
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

/** Read an object that was remembered as JSON, or null where there is none. */
export function recallObject(key) {
  try {
    const value = JSON.parse(recall(key));
    return typeof value === "object" ? value : null;
  } catch { return null; }
}
