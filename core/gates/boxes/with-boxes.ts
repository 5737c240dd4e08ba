import { sum } from "../../basics/numbers.ts";
import { boxAround, cornersOf, isInside, middleOf } from "../../geometry/boxes.ts";
import type { PageBox } from "../../geometry/coordinates.ts";
import { softmax } from "../../marks/detector/decode-grid.ts";
import { BOX_LABEL, type Detector } from "../../marks/detector/detector.ts";
import { findCircles } from "../../marks/find-circles.ts";
import { type Direction, FORWARD, type GateMark, INK, type Marks, oppositeOf } from "../../marks/marks.ts";
import { repaint } from "../../marks/repaint.ts";
import { cutText } from "../../marks/texts/letter-crop.ts";
import type { CleanPage } from "../../page/clean-page.ts";
import { GATE_CLASSES, GATES } from "../../rules/gates.ts";
import { hasInk } from "../drawn-circle.ts";
import { placeInGate } from "../read-gates.ts";
import { type DrawnBox, findBoxes } from "./find-boxes.ts";
import { type OutputCircle, outputCircles } from "./output-circles.ts";

/** A gate of this confidence is drawn in its own shape; open boxes are looked for where there are fewer than two. */
const SURE = 0.66;

/** Something else is less likely written in a box than this; and a gate is a class at least so likely. */
const MOST_OTHER = 0.5;
const LEAST = 0.5;

/** The confidence of a box that was not read: of one with several inputs, and of one with a single one. */
const UNREAD = { several: 0.3, single: 0.6 } as const;

/**
 * How likely a box with a 1 in it is a NOT even if no circle is seen, since it would do nothing without, and how much
 * rarer other things in boxes are than in training.
 */
interface Prior {
  readonly lone: number;
  readonly other: number;
}

const ANY_PAGE: Prior = { lone: 0, other: 1 };

/** Where one gate is a box the others are. */
const BOXED_PAGE: Prior = { lone: 0.6, other: 0.1 };

/** Where a box's output may be, the usual way first. */
const FLOWS = ["right", "down"] as const;

/** Wires are looked for so far outside a box, in shorter sides: some end before it. */
const OUTSIDE = [0.1, 0.25] as const;

/**
 * The marks of a page with the gates that are drawn as rectangles, as IEC 60617-12 has them (`&`, `≥1`, `=1`, `1`), or
 * with their names in them. They point right; one with wires only above and below points down. A circle at the output complements it. A page with more gates in their own
 * shapes has no boxes.
 */
export async function withBoxes(page: CleanPage, marks: Marks, detector: Detector): Promise<Marks> {
  const shapes = marks.gates.filter(({ confidence }) => confidence >= SURE);
  const boxes = findBoxes(page, { isThorough: shapes.length < 2 }).flatMap((drawn) => {
    const direction = FLOWS.find((flow) =>
      [oppositeOf(flow), flow].every((side) => wiresAt(page, drawn.box, side) > 0),
    );
    return direction === undefined ? [] : [{ ...drawn, direction }];
  });
  const scores = await readLabels(page, boxes, detector);
  const circles = await outputCircles(page, boxes, detector);
  const gatesOf = (prior: Prior) =>
    boxes.map((box, k) => gateOf(box, { labels: scores[k]!, ...circles[k]!, ...prior }));
  const certain = gatesOf(ANY_PAGE).filter(isGate);
  if (certain.length === 0 || certain.length < shapes.filter((gate) => isApart(gate, certain)).length) return marks;
  const found = gatesOf(BOXED_PAGE).map((gate, k) => {
    return isGate(gate) ? gate : unreadBox(gate, wiresAt(page, boxes[k]!.box, oppositeOf(gate.direction)));
  });
  const isFree = (gate: GateMark) => isApart(gate, found);
  const mask = marks.mask.slice();
  for (const { box } of found) repaint(mask, page, { box, from: [INK.wire, INK.text], to: INK.gate });
  const points = marks.points.filter(({ at }) => !found.some(({ box }) => isInside(box, at)));
  return {
    ...marks,
    gates: [...marks.gates.filter(isFree), ...found],
    doubtful: marks.doubtful.filter(isFree),
    points: await findCircles(page, { gates: found, points, detector }),
    mask,
  };
}

