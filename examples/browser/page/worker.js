// Runs Python beside the page, so that the page never stands still while Python works.

const BYTES_SHARE = 0.75; // of the progress bar; the rest is starting Python and importing the game

let told = 0;
function progress(part) {
  if (part < 1 && part < told + 0.02) return;
  told = part;
  postMessage({ progress: part });
}

/** Let every fetch count what has arrived, for the progress bar. */
function countBytes(whole) {
  const plainFetch = self.fetch;
  let arrived = 0;
  self.fetch = async (...request) => {
    const response = await plainFetch(...request);
    if (!response.ok) {
      postMessage({ failed: `${response.status} ${response.url}` }); // Pyodide would wait for ever
      throw new Error(response.statusText);
    }
    if (!response.body) return response;
    const counter = new TransformStream({
      transform(chunk, sink) {
        arrived += chunk.byteLength;
        progress(Math.min(1, arrived / whole) * BYTES_SHARE);
        sink.enqueue(chunk);
      },
    });
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, headers });
  };
}

async function load() {
  const contents = await (await fetch("contents.json")).json();
  countBytes(contents.bytes);
  const archives = Promise.all(contents.archives.map(async (name) => [name, await (await fetch(name)).arrayBuffer()]));
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const python = await loadPyodide({ checkIntegrity: false });
  progress(0.85);
  for (const [name, archive] of await archives) python.unpackArchive(archive, name.split(".").pop());
  progress(0.9);
  const answer = python.runPython("from page_host import host; host.answer");
  progress(1);
  return answer;
}

/** Return the last line of what went wrong: in Python it is the one that says so. */
function messageOf(error) {
  return String(error?.message ?? JSON.stringify(error)).trim().split("\n").pop();
}

const loaded = load();

// One request after the other: each is answered from the match that the one before it left.
let last = loaded.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: messageOf(error) }));
onmessage = ({ data: { number, request } }) => {
  last = last.then(async () => {
    try {
      postMessage({ number, answer: (await loaded)(request) });
    } catch (error) {
      postMessage({ number, failed: messageOf(error) });
    }
  });
};
