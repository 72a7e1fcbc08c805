// The page's way to Python: one question, one answer.

/** Start Python; `onProgress` is told how far it is, from 0 to 1. */
export function startPython(onProgress) {
  const worker = new Worker("worker.js", { type: "module" });
  const waiting = new Map();
  let number = 0;
  const ready = new Promise((resolve, reject) => {
    worker.addEventListener("error", (event) => reject(new Error(event.message ?? "")));
    worker.addEventListener("message", ({ data }) => {
      if ("progress" in data) onProgress(data.progress);
      else if (data.ready) resolve();
      else if (data.number === undefined) reject(new Error(data.failed));
      else {
        const { resolve: take, reject: refuse } = waiting.get(data.number);
        waiting.delete(data.number);
        if (data.failed) refuse(new Error(data.failed)); else take(JSON.parse(data.answer));
      }
    });
  });
  const ask = (request) => new Promise((resolve, reject) => {
    waiting.set(++number, { resolve, reject });
    worker.postMessage({ number, request: JSON.stringify(request) });
  });
  return { ready, ask };
}
