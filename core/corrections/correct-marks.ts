import { inGate } from "../gates/read-gates.ts";
import { boxAround, cornersOf, intersectionOverUnion, isInside, isSameBox, middleOf } from "../geometry/boxes.ts";
import type { PageBox, PictureBox } from "../geometry/coordinates.ts";
import { applyHomographyToBox } from "../geometry/homography.ts";
import { classifyGates } from "../marks/classify-gates.ts";
import type { Detector } from "../marks/detector/detector.ts";
import { type GateMark, INK, type Marks, type PointMark } from "../marks/marks.ts";
import { repaint } from "../marks/repaint.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { type Prediction, pictureToPage } from "../reading/prediction.ts";
import { GATE_CLASSES, type GateClass, isGateClass } from "../rules/gates.ts";
import type { WireCorrection } from "../wires/correct/wire-correction.ts";

/** A person's corrections of a page that the machine has read. */
export interface Corrections {
  /**
   * Every gate of the page, the machine's that stay and the person's; inputs, outputs, junctions and intersections only
   * if the person placed or changed them. The machine finds its own again: wires may lead elsewhere now.
   */
  readonly predictions: readonly Prediction[];
  /** What the person removed, or changed into something else. */
  readonly removed: readonly Pick<Prediction, "className" | "box">[];
  /** What the person says of the wires, the oldest first. */
  readonly wires?: readonly WireCorrection[];
}

/** A person's evidence outweighs any ink; a junction with more would attract everything that ends near it. */
const PERSON_WEIGHT = { junction: 2, crossing: 20 } as const;
/** A gate placed over a detected one, with this much intersection over union, gets its direction. */
const SAME_GATE = 0.3;
/** An inversion circle within this share of a gate's size from its box belongs to that gate. */
const CIRCLE_REACH = 0.4;

interface Placed {
  readonly mark: GateMark;
  readonly by: Prediction["by"];
}

/** The marks of a page with a person's gates instead of the detector's, and the person's junctions and crossings. */
export async function correctMarks(
  page: CleanPage,
  seen: Marks,
  { corrections, detector }: { corrections: Corrections; detector: Detector },
): Promise<Marks> {
  const wanted = corrections.predictions.filter(isGate);
  const inPicture = [...seen.gates, ...seen.doubtful].map((mark) => ({
    mark,
    box: applyHomographyToBox(page.toPicture, mark.box),
  }));
  const same = wanted.map(({ box }) => inPicture.find((gate) => isSameBox(gate.box, box))?.mark ?? null);
  const boxes = wanted.flatMap(({ box }, index) => (same[index] === null ? [toPageBox(page, box)] : []));
  const fresh = await placeGates(page, seen, { boxes, detector });
  const next = fresh.values();
  const placed = wanted.map(({ className, confidence, by }, index): Placed => {
    const mark = same[index] ?? next.next().value!;
    return { mark: { ...mark, gateClass: className, confidence }, by };
  });
  const mask = seen.mask.slice();
  for (const mark of seen.gates) {
    if (!same.includes(mark)) repaint(mask, page, { box: mark.box, from: [INK.gate], to: INK.text });
  }
  for (const { box } of fresh) repaint(mask, page, { box, from: [INK.wire, INK.text], to: INK.gate });
  return {
    gates: placed.map(({ mark }) => mark),
    doubtful: [],
    points: correctPoints(page, seen, { corrections, placed }),
    texts: seen.texts,
    mask,
  };
}

/** Marks for gates that the detector did not see at these places: its second look finds their direction. */
async function placeGates(
  page: CleanPage,
  seen: Marks,
  { boxes, detector }: { boxes: readonly PageBox[]; detector: Detector },
): Promise<GateMark[]> {
  if (boxes.length === 0) return [];
  const even = GATE_CLASSES.map(() => 1 / GATE_CLASSES.length);
  const candidates = boxes.map((box) => ({ box, classScores: even, direction: 0, heat: 1 }));
  const marks = await classifyGates(page, { candidates, detector });
  return marks.map((mark) => {
    const covered = seen.gates.find(({ box }) => intersectionOverUnion(box, mark.box) > SAME_GATE);
    return covered === undefined ? mark : { ...mark, direction: covered.direction };
  });
}

const KINDS = { junction: "junction", intersection: "crossing" } as const;
const OPPOSITE = { junction: "crossing", crossing: "junction" } as const;

function correctPoints(
  page: CleanPage,
  seen: Marks,
  { corrections, placed }: { corrections: Corrections; placed: readonly Placed[] },
): PointMark[] {
  const { predictions, removed } = corrections;
  const words: { kind: "junction" | "crossing"; box: PageBox }[] = [];
  for (const { className, box } of removed) {
    if (!isPoint(className)) continue;
    words.push({ kind: OPPOSITE[KINDS[className]], box: toPageBox(page, box) });
  }
  for (const { className, box, by } of predictions) {
    if (isPoint(className) && by === "person") words.push({ kind: KINDS[className], box: toPageBox(page, box) });
  }
  // The last correction counts: what was removed and placed again is there.
  const spoken = words.filter(
    ({ box }, index) => !words.slice(index + 1).some((later) => isInside(later.box, middleOf(box))),
  );
  const kept = seen.points.filter(({ kind, at }) => {
    if (kind === "bubble") return !placed.some((gate) => gate.by === "person" && isAtTip(gate.mark, at));
    return kind === "end" || !spoken.some(({ box }) => isInside(box, at));
  });
  return [...kept, ...spoken.map(({ kind, box }) => ({ kind, at: middleOf(box), confidence: PERSON_WEIGHT[kind] }))];
}

/** True for the circle at a gate's output: the class that a person chose says whether the gate inverts. */
function isAtTip(mark: GateMark, at: { readonly x: number; readonly y: number }): boolean {
  const { along, across } = inGate(mark, at);
  return along > 0.6 && along < 1 + CIRCLE_REACH && across > 0 && across < 1;
}

/** A box of the picture on the clean page. */
function toPageBox(page: CleanPage, box: PictureBox): PageBox {
  return boxAround(cornersOf(box).map((corner) => pictureToPage(page, corner)));
}

function isGate<P extends Pick<Prediction, "className">>(prediction: P): prediction is P & { className: GateClass } {
  return isGateClass(prediction.className);
}

function isPoint(className: Prediction["className"]): className is "junction" | "intersection" {
  return className === "junction" || className === "intersection";
}
