import type { CleanPage } from "../../page/clean-page.ts";
import { softmax } from "../detector/decode-grid.ts";
import type { Detector } from "../detector/detector.ts";
import type { TextMark } from "../marks.ts";
import { cutAtom } from "./cut-atoms.ts";
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
  /** Reading the first words with about this many characters is enough, and none is cut. */
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
    const isEnough = mostLetters < Number.POSITIVE_INFINITY;
    const draft = isEnough ? uncut(runs, word) : withPieces(runs, { word, page, labels });
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

interface Run {
  readonly from: number;
  readonly to: number;
  readonly parts: readonly TextPart[];
  /** Number of places where its atoms are next to each other without touching. */
  readonly joints: number;
  readonly withBar: boolean;
  /** The atoms that it consists of; null for a piece of one. */
  readonly whole: { readonly from: number; readonly to: number } | null;
  /** It ends at a cut. */
  readonly isCut: boolean;
  /** The run of the atom that it is a piece of. */
  readonly of?: Run;
}

interface Crop {
  readonly run: Run;
  readonly pixels: Float32Array;
}

const CROP_AREA = LETTER_SIDE * LETTER_SIDE;

function cutLetters(
  page: CleanPage,
  { runs, labels }: { readonly runs: readonly Run[]; readonly labels: Int32Array },
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
): Promise<Map<Run, readonly number[]>> {
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

interface Pieces {
  readonly runs: readonly Run[];
  /** Of atoms that are cut where characters may touch. */
  readonly pieces: readonly Run[];
  /** The number of pieces and of atoms that are not cut, which `from` and `to` of all runs count. */
  readonly atoms: number;
}

function uncut(runs: readonly Run[], { atoms }: Word): Pieces {
  return { runs, pieces: [], atoms: atoms.length };
}

function withPieces(
  runs: readonly Run[],
  { word, page, labels }: { word: Word; page: CleanPage; labels: Int32Array },
): Pieces {
  const pieces = word.atoms.map((parts) => cutAtom(page, { parts, labels }));
  const count = pieces.flat().length;
  if (runs.length === 0 || count > MOST_ATOMS) return uncut(runs, word);
  const starts = pieces.map((_, k) => pieces.slice(0, k).flat().length);
  const startOf = (atom: number) => starts[atom] ?? count;
  const moved = runs.map((run) => ({ ...run, from: startOf(run.from), to: startOf(run.to) }));
  const cut = pieces.flatMap((own, atom) => {
    const of = moved.find(({ whole, withBar }) => whole?.from === atom && whole.to === atom + 1 && !withBar)!;
    return piecesOf(own.length).map(({ from, to }) => ({
      ...of,
      from: startOf(atom) + from,
      to: startOf(atom) + to,
      parts: own.slice(from, to).flat(),
      whole: null,
      isCut: to < own.length,
      of,
    }));
  });
  return { runs: moved, pieces: cut, atoms: count };
}

/** All runs of neighbouring pieces of an atom but for the atom itself. */
function piecesOf(count: number): { readonly from: number; readonly to: number }[] {
  return Array.from({ length: count }, (_, from) =>
    Array.from({ length: count - from }, (__, k) => ({ from, to: from + k + 1 })),
  )
    .flat()
    .filter(({ from, to }) => to - from < count);
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
      runs.push({
        from,
        to,
        parts: atoms.slice(from, to).flat(),
        joints,
        withBar: false,
        whole: { from, to },
        isCut: false,
      });
    }
  }
  if (bar !== null && bar.gap <= 0.3 * unit) {
    const whole = { from: 0, to: atoms.length };
    runs.push({ ...whole, parts: [...atoms.flat(), bar.part], joints: 0, withBar: true, whole, isCut: false });
  }
  return runs;
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
