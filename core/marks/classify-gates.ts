import { middleOf } from "../geometry/boxes.ts";
import type { PageBox } from "../geometry/coordinates.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { GATE_CLASSES } from "../rules/gates.ts";
import { type CropFrame, cutCrop } from "./detector/cut-crop.ts";
import { type GateCandidate, softmax } from "./detector/decode-grid.ts";
import { CROP_LOGITS, CROP_SIDE, type Detector } from "./detector/detector.ts";
import { DIRECTIONS, type GateMark } from "./marks.ts";

/**
 * The crop extends beyond the gate's box by this share of its longer side, as in models/training/gate_classifier.py.
 */
const MARGIN = 0.22;

/** Weight of the second look relative to the detector's own class scores. */
const CROP_WEIGHT = 0.65;

/**
 * A second look at each candidate: its crop, turned so that the output points right, goes through the gate classifier,
 * whose class scores are joined with the detector's (weighted geometric mean). Candidates that the classifier does not
 * take for a gate lose confidence accordingly.
 */
export async function classifyGates(
  page: CleanPage,
  { candidates, detector }: { candidates: readonly GateCandidate[]; detector: Detector },
): Promise<GateMark[]> {
  const area = CROP_SIDE * CROP_SIDE;
  const crops = new Float32Array(candidates.length * area);
  const quarters = candidates.map((candidate) => nearestQuarter(candidate.direction));
  candidates.forEach((candidate, k) => {
    cutCrop(page, frameOf(candidate.box, quarters[k]!), crops.subarray(k * area, (k + 1) * area));
  });
  const logits = await detector.classifyGates(crops, candidates.length);
  return candidates.map((candidate, k) => {
    const own = [...logits.subarray(k * CROP_LOGITS, (k + 1) * CROP_LOGITS)];
    const seen = softmax(own.slice(0, 8));
    const noGate = seen[7]!;
    const turn = softmax(own.slice(8));
    const joined = GATE_CLASSES.map(
      (_, c) => (seen[c]! / (1 - noGate + 1e-9)) ** CROP_WEIGHT * candidate.classScores[c]! ** (1 - CROP_WEIGHT),
    );
    const sum = joined.reduce((a, b) => a + b, 0);
    const classScores = joined.map((score) => score / sum);
    const best = classScores.indexOf(Math.max(...classScores));
    const extra = turn.indexOf(Math.max(...turn));
    const quarter = turn[extra]! > 0.8 ? (quarters[k]! + extra) % 4 : quarters[k]!;
    return {
      box: candidate.box,
      gateClass: GATE_CLASSES[best]!,
      classScores,
      direction: DIRECTIONS[quarter]!,
      confidence: Math.sqrt(candidate.heat * (1 - noGate)) * classScores[best]!,
    };
  });
}

/** 0 right, 1 down, 2 left, 3 up. */
function nearestQuarter(direction: number): number {
  return ((Math.round(direction / (Math.PI / 2)) % 4) + 4) % 4;
}

/** The square around `box`, turned back by `quarter` quarter turns. */
function frameOf(box: PageBox, quarter: number): CropFrame {
  const side = Math.max(box.width, box.height) * (1 + 2 * MARGIN);
  const middle = middleOf(box);
  return { middle, quarter, step: side / CROP_SIDE, columns: CROP_SIDE, rows: CROP_SIDE };
}