/** Whether a mark is at none of these gates' places. */
function isApart({ box }: GateMark, gates: readonly GateMark[]): boolean {
  return !gates.some((own) => isInside(own.box, middleOf(box)) || isInside(box, middleOf(own.box)));
}

/** How many lines lead to a side of a box. */
function wiresAt(page: CleanPage, box: PageBox, side: Direction): number {
  const [depth, extent] = FORWARD[side].y === 0 ? [box.width, box.height] : [box.height, box.width];
  const counts = OUTSIDE.map((share) => {
    const along = 1 + (share * Math.min(depth, extent)) / depth;
    const isDrawn = (at: number) => {
      const { x, y } = placeInGate({ box, direction: side }, { along, across: at / extent });
      return hasInk(page, x, y);
    };
    let count = 0;
    for (let at = 0; at <= extent; at++) if (isDrawn(at) && !isDrawn(at - 1)) count++;
    return count;
  });
  return Math.max(...counts);
}

/**
 * For each box the probabilities of the labels of `models/training/box_labels.py`: of all its ink, or of less if that says
 * nothing.
 */
async function readLabels(page: CleanPage, boxes: readonly DrawnBox[], detector: Detector): Promise<number[][]> {
  const texts = boxes.flatMap((box) => box.texts);
  const area = BOX_LABEL.rows * BOX_LABEL.columns;
  const crops = new Float32Array(texts.length * area);
  texts.forEach(({ pixels, box }, k) => {
    const out = crops.subarray(k * area, (k + 1) * area);
    cutText(page, { box, isOwn: (at) => pixels.has(at), ...BOX_LABEL, out });
  });
  const logits = await detector.readBoxLabels(crops, texts.length);
  let read = 0;
  return boxes.map((box) => {
    const scores = box.texts.map(() => {
      const own = logits.subarray(read * BOX_LABEL.classes, ++read * BOX_LABEL.classes);
      return softmax([...own]);
    });
    return scores.find((each) => each.at(-1)! <= MOST_OTHER) ?? scores[0]!;
  });
}

function isGate({ confidence }: GateMark): boolean {
  return confidence >= LEAST;
}

/**
 * A box next to gates in which something else is written, or nothing that can be read. One with a single input is an
 * inverter; `otherSymbols` says of an unlikely AND that it is no gate.
 */
function unreadBox({ isBox: _, ...gate }: GateMark, inputs: number): GateMark {
  if (inputs > 1) return { ...gate, gateClass: "AND", confidence: UNREAD.several };
  const classScores = GATE_CLASSES.map((gateClass) => Number(gateClass === "NOT"));
  return { ...gate, gateClass: "NOT", classScores, confidence: UNREAD.single, isBox: true };
}

/** The gate that a box is, if it is one. */
function gateOf(
  { box, direction }: Pick<GateMark, "box" | "direction">,
  { labels, circle, probability, lone, other }: OutputCircle & Prior & { readonly labels: readonly number[] },
): GateMark {
  const scores = GATE_CLASSES.map((gateClass, k) => {
    const { withCircle } = GATES[gateClass];
    if (gateClass === "NOT") return labels[k]! + Math.max(lone, probability) * labels[GATE_CLASSES.length]!;
    if (withCircle !== null) return (1 - probability) * labels[k]!;
    const plain = GATE_CLASSES.findIndex((each) => GATES[each].withCircle === gateClass);
    return labels[k]! + probability * labels[plain]!;
  });
  const known = sum(scores);
  const likeliest = Math.max(...scores);
  const confidence = likeliest / (1 - (1 - other) * labels.at(-1)!);
  return {
    box: circle === null ? box : boxAround([...cornersOf(box), ...cornersOf(circle)]),
    gateClass: GATE_CLASSES[scores.indexOf(likeliest)]!,
    classScores: scores.map((score) => score / known),
    direction,
    confidence,
    isBox: true,
  };
}
