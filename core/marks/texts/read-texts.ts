import type { CleanPage } from "../../page/clean-page.ts";
import { softmax } from "../detector/decode-grid.ts";
import type { Detector } from "../detector/detector.ts";
import type { TextMark } from "../marks.ts";
import { LETTER_CLASSES, LETTER_SIDE } from "./letter-classes.ts";
import { cutLetter } from "./letter-crop.ts";
import { around, gapAcross } from "./text-boxes.ts";
import {
  type CharacterView,
  type InputLetter,
  lettersOfInputs,
  possibleNames,
  type ReadName,
  readName,
} from "./text-names.ts";
import { findTextParts, type TextPart } from "./text-parts.ts";
import { findWords, type Word } from "./text-words.ts";

/** Longer words are not names of inputs. */
const MOST_ATOMS = 7;

/** A character consists of at most this many parts next to each other. */
const MOST_JOINED = 3;

/** Classes whose topmost stroke may be drawn separately, like a bar. */
const FLAT_TOPPED = ["E", "F", "T", "Z", "J", "I", "5", "7", "B", "D", "P", "R"];

export interface WrittenTexts {
  readonly texts: readonly TextMark[];
  /** False if there are too many pieces of ink to read any. */
  readonly isComplete: boolean;
  /** How many characters the network looked at. */
  readonly letters: number;
}

interface TextSettings {
  readonly mask: Uint8Array;
  readonly detector: Pick<Detector, "readLetters">;
  /** Reading the first words with about this many characters is enough. */
  readonly mostLetters?: number;
}

/**
 * The names written on a page, from the mask's text ink: boxes include a bar, a prime and a frame around. Text that is
 * no known name has `text` null.
 *
 * @example
 * const texts = await readTexts(sight.page, { mask: sight.marks.mask, detector });
 * texts[0]; // { text: "C", complemented: false, … }
 */
export async function readTexts(page: CleanPage, settings: TextSettings): Promise<TextMark[]> {
  const { texts } = await readWrittenTexts(page, settings);
  return [...texts];
}

/** Like `readTexts`, and how much there was to read. */
export async function readWrittenTexts(
  page: CleanPage,
  { mask, detector, mostLetters = Number.POSITIVE_INFINITY }: TextSettings,
): Promise<WrittenTexts> {
  const { parts, labels, unit, isComplete } = findTextParts(page, mask);
  const words = unit === 0 ? [] : findWords(parts, unit);
  let letters = 0;
  const drafts = words.flatMap((word) => {
    if (letters >= mostLetters) return [];
    const runs = runsOf(word, unit);
    letters += runs.length;
    return [{ word, runs }];
  });
  const crops = drafts.flatMap(({ runs }) => runs.map((run) => run.parts));
  const area = LETTER_SIDE * LETTER_SIDE;
  const pixels = new Float32Array(crops.length * area);
  crops.forEach((own, k) => {
    cutLetter(page, { parts: own, labels, out: pixels.subarray(k * area, (k + 1) * area) });
  });
  const logits = await detector.readLetters(pixels, crops.length);
  const texts: TextMark[] = [];
  let at = 0;
  for (const { word, runs } of drafts) {
    const views = runs.map(({ from, to, joints, withBar }) => {
      const scores = softmax([...logits.subarray(at, at + LETTER_CLASSES.length)]);
      at += LETTER_CLASSES.length;
      return { from, to, joints, withBar, scores };
    });
    const { name, barIsStroke } = chooseName(word, { views, unit });
    const own = [...word.atoms.flat(), ...[word.bar?.part, word.prime, word.frame].filter((part) => part != null)];
    if (name.text === null && isDoubtful(own, unit)) continue;
    const letters = lettersOfInputs(name.text, { views, atoms: word.atoms.length });
    if (letters !== null) {
      texts.push(...word.atoms.map((atom, k) => letterMark(atom, letters[k]!)));
      continue;
    }
    const box = around(own.map((part) => part.box));
    const topped = barIsStroke ? views.filter((view) => view.withBar) : views.filter((view) => !view.withBar);
    texts.push({
      box,
      text: name.text,
      readings: possibleNames(topped, word.atoms.length),
      complemented: (word.bar !== null && !barIsStroke) !== (word.prime !== null),
      confidence: name.confidence,
    });
  }
  return { texts, isComplete, letters: crops.length };
}

/** One letter of a word that is several inputs' names. */
function letterMark(atom: readonly TextPart[], { text, score, scores }: InputLetter): TextMark {
  return {
    box: around(atom.map((part) => part.box)),
    text,
    readings: possibleNames([{ from: 0, to: 1, scores }], 1),
    complemented: false,
    confidence: score,
  };
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly parts: readonly TextPart[];
  /** Number of places where its atoms are next to each other without touching. */
  readonly joints: number;
  readonly withBar: boolean;
}

/** The neighbouring atoms that may be one character, and a lone one with its bar as its top stroke. */
function runsOf({ atoms, bar }: Word, unit: number): Run[] {
  if (atoms.length > MOST_ATOMS) return [];
  const boxes = atoms.map((own) => around(own.map((part) => part.box)));
  const runs: Run[] = [];
  for (let from = 0; from < atoms.length; from++) {
    let joints = 0;
    for (let to = from + 1; to <= Math.min(atoms.length, from + MOST_JOINED); to++) {
      if (to - from > 1 && gapAcross(boxes[to - 2]!, boxes[to - 1]!) > 0.3 * unit) break;
      if (to - from > 1 && gapAcross(boxes[to - 2]!, boxes[to - 1]!) > 0) joints++;
      const box = around(boxes.slice(from, to));
      if (to - from > 1 && box.width > 1.6 * Math.max(box.height, unit)) break;
      runs.push({ from, to, parts: atoms.slice(from, to).flat(), joints, withBar: false });
    }
  }
  if (bar !== null && bar.gap <= 0.3 * unit) {
    runs.push({ from: 0, to: atoms.length, parts: [...atoms.flat(), bar.part], joints: 0, withBar: true });
  }
  return runs;
}

function chooseName(
  word: Word,
  { views, unit }: { views: readonly (CharacterView & { withBar: boolean })[]; unit: number },
): { name: ReadName; barIsStroke: boolean } {
  const without = readName(
    views.filter((view) => !view.withBar),
    word.atoms.length,
  );
  const topped = views.find((view) => view.withBar);
  if (topped === undefined || word.bar === null) return { name: without, barIsStroke: false };
  const whole = readName([topped], word.atoms.length);
  if (whole.text === null || !FLAT_TOPPED.includes(whole.text)) return { name: without, barIsStroke: false };
  // The nearer the bar, the more likely it is a stroke of the letter.
  const nearness = Math.max(0, 1 - word.bar.gap / (0.3 * unit));
  const apart = without.text === null ? 0 : without.confidence;
  return whole.confidence * (0.3 + 0.9 * nearness) > apart
    ? { name: whole, barIsStroke: true }
    : { name: without, barIsStroke: false };
}

/** Small pieces, and pieces attached to a wire or gate, are more often errors of the mask than text. */
function isDoubtful(parts: readonly TextPart[], unit: number): boolean {
  const { width, height } = around(parts.map((part) => part.box));
  return Math.max(width, height) < 0.6 * unit || parts.some((part) => part.attached);
}
