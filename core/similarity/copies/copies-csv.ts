import { writeCsv } from "../../rules/files/write-csv.ts";
import type { ItemCopies } from "./copies-by-item.ts";

/** The name of a drawing in the lines. */
export interface NamedDrawing {
  readonly student: string;
  /** The file, or anything else that identifies it. */
  readonly name: string;
}

/** What a German spreadsheet takes for thousands: it reads 0.012 as 12. */
const THOUSANDS = /\.\d{3}$/;

/** Pairs as CSV, one line each, the least likely first within each item. */
export function copiesCsv(items: readonly ItemCopies[], nameOf: (id: string) => NamedDrawing): string {
  const header = [
    "item",
    "student_a",
    "drawing_a",
    "student_b",
    "drawing_b",
    "likeness",
    "bits",
    "expected",
    "sharing",
    "identical",
    "mirrored",
  ];
  const lines = items.flatMap(({ item, pairs }) =>
    pairs.map(({ ids, likeness, bits, expected, sharing, identical, mirrored }) => {
      const [a, b] = [nameOf(ids[0]), nameOf(ids[1])];
      const figures = [
        likeness.toFixed(4),
        bits.toFixed(1),
        expected.toPrecision(2).replace(THOUSANDS, "$&0"),
        sharing,
        identical ? "yes" : "no",
        mirrored ? "yes" : "no",
      ];
      return [item, a.student, a.name, b.student, b.name, ...figures];
    }),
  );
  return writeCsv([header, ...lines]);
}
