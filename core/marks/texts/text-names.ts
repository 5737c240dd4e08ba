import { sum } from "../../basics/numbers.ts";
import type { Reading } from "../marks.ts";
import { LETTER_CLASSES } from "./letter-classes.ts";

/** Probability of each of `LETTER_CLASSES` for the atoms `from` to before `to` taken as one character. */
export interface CharacterView {
  readonly from: number;
  readonly to: number;
  readonly scores: readonly number[];
  /** How many times two of its atoms are next to each other without touching; 0 if left out. */
  readonly joints?: number;
  /** The atoms that it joins, uncut; null for a piece of one, left out where none is cut. */
  readonly whole?: { readonly from: number; readonly to: number } | null;
  /** It ends where an atom is cut; false if left out. */
  readonly isCut?: boolean;
}

/** What a word says; `text` is null if no name is reliable. */
export interface ReadName {
  readonly text: string | null;
  /** 0 … 1: geometric mean over the characters. */
  readonly confidence: number;
}

/** Usual names in circuits that are longer than a letter with an index, as they are written. */
export const USUAL_NAMES: readonly string[] = [
  "Cin",
  "Cout",
  "Ci",
  "Co",
  "Sum",
  "In",
  "Out",
  "Sel",
  "En",
  "Clk",
  "Carry",
];

/** A text less certain than this is left unread. */
const LEAST = { letter: 0.5, indexed: 0.55, usual: 0.4, inWord: 0.5, other: 0.8, inputs: 0.6, bracketed: 0.7 } as const;

/** What brackets around an index look like to a network that knows none. */
const BRACKETS = { open: [..."CEFILT", ""], close: [..."IJ37", ""] } as const;

/** Cost of a second character, so that the two strokes of a D are not read as an index. */
const CHARACTER_COST = 0.75;

/** Cost of atoms next to each other being one character: most letters are connected. */
const JOINT_COST = 0.35;

/** Cost of a word that is no usual name. */
const WORD_COST = 0.4;

/** Cost of a cut through an atom. */
const CUT_COST = 0.7;

/** Readings below this are left out. */
const LEAST_READING = 0.001;

/**
 * How common a class is for a single character, relative to the network's training, which knows no context: inputs are
 * A to G, outputs mostly Y; a lone digit is a letter that looks like it.
 */
const ALONE: readonly number[] = LETTER_CLASSES.map((name) => {
  if (name === "") return 0.6;
  if ("ABCDEFG".includes(name)) return 1;
  if (name === "Y") return 0.7;
  if ("XZSQW".includes(name)) return 0.4;
  return /\d/.test(name) ? 0.1 : 0.2;
});

/** All letters, which names begin with. */
export const LETTERS: readonly string[] = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Lone letters that look like a digit, a bubble or a bit of wire: never read. */
const UNREADABLE_ALONE = new Set(["I", "O"]);

/**
 * The most probable name of a word of `atoms` atoms, over all ways in `views` to join neighbouring atoms into
 * characters: a letter (upper case), a letter with an index (D3, A31; a[3] is A_3), a usual name (Cin) or, if every
 * character is certain, any letters, with an index or without one (Start, In1).
 *
 * @example
 * readName([{ from: 0, to: 1, scores: [...scoresOfA] }], 1); // { text: "A", confidence: … }
 */
export function readName(views: readonly CharacterView[], atoms: number): ReadName {
  const paths = pathsThrough(views, { from: 0, atoms });
  let best = { weight: -1, name: unread(paths) };
  for (const path of paths) {
    for (const name of namesOf(path)) {
      const weight = name.confidence ** path.length * spelling(path, views) * commonness(name.text);
      if (weight > best.weight) best = { weight, name };
    }
  }
  return best.name;
}

/**
 * Everything that a word of `atoms` atoms may say, with probabilities, the likeliest first: a letter, a digit, a letter
 * with an index, a usual name; the empty text means that nothing is written.
 *
 * @example
 * possibleNames([{ from: 0, to: 1, scores: [...scoresOfA] }], 1)[0]; // { text: "A", score: 0.97 }
 */
export function possibleNames(views: readonly CharacterView[], atoms: number): Reading[] {
  const scores = new Map<string, number>();
  const paths = pathsThrough(views, { from: 0, atoms });
  for (const path of paths) {
    for (const { text, score } of readingsOf(path)) {
      scores.set(text, Math.max(scores.get(text) ?? 0, score * spelling(path, views)));
    }
  }
  // Nothing is written only where no way to join the atoms makes characters of all of them.
  const uncut = paths.filter((path) => path.every(({ whole }) => whole !== null));
  if (uncut.some((path) => path.length === 1)) scores.set("", Math.min(...uncut.map(blankness)));
  return [...scores]
    .map(([text, score]) => ({ text, score }))
    .filter(({ score }) => score >= LEAST_READING)
    .sort((a, b) => b.score - a.score);
}

