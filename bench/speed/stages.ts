import process from "node:process";
import { count } from "../../core/basics/texts.ts";
import { noDrawings } from "../sketches.ts";
import { othersPages, SCANS } from "./others-pages.ts";
import { pagesAMinute } from "./pages-a-minute.ts";
import { pairedTimes } from "./paired-times.ts";
import { stageTable } from "./stage-table.ts";
import { stageTimes } from "./stage-times.ts";

/**
 * How long other people's pages take, by stage, as lines of Markdown; with `against`, a folder with an earlier state of
 * the project, also next to that: `limit` pages of each kind, `rounds` times each.
 */
export async function benchStages({
  against,
  rounds,
  limit,
}: {
  against?: string;
  rounds: number;
  limit: number;
}): Promise<string[]> {
  const batches = await othersPages(limit);
  if (batches === null) return [noDrawings()];
  const measured = [];
  for (const { name, pages } of batches) measured.push({ name, times: await stageTimes(pages, { rounds }) });
  const lines = [
    `One thread, warm, each page ${count(rounds, "time")}; milliseconds of processor time.`,
    "",
    ...stageTable(measured),
    "",
    `The process held ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB at most, with Node, the networks and all files.`,
  ];
  if (against === undefined) return lines;
  const scans = batches.find(({ name }) => name === SCANS)?.pages.map(({ bytes }) => bytes) ?? [];
  return [
    ...lines,
    "",
    ...(await pairedTimes(batches, { against, rounds })),
    "",
    await pagesAMinute(scans, { against, rounds }),
  ];
}
