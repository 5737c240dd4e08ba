import type { Corrections } from "./corrections/correct-marks.ts";
import type { Detector } from "./marks/detector/detector.ts";
import { openOnnxDetector, readModelFiles } from "./marks/detector/onnx-detector.ts";
import type { KnownTurn } from "./marks/look-at-page.ts";
import { withKnownLetters } from "./marks/texts/known-letters.ts";
import { enlargeImage, shrinkImage } from "./page/shrink-image.ts";
import { type Conclusion, concludePage, type Followed, type LookReading } from "./reading/conclude-page.ts";
import type { PageReading } from "./reading/page-reading.ts";
import { type PageSight, type PageToSee, seePage } from "./reading/see-page.ts";
import { READING } from "./rules/limits.ts";
import { isBareTemplate } from "./rules/problem.ts";
import type { PageImage } from "./scan/page-image.ts";
import type { PageLook } from "./verdict/evidence.ts";
import { agree, bestLook, type LikelyFunction, likelyFunctions } from "./verdict/join-looks.ts";
import { readingConfidence } from "./verdict/reading-confidence.ts";

/** The networks that the project ships. */
const MODELS = new URL("../models/", import.meta.url);

/** Reads page after page with one loaded detector. */
export interface PageReader {
  /** SHA-256 over the model files, hex: readings by the same model are comparable. */
  readonly model: string;
  read(image: PageImage): Promise<PageReading>;
  /** Like `read`, with everything that is needed to read the page again with corrections, without looking again. */
  see(image: PageImage, options?: SeeingOptions): Promise<SeenPage>;
  /** The reading of a page that was seen, with a person's corrections, if there are any. */
  conclude(sight: PageSight, corrections?: Corrections | null): Promise<PageReading>;
  close(): Promise<void>;
}

/**
 * Loads the detector (about 0.2 s) and returns a reader of pages.
 *
 * @throws {Error} if the models cannot be read.
 * @example
 * const reader = await openPageReader();
 * const { outputs, problems } = await reader.read(image);
 */
export async function openPageReader({ models = MODELS }: { models?: URL } = {}): Promise<PageReader> {
  const detector = await openOnnxDetector(await readModelFiles(models));
  return {
    model: detector.model,
    read: (image) => readPage(image, { detector }),
    see: (image, options = {}) => lookCarefully(image, { detector, ...options }),
    conclude: async (sight, corrections = null) => {
      const { reading, circuits } = await concludePage(sight, { detector, corrections });
      return withLooks(reading, [{ circuits }]);
    },
    close: () => detector.close(),
  };
}

/** A page that was seen, and its reading without a person's corrections. */
export interface SeenPage {
  readonly sight: PageSight;
  readonly reading: PageReading;
  /** What was decided on the way from the marks to the reading; null if nothing was followed. */
  readonly followed: Followed | null;
}

type SeeingOptions = Pick<PageToSee, "threshold" | "terminals">;

interface Seeing extends SeeingOptions, Pick<PageToSee, "onStage"> {
  readonly detector: Detector;
}

/**
 * One page, from pixels to functions. A bad drawing is not an exception: `problems` says what is wrong with it.
 * `onStage` is called as each stage ends, for callers that measure.
 */
export async function readPage(image: PageImage, options: Seeing): Promise<PageReading> {
  return (await lookCarefully(image, options)).reading;
}

/** The sizes of further looks, as shares of the first look's. */
const FURTHER_LOOKS = [0.7, 0.85] as const;

/**
 * A picture whose long side is `below` so many pixels is enlarged to `side`. Of 60 pages of validation drafters as
 * pictures of 640 and of 420 pixels, 54 and 48 are then read rightly, and 51 and 43 as they are.
 */
const SMALL = { below: 1000, side: 1200 } as const;

/** A page whose likeliest function has this share of all readings needs no further look. */
const CLEAR = 0.8;

/**
 * Sees and reads a page. If the circuit has faults or another one is nearly as likely, the page is looked at again at a
 * smaller size, where the same strokes fall on other pixels, and once more if that shows another function. The circuits
 * of all looks are joined.
 */
async function lookCarefully(asTaken: PageImage, seeing: Seeing): Promise<SeenPage> {
  const isSmall = Math.max(asTaken.width, asTaken.height) < SMALL.below;
  const image = isSmall ? enlargeImage(asTaken, SMALL.side) : asTaken;
  const options = { ...seeing, detector: withKnownLetters(seeing.detector) };
  const first = await lookOnce(image, options);
  const looks = [first];
  let functions = likelyFunctions(looks);
  for (const size of FURTHER_LOOKS) {
    if (!isDoubtful(looks, functions)) break;
    const longSide = Math.round(size * Math.max(image.width, image.height));
    looks.push(await lookOnce(shrinkImage(image, longSide), { ...options, turn: first.turn }));
    functions = likelyFunctions(looks);
  }
  return joinedLooks(looks, functions);
}

interface Look extends Conclusion {
  readonly sight: PageSight;
  readonly turn: KnownTurn;
}

async function lookOnce(image: PageImage, options: PageToSee): Promise<Look> {
  const { sight, turn } = await seePage(image, options);
  return { sight, turn, ...(await concludePage(sight, { ...options, corrections: null })) };
}

/** Whether another look at the page may show what it has, and is worth its time. */
function isDoubtful(looks: readonly Look[], functions: LikelyFunction[]): boolean {
  const steps = looks.reduce((all, look) => all + look.steps, 0);
  if (looks[0]!.sight.marks.gates.length === 0 || steps > READING.steps || agree(looks)) return false;
  const isFaulty = looks[bestLook(looks, functions)]!.circuits[0]?.faults !== 0;
  return isFaulty || (functions[0]?.share ?? 0) < CLEAR;
}

/** The reading by the best look, with the circuits of all, its own first. */
function joinedLooks(looks: readonly Look[], functions: LikelyFunction[]): SeenPage {
  const best = looks[bestLook(looks, functions)]!;
  const ordered = [best, ...looks.filter((look) => look !== best)].map(({ circuits }): PageLook => ({ circuits }));
  return { sight: best.sight, reading: withLooks(best.reading, ordered, functions), followed: best.followed };
}

/** @param looks the one that `reading` comes from is the first. */
function withLooks(reading: LookReading, looks: readonly PageLook[], functions = likelyFunctions(looks)): PageReading {
  return { ...reading, looks, confidence: isAnything(reading) ? readingConfidence(looks, functions) : null };
}

/** Whether anything was read; that a proven template is bare is a reading, too. */
function isAnything(reading: LookReading): boolean {
  return reading.gates.length > 0 || reading.outputs.length > 0 || isBareTemplate(reading);
}