/** No input has a name like this: these are letters of neighbouring wires, close together. */
const SEVERAL_INPUTS = /^[A-G][a-g]+$/;

const INPUT_LETTERS = [..."ABCDEFG"];

/** A character that is an input's name by itself. */
export interface InputLetter {
  readonly text: string;
  /** 0 … 1 */
  readonly score: number;
  /** Of each of `LETTER_CLASSES`. */
  readonly scores: readonly number[];
}

/**
 * The letters A to G of a word that is not one name but those of several inputs, one for each of its `atoms`; null for
 * any other word. If the word as a whole says nothing (`text` is null), they must be clear on average.
 */
export function lettersOfInputs(
  text: string | null,
  { views, atoms }: { readonly views: readonly CharacterView[]; readonly atoms: number },
): InputLetter[] | null {
  if (atoms < 2 || (text !== null && !(SEVERAL_INPUTS.test(text) && text.length === atoms))) return null;
  const letters = Array.from({ length: atoms }, (_, k): InputLetter | null => {
    const view = views.find(({ from, to }) => from === k && to === k + 1);
    if (view === undefined) return null;
    const { name, score } = bestOf(view, INPUT_LETTERS);
    return score < Math.max(...view.scores) ? null : { text: name, score, scores: view.scores };
  }).filter((letter) => letter !== null);
  if (letters.length < atoms) return null;
  return text !== null || mean(letters.map(({ score }) => score)) >= LEAST.inputs ? letters : null;
}

/** How common a name is, next to a letter, perhaps with an index, or a usual name. */
function commonness(text: string | null): number {
  return text === null || USUAL_NAMES.includes(text) || /^[A-Z]\d*$/.test(text) ? 1 : WORD_COST;
}

/** How likely it is that these characters, whatever they are, are a name; `views` are all of the word. */
function spelling(path: readonly CharacterView[], views: readonly CharacterView[]): number {
  const joints = path.reduce((sum, view) => sum + (view.joints ?? 0), 0);
  const joined = path.reduce((product, view) => product * asOne(view, views), 1);
  const cuts = path.filter(({ isCut }) => isCut).length;
  return CHARACTER_COST ** (path.length - 1) * JOINT_COST ** joints * CUT_COST ** cuts * joined;
}

/** A straight line may be a stroke of any letter. */
const STRAIGHT = ["", "I", "J", "L", "T", "7"];

/** Even two clear characters may be one. */
const LEAST_JOINED = 0.05;

/** How likely atoms are one character although two of them are clear characters by themselves. */
function asOne(joined: CharacterView, views: readonly CharacterView[]): number {
  const { from, to } = atomsOf(joined);
  if (to - from < 2) return 1;
  const clear = views
    .filter((view) => {
      const own = atomsOf(view);
      return own.to === own.from + 1 && own.from >= from && own.to <= to;
    })
    .map((view) => 1 - sum(STRAIGHT.map((name) => scoreOf(view, name))))
    .sort((a, b) => b - a);
  return Math.max(LEAST_JOINED, 1 - (clear[0] ?? 0) * (clear[1] ?? 0));
}

/** The uncut atoms that a view joins; none for a piece of one. */
function atomsOf({ from, to, whole }: CharacterView): { readonly from: number; readonly to: number } {
  return whole === undefined ? { from, to } : (whole ?? { from, to: from });
}

/** How likely it is that not all of these are characters. */
function blankness(path: readonly CharacterView[]): number {
  return 1 - path.reduce((product, view) => product * (1 - scoreOf(view, "")), 1);
}

function readingsOf(path: readonly CharacterView[]): Reading[] {
  const [first, ...rest] = path as [CharacterView, ...CharacterView[]];
  const letters = LETTERS.map((text) => ({ text, score: scoreOf(first, text) }));
  if (rest.length === 0) return [...letters, ...digitsOf(first)];
  if (rest.length > 2) return usualNames(path);
  const indices = rest
    .map(digitsOf)
    .reduce((heads, tails) =>
      heads.flatMap((head) => tails.map((tail) => ({ text: head.text + tail.text, score: head.score * tail.score }))),
    );
  const indexed = letters.flatMap((letter) =>
    indices.map((index) => ({ text: letter.text + index.text, score: letter.score * index.score })),
  );
  return [...indexed, ...usualNames(path)];
}

function usualNames(path: readonly CharacterView[]): Reading[] {
  const views = path.length > 2 ? path.map(inWord) : path;
  return USUAL_NAMES.filter((name) => name.length === path.length).map((text) => ({
    text,
    score: views.reduce((product, view, k) => product * letterScore(view, text[k]!), 1),
  }));
}

function digitsOf(view: CharacterView): Reading[] {
  return [..."0123456789"].map((text) => ({ text, score: digitScore(view, text) }));
}

