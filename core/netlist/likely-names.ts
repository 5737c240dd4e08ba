import { VARIABLE_LETTERS } from "../boolean/variable-letters.ts";
import { LETTERS, USUAL_NAMES } from "../marks/texts/text-names.ts";

/** What an input's label may say. */
export interface Label {
  /** Null if no name could be read. */
  readonly text: string | null;
  /** All that it may say, with probabilities; the empty text: nothing. Empty if nothing is written. */
  readonly readings: readonly { readonly text: string; readonly score: number }[];
  /** The gates that its wire leads to, directly or through inverters, whose other inputs have other names. */
  readonly gates?: readonly number[];
}

/** How a page names its inputs: what is a name of the family, and what it costs, as a logarithm, to be of this family. */
interface Family {
  readonly cost: number;
  accepts(text: string): boolean;
  /** Names that never occur together with those of the family: single letters A to G, and those with an index, are families. */
  excludes(text: string): boolean;
  nameOf(text: string): string;
  /** The name that is left if the index is none; null if that is none of the family. */
  withoutIndex?(text: string): string | null;
  /** The costs of letters that the family leaves out between used ones. */
  gaps(used: ReadonlySet<string>, bare: number): number;
}

/** Costs are negative logarithms of probabilities. */
const COSTS = {
  /** A letter before the last used one is not an input's name. */
  skipped: 4,
  /** An index between 1 and the last used one is in no input's name. */
  skippedIndex: 1.5,
  /** A name is at the ends of two or more inputs. */
  repeats: 3,
  /** Two inputs of a gate have the same name, for each such gate: on none of 2,500 pages that were read rightly. */
  repeatsAtGate: 6,
  /** An input is called what is written next to an output. */
  output: 3,
  /** A name next to those of the family, as Cin next to A and B. */
  odd: 1.2,
  /** What is written next to an input is not a name. */
  bare: 4,
  /** What looks like an index is a value of the signal: A with a 0 next to it. */
  value: 0.9,
  /** What looks like an index is none, and no value. */
  noIndex: 2.5,
  indexed: 0.7,
  /** Each letter that carries an index, after the first. */
  indexedLetter: 0.7,
  digits: 2,
  /** Letters in the order of the alphabet that begin after G, as X, Y and Z. */
  later: 2,
} as const;

/** What a page's highest index may be. */
const LAST_INDICES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 99] as const;

/** More skipped indices cost no more: A31 comes after A1. */
const MOST_SKIPPED = 2;

/** A reading that was not considered at all. */
const LEAST_SCORE = 0.003;

/** Even a clear label may not be a name. */
const LEAST_BLANK = 0.002;

/** More labels than this are not searched for names without repeats. */
const MOST_SEARCHED = 10;

/**
 * Maximum of steps of such a search, and of all searches of a page: labels that may say anything are not worth more.
 */
const MOST_STEPS = { search: 200_000, page: 3_000_000 };

/**
 * The names of inputs, read together; null if a label says nothing. A page names its inputs A, B, C … without gaps, or
 * by other letters that follow each other (X, Y, Z), or by letters with indices (D3, D2 …), or by bare digits, which are
 * taken for the indices of D; a few other names may occur together with them. A letter's index may be a value of its
 * signal. Each name occurs once, or the page repeats its inputs at each gate. No output has an input's name.
 *
 * @param outputs the names next to outputs, and how sure each is, 0 … 1.
 * @example
 * likelyNames([{ text: "A", readings: [{ text: "A", score: 0.9 }] }, { text: null, readings: [] }]); // ["A", null]
 */
export function likelyNames(
  labels: readonly Label[],
  { outputs = new Map() }: { outputs?: ReadonlyMap<string, number> } = {},
): (string | null)[] {
  let best: Naming | null = null;
  const budget: Budget = { steps: MOST_STEPS.page };
  for (const family of families(labels)) {
    const options = labels.map((label) => optionsOf(label, { family, outputs }));
    const least = family.cost + sumOf(options.map(([first]) => first!));
    if (best !== null && least >= best.cost) continue;
    const free = freely(labels, options, { family, budget });
    if (best === null || free.cost < best.cost) best = free;
    best = allDifferent(options, { family, atMost: best.cost, budget }) ?? best;
  }
  return best?.names ?? labels.map(({ text }) => text);
}

interface Naming {
  readonly cost: number;
  readonly names: (string | null)[];
}

