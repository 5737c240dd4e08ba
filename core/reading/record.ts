import { roundTo } from "../basics/numbers.ts";
import type { Problem } from "../rules/problem.ts";
import { type Alternative, alternativesOf } from "../verdict/alternatives.ts";
import type { PageReading, ReadGate, ReadOutput } from "./page-reading.ts";

/** One page in `read --json`. The shape is a contract: fields are added, never changed. */
export interface PageRecord {
  /** The file as the user named it. */
  readonly file: string;
  /** From 1. */
  readonly page: number;
  /** `failed`: the page could not be read, and the last of `problems` says why. */
  readonly status: "read" | "failed";
  /** Pixels of the upright original picture; 0 if it could not be decoded. */
  readonly width: number;
  readonly height: number;
  /** Text of the page's QR code. */
  readonly qr: string | null;
  readonly gates: readonly ReadGate[];
  readonly inputs: readonly string[];
  readonly outputs: readonly ReadOutput[];
  readonly problems: readonly Problem[];
  readonly seconds: number;
  /** 0 … 1: how likely the functions were read as drawn; null if nothing was read. */
  readonly confidence: number | null;
  /** What else the page may say, the likeliest first. */
  readonly alternatives: readonly Alternative[];
}

/** The output of `read --json`. */
export interface ReadRecord {
  readonly schema_version: 1;
  /** SHA-256 of the detector's model, hex. */
  readonly model: string;
  readonly files: readonly PageRecord[];
}

/** The result of reading one page, before it becomes a record. */
export interface PageOutcome {
  readonly page: number;
  readonly qr: string | null;
  /** The texts of all codes in the picture, if there are several. */
  readonly codes?: readonly string[];
  /** There is a code, but none can be read. */
  readonly isBlurred?: boolean;
  readonly width: number;
  readonly height: number;
  /** Null: the page failed, for the reason in `failure`. */
  readonly reading: PageReading | null;
  readonly failure: Problem | null;
  readonly seconds: number;
}

/** The part of an outcome that a record shows. */
interface RecordedOutcome extends Omit<PageOutcome, "reading"> {
  readonly reading: Pick<PageReading, "gates" | "inputs" | "outputs" | "problems" | "confidence" | "looks"> | null;
  /** Listed after the reading's problems, because the picture marks their places too. */
  readonly doubts?: readonly Problem[];
}

/**
 * The record of a page: only the fields of a reading that the contract names, in its order.
 *
 * @example
 * toPageRecord("scan.jpg", outcome).file; // "scan.jpg"
 */
export function toPageRecord(file: string, outcome: RecordedOutcome): PageRecord {
  const { page, qr, width, height, reading, failure, doubts = [] } = outcome;
  const seconds = roundTo(outcome.seconds, 1000);
  const problems = [...(reading?.problems ?? []), ...(reading ? doubts : []), ...(failure ? [failure] : [])];
  const { gates, inputs, outputs, confidence } = reading ?? { gates: [], inputs: [], outputs: [], confidence: null };
  return {
    file,
    page,
    status: reading ? "read" : "failed",
    width,
    height,
    qr,
    gates: gates.map(contractGate),
    inputs,
    outputs: outputs.map(({ name, expression, truth_table }) => ({ name, expression, truth_table })),
    problems: problems.map(({ code, message, box }) => ({ code, message, ...(box && { box: contractBox(box) }) })),
    seconds,
    confidence: confidence === null ? null : roundTo(confidence, 10_000),
    alternatives: alternativesOf(reading?.looks ?? [], confidence).map(contractAlternative),
  };
}

function contractAlternative({ probability, outputs, differences }: Alternative): Alternative {
  return {
    probability: roundTo(probability, 10_000),
    outputs,
    differences: differences.map(({ text, box }) => ({ text, ...(box && { box: contractBox(box) }) })),
  };
}

function contractGate(gate: ReadGate): ReadGate {
  const { class_name, confidence, inputs } = gate;
  return { class_name, ...contractBox(gate), confidence: roundTo(confidence, 10_000), inputs };
}

/** Tenths of a pixel: finer than a pen's line, and the text stays short. */
function contractBox(box: ReadGate | NonNullable<Problem["box"]>): NonNullable<Problem["box"]> {
  return {
    x: roundTo(box.x, 10),
    y: roundTo(box.y, 10),
    width: roundTo(box.width, 10),
    height: roundTo(box.height, 10),
  };
}
