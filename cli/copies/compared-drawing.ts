import type { KeptDrawing } from "../../core/similarity/copies/drawings-file.ts";
import type { LaidOutCircuit } from "../../core/similarity/layouts/laid-out-circuit.ts";
import { pageName } from "../pages/page-name.ts";

/** A drawing with its name in this run. */
export interface ComparedDrawing {
  readonly item: number | null;
  readonly student: string | null;
  readonly circuit: LaidOutCircuit;
}

/**
 * Names each drawing: the file, the page if it is not the first, and the folder of an earlier term in front. Two
 * drawings of one student are not compared; in another term the same number may be another student's.
 */
export function comparedDrawings(kept: readonly KeptDrawing[], folder: string | null): ComparedDrawing[] {
  const prefix = folder === null ? "" : `${folder}: `;
  return kept.map(({ file, page, student_id, item, sha256, blank, circuit }) => ({
    item,
    student: student_id,
    circuit: {
      ...circuit,
      id: `${prefix}${pageName(file, page)}`,
      author: student_id === null ? null : `${prefix}${student_id}`,
      picture: sha256 === "" || blank ? undefined : `${sha256} ${page}`,
    },
  }));
}