/** The remaining steps of all searches. */
interface Budget {
  steps: number;
}

interface Option {
  readonly name: string | null;
  readonly cost: number;
}

function families(labels: readonly Label[]): Family[] {
  const same = (text: string) => text;
  const excludes = (text: string) => VARIABLE_LETTERS.includes(text);
  const gapsIn = (family: readonly string[]) => (used: ReadonlySet<string>, bare: number) =>
    COSTS.skipped * Math.max(0, family.filter((letter) => !used.has(letter)).length - bare);
  const letters = VARIABLE_LETTERS.map((_, last) => {
    const family = VARIABLE_LETTERS.slice(0, last + 1);
    const accepts = (text: string) => family.includes(text);
    const withoutIndex = (text: string) => (/^[A-G]\d$/.test(text) && accepts(text[0]!) ? text[0]! : null);
    const excludesIndices = (text: string) => excludes(text) || /^[A-G]\d+$/.test(text);
    return { cost: 0, accepts, excludes: excludesIndices, nameOf: same, withoutIndex, gaps: gapsIn(family) };
  });
  const later = LETTERS.slice(VARIABLE_LETTERS.length).flatMap((_, from, all) =>
    all.slice(from + 1, from + labels.length).map((_, more) => {
      const family = all.slice(from, from + more + 2);
      const accepts = (text: string) => family.includes(text);
      return { cost: COSTS.later, accepts, excludes, nameOf: same, gaps: gapsIn(family) };
    }),
  );
  const indexed = indexedLetters(labels).flatMap((own, k) =>
    LAST_INDICES.map((last) => ({
      cost: COSTS.indexed + k * COSTS.indexedLetter,
      accepts: (text: string) => /^[A-Z]\d+$/.test(text) && own.includes(text[0]!) && Number(text.slice(1)) <= last,
      excludes,
      nameOf: same,
      gaps: skippedIndices,
    })),
  );
  const digits = LAST_INDICES.map((last) => ({
    cost: COSTS.digits,
    accepts: (text: string) => /^\d$/.test(text) && Number(text) <= last,
    excludes,
    nameOf: (text: string) => `D${text}`,
    gaps: skippedIndices,
  }));
  return [...letters, ...indexed, ...later, ...digits];
}

/** The cost of indices that no letter carries; each label that says nothing may be one of them. */
function skippedIndices(used: ReadonlySet<string>, bare: number): number {
  const indices = new Set<number>();
  for (const name of used) {
    const [, index] = /^[A-Z](\d+)$/.exec(name) ?? [];
    if (index !== undefined) indices.add(Number(index));
  }
  const skipped = Math.max(0, ...indices) - [...indices].filter((index) => index > 0).length;
  return COSTS.skippedIndex * Math.min(MOST_SKIPPED, Math.max(0, skipped - bare));
}

/** The letters that may carry indices on this page: the likeliest one, the two likeliest, and so on to three. */
function indexedLetters(labels: readonly Label[]): string[][] {
  const weight = new Map<string, number>();
  for (const { readings } of labels) {
    for (const { text, score } of readings) {
      if (/^[A-Z]\d+$/.test(text)) weight.set(text[0]!, (weight.get(text[0]!) ?? 0) + score);
    }
  }
  const ranked = [...weight].sort((a, b) => b[1] - a[1]).map(([letter]) => letter);
  return [1, 2, 3].filter((count) => count <= ranked.length).map((count) => ranked.slice(0, count));
}

/** What `label` may be called, the likeliest first. */
function optionsOf(
  { text, readings }: Label,
  { family, outputs }: { family: Family; outputs: ReadonlyMap<string, number> },
): Option[] {
  if (readings.length === 0 && text === null) return [{ name: null, cost: 0 }];
  const blank = readings.find((reading) => reading.text === "")?.score ?? 0;
  const options: Option[] = [{ name: null, cost: COSTS.bare - Math.log(Math.min(1, blank + LEAST_BLANK)) }];
  for (const { text: own, score } of readings) {
    const costAs = (name: string) => COSTS.output * (outputs.get(name) ?? 0) - Math.log(score + LEAST_SCORE);
    if (family.accepts(own)) options.push({ name: family.nameOf(own), cost: costAs(own) });
    const bare = family.withoutIndex?.(own) ?? null;
    if (bare !== null) options.push({ name: bare, cost: costAs(bare) + (isValue(own) ? COSTS.value : COSTS.noIndex) });
  }
  const usual = readings.map((reading) => reading.text).filter((name) => USUAL_NAMES.includes(name));
  for (const name of new Set([...(text === null ? [] : [text]), ...usual])) {
    if (family.accepts(name) || family.excludes(name)) continue;
    const score = readings.find((reading) => reading.text === name)?.score ?? 1;
    options.push({ name, cost: COSTS.odd - Math.log(score + LEAST_SCORE) });
  }
  return options.sort((a, b) => a.cost - b.cost);
}

