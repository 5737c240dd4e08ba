import sharp from "sharp";
import { readDrawing } from "../../core/opening/read-drawing.ts";
import { readHeader } from "../../core/opening/read-header.ts";
import { openPageReader } from "../../core/read-page.ts";
import { photograph, type SheetRaster } from "../../core/testdata/render/photograph.ts";
import { seededRandom } from "../../core/testdata/render/random.ts";
import { firstPage } from "../recognition/read-drawing.ts";
import { scoreReading } from "../recognition/score-outputs.ts";
import { loadDrawings, noDrawings, type Part, WRONG_TRUTHS } from "../sketches.ts";
import { namedWires, terminalSheets } from "./terminal-sheet.ts";

const STYLES = ["scan", "photo"] as const;

interface Counts {
  pages: number;
  right: number;
  /** Right, and without a problem. */
  clear: number;
  /** Wrong, and without a problem. */
  silent: number;
}

/** The same drawings on templates without terminals, with their letters, and with terminals, to which their wires lead. */
export async function benchTerminals({
  part,
  limit,
}: {
  readonly part: Part;
  readonly limit: number;
}): Promise<string[]> {
  const drawings = loadDrawings(part)
    ?.filter(({ truth }) => truth.usable && !WRONG_TRUTHS.has(truth.id))
    .flatMap(({ sketch, truth }) => {
      const named = namedWires(sketch, truth);
      return named === null ? [] : [{ sketch, truth, named }];
    })
    .slice(0, limit);
  if (drawings === undefined) return [noDrawings()];
  const reader = await openPageReader();
  const table = new Map<string, Counts>();
  for (const [index, drawing] of drawings.entries()) {
    process.stderr.write(`\r${index + 1}/${drawings.length}   `);
    const sheets = await terminalSheets(drawing);
    for (const style of sheets === null ? [] : STYLES) {
      for (const [which, sheet] of sheets!.entries()) {
        const key = `${style} | ${which === 0 ? "without" : "with"}`;
        const counts = table.get(key) ?? { pages: 0, right: 0, clear: 0, silent: 0 };
        table.set(key, counts);
        const image = await firstPage(await taken(sheet, { style, id: drawing.sketch.id }));
        const { reading } = await readDrawing(image, { reader, ...(await readHeader(image)) });
        const { strict } = scoreReading(reading, drawing.truth);
        const isSilent = reading.problems.length === 0;
        counts.pages++;
        if (strict) counts.right++;
        if (strict && isSilent) counts.clear++;
        if (!strict && isSilent) counts.silent++;
      }
    }
  }
  const rows = [...table].map(
    ([key, { pages, right, clear, silent }]) => `| ${key} | ${pages} | ${pages - right} | ${clear} | ${silent} |`,
  );
  await reader.close();
  return [
    "| page | terminals | pages | read wrongly | right without a problem | wrong without a problem |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
}

async function taken(
  sheet: SheetRaster,
  { style, id }: { readonly style: (typeof STYLES)[number]; readonly id: string },
) {
  if (style === "photo") return (await photograph(sheet, seededRandom(`terminals ${id} photo`))).bytes;
  const { width, height, rgb } = sheet;
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .blur(0.6)
    .jpeg({ quality: 80 })
    .toBuffer();
}
