import type { PageReading } from "../../core/reading/page-reading.ts";
import type { SketchTruth } from "../../core/testdata/render/sketch.ts";
import { scoreReading } from "./score-outputs.ts";

/** A real photograph's drawing and how it was read. */
export interface ReadPhoto {
  readonly photo: SketchTruth;
  readonly reading: Pick<PageReading, "inputs" | "outputs" | "gates" | "problems">;
}

/** Each real photograph as lines of Markdown: a photo that cannot be graded must get a problem. */
export function photoTable(photos: readonly ReadPhoto[]): string[] {
  const rows = photos.map(({ photo, reading }) => {
    const drawn = photo.usable ? expressionsOf(photo) : "shorted outputs";
    return `| ${photo.id} | \`${drawn}\` | \`${expressionsOf(reading)}\` | ${verdictOf({ photo, reading })} |`;
  });
  return ["| real photograph | drawn | read | right topology |", "| --- | --- | --- | --- |", ...rows];
}

function verdictOf({ photo, reading }: ReadPhoto): string {
  if (photo.usable) return scoreReading(reading, photo).topology ? "yes" : "no";
  return reading.problems.length > 0 ? "unusable, ends in a problem" : "unusable, no problem";
}

/** A vertical bar would end the table's cell, even within code. */
function expressionsOf({ outputs }: { readonly outputs: readonly { readonly expression: string }[] }): string {
  return outputs
    .map(({ expression }) => expression)
    .join("; ")
    .replaceAll("|", "\\|");
}