/** Whether the index may be what the signal is. */
function isValue(text: string): boolean {
  return /[01]$/.test(text);
}

/** The likeliest name of each label, but for labels at one gate: these differ if that is not much less likely. */
function freely(
  labels: readonly Label[],
  options: readonly (readonly Option[])[],
  { family, budget }: { family: Family; budget: Budget },
): Naming {
  const chosen = options.map(([first]) => first!);
  const gates = [...new Set(labels.flatMap((label) => label.gates ?? []))];
  const atGate = gates.map((gate) => labels.flatMap((label, k) => (label.gates?.includes(gate) ? [k] : [])));
  for (const own of atGate) {
    if (own.length > MOST_SEARCHED) continue;
    const before = own.map((k) => chosen[k]!);
    const apart = cheapestApart(
      own.map((k) => options[k]!),
      { atMost: sumOf(before) + COSTS.repeatsAtGate, budget },
    );
    apart?.forEach((option, k) => {
      chosen[own[k]!] = option;
    });
  }
  const names = chosen.map(({ name }) => name);
  const repeating = atGate.filter((own) => repeats(own.map((k) => names[k]!)));
  const cost = (repeats(names) ? COSTS.repeats : 0) + repeating.length * COSTS.repeatsAtGate;
  return { cost: total(chosen, family) + cost, names };
}

function repeats(names: readonly (string | null)[]): boolean {
  const used = names.filter((name) => name !== null);
  return new Set(used).size < used.length;
}

/** The likeliest names of which no two are the same; null for too many labels, or if they cost `atMost` or more. */
function allDifferent(
  options: readonly (readonly Option[])[],
  { family, atMost, budget }: { family: Family; atMost: number; budget: Budget },
): Naming | null {
  if (options.length > MOST_SEARCHED) return null;
  const chosen = cheapestApart(options, { atMost, budget, base: family.cost, costOf: (all) => total(all, family) });
  return chosen === null ? null : { cost: total(chosen, family), names: chosen.map(({ name }) => name) };
}

/**
 * One option each so that no two names are the same, by depth-first search; null if that costs `atMost` or more, and
 * the best one found if the search is stopped. `costOf`: the cost of a whole choice, never less than `base` and the sum
 * of its options.
 */
function cheapestApart(
  options: readonly (readonly Option[])[],
  {
    atMost,
    budget,
    base = 0,
    costOf = sumOf,
  }: { atMost: number; budget: Budget; base?: number; costOf?: (all: readonly Option[]) => number },
): Option[] | null {
  const least = options.map(([first]) => first!.cost);
  const rest = least.map((_, k) => least.slice(k).reduce((a, b) => a + b, 0));
  let best: Option[] | null = null;
  let bound = atMost;
  const chosen: Option[] = [];
  let left = Math.min(MOST_STEPS.search, budget.steps);
  const search = (cost: number) => {
    const k = chosen.length;
    budget.steps--;
    if (left-- <= 0 || cost + (rest[k] ?? 0) >= bound) return;
    if (k === options.length) {
      const whole = costOf(chosen);
      if (whole >= bound) return;
      bound = whole;
      best = [...chosen];
      return;
    }
    for (const option of options[k]!) {
      if (option.name !== null && chosen.some(({ name }) => name === option.name)) continue;
      chosen.push(option);
      search(cost + option.cost);
      chosen.pop();
    }
  };
  search(base);
  return best;
}

function sumOf(options: readonly Option[]): number {
  return options.reduce((sum, { cost }) => sum + cost, 0);
}

function total(chosen: readonly Option[], family: Family): number {
  const used = new Set(chosen.flatMap(({ name }) => (name === null ? [] : [name])));
  const bare = chosen.filter(({ name }) => name === null).length;
  return family.cost + family.gaps(used, bare) + sumOf(chosen);
}
