import { openPageReader } from "../../core/read-page.ts";
import { expectedPages, sampleImage } from "../../core/testdata/sample-pages.ts";
import { scoreReading } from "./score-outputs.ts";

/**
 * Scores on the pages that the project drew itself, by paper, as lines of Markdown; pages with an open input are left
 * out.
 */
export async function benchOwnPages(): Promise<string[]> {
  const reader = await openPageReader();
  const counts = new Map<string, { pages: number; strict: number; topology: number }>();
  for (const page of expectedPages()) {
    if (page.status === "extra" || page.reasons.includes("open-input")) continue;
    const reading = await reader.read(await sampleImage(page));
    const { strict, topology } = scoreReading(reading, { ...page, id: page.file });
    const own = counts.get(page.paper) ?? { pages: 0, strict: 0, topology: 0 };
    counts.set(page.paper, {
      pages: own.pages + 1,
      strict: own.strict + Number(strict),
      topology: own.topology + Number(topology),
    });
  }
  await reader.close();
  const rows = [...counts].map(
    ([paper, { pages, strict, topology }]) => `| ${paper} | ${pages} | ${strict} | ${topology} |`,
  );
  return ["| paper | pages | strict | topology |", "| --- | --- | --- | --- |", ...rows];
}