/** An index that looks like a letter may also be a digit. */
function digitScore(view: CharacterView, digit: string): number {
  switch (digit) {
    case "0":
      return scoreOf(view, "O");
    case "1":
      return scoreOf(view, "I");
    case "2":
      return scoreOf(view, "2") + 0.6 * scoreOf(view, "Z");
    case "5":
      return scoreOf(view, "5") + 0.6 * scoreOf(view, "S");
    default:
      return scoreOf(view, digit);
  }
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

/** There is text, but no name: as certain as its characters are. */
function unread(paths: readonly (readonly CharacterView[])[]): ReadName {
  const certain = paths.map((path) => mean(path.map(({ scores }) => Math.max(...scores))));
  return { text: null, confidence: Math.max(0, ...certain) };
}

function namesOf(path: readonly CharacterView[]): ReadName[] {
  if (path.length === 1) return loneLetter(path[0]!);
  const views = path.length > 2 ? path.map(inWord) : path;
  const found: ReadName[] = [];
  const first = bestOf(views[0]!, LETTERS);
  const rest = views.slice(1).map(bestDigit);
  const indexed = mean([first.score, ...rest.map(({ score }) => score)]);
  if (indexed >= LEAST.indexed && rest.length <= 2) {
    found.push({ text: first.name + rest.map(({ name }) => name).join(""), confidence: indexed });
  }
  for (const name of USUAL_NAMES) {
    if (name.length !== path.length) continue;
    const confidence = mean(views.map((view, k) => letterScore(view, name[k]!)));
    if (confidence >= LEAST.usual) found.push({ text: name, confidence });
  }
  // Pieces of letters look like letters.
  if (path.some(({ whole }) => whole === null)) return found;
  return [...found, ...wordsOf(views), ...bracketed(path)];
}

/** Any letters, with an index of up to two digits or without one; a word ends with 1 or 0 rather than with an I or O. */
function wordsOf(views: readonly CharacterView[]): ReadName[] {
  const least = views.length > 2 ? LEAST.inWord : LEAST.other;
  return [2, 1, 0].flatMap((digits) => {
    const letters = views.length - digits;
    if (letters < 2) return [];
    const characters = views.map((view, k) => (k < letters ? bestOf(view, LETTERS) : bestDigit(view)));
    const scores = characters.map(({ score }) => score);
    const confidence = mean(scores);
    if (confidence < LEAST.other || Math.min(...scores) < least) return [];
    return [{ text: wordOf(characters), confidence }];
  });
}

/** A letter or a word with an index in brackets. */
function bracketed(path: readonly CharacterView[]): ReadName[] {
  const close = path.length - 1;
  const bracketScore = (view: CharacterView, classes: readonly string[]) =>
    sum(classes.map((name) => scoreOf(view, name)));
  return [close - 2, close - 3].flatMap((open) => {
    if (open < 1) return [];
    const brackets = [bracketScore(path[open]!, BRACKETS.open), bracketScore(path[close]!, BRACKETS.close)];
    const name = path.slice(0, open).map((view) => bestOf(view, LETTERS));
    const index = path.slice(open + 1, close).map(bestDigit);
    const scores = [...name, ...index].map(({ score }) => score);
    if (Math.min(...brackets, ...scores) < LEAST.bracketed) return [];
    return [{ text: `${wordOf(name)}_${index.map((digit) => digit.name).join("")}`, confidence: mean(scores) }];
  });
}

/** What is written among others is a character, too, unless it hardly looks like one; a line alone may be a wire. */
function inWord(view: CharacterView): CharacterView {
  const written = Math.max(LEAST.inWord, 1 - scoreOf(view, ""));
  return { ...view, scores: view.scores.map((score) => score / written) };
}

function wordOf(characters: readonly { readonly name: string }[]): string {
  const [first, ...others] = characters.map(({ name }) => name);
  return first + others.join("").toLowerCase();
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
  const best = digitsOf(view).reduce((a, b) => (b.score > a.score ? b : a));
  return { name: best.text, score: Math.min(1, best.score) };
}

function bestOf(view: CharacterView, names: readonly string[]): { name: string; score: number } {
  let best = { name: "", score: -1 };
  for (const name of names) {
    const score = scoreOf(view, name);
    if (score > best.score) best = { name, score };
  }
  return best;
}

function scoreOf({ scores }: CharacterView, name: string): number {
  return scores[LETTER_CLASSES.indexOf(name)]!;
}

/** Of a letter in upper or lower case: an l is a straight line, as an I is. */
function letterScore(view: CharacterView, letter: string): number {
  return scoreOf(view, letter.toUpperCase()) + (letter === "l" ? scoreOf(view, "I") : 0);
}

function mean(scores: readonly number[]): number {
  return scores.reduce((product, score) => product * Math.max(score, 1e-9), 1) ** (1 / scores.length);
}
