import type { PageBox, PictureBox } from "../geometry/coordinates.ts";
import { applyHomographyToBox } from "../geometry/homography.ts";
import type { Marks, TextMark } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { type Label, likelyNames } from "./likely-names.ts";
import { missingNames } from "./missing-names.ts";
import type { Terminal } from "./netlist.ts";
import { letters, type NamedEnd } from "./terminals.ts";

interface Naming {
  readonly marks: Marks;
  readonly page: CleanPage;
  readonly unit: number;
  readonly renumber: (net: number) => number;
}

/** The inputs with their names: as printed or read, as missing at a gate, else A, B, C … */
export function nameInputs(
  ends: readonly NamedEnd[],
  {
    marks,
    page,
    unit,
    renumber,
    gatesOf,
    outputs,
  }: Naming & { gatesOf(net: number): readonly number[]; outputs: ReadonlyMap<string, number> },
): Terminal[] {
  const gates = ends.map(({ net }) => gatesOf(net));
  const labels = ends.map((end, index) => ({ ...labelOf(marks.texts[end.text]), gates: gates[index]! }));
  // Printed names are certain, and which of them are used says nothing.
  const isPrinted = ends.some(({ text }) => marks.texts[text]?.isPrinted);
  const read = isPrinted ? labels.map(({ text }) => text) : likelyNames(labels, { outputs });
  const guessed = missingNames(
    read.map((name, index) => ({ name, gate: gates[index]!.length === 1 ? gates[index]![0] : undefined })),
  );
  const used = new Set(read.filter((name) => name !== null));
  const spare = letters(read.filter((name) => name === null).length, used);
  return ends.map((end, index) => {
    const own = read[index] ?? guessed[index] ?? null;
    const unnamed = own === null;
    const name = own ?? spare.shift()!;
    const inverted = !unnamed && (marks.texts[end.text]?.complemented ?? false);
    return {
      name,
      net: renumber(end.net),
      box: placeOf(end, { marks, page, unit }),
      ...(inverted && { inverted }),
      ...(unnamed && { unnamed }),
      ...(unnamed && end.text !== -1 && { unread: true }),
      ...readingsOf(marks.texts[end.text], name),
    };
  });
}

/** Readings with a smaller probability name no input. */
const LEAST_READING = 0.01;

function readingsOf(text: TextMark | undefined, name: string): Pick<Terminal, "readings"> {
  const readings = text?.readings?.filter((each) => each.text !== "" && each.score >= LEAST_READING) ?? [];
  return readings.some((each) => each.text !== name) ? { readings } : {};
}

/** What is written next to ends, and how sure that is. */
export function namesAt(ends: readonly NamedEnd[], texts: readonly TextMark[]): Map<string, number> {
  return new Map(
    ends.flatMap((end) => {
      const { text = null, confidence = 0 } = texts[end.text] ?? {};
      return text === null ? [] : [[text, confidence] as const];
    }),
  );
}

function labelOf(mark: TextMark | undefined): Label {
  if (mark === undefined) return { text: null, readings: [] };
  const { text, confidence, readings = [{ text: text ?? "", score: confidence }] } = mark;
  return { text, readings };
}

/** The outputs with their names: as read, each once, else OUT 1 … */
export function nameOutputs(ends: readonly NamedEnd[], { marks, page, unit, renumber }: Naming): Terminal[] {
  const used = new Set<string>();
  return ends.map((end, index) => {
    const read = marks.texts[end.text]?.text ?? null;
    const name = read !== null && !used.has(read) ? read : `OUT ${index + 1}`;
    used.add(name);
    return { name, net: renumber(end.net), box: placeOf(end, { marks, page, unit }) };
  });
}

/** The box of the text next to an end, or a small one around the end. */
export function placeOf(end: NamedEnd, { marks, page, unit }: Omit<Naming, "renumber">): PictureBox {
  const text = marks.texts[end.text];
  if (text !== undefined) return toPicture(page, text.box);
  const half = 0.15 * unit;
  return toPicture(page, { x: end.at.x - half, y: end.at.y - half, width: 2 * half, height: 2 * half });
}

/** A box of the page in pixels of the upright original picture. */
export function toPicture(page: CleanPage, box: PageBox): PictureBox {
  return applyHomographyToBox(page.toPicture, box);
}
