// The shuffle of As-Nas once more, written from docs/explanation/shuffle.md alone.
//
// Reads jobs from standard input, one JSON object a line:
//   {"seed": "00ff" or {"bytes": "00ff"} or {"text": "lion"} or {"number": "-7"},
//    "contributions": ["00ff"], "deal_number": 1, "copies": 4}
// Prints for each a line with its pack and, for a seed of 16 bytes or more, its commitment:
//   {"pack": "SBCZ...", "commitment": "92994c..." or null}

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();

const eightBytes = (number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
};

const field = (bytes) => Buffer.concat([eightBytes(bytes.length), bytes]);

const fields = (parts) => Buffer.concat(parts.map(field));

const ascii = (value) => Buffer.from(String(value), "ascii");

const seedBytes = (seed) => {
  if (typeof seed === "string") return Buffer.from(seed, "hex");
  if ("bytes" in seed) return Buffer.from(seed.bytes, "hex");
  if ("text" in seed) return Buffer.from(seed.text, "utf8");
  return ascii(BigInt(seed.number));
};

function* stream(key) {
  for (let counter = 0; ; counter += 1) {
    yield* sha256(Buffer.concat([key, eightBytes(counter)]));
  }
}

const draw = (bytes, below) => {
  const limit = below * Math.floor(256 / below);
  let byte;
  do byte = bytes.next().value;
  while (byte >= limit);
  return byte % below;
};

const pack = ({ seed, contributions, deal_number, copies }) => {
  const label = ascii("asnas_core shuffle 1");
  const given = contributions.map((hex) => Buffer.from(hex, "hex"));
  const key = sha256(fields([label, seedBytes(seed), ascii(copies), ascii(deal_number), ...given]));
  const bytes = stream(key);
  const cards = [..."CZBSA"].flatMap((rank) => Array(copies).fill(rank));
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const j = draw(bytes, i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards.join("");
};

const commitment = (seed) => {
  const bytes = seedBytes(seed);
  if (bytes.length < 16) return null;
  return sha256(fields([ascii("asnas_core commitment 1"), bytes])).toString("hex");
};

for (const line of readFileSync(0, "utf8").split("\n")) {
  if (line === "") continue;
  const job = JSON.parse(line);
  console.log(JSON.stringify({ pack: pack(job), commitment: commitment(job.seed) }));
}
