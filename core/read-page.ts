import { type Corrections, correctMarks } from "./corrections/correct-marks.ts";
import { correctNetlist } from "./corrections/correct-netlist.ts";
import {
  correctedPlaces,
  lostCorrections,
  wireCorrectionsOnPage,
  withoutAccepted,
} from "./corrections/place-wire-corrections.ts";
import { deriveExpressions, outputTables } from "./expressions/derive-expressions.ts";
import { withBackCurves } from "./gates/back-curves.ts";
import { withBareInverters } from "./gates/bare-inverters.ts";
import { withOutputCircles } from "./gates/output-circles.ts";
import { readGates } from "./gates/read-gates.ts";
import type { PageBox } from "./geometry/coordinates.ts";
import { applyHomographyToBox } from "./geometry/homography.ts";
import type { Detector } from "./marks/detector/detector.ts";
import { openOnnxDetector, readModelFiles } from "./marks/detector/onnx-detector.ts";
import { drawingAlone } from "./marks/drawing-alone.ts";
import { type DetectedPage, type KnownTurn, lookAtPage } from "./marks/look-at-page.ts";
import { type GateMark, INK, type Marks } from "./marks/marks.ts";
import { repaint } from "./marks/repaint.ts";
import { withKnownLetters } from "./marks/texts/known-letters.ts";
import { readWrittenTexts, type WrittenTexts } from "./marks/texts/read-texts.ts";
import { terminalNames } from "./marks/texts/terminal-names.ts";
import { buildNetlist } from "./netlist/build-netlist.ts";
import { checkNetlist } from "./netlist/check-netlist.ts";
import { circuitProblem } from "./netlist/circuit-problems.ts";
import { joinWords } from "./netlist/join-words.ts";
import { mainReason } from "./netlist/main-reason.ts";
import { type CleanPage, cleanPage } from "./page/clean-page.ts";
import { isBareSheet } from "./page/sheet/bare-sheet.ts";
import { enlargeImage, shrinkImage } from "./page/shrink-image.ts";
import type { Threshold } from "./page/threshold.ts";
import { framedLetters } from "./reading/framed-letters.ts";
import { type PageReading, readGatesOf } from "./reading/page-reading.ts";
import { possibleCircuits } from "./reading/possible-circuits.ts";
import { correctedPredictions, machinePredictions, type Prediction, sheetPlace } from "./reading/prediction.ts";
import { touchingGates } from "./reading/touching-gates.ts";
import { tryGates } from "./reading/try-gates.ts";
import { READING } from "./rules/limits.ts";
import { NO_INK, NOTHING_DRAWN, type Problem } from "./rules/problem.ts";
import type { ItemNames } from "./rules/tasks/item-names.ts";
import type { PageImage } from "./scan/page-image.ts";
import type { Quarters } from "./scan/turn-image.ts";
import type { PageLook, PossibleCircuit } from "./verdict/evidence.ts";
import { agree, bestLook, likelyFunctions } from "./verdict/join-looks.ts";
import { readingConfidence } from "./verdict/reading-confidence.ts";
import { readWires, type Wires } from "./wires/read-wires.ts";

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

/** The stages of a reading, in their order. */
export type Stage = "page" | "marks" | "texts" | "gates" | "wires" | "netlist" | "expressions" | "alternatives";

/**
 * What the page and marks stages extract from a picture: enough to read it again without its pixels or the detector.
 */
export interface PageSight {
  readonly page: CleanPage;
  /** As the detector saw them; their only texts are the names of printed terminals. */
  readonly marks: Marks;
  /** Of the clean page. */
  readonly problems: readonly Problem[];
  /** Pixels of the upright original picture. */
  readonly width: number;
  readonly height: number;
}

/** A page that was seen, and its reading without a person's corrections. */
export interface SeenPage {
  readonly sight: PageSight;
  readonly reading: PageReading;
  /** What was decided on the way from the marks to the reading; null if nothing was followed. */
  readonly followed: Followed | null;
  /** Whether its doubts ask for more looks, which were not taken since its first look settled the points. */
  readonly awaitsLooks: boolean;
}

