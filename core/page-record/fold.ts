import type { Corrections } from "../corrections/correct-marks.ts";
import { intersectionOverUnion, isSameBox } from "../geometry/boxes.ts";
import type { PlacedPrediction } from "../reading/page-reading.ts";
import { isGateClass } from "../rules/gates.ts";
import { nameOfCorrection } from "../wires/correct/change-corrections.ts";
import type { WireCorrection } from "../wires/correct/wire-correction.ts";
import type { GivenGrade, NamedObject, PageOwner, Said, Statement } from "./statement.ts";

/** A prediction with its number on the page, which it keeps when the page is read again. */
export interface NumberedPrediction extends PlacedPrediction {
  readonly object: number;
}

type Kind<K extends Statement["kind"]> = Extract<Statement, { kind: K }>;

type Choice<S extends Said> = S & { readonly statement: Kind<"choice"> };

/** What people have said of a page, all in all; the page's corrections are applied by `correct`. */
export interface PageWords<S extends Said = Said> {
  /** The corrections that hold, in their order. */
  readonly corrections: readonly S[];
  /** The readings that were chosen since the last correction; the last one counts. */
  readonly choices: readonly Choice<S>[];
  readonly choice: Choice<S> | null;
  /** The name of the reading that was chosen last, if that was taken back. */
  readonly takenBack: string | null;
  readonly grade: GivenGrade;
  /** Null: nobody has said it. */
  readonly owner: PageOwner | null;
  readonly ignored: boolean;
}

const NO_GRADE: GivenGrade = { graded: false, totalGrade: null, comment: null };

/** This much intersection over union, or more, and two gates are one that was seen differently. */
const SAME_GATE = 0.3;

/**
 * The statements that hold: without those that were taken back, and without the taking back.
 *
 * @example
 * const grade = { number: 1, statement: { kind: "grade", grade: { graded: true, totalGrade: 5, comment: null } } };
 * holding([grade, { number: 2, statement: { kind: "take-back", number: 1 } }]); // []
 */
export function holding<S extends Said>(said: readonly S[]): S[] {
  const gone = takenBack(said);
  return said.filter(({ number, statement }) => statement.kind !== "take-back" && !gone.has(number));
}

/** The numbers of the statements that were taken back. */
export function takenBack(said: readonly Said[]): ReadonlySet<number> {
  const gone = new Set<number>();
  for (const { number, statement } of said.toReversed()) {
    if (statement.kind === "take-back" && !gone.has(number)) gone.add(statement.number);
  }
  return gone;
}

/** What the statements about a page, in their order, come to. */
export function foldWords<S extends Said>(said: readonly S[]): PageWords<S> {
  const held = holding(said);
  const discarded = held.findLastIndex(({ statement }) => statement.kind === "discard");
  const corrections = held.slice(discarded + 1).filter(isCorrection);
  const changed = held.findLastIndex((each) => each.statement.kind === "discard" || isCorrection(each));
  const choices = held.slice(changed + 1).filter(isChoice);
  const last = said.findLast(isChoice);
  const owner = held.findLast(({ statement }) => statement.kind === "owner")?.statement;
  return {
    corrections,
    choices,
    choice: choices.at(-1) ?? null,
    takenBack: last !== undefined && !held.includes(last) ? last.statement.name : null,
    grade: gradeIn(held.findLast(({ statement }) => gradeIn(statement) !== null)?.statement) ?? NO_GRADE,
    owner: owner?.kind === "owner" ? owner.owner : null,
    ignored: held.some(({ statement }) => statement.kind === "ignore"),
  };
}

/** The grade that a statement gives; null if it gives none. */
export function gradeIn(statement: Statement | undefined): GivenGrade | null {
  return statement?.kind === "grade" || statement?.kind === "choice" ? (statement.grade ?? null) : null;
}

/** Every statement that changed a page's grade or comment, or repeated it, with what it has since; the oldest first. */
export function gradeChanges<S extends Said>(said: readonly S[]): { readonly said: S; readonly after: GivenGrade }[] {
  return said.flatMap((each, index) => {
    if (gradeIn(each.statement) === null && each.statement.kind !== "take-back") return [];
    const [before, after] = [index, index + 1].map((end) => foldWords(said.slice(0, end)).grade);
    const isUntouched = gradeIn(each.statement) === null && isSameGrade(before!, after!);
    return isUntouched ? [] : [{ said: each, after: after! }];
  });
}

/** Whether two grades have the same points, comment and state. */
export function isSameGrade(a: GivenGrade, b: GivenGrade): boolean {
  return a.graded === b.graded && a.totalGrade === b.totalGrade && a.comment === b.comment;
}

function isChoice<S extends Said>(said: S): said is Choice<S> {
  return said.statement.kind === "choice";
}

