import type { CleanPage } from "../../page/clean-page.ts";
import { softmax } from "../detector/decode-grid.ts";
import type { Detector } from "../detector/detector.ts";
import type { TextMark } from "../marks.ts";
import { type CharacterRun, characterRuns, withPieces } from "./character-runs.ts";
import { LETTER_CLASSES, LETTER_SIDE } from "./letter-classes.ts";
import { cutLetter } from "./letter-crop.ts";
import { around } from "./text-boxes.ts";
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
  /** Reading the first words with about this many characters is enough, and none is cut. */
  readonly mostLetters?: number;
}

/**
 * The names written on a page, from the mask's text ink: boxes include a bar, a prime and a frame around. Text that is
 * no known name has `text` null.
 *
 * @example
 * const { texts } = await readTexts(sight.page, { mask: sight.marks.mask, detector });
 * texts[0]; // { text: "C", complemented: false, … }
 */
export async function readTexts(
  page: CleanPage,
  { mask, detector, mostLetters = Number.POSITIVE_INFINITY }: TextSettings,
): Promise<WrittenTexts> {
  const { parts, labels, unit, isComplete } = findTextParts(page, mask);
  const words = unit === 0 ? [] : findWords(parts, unit);
  const isGlance = mostLetters < Number.POSITIVE_INFINITY;
  let letters = 0;
  const drafts = words.flatMap((word) => {
    if (letters >= mostLetters) return [];
    const whole = characterRuns(word, unit);
    const draft = isGlance ? whole : withPieces(whole, { word, page, labels });
    letters += draft.runs.length;
    return [{ word, ...draft }];
  });
  // All crops are cut before the network is awaited: the labels are valid until then.
  const whole = cutLetters(page, { runs: drafts.flatMap(({ runs }) => runs), labels });
  const pieces = cutLetters(page, { runs: drafts.flatMap((draft) => draft.pieces), labels });
  const read = await scoresOf(whole, detector);
  const isClear = (piece: Crop) => isCharacter(read.get(piece.run.of!) ?? []);
  const cut = pieces.filter((piece) => !isClear(piece));
  const scores = new Map([...read, ...(await scoresOf(cut, detector))]);
  const texts: TextMark[] = [];
  for (const { word, runs, pieces: cuts, atoms } of drafts) {
    const views = [...runs, ...cuts].flatMap((run) => {
      const own = scores.get(run);
      return own === undefined ? [] : [{ ...run, scores: own }];
    });
    const { name, barIsStroke } = chooseName(word, { views, atoms, unit });
    const own = [...word.atoms.flat(), ...[word.bar?.part, word.prime, word.frame].filter((part) => part != null)];
    if (name.text === null && isDoubtful(own, unit)) continue;
    const uncut = views.flatMap((view) => (view.whole ? [{ ...view, ...view.whole }] : []));
    const letters = lettersOfInputs(name.text, { views: uncut, atoms: word.atoms.length });
    if (letters !== null) {
      texts.push(...word.atoms.map((atom, k) => letterMark(atom, letters[k]!)));
      continue;
    }
    const box = around(own.map((part) => part.box));
    const topped = barIsStroke ? views.filter((view) => view.withBar) : views.filter((view) => !view.withBar);
    texts.push({
      box,
      text: name.text,
      readings: possibleNames(topped, atoms),
      complemented: (word.bar !== null && !barIsStroke) !== (word.prime !== null),
      confidence: name.confidence,
    });
  }
  return { texts, isComplete, letters: whole.length + cut.length };
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

interface Crop {
  readonly run: CharacterRun;
  readonly pixels: Float32Array;
}

const CROP_AREA = LETTER_SIDE * LETTER_SIDE;

function cutLetters(
  page: CleanPage,
  { runs, labels }: { readonly runs: readonly CharacterRun[]; readonly labels: Int32Array },
): Crop[] {
  return runs.map((run) => {
    const pixels = new Float32Array(CROP_AREA);
    cutLetter(page, { parts: run.parts, labels, out: pixels });
    return { run, pixels };
  });
}

/** Of each of `LETTER_CLASSES`, for each run. */
async function scoresOf(
  crops: readonly Crop[],
  detector: Pick<Detector, "readLetters">,
): Promise<Map<CharacterRun, readonly number[]>> {
  if (crops.length === 0) return new Map();
  const pixels = new Float32Array(crops.length * CROP_AREA);
  crops.forEach((crop, k) => {
    pixels.set(crop.pixels, k * CROP_AREA);
  });
  const logits = await detector.readLetters(pixels, crops.length);
  const count = LETTER_CLASSES.length;
  return new Map(crops.map(({ run }, k) => [run, softmax([...logits.subarray(k * count, (k + 1) * count)])]));
}

/** What is surely one character is not cut. */
const CLEAR_CHARACTER = 0.9;

function isCharacter(scores: readonly number[]): boolean {
  return LETTER_CLASSES.some((name, k) => name !== "" && scores[k]! >= CLEAR_CHARACTER);
}

function chooseName(
  word: Word,
  { views, atoms, unit }: { views: readonly (CharacterView & { withBar: boolean })[]; atoms: number; unit: number },
): { name: ReadName; barIsStroke: boolean } {
  const without = readName(
    views.filter((view) => !view.withBar),
    atoms,
  );
  const topped = views.find((view) => view.withBar);
  if (topped === undefined || word.bar === null) return { name: without, barIsStroke: false };
  const whole = readName([topped], atoms);
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