/** How a look's circuit was found. */
export interface Followed {
  /** The marks that count, with all texts. */
  readonly marks: Marks;
  readonly wires: Wires;
  /** Which gates were tried, the accepted ones first; `cost` is a logarithm of probability. */
  readonly tried: readonly { readonly gates: readonly GateMark[]; readonly faults: number; readonly cost: number }[];
}

/** What one look at a page shows. */
interface Concluded extends Pick<SeenPage, "followed"> {
  readonly reading: LookReading;
  /** How long it took, in steps of `READING.steps`. */
  readonly steps: number;
  readonly circuits: readonly PossibleCircuit[];
}

/** A reading before those of all looks are joined. */
type LookReading = Omit<PageReading, "looks" | "confidence">;

interface SeeingOptions {
  readonly threshold?: Threshold;
  /** The terminals that are printed on the page. */
  readonly terminals?: ItemNames | undefined;
  /** Whether the reading by the first look settles the points, so that no doubt in it matters; by default none does. */
  readonly isSettled?: ((reading: PageReading) => boolean) | undefined;
}

interface Seeing extends SeeingOptions {
  readonly detector: Detector;
  readonly onStage?: (stage: Stage) => void;
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
 * of all looks are joined. Where the first look settles the points by the keys there is no other.
 */
async function lookCarefully(asTaken: PageImage, seeing: Seeing): Promise<SeenPage> {
  const isSmall = Math.max(asTaken.width, asTaken.height) < SMALL.below;
  const image = isSmall ? enlargeImage(asTaken, SMALL.side) : asTaken;
  const options = { ...seeing, detector: withKnownLetters(seeing.detector) };
  const first = await look(image, options);
  const maySettle = first.reading.problems.length === 0;
  const seen = [first];
  let { steps } = first;
  let functions = likelyFunctions([first]);
  for (const size of FURTHER_LOOKS) {
    const isFaulty = seen[bestLook(seen, functions)]!.circuits[0]?.faults !== 0;
    if (first.sight.marks.gates.length === 0 || steps > READING.steps || agree(seen)) break;
    if (!isFaulty && (functions[0]?.share ?? 0) >= CLEAR) break;
    if (maySettle && seen.length === 1 && seeing.isSettled !== undefined) {
      const { sight, circuits, followed } = first;
      const reading = withLooks(first.reading, [{ circuits }], functions);
      if (seeing.isSettled(reading)) return { sight, reading, followed, awaitsLooks: true };
    }
    const longSide = Math.round(size * Math.max(image.width, image.height));
    const further = await look(shrinkImage(image, longSide), { ...options, turn: first.turn });
    seen.push(further);
    steps += further.steps;
    functions = likelyFunctions(seen);
  }
  const best = seen[bestLook(seen, functions)]!;
  const looks = [best, ...seen.filter((other) => other !== best)].map((each): PageLook => {
    return { circuits: each.circuits, ...(seen.length > 1 && maySettle && each === first && { maySettle }) };
  });
  const { sight, followed } = best;
  return { sight, reading: withLooks(best.reading, looks, functions), followed, awaitsLooks: false };
}

/** @param looks the one that `reading` comes from is the first. */
function withLooks(reading: LookReading, looks: readonly PageLook[], functions = likelyFunctions(looks)): PageReading {
  return { ...reading, looks, confidence: isAnything(reading) ? readingConfidence(looks, functions) : null };
}

/** Whether anything was read; that a proven template is bare is a reading, too. */
function isAnything({ gates, outputs, problems }: LookReading): boolean {
  return gates.length > 0 || outputs.length > 0 || problems.some(({ code }) => code === NOTHING_DRAWN);
}

/** @param options.turn the first look's: a page is upright at one turn. */
async function look(
  image: PageImage,
  options: Seeing & { readonly turn?: KnownTurn },
): Promise<Concluded & { readonly sight: PageSight; readonly turn: KnownTurn }> {
  const { sight, quarters } = await seePage(image, options);
  const turn = { frame: sight.page.frame, quarters };
  return { sight, turn, ...(await concludePage(sight, { ...options, corrections: null })) };
}

async function seePage(
  image: PageImage,
  { detector, threshold = "auto", terminals, onStage, turn }: Seeing & { readonly turn?: KnownTurn },
): Promise<{ readonly sight: PageSight; readonly quarters: Quarters }> {
  const { page: asTaken, problems } = cleanPage(image, { threshold });
  onStage?.("page");
  const detected = await lookAtPage(asTaken, { detector, ...(turn && { turn }) });
  const isBare = detected.marks.gates.length === 0 && isBareSheet(image, asTaken);
  const { page, marks } = isBare ? withoutInk(detected) : detected;
  onStage?.("marks");
  const texts = terminals ? terminalNames(page, terminals) : [];
  const sight = {
    page,
    marks: { ...withOutputCircles(page, withBackCurves(page, withBareInverters(page, marks))), texts },
    problems: isBare ? [...problems.filter(({ code }) => code !== NO_INK), nothingDrawn()] : problems,
    width: image.pictureWidth,
    height: image.pictureHeight,
  };
  return { sight, quarters: detected.quarters };
}

/** The page without the bits of its printed squares that were taken for ink. */
function withoutInk({ page }: DetectedPage): Pick<DetectedPage, "page" | "marks"> {
  const nothing = new Uint8Array(page.width * page.height);
  return { page: { ...page, ink: nothing }, marks: { gates: [], doubtful: [], points: [], texts: [], mask: nothing } };
}

function nothingDrawn(): Problem {
  return { code: NOTHING_DRAWN, message: "Nothing is drawn inside the template's border." };
}

async function concludePage(
  sight: PageSight,
  { detector, corrections, onStage }: Seeing & { corrections: Corrections | null },
): Promise<Concluded> {
  const { page } = sight;
  const nothing = { circuits: [], followed: null };
  const unread = () => ({ reading: unfollowed(sight, corrections), steps: Number.POSITIVE_INFINITY, ...nothing });
  const corrected = corrections ? await correctMarks(page, sight.marks, { corrections, detector }) : sight.marks;
  const { marks: seen, aside } = drawingAlone(corrected, {
    ...page,
    ...(corrections ? correctedPlaces(page, corrections) : { places: [] }),
  });
  if (seen.gates.length > READING.gates) return unread();
  // A proven, bare template is a reading by itself.
  const isOther = corrections === null && !sight.problems.some(({ code }) => code === NOTHING_DRAWN);
  const noCircuit = () => ({ reading: withoutGates(sight), steps: 0, ...nothing });
  if (isOther && seen.gates.length + seen.doubtful.length === 0) return noCircuit();
  const textsOf = textReader(page, detector);
  const settings = { textsOf, corrections, ...(onStage ? { onStage } : {}) };
  let steps = 0;
  const attempt = async (gates: readonly GateMark[]) => {
    const left = seen.gates.filter((gate) => !gates.includes(gate)).map(({ box }) => box);
    const result = await interpret(page, { ...takeForText(seen, { page, boxes: left }), gates }, settings);
    steps += result.steps;
    return { gates, result, faults: result.problems.length, steps: result.steps };
  };
  const first = await attempt(seen.gates);
  if (!first.result.isFollowed) return unread();
  // What a person kept or removed is not doubted, and adding or removing gates does not repair a page of scribbles.
  const isDoubted = corrections === null && first.result.wires.isComplete;
  const { best, tried } = isDoubted
    ? await tryGates(first, { doubtful: seen.doubtful, attempt })
    : { best: first, tried: [] };
  const { marks, wires, built, derived, problems } = best.result;
  if (isOther && built.netlist.gates.length === 0) return noCircuit();
  const told = isOther ? mainReason(problems, built.netlist.gates.length) : problems;
  const all = withoutAccepted([...sight.problems, ...told], corrections?.wires ?? []);
  const found = machinePredictions(page, marks, { wires, built });
  const predictions = corrections ? correctedPredictions(found, corrections) : found;
  const own = tried.find(({ attempt: { gates } }) => gates === best.gates)?.cost ?? 0;
  const circuits = possibleCircuits(page, {
    best: best.result,
    corrections,
    others: tried.flatMap(({ attempt: { result }, cost }) =>
      result === best.result ? [] : [{ circuit: result, cost: cost - own }],
    ),
  });
  onStage?.("alternatives");
  const reading = {
    width: sight.width,
    height: sight.height,
    gates: readGatesOf(built.netlist),
    inputs: derived.inputs,
    outputs: outputTables(derived.outputs),
    problems: all,
    netlist: built.netlist,
    wires: built.wires,
    aside: aside.map((box) => applyHomographyToBox(page.toPicture, box)),
    predictions: placed(page, predictions),
  };
  const costs = tried.map(({ attempt: { gates, faults }, cost }) => ({ gates, faults, cost }));
  return { reading, steps, circuits, followed: { marks, wires, tried: costs } };
}

/** The problems of a page with too many lines: only that, and a person's corrections. */
function unfollowed(sight: PageSight, corrections: Corrections | null): LookReading {
  return nothingRead(sight, [circuitProblem("too-many-lines", {})], corrections);
}

/** A page without a gate is no circuit, whatever else is on it: only that is said, if no ink is not said already. */
function withoutGates(sight: PageSight): LookReading {
  const isKnown = sight.problems.some(({ code }) => code === NO_INK);
  return nothingRead(sight, isKnown ? [] : [circuitProblem("no-gates", {})]);
}

function nothingRead(
  { page, width, height, problems }: PageSight,
  own: readonly Problem[],
  corrections: Corrections | null = null,
): LookReading {
  return {
    width,
    height,
    gates: [],
    inputs: [],
    outputs: [],
    problems: [...problems, ...own],
    netlist: { nets: 0, gates: [], inputs: [], outputs: [] },
    wires: [],
    aside: [],
    predictions: placed(page, corrections ? correctedPredictions([], corrections) : []),
  };
}

function placed(page: CleanPage, predictions: readonly Prediction[]): LookReading["predictions"] {
  return predictions.map((prediction) => ({ ...prediction, sheet: sheetPlace(page, prediction.box) }));
}

interface Interpreting {
  readonly textsOf: ReturnType<typeof textReader>;
  readonly corrections: Corrections | null;
  readonly onStage?: (stage: Stage) => void;
}

/** From marks to functions. */
async function interpret(page: CleanPage, seen: Marks, { textsOf, corrections, onStage }: Interpreting) {
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
  const lost = lostCorrections(
    said,
    wires.lost.map((index) => index - touching.length),
  );
  const problems = [...lost, ...built.problems, ...checkNetlist(built.netlist), ...derived.problems];
  const steps = wires.steps + READING.stepsALetter * written.letters;
  return { marks, wires, drawn, built, derived, problems, steps, isFollowed: written.isComplete && wires.isTraced };
}

/** Reads the texts of a mask once, however many circuits are tried with it. */
function textReader(page: CleanPage, detector: Detector): (mask: Marks["mask"]) => Promise<WrittenTexts> {
  const known = new Map<Marks["mask"], Promise<WrittenTexts>>();
  return (mask) => {
    const texts = known.get(mask) ?? readWrittenTexts(page, { mask, detector });
    known.set(mask, texts);
    return texts;
  };
}

/** The marks without the gates in `boxes`; what was their ink is text. */
function takeForText(marks: Marks, { page, boxes }: { page: CleanPage; boxes: readonly PageBox[] }): Marks {
  if (boxes.length === 0) return marks;
  const mask = marks.mask.slice();
  for (const box of boxes) repaint(mask, page, { box, from: [INK.gate], to: INK.text });
  const isTaken = (box: PageBox) => boxes.some((other) => other.x === box.x && other.y === box.y);
  return { ...marks, mask, gates: marks.gates.filter(({ box }) => !isTaken(box)) };
}
