import type { CleanPage } from "../page/clean-page.ts";
import { turnBytes, turnPage } from "../page/turn-page.ts";
import { READING } from "../rules/limits.ts";
import type { Quarters } from "../scan/turn-image.ts";
import type { Detector } from "./detector/detector.ts";
import { DIRECTIONS, type Direction, type GateMark, type Marks, type TextMark } from "./marks.ts";
import { readTexts } from "./texts/read-texts.ts";

/**
 * Share of upright drawings that flow in each direction: 95 of 100 from left to right, most others from top to bottom.
 */
const FLOWS: Readonly<Record<Direction, number>> = { right: 0.93, down: 0.05, left: 0.012, up: 0.008 };

/**
 * In a drawing that flows to the right, the shares of gates that point right, and one, two and three quarter turns
 * further.
 */
const ASIDE = [0.9, 0.07, 0.01, 0.02] as const;

/** Share of pages that are handed in upright; the others are spread evenly over the three turns. */
const COMES_UPRIGHT = 0.94;

/** Names of inputs. Other characters weigh less: an M upside down is a W, and an N on its side is a Z. */
const LETTER = /^[A-G]$/;
const OTHER_NAME = 0.4;

/** How strongly a letter that is certain at one turn only supports that turn (logarithm). */
const LETTER_WEIGHT = 2.5;

/**
 * Without letters, a page is turned only if it has at least this many gates, of which this share points the same way.
 */
const LEAST_GATES = 2;
const LEAST_AGREEMENT = 0.75;

/** A page is turned because of its letters only if this many more of them are certain. */
const LETTERS_MORE = 0.8;

/**
 * With this many certain letters and gates that point to the right, the page is upright: other turns are not tried.
 */
const SURELY_UPRIGHT = 1.5;

/**
 * How many clockwise quarter turns make a page upright: judged by the direction of its gates and the turn at which its
 * letters can be read, considering how rarely pages are handed in turned. 0 without clear evidence, and immediately if
 * the gates point to the right and letters can be read.
 */
export async function uprightTurn(
  page: CleanPage,
  { marks, detector }: { marks: Marks; detector: Pick<Detector, "readLetters"> },
): Promise<Quarters> {
  const { direction, agreement } = mainDirection(marks.gates);
  if (direction === null) return 0;
  const letters = [0, 0, 0, 0];
  for (const quarters of [0, 1, 2, 3] as const) {
    const mask = turnBytes(marks.mask, { ...page, quarters });
    const settings = { mask, detector, mostLetters: READING.uprightLetters };
    const { texts } = await readTexts(turnPage(page, quarters), settings);
    letters[quarters] = lettersRead(texts);
    if (quarters === 0 && texts.length === 0) break;
    if (quarters === 0 && direction === "right" && letters[0]! > SURELY_UPRIGHT) return 0;
  }
  const scores = letters.map((read, quarters) => {
    const comes = quarters === 0 ? COMES_UPRIGHT : (1 - COMES_UPRIGHT) / 3;
    return Math.log(likelihood(marks.gates, quarters)) + Math.log(comes) + LETTER_WEIGHT * read;
  });
  const best = scores.indexOf(Math.max(...scores)) as Quarters;
  const isClear = marks.gates.length >= LEAST_GATES && agreement >= LEAST_AGREEMENT;
  return isClear || letters[best]! > letters[0]! + LETTERS_MORE ? best : 0;
}

/** The direction in which most gates point, and their share. */
function mainDirection(gates: readonly GateMark[]): { direction: Direction | null; agreement: number } {
  let all = 0;
  const votes = { right: 0, down: 0, left: 0, up: 0 };
  for (const { direction, confidence } of gates) {
    votes[direction] += confidence;
    all += confidence;
  }
  if (all === 0) return { direction: null, agreement: 0 };
  const direction = DIRECTIONS.reduce((best, other) => (votes[other] > votes[best] ? other : best));
  return { direction, agreement: votes[direction] / all };
}

/** How likely it is that an upright drawing has gates that point like these after `quarters` turns. */
function likelihood(gates: readonly GateMark[], quarters: number): number {
  return DIRECTIONS.reduce((sum, flow, index) => {
    const share = gates.reduce((product, { direction, confidence }) => {
      const aside = (DIRECTIONS.indexOf(direction) + quarters - index + 4) % 4;
      return product * ASIDE[aside]! ** confidence;
    }, FLOWS[flow]);
    return sum + share;
  }, 0);
}

/** How many of the inputs' letters are certain; other names count in part. */
function lettersRead(texts: readonly TextMark[]): number {
  return texts.reduce((sum, { text, confidence }) => {
    if (text === null) return sum;
    return sum + (LETTER.test(text) ? 1 : OTHER_NAME) * Math.max(0, 2 * confidence - 1);
  }, 0);
}
