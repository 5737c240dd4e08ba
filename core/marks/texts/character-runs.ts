import type { CleanPage } from "../../page/clean-page.ts";
import { cutAtom } from "./cut-atoms.ts";
import { around, gapAcross } from "./text-boxes.ts";
import type { TextPart } from "./text-parts.ts";
import type { Word } from "./text-words.ts";

/** Longer words are not names of inputs. */
const MOST_ATOMS = 7;

/** A character consists of at most this many parts next to each other. */
const MOST_JOINED = 3;

/** Neighbouring atoms of a word, or pieces of one, that may be one character. */
export interface CharacterRun {
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
  readonly of?: CharacterRun;
}

/** The runs of a word. */
export interface WordRuns {
  readonly runs: readonly CharacterRun[];
  /** Of atoms that are cut where characters may touch. */
  readonly pieces: readonly CharacterRun[];
  /** The number of pieces and of atoms that are not cut, which `from` and `to` of all runs count. */
  readonly atoms: number;
}

/** The neighbouring atoms that may be one character, and a lone one with its bar as its top stroke. */
export function characterRuns({ atoms, bar }: Word, unit: number): WordRuns {
  if (atoms.length > MOST_ATOMS) return { runs: [], pieces: [], atoms: atoms.length };
  const boxes = atoms.map((own) => around(own.map((part) => part.box)));
  const runs: CharacterRun[] = [];
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
  return { runs, pieces: [], atoms: atoms.length };
}

/** The runs of a word with those of the pieces into which its atoms may be cut. */
export function withPieces(
  whole: WordRuns,
  { word, page, labels }: { word: Word; page: CleanPage; labels: Int32Array },
): WordRuns {
  const pieces = word.atoms.map((parts) => cutAtom(page, { parts, labels }));
  const count = pieces.flat().length;
  if (whole.runs.length === 0 || count > MOST_ATOMS) return whole;
  const starts = pieces.map((_, k) => pieces.slice(0, k).flat().length);
  const startOf = (atom: number) => starts[atom] ?? count;
  const moved = whole.runs.map((run) => ({ ...run, from: startOf(run.from), to: startOf(run.to) }));
  const cut = pieces.flatMap((own, atom) => {
    const of = moved.find((run) => !run.withBar && run.whole?.from === atom && run.whole.to === atom + 1)!;
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
  const places = Array.from({ length: count }, (_, place) => place);
  return places
    .flatMap((from) => places.slice(from).map((last) => ({ from, to: last + 1 })))
    .filter(({ from, to }) => to - from < count);
}
