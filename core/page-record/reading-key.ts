import { createHash } from "node:crypto";
import type { Threshold } from "../page/threshold.ts";
import type { Turn } from "../scan/turn-image.ts";

/** Everything that determines what the machine reads. */
export interface ReadingSource {
  /** SHA-256 of the file's bytes, hex, and the page in it, from 1. */
  readonly sha256: string;
  readonly page: number;
  readonly turn: Turn;
  readonly threshold: Threshold;
  /** SHA-256 of the model, hex, and the program's version. */
  readonly model: string;
  readonly program: string;
  /** The numbers of the corrections that it was read with; none for what the machine reads by itself. */
  readonly corrections: readonly number[];
}

/** Names a reading by what it was made from: SHA-256, hex. */
export function readingKey(source: ReadingSource): string {
  const { sha256, page, turn, threshold, model, program, corrections } = source;
  const parts = [sha256, page, turn, threshold, model, program, ...corrections];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