function isCorrection({ statement: { kind } }: Said): boolean {
  return kind === "object" || kind === "wires";
}

/** A page with a person's corrections: what is on it, and what the recogniser must know to read it so. */
export interface CorrectedPage {
  readonly predictions: readonly NumberedPrediction[];
  readonly corrections: Omit<Corrections, "removed"> & { readonly removed: readonly NamedObject[] };
}

/**
 * What the machine read, with corrections, each at its place: one whose place has nothing in this reading still counts.
 * What a person placed there, or on the same gate, replaces what the machine sees.
 */
export function correct(read: readonly NumberedPrediction[], said: readonly Said[]): CorrectedPage {
  let predictions = read;
  const removed: NamedObject[] = [];
  let wires: readonly WireCorrection[] = [];
  for (const { statement } of said) {
    if (statement.kind === "wires") wires = correctWires(wires, statement);
    if (statement.kind !== "object") continue;
    const { was, is } = statement;
    const found = was && findObject(predictions, statement.object, was);
    const stays = was !== null && is !== null && isSameGate(was, is) && isSameBox(was.box, is.box);
    // The machine would find it again.
    if (was !== null && found?.by !== "person" && !stays) removed.push(was);
    predictions = applyObject(predictions, statement);
  }
  return { predictions, corrections: { predictions: givenTo(predictions), removed, wires } };
}

/** The predictions of a page after a correction of one of them. */
export function applyObject(
  predictions: readonly NumberedPrediction[],
  { object, was, is }: Omit<Kind<"object">, "kind" | "called">,
): readonly NumberedPrediction[] {
  const found = was && findObject(predictions, object, was);
  if (is === null) return predictions.filter((each) => each !== found);
  const { className, label, box } = is;
  const sheet = found?.sheet ?? { x: 0, y: 0 };
  // What had this number may be back: an earlier change of it was taken back.
  const isTaken = predictions.some((each) => each !== found && each.object === object);
  const number = isTaken ? lastObjectOf(predictions) + 1 : object;
  const placed = { object: number, className, label, box, confidence: 1, by: "person" as const, sheet };
  if (found) return predictions.map((each) => (each === found ? placed : each));
  const others = predictions.filter(({ by, ...each }) => by === "person" || !isSameGate(each, is));
  return [...others, placed];
}

/** The largest number of the objects; 0 without any. */
export function lastObjectOf(predictions: readonly NumberedPrediction[]): number {
  return Math.max(0, ...predictions.map(({ object }) => object));
}

/** The object of this number, if it is still that, or else what is at its place. */
function findObject(
  predictions: readonly NumberedPrediction[],
  object: number,
  was: NamedObject,
): NumberedPrediction | undefined {
  const isIt = (each: NumberedPrediction) => each.className === was.className && isSameBox(each.box, was.box);
  return (
    predictions.find((each) => each.object === object && isIt(each)) ??
    predictions.find(isIt) ??
    predictions.find((each) => isSameGate(each, was))
  );
}

type Placed = Pick<NamedObject, "className" | "box">;

function isSameGate(a: Placed, b: Placed): boolean {
  return isGateClass(a.className) && isGateClass(b.className) && intersectionOverUnion(a.box, b.box) >= SAME_GATE;
}

/** Gates are the recogniser's as they are shown; of the rest it finds its own again. */
function givenTo(predictions: readonly NumberedPrediction[]): Corrections["predictions"] {
  return predictions
    .filter(({ className, by }) => isGateClass(className) || by === "person")
    .map(({ className, box, confidence, label = "", by }) => {
      return { className, box, confidence, ...(label !== "" && { label }), by };
    });
}

/** The corrections of the wires that apply after a statement about them. */
export function correctWires(
  wires: readonly WireCorrection[],
  { add, drop }: Omit<Kind<"wires">, "kind">,
): readonly WireCorrection[] {
  const gone = new Set(drop.map(nameOfCorrection));
  return [...wires.filter((each) => !gone.has(nameOfCorrection(each))), ...add];
}

/** The predictions of a page that was read again: those that were there keep their numbers, new ones count on. */
export function numberPredictions(
  predictions: readonly PlacedPrediction[],
  { before, last }: { readonly before: readonly NumberedPrediction[]; readonly last: number },
): { readonly predictions: readonly NumberedPrediction[]; readonly last: number } {
  const spare = new Set(before);
  let next = Math.max(last, lastObjectOf(before));
  const numbered = predictions.map((prediction): NumberedPrediction => {
    const known = [...spare].find(
      ({ className, box }) => className === prediction.className && isSameBox(box, prediction.box),
    );
    if (known) spare.delete(known);
    return { ...prediction, object: known?.object ?? ++next };
  });
  return { predictions: numbered, last: next };
}
