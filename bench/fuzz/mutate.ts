import { pick, type Random } from "../../core/testdata/render/random.ts";

/** Numbers that formats often handle carelessly. */
const ODD_NUMBERS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

type Mutation = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

const MUTATIONS: readonly Mutation[] = [
  // Single bits.
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let k = 0; k < 1 + random.range(0, 8); k++) copy[place(copy, random)]! ^= 1 << random.range(0, 8);
    return copy;
  },
  // A number where a length, a size or an offset may be.
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    if (copy.length < 4) return copy;
    const number = pick(ODD_NUMBERS, random);
    const at = Math.min(copy.length - 4, place(copy, random));
    if (random.next() < 0.5) copy.writeUInt32BE(number, at);
    else copy.writeUInt32LE(number, at);
    return copy;
  },
  // Cut off.
  (bytes, random) => bytes.subarray(0, place(bytes, random)),
  // A piece taken out.
  (bytes, random) => {
    const from = place(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + random.range(1, 200))]);
  },
  // A piece repeated many times.
  (bytes, random) => {
    const from = place(bytes, random);
    const piece = bytes.subarray(from, from + random.range(1, 100));
    const times = Math.floor(random.range(2, 50));
    return Buffer.concat([
      bytes.subarray(0, from),
      ...Array.from({ length: times }, () => piece),
      bytes.subarray(from),
    ]);
  },
  // The head of one and the tail of another.
  (bytes, random, others) => {
    const other = pick(others, random);
    return Buffer.concat([bytes.subarray(0, place(bytes, random)), other.subarray(place(other, random))]);
  },
  // Noise.
  (bytes, random) => {
    const from = place(bytes, random);
    const noise = Buffer.from(Array.from({ length: Math.floor(random.range(1, 300)) }, () => random.range(0, 256)));
    return Buffer.concat([bytes.subarray(0, from), noise, bytes.subarray(from + noise.length)]);
  },
];

/** Pieces that cause trouble in texts: control and bidirectional characters, prototypes, formulas, nesting, markup. */
const ODD_TEXTS = [
  "\u0000",
  "\r\n",
  "\u202e",
  "\ud800",
  "𝔸",
  "__proto__",
  "constructor",
  "=HYPERLINK(1)",
  "<script>",
  "'; DROP TABLE users; --",
  "../../etc/passwd",
  "%00",
  "-1",
  "1e400",
  "NaN",
  "(".repeat(3000),
  "~".repeat(3000),
  "[".repeat(3000),
  "A&".repeat(3000),
  '"',
  "\\",
];

/** `seed` with one to four faults; the same for the same `random`. */
export function mutateBytes(seeds: readonly Buffer[], random: Random): Buffer {
  let bytes = pick(seeds, random);
  for (let k = 0; k < 1 + random.range(0, 3); k++) bytes = pick(MUTATIONS, random)(bytes, random, seeds);
  return bytes;
}

/** A text of `seeds` with a few characters exchanged, with a piece that causes trouble, or with broken bytes. */
export function mutateText(seeds: readonly string[], random: Random): string {
  const kind = random.next();
  let text = pick(seeds, random);
  if (kind < 0.5) {
    const characters = [...seeds.join("")];
    for (let k = 0; k < 1 + random.range(0, 4); k++) {
      const at = Math.floor(random.range(0, text.length + 1));
      const length = Math.floor(random.range(0, 3));
      text = text.slice(0, at) + (random.next() < 0.7 ? pick(characters, random) : "") + text.slice(at + length);
    }
    return text;
  }
  if (kind < 0.75) {
    const at = Math.floor(random.range(0, text.length + 1));
    return text.slice(0, at) + pick(ODD_TEXTS, random) + text.slice(at);
  }
  const bytes = seeds.map((seed) => Buffer.from(seed));
  return mutateBytes(bytes, random).toString("utf8");
}

/** A JSON value of another shape than `value`: a part is lost, doubled, or of another type. */
export function mutateJson(value: unknown, random: Random): unknown {
  if (random.next() < 0.25) return oddValue(random);
  if (Array.isArray(value)) {
    if (value.length === 0) return [oddValue(random)];
    const at = Math.floor(random.range(0, value.length));
    if (random.next() < 0.2) return value.toSpliced(at, 1);
    if (random.next() < 0.2) return Array.from({ length: 2000 }, () => value[at]);
    return value.map((part, index) => (index === at ? mutateJson(part, random) : part));
  }
  if (typeof value === "object" && value !== null) {
    const keys = Object.keys(value);
    if (keys.length === 0) return { [pick(ODD_TEXTS, random)]: oddValue(random) };
    const key = pick(keys, random);
    const parts: Record<string, unknown> = { ...value };
    if (random.next() < 0.2) delete parts[key];
    else parts[key] = mutateJson(parts[key], random);
    return parts;
  }
  return typeof value === "string" && random.next() < 0.6 ? mutateText([value], random) : oddValue(random);
}

function oddValue(random: Random): unknown {
  return pick(
    [
      null,
      true,
      "",
      0,
      -1,
      1e308,
      Number.MAX_SAFE_INTEGER,
      [],
      {},
      { $ne: null },
      "x".repeat(100_000),
      nested(2000),
      pick(ODD_TEXTS, random),
    ],
    random,
  );
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let k = 0; k < depth; k++) value = [value];
  return value;
}

function place(bytes: Uint8Array, random: Random): number {
  // Headers matter most: half of the places are in the first bytes.
  return Math.floor(random.range(0, random.next() < 0.5 ? Math.min(bytes.length, 100) : bytes.length));
}
