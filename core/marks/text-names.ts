import { LETTER_CLASSES } from "./letter-classes.ts";

/** Probability of each of `LETTER_CLASSES` for the atoms `from` to before `to` taken as one character. */
export interface CharacterView {
  readonly from: number;
  readonly to: number;
  readonly scores: readonly number[];
}

/** What a word says; `text` null where it is no name that can be relied on. */
export interface ReadName {
  readonly text: string | null;
  /** 0 … 1: geometric mean over the characters. */
  readonly confidence: number;
}

/** Names of more than a letter and its index that are usual beside circuits, as they are written. */
const USUAL_NAMES = ["Cin", "Cout", "Ci", "Co", "Sum", "In", "Out", "Sel", "En", "Clk", "Carry"] as const;

/** A text less certain than this stays unread. */
const LEAST = { letter: 0.5, indexed: 0.55, usual: 0.4, other: 0.8 } as const;

/** What a second character costs, so that the two strokes of a D are not read as an index. */
const CHARACTER_COST = 0.75;

/**
 * How usual a class is where one character stands alone, against the network's training, which knows no context:
 * inputs are A to G, outputs mostly Y; a lone digit is a letter that looks like it.
 */
const ALONE: readonly number[] = LETTER_CLASSES.map((name) => {
  if (name === "") return 0.6;
  if ("ABCDEFG".includes(name)) return 1;
  if (name === "Y") return 0.7;
  if ("XZSQW".includes(name)) return 0.4;
  return /\d/.test(name) ? 0.1 : 0.2;
});

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Lone letters that look like a digit, a bubble or a bit of wire: never read. */
const UNREADABLE_ALONE = new Set(["I", "O"]);

/** The digit that a class is written for, behind a letter. */
const INDEX_OF: Readonly<Record<string, string>> = { O: "0", I: "1", Z: "2", S: "5" };

/**
 * The most probable name of a word of `atoms` atoms, over all ways to join neighbouring atoms into characters that
 * `views` holds: a letter (upper case), a letter with an index (D3, A31), a usual name (Cin) or, where every character
 * is beyond doubt, any letters.
 *
 * @example
 * readName([{ from: 0, to: 1, scores: [0.97, …] }], 1); // { text: "A", confidence: 0.97 }
 */
export function readName(views: readonly CharacterView[], atoms: number): ReadName {
  const paths = pathsThrough(views, { from: 0, atoms });
  let best = { weight: -1, name: unread(paths) };
  for (const path of paths) {
    for (const name of namesOf(path)) {
      const weight = name.confidence ** path.length * CHARACTER_COST ** (path.length - 1);
      if (weight > best.weight) best = { weight, name };
    }
  }
  return best.name;
}

function pathsThrough(
  views: readonly CharacterView[],
  { from, atoms }: { from: number; atoms: number },
): CharacterView[][] {
  if (from === atoms) return [[]];
  return views
    .filter((view) => view.from === from)
    .flatMap((view) => pathsThrough(views, { from: view.to, atoms }).map((path) => [view, ...path]));
}

/** The text is there, but no name: as certain as its characters are. */
function unread(paths: readonly (readonly CharacterView[])[]): ReadName {
  const certain = paths.map((path) => mean(path.map(({ scores }) => Math.max(...scores))));
  return { text: null, confidence: Math.max(0, ...certain) };
}

function namesOf(path: readonly CharacterView[]): ReadName[] {
  if (path.length === 1) return loneLetter(path[0]!);
  const found: ReadName[] = [];
  const first = bestOf(path[0]!, LETTERS);
  const rest = path.slice(1).map(bestDigit);
  const indexed = mean([first.score, ...rest.map(({ score }) => score)]);
  if (indexed >= LEAST.indexed && rest.length <= 2) {
    found.push({ text: first.name + rest.map(({ name }) => name).join(""), confidence: indexed });
  }
  for (const name of USUAL_NAMES) {
    if (name.length !== path.length) continue;
    const confidence = mean(path.map((view, k) => scoreOf(view, name[k]!.toUpperCase())));
    if (confidence >= LEAST.usual) found.push({ text: name, confidence });
  }
  const letters = path.map((view) => bestOf(view, LETTERS));
  if (letters.every(({ score }) => score >= LEAST.other)) {
    const text =
      letters[0]!.name +
      letters
        .slice(1)
        .map(({ name }) => name.toLowerCase())
        .join("");
    found.push({ text, confidence: mean(letters.map(({ score }) => score)) });
  }
  return found;
}

function loneLetter({ from, to, scores }: CharacterView): ReadName[] {
  const weighted = scores.map((score, index) => score * ALONE[index]!);
  const sum = weighted.reduce((a, b) => a + b, 0);
  const { name, score } = bestOf(
    { from, to, scores: weighted.map((value) => value / sum) },
    LETTERS.filter((letter) => !UNREADABLE_ALONE.has(letter)),
  );
  return score >= LEAST.letter ? [{ text: name, confidence: score }] : [];
}

function bestDigit(view: CharacterView): { name: string; score: number } {
  const digits = LETTER_CLASSES.filter((name) => /\d/.test(name) || name === "O" || name === "I");
  const { name, score } = bestOf(view, digits, (digit) =>
    digit === "2" ? 0.6 * scoreOf(view, "Z") : digit === "5" ? 0.6 * scoreOf(view, "S") : 0,
  );
  return { name: INDEX_OF[name] ?? name, score: Math.min(1, score) };
}

function bestOf(
  view: CharacterView,
  names: readonly string[],
  extra: (name: string) => number = () => 0,
): { name: string; score: number } {
  let best = { name: "", score: -1 };
  for (const name of names) {
    const score = scoreOf(view, name) + extra(name);
    if (score > best.score) best = { name, score };
  }
  return best;
}

function scoreOf({ scores }: CharacterView, name: string): number {
  return scores[LETTER_CLASSES.indexOf(name)]!;
}

function mean(scores: readonly number[]): number {
  return scores.reduce((product, score) => product * Math.max(score, 1e-9), 1) ** (1 / scores.length);
}
