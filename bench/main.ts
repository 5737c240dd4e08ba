import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Command, Option } from "commander";
import { benchLegibility } from "./legibility.ts";
import { benchPeers } from "./peers/peers.ts";
import type { NetworkFolders } from "./recognition/fold-readers.ts";
import { benchHomework, HALVES, type Half } from "./recognition/homework.ts";
import { benchOwnPages } from "./recognition/own-pages.ts";
import { benchRecognition } from "./recognition/recognition.ts";
import { benchScale } from "./scale/scale.ts";
import { COLLECTIONS, type Collection, type Part } from "./sketches.ts";
import { benchStages } from "./speed/stages.ts";
import { benchUsablePages } from "./usable-pages.ts";
import { fitCertainty } from "./verdicts/fit-certainty.ts";
import { benchVerdicts } from "./verdicts/verdicts.ts";
import { wholeNumber, wholeNumbers } from "./whole-number.ts";

// As in the command: no run is reported to the makers of onnxruntime.
process.env.ORT_DISABLE_TELEMETRY = "1";

const CARD = "models/README.md";

interface Settings extends NetworkFolders {
  readonly part: Part;
  readonly collections: readonly Collection[];
  readonly limit: number;
  readonly rounds: number;
  readonly renderings: number;
  readonly every: number;
  readonly readings?: string;
  readonly sheets: number;
  readonly batches: readonly number[];
  readonly half: Half;
}

interface Section {
  readonly title: string;
  readonly run: (settings: Settings) => Promise<string[]> | string[];
  /** Where `--write` puts its table; by default into the model card. */
  readonly file?: string;
}

const SECTIONS: Readonly<Record<string, Section>> = {
  recognition: { title: "Recognition", run: benchRecognition },
  verdicts: { title: "Verdicts", run: benchVerdicts },
  homework: { title: "Homework as it is", run: benchHomework },
  legibility: { title: "Legibility", run: benchLegibility },
  certainty: { title: "Weights of the certainty", run: fitCertainty },
  own: { title: "The project's own pages", run: benchOwnPages },
  stages: { title: "Time of other people's pages", run: benchStages, file: "docs/operations.md" },
  scale: { title: "Cost of a page, by processes", run: benchScale, file: "docs/scaling.md" },
  usable: { title: "How soon a page can be used", run: benchUsablePages, file: "docs/operations.md" },
  peers: { title: "Large batches", run: benchPeers, file: "docs/operations.md" },
};

/** Replaces the text between the section's markers in its file. */
function writeSection(name: string, lines: readonly string[]): void {
  const file = SECTIONS[name]?.file ?? CARD;
  const path = new URL(`../${file}`, import.meta.url);
  const card = readFileSync(path, "utf8");
  const begin = `<!-- bench ${name} -->`;
  const end = `<!-- end ${name} -->`;
  const from = card.indexOf(begin);
  const to = card.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} lacks the markers ${begin} and ${end}`);
  writeFileSync(path, `${card.slice(0, from + begin.length)}\n\n${lines.join("\n")}\n\n${card.slice(to)}`);
}

const program = new Command("npm run bench --")
  .description("Measures recognition and speed; tables go to stdout, wrongly read pages to .cache/bench/wrong.")
  .addOption(new Option("--only <names...>", "sections to run").choices(Object.keys(SECTIONS)))
  .addOption(
    new Option("--part <part>", "whose drawings").choices(["training", "validation", "measuring"]).default("measuring"),
  )
  .addOption(
    new Option("--collections <names...>", "recognition: drawings of the first collection, of the later one, or both")
      .choices(COLLECTIONS)
      .default([...COLLECTIONS]),
  )
  .option("--limit <n>", "at most this many drawings", wholeNumber(1), 1000)
  .option("--folds <folder>", "networks that know no training drafter, for their pages: see models/README.md")
  .option("--models <folder>", "other networks than the shipped ones: see models/README.md")
  .option("--every <n>", "verdicts: only one drawing in this many", wholeNumber(1), 1)
  .option("--readings <folder>", "recognition and verdicts: keep readings in this folder, and take those in it")
  .option("--renderings <n>", "recognition and verdicts: this many pages of each drawing and style", wholeNumber(1), 1)
  .option("--against <folder>", "stages and usable: an earlier state of the project, as git worktree makes it")
  .option("--rounds <n>", "stages: rounds over the pages; usable: this many of each", wholeNumber(1), 3)
  .addOption(new Option("--half <half>", "homework: whose pictures").choices(HALVES).default("seen"))
  .option("--sheets <n>", "peers: this many sheets", wholeNumber(1), 200)
  .option("--batches <list>", "peers: pages of the batches whose memory is compared", wholeNumbers(1), [1000, 5000])
  .option("--write", "put the tables into models/README.md and docs/");
program.parse();
const options = program.opts<Settings & { only?: string[]; write?: boolean }>();
const flags = process.argv.slice(2).filter((flag) => flag !== "--write");
for (const name of options.only ?? Object.keys(SECTIONS)) {
  const section = SECTIONS[name]!;
  const lines = await section.run(options);
  const command = `npm run bench -- ${options.only ? flags.join(" ") : [`--only ${name}`, ...flags].join(" ")}`.trim();
  const source = `Measured with \`${command}\` (${availableParallelism()} shared cores).`;
  process.stdout.write(`## ${section.title}\n\n${lines.join("\n")}\n\n`);
  if (options.write) writeSection(name, [source, "", ...lines]);
}
