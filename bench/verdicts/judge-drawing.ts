import { gradeItem } from "../../core/grade/grade-item.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { decidePage } from "../../core/results/decide-page.ts";
import type { SketchTruth } from "../../core/testdata/render/sketch.ts";
import { drawnItem } from "./item-keys.ts";

/** What the machine says about one page for one item's keys, and what is true. */
export interface JudgedKeys {
  /** Whether the keys ask for what was drawn. */
  readonly isRight: boolean;
  readonly maximum: number;
  /** What the drawing earns. */
  readonly earned: number;
  /** The points that the machine gives; null if it gives none. */
  readonly points: number | null;
  /** Whether the machine grades without a person. */
  readonly decided: boolean;
  /** How sure the machine is of its points, 0 … 1. */
  readonly confidence: number;
  /** The points of the readings that are offered to a person; none without a question. */
  readonly offered: readonly number[];
}

/** Judges a page by the keys of what was drawn, and by wrong ones. Empty for a drawing with too many inputs. */
export function judgeDrawing(reading: PageReading, truth: SketchTruth): JudgedKeys[] {
  const drawn = drawnItem(truth);
  if (drawn === null) return [];
  return [drawn.right, ...drawn.wrong].map((keys, index) => {
    const { points: earned, maximum } = gradeItem(keys, drawn.drawn);
    const { item, confidence, faults, doubts, asked } = decidePage(reading, { keys });
    return {
      isRight: index === 0,
      maximum,
      earned: earned ?? 0,
      points: item.grade,
      decided: item.grade !== null && faults.length === 0 && doubts.length === 0,
      confidence: confidence ?? 0,
      offered: asked?.question.choices.map(({ points }) => points ?? 0) ?? [],
    };
  });
}
