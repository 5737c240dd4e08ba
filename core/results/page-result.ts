import { compareTexts } from "../basics/texts.ts";
import type { AnswerKey } from "../grade/item-function.ts";
import { readGatesOf } from "../reading/page-reading.ts";
import { type PageRecord, toPageRecord } from "../reading/record.ts";
import type { Problem } from "../rules/problem.ts";
import type { Rubric } from "../rules/tasks/rubric.ts";
import type { Turn } from "../scan/turn-image.ts";
import { type JudgedPage, type JudgedReading, judgePage } from "./judge-page.ts";
import type { ResultsManifest } from "./results-manifest.ts";

/**
 * CircuitGrade's result for one page. The same bytes, keys, model and settings give the same result on the web and on
 * the command line, to the byte. People's decisions are not part of it.
 */
export interface PageResult
  extends JudgedPage,
    Pick<PageRecord, "width" | "height" | "gates" | "inputs" | "outputs" | "problems"> {
  readonly schema_version: 1;
  readonly student_id: string;
  readonly item: number;
  /** SHA-256 of the file's bytes, hex, and the page in it, from 1. */
  readonly sha256: string;
  readonly page: number;
  readonly turn: Turn;
  /** `review`: a person should look, `reasons` say why. `failed`: the page could not be read. */
  readonly status: "graded" | "review" | "failed";
  readonly reasons: readonly Problem[];
  /** A person has corrected what was read. */
  readonly corrected: boolean;
  readonly manifest: ResultsManifest;
}

/** A page and its reading. */
export interface ResultSource {
  readonly studentId: string;
  readonly item: number;
  readonly sha256: string;
  readonly page: number;
  readonly turn: Turn;
  readonly corrected: boolean;
  /** Null where the page could not be read. */
  readonly reading: (JudgedReading & { readonly width: number; readonly height: number }) | null;
  /** Why it could not. */
  readonly failure: string | null;
}

/**
 * The result of a page.
 *
 * @throws {RangeError} if a key is not a valid expression.
 */
export function pageResult(
  source: ResultSource,
  {
    keys,
    rubric,
    manifest,
  }: { keys: readonly AnswerKey[]; rubric?: Rubric | null | undefined; manifest: ResultsManifest },
): PageResult {
  const { studentId, item, sha256, page, turn, corrected, reading, failure } = source;
  const { certainty } = manifest.settings;
  const { faults, doubts, ...judgement } = judgePage(reading, { keys, rubric, certainty: certainty ?? undefined });
  const unreadable = failure === null ? null : { code: "unreadable", message: failure };
  const reasons = unreadable === null ? [...faults, ...doubts] : [unreadable];
  const record = toPageRecord("", {
    page,
    qr: null,
    width: reading?.width ?? 0,
    height: reading?.height ?? 0,
    reading: reading && { ...reading, gates: readGatesOf(reading.netlist) },
    doubts,
    failure: unreadable,
    seconds: 0,
  });
  return {
    schema_version: 1,
    student_id: studentId,
    item,
    sha256,
    page,
    turn,
    status: reading === null ? "failed" : reasons.length > 0 ? "review" : "graded",
    width: record.width,
    height: record.height,
    gates: record.gates,
    inputs: record.inputs,
    outputs: record.outputs,
    problems: record.problems,
    ...judgement,
    reasons: reasons.map(({ code, message }) => ({ code, message })),
    corrected,
    manifest: reading === null ? { ...manifest, model: null } : manifest,
  };
}

/** Results as text: one JSON object per line, by student and item. All such files are written here. */
export function resultLines(results: readonly PageResult[]): string {
  return [...results].sort(compareResults).map(resultLine).join("");
}

type ResultPlace = Pick<PageResult, "student_id" | "item">;

/** The order of a file of results. */
export function compareResults(a: ResultPlace, b: ResultPlace): number {
  return compareTexts(a.student_id, b.student_id) || a.item - b.item;
}

/** A result as a line of such a file. */
export function resultLine(result: PageResult): string {
  return `${JSON.stringify(result, rounded)}\n`;
}

/** Four digits: the last bits of a number may differ between machines. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Math.round(value * 10_000) / 10_000 : value;
}
