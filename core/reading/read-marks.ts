import type { Corrections } from "../corrections/correct-marks.ts";
import { correctNetlist } from "../corrections/correct-netlist.ts";
import { lostCorrections, wireCorrectionsOnPage } from "../corrections/place-wire-corrections.ts";
import { deriveExpressions } from "../expressions/derive-expressions.ts";
import { readGates } from "../gates/read-gates.ts";
import type { PageBox } from "../geometry/coordinates.ts";
import type { Detector } from "../marks/detector/detector.ts";
import { INK, type Marks } from "../marks/marks.ts";
import { repaint } from "../marks/repaint.ts";
import { readTexts, type WrittenTexts } from "../marks/texts/read-texts.ts";
import { buildNetlist } from "../netlist/build-netlist.ts";
import { checkNetlist } from "../netlist/check-netlist.ts";
import { joinWords } from "../netlist/join-words.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { READING } from "../rules/limits.ts";
import { readWires, type Wires } from "../wires/read-wires.ts";
import { framedLetters } from "./framed-letters.ts";
import { touchingGates } from "./touching-gates.ts";

/** The stages of a reading, in their order. */
export type Stage = "page" | "marks" | "texts" | "gates" | "wires" | "netlist" | "expressions" | "alternatives";

interface MarksToRead {
  readonly textsOf: TextReader;
  readonly corrections: Corrections | null;
  readonly onStage?: (stage: Stage) => void;
}

/** What the marks of a page say if they are taken as they are. */
export type MarksReading = Awaited<ReturnType<typeof readMarks>>;

/** From marks to functions. */
export async function readMarks(page: CleanPage, seen: Marks, { textsOf, corrections, onStage }: MarksToRead) {
  let written = await textsOf(seen.mask);
  let marks: Marks = { ...seen, texts: [...seen.texts, ...written.texts] };
  onStage?.("texts");
  let gates = readGates(page, marks);
  onStage?.("gates");
  const said = corrections?.wires ?? [];
  const onPage = wireCorrectionsOnPage(page, said);
  let wires = readWires(page, marks, { gates, corrections: onPage });
  // A gate that a person kept is certain.
  const letters = corrections ? [] : framedLetters(wires);
  if (letters.length > 0) {
    const fewer = takeForText(seen, { page, boxes: letters });
    written = await textsOf(fewer.mask);
    marks = { ...fewer, texts: [...seen.texts, ...written.texts] };
    gates = readGates(page, marks);
    wires = readWires(page, marks, { gates });
  }
  const touching = touchingGates(wires);
  // They come first, so that a person can cut or erase them.
  if (touching.length > 0) wires = readWires(page, marks, { gates, corrections: [...touching, ...onPage] });
  onStage?.("wires");
  marks = { ...marks, texts: joinWords(marks.texts, wires) };
  const drawn = buildNetlist(page, marks, { wires });
  const built = corrections ? correctNetlist(drawn, corrections) : drawn;
  onStage?.("netlist");
  const derived = deriveExpressions(built.netlist);
  onStage?.("expressions");
  const lost = lostCorrections(said, lostOf(wires, touching.length));
  const problems = [...lost, ...built.problems, ...checkNetlist(built.netlist), ...derived.problems];
  const steps = wires.steps + READING.stepsALetter * written.letters;
  return { marks, wires, drawn, built, derived, problems, steps, isFollowed: written.isComplete && wires.isTraced };
}

/** The corrections without a place, numbered without the `own` ones that came before them. */
function lostOf({ lost }: Wires, own: number): number[] {
  return lost.map((index) => index - own);
}

type TextReader = (mask: Marks["mask"]) => Promise<WrittenTexts>;

/** Reads the texts of a mask once, however many circuits are tried with it. */
export function textReader(page: CleanPage, detector: Detector): TextReader {
  const known = new Map<Marks["mask"], Promise<WrittenTexts>>();
  return (mask) => {
    const texts = known.get(mask) ?? readTexts(page, { mask, detector });
    known.set(mask, texts);
    return texts;
  };
}

/** The marks without the gates in `boxes`; what was their ink is text. */
export function takeForText(
  marks: Marks,
  { page, boxes }: { readonly page: CleanPage; readonly boxes: readonly PageBox[] },
): Marks {
  if (boxes.length === 0) return marks;
  const mask = marks.mask.slice();
  for (const box of boxes) repaint(mask, page, { box, from: [INK.gate], to: INK.text });
  const isTaken = (box: PageBox) => boxes.some((other) => other.x === box.x && other.y === box.y);
  return { ...marks, mask, gates: marks.gates.filter(({ box }) => !isTaken(box)) };
}
