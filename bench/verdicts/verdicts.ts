import { sum } from "../../core/basics/numbers.ts";
import { PAGE_STYLES } from "../../core/testdata/render/render-page.ts";
import { noDrawings } from "../sketches.ts";
import { judgeDrawing } from "./judge-drawing.ts";
import { openDrawings, type VerdictSettings } from "./read-drawings.ts";
import { type JudgedDrawing, reliabilityTable, verdictTable } from "./verdict-table.ts";

/** How often the machine's verdicts are right, for keys of what was drawn and for wrong keys, as lines of Markdown. */
export async function benchVerdicts(settings: VerdictSettings): Promise<string[]> {
  const { part, renderings } = settings;
  const opened = await openDrawings(settings);
  if (opened === null) return [noDrawings()];
  const { drawings, pages, model, close } = opened;
  const judged: JudgedDrawing[] = [];
  const unusable: boolean[] = [];
  const times: number[] = [];
  for await (const { drawing, style, reading, seconds } of pages()) {
    const { truth } = drawing;
    times.push(seconds);
    if (!truth.usable) unusable.push(reading.problems.length > 0);
    else {
      const verdicts = judgeDrawing(reading, truth);
      if (verdicts.length > 0) judged.push({ drawing: truth.id, set: truth.set, style, verdicts });
    }
  }
  await close();
  const drafters = new Set(drawings.map(({ truth }) => `${truth.set}/${truth.drafter}`));
  return [
    `${drawings.length} drawings, ${renderings} ${renderings === 1 ? "page" : "pages"} of each in each of ${PAGE_STYLES.length} styles, of ${drafters.size} ${part} drafters; model ${model.slice(0, 12)}.`,
    "",
    ...verdictTable(judged),
    "",
    ...reliabilityTable(judged),
    "",
    `Unusable drawings that end in a problem: ${unusable.filter(Boolean).length} of ${unusable.length}. Mean time to read a page: ${(sum(times) / Math.max(1, times.length)).toFixed(3)} s of processor time.`,
  ];
}
