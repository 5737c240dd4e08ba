import { VARIABLE_LETTERS } from "../boolean/forms.ts";

/** What an input's label may say: the name that was read, and how much it looks like each of A to G. */
export interface Label {
  /** Null where no name could be read. */
  readonly text: string | null;
  /** Probability of each of A to G for a label of one character; null for longer ones and where nothing is written. */
  readonly letters: readonly number[] | null;
}

/** What it costs, as a logarithm, that a letter before the last used one names no input. */
const SKIPPED = 4;

/** A letter that the reader did not consider at all. */
const LEAST_SCORE = 0.003;

/** A label that looks less like A to G than this is something else. */
const LEAST_SUM = 0.08;

/**
 * The names of inputs, read together: circuits name their inputs A, B, C … without gaps, so a label that looks like G
 * beside A, B, C and D is rather an E. Labels that are no single letter of A to G keep their text.
 *
 * @example
 * likelyLetters([{ text: "A", letters: [0.9, …] }, { text: "Cin", letters: null }]); // ["A", "Cin"]
 */
export function likelyLetters(labels: readonly Label[]): (string | null)[] {
  const open = labels.flatMap(({ letters }, index) => (letters !== null && sum(letters) >= LEAST_SUM ? [index] : []));
  const fixed = new Set(labels.flatMap(({ text }, index) => (open.includes(index) || text === null ? [] : [text])));
  const bare = labels.filter(({ text }, index) => text === null && !open.includes(index)).length;
  let best: { cost: number; names: Map<number, string> } | null = null;
  for (let count = 1; count <= VARIABLE_LETTERS.length; count++) {
    const names = new Map<number, string>();
    let cost = 0;
    for (const index of open) {
      const scores = labels[index]!.letters!.slice(0, count);
      const letter = scores.indexOf(Math.max(...scores));
      names.set(index, VARIABLE_LETTERS[letter]!);
      cost -= Math.log(scores[letter]! + LEAST_SCORE);
    }
    const used = new Set([...names.values(), ...fixed]);
    const skipped = VARIABLE_LETTERS.slice(0, count).filter((letter) => !used.has(letter)).length;
    cost += SKIPPED * Math.max(0, skipped - bare);
    if (best === null || cost < best.cost) best = { cost, names };
  }
  return labels.map(({ text }, index) => best?.names.get(index) ?? text);
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
