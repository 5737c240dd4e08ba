import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { count } from "../../core/basics/texts.ts";
import { type TrainingSketch, trainingSketch } from "../../core/corrections/training-sketch.ts";
import { type CleanPage, cleanPage } from "../../core/page/clean-page.ts";
import { scaleTarget } from "../../core/page/scale-target.ts";
import { foldWords } from "../../core/page-record/fold.ts";
import { turnImage } from "../../core/scan/turn-image.ts";
import type { Config } from "../config.ts";
import type { AppContext } from "../context.ts";
import { analyses, statements } from "../db/schema.ts";
import { openOwnSheet } from "../recogniser/own-sheet.ts";
import { loadRecord, type PageRecord } from "../services/reading/page-record.ts";
import { pageOf } from "../services/submissions/page-of.ts";
import { FileMissing } from "../storage/file-store.ts";
import { CARE_EXIT, CareFailure } from "./care-failure.ts";
import { makeEmptyFolder, requireData } from "./folders.ts";
import { withContext } from "./with-data.ts";

export const exportCorrectionsOptions = z.object({ out: z.string(), seen: z.string().optional() });
type Options = z.infer<typeof exportCorrectionsOptions>;

/** The folder of the sketches within `--out`, as the training expects it (`models/training/recorded/sketches.py`). */
const SKETCHES = join("sketches", "corrected");
/** Drawings on own paper, and the list in which a person says which of them may be exported. */
const OWN_PAPER = "own-paper";
const LIST = "own-paper.csv";
/** An answered line of that list, with the separator of any spreadsheet program. */
const ANSWER = /^"?([0-9a-f]{16})"?\s*[,;\t]\s*"?(yes|no)"?\s*$/i;

/** Writes what people confirmed or corrected, without anything about them, for the training of the networks. */
export async function exportCorrections(config: Config, options: Options): Promise<number> {
  await requireData(config);
  const { written, waiting, unreadable } = await withContext(config, (context) => writeSketches(context, options));
  if (written + waiting + unreadable === 0) {
    throw new CareFailure(CARE_EXIT.nothing, "There is nothing to export: no circuit was corrected or graded.");
  }
  console.log(`${count(written, "drawing")} written into ${join(options.out, SKETCHES)}.`);
  if (unreadable > 0) console.log(`${count(unreadable, "page")} left out: the file cannot be read.`);
  if (waiting > 0) console.log(howToAnswer(waiting, options.out));
  return waiting + unreadable > 0 ? CARE_EXIT.review : CARE_EXIT.ok;
}

function howToAnswer(waiting: number, out: string): string {
  const list = join(out, LIST);
  return `${count(waiting, "drawing")} on own paper left out: look at each in ${join(out, OWN_PAPER)}. If it shows nothing but the circuit, write yes next to its name in ${list}, otherwise no. Then run the command again with a new folder and --seen ${list}.`;
}

interface Written {
  readonly written: number;
  /** Drawings on own paper that nobody has decided on. */
  readonly waiting: number;
  /** Pages whose file is missing or damaged. */
  readonly unreadable: number;
}

/** Writes the drawings into a new folder; those on own paper only if `seen` allows it. */
export async function writeSketches(context: AppContext, { out, seen }: Options): Promise<Written> {
  const answers = seen === undefined ? new Map<string, string>() : await answersIn(seen);
  await makeEmptyFolder(out);
  for (const folder of [SKETCHES, OWN_PAPER]) await mkdir(join(out, folder), { recursive: true });
  const written = new Set<string>();
  const waiting = new Set<string>();
  let unreadable = 0;
  for await (const record of confirmedPages(context)) {
    const page = await cleanPageOf(context, record);
    const sketch = page && trainingSketch(page, record.analysis);
    if (page === null) unreadable++;
    if (page === null || sketch === null) continue;
    // The drawing's own name: it does not say whose it is, and an answer holds for this drawing alone.
    const name = createHash("sha256").update(JSON.stringify(sketch)).digest("hex").slice(0, 16);
    const isOnSheet = page.frame === "template" && !record.submission.ownPaper;
    const answer = isOnSheet ? "yes" : answers.get(name);
    if (answer === "yes") {
      const file = { id: name, set: "corrected", drafter: "unknown", ...sketch };
      await writeFile(join(out, SKETCHES, `${name}.json`), `${JSON.stringify(file)}\n`);
      written.add(name);
    } else if (answer === undefined) {
      await writeFile(join(out, OWN_PAPER, `${name}.svg`), svgOf(sketch));
      waiting.add(name);
    }
  }
  const lines = ["drawing,export", ...[...waiting].sort().map((name) => `${name},`)];
  await writeFile(join(out, LIST), `${lines.join("\n")}\n`);
  return { written: written.size, waiting: waiting.size, unreadable };
}

async function answersIn(path: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new CareFailure(CARE_EXIT.notFound, `${path} cannot be read. Name the list that an earlier run wrote.`);
  });
  const answers = text.split(/\r?\n/).flatMap((line) => {
    const [, name, answer] = ANSWER.exec(line) ?? [];
    return name && answer ? [[name, answer.toLowerCase()] as const] : [];
  });
  return new Map(answers);
}

/** Pages that people corrected, or whose grade they confirmed, and that show the ink's own circuit. */
async function* confirmedPages({ db }: AppContext): AsyncGenerator<PageRecord> {
  const rows = await db.query
    .selectDistinct({ id: statements.submissionId })
    .from(statements)
    .innerJoin(analyses, eq(analyses.submissionId, statements.submissionId))
    .where(and(eq(analyses.state, "done"), isNotNull(analyses.reading)));
  for (const { id } of rows) {
    const record = await loadRecord(db.query, id);
    if (record === null) continue;
    const { ignored, corrections, choice, grade } = foldWords(record.said);
    const isConfirmed = !ignored && (corrections.length > 0 || choice !== null || grade.graded);
    // Wires of a circuit that a person chose instead of what was read have no ink.
    if (isConfirmed && record.analysis.wires.some(({ net }) => net !== null)) yield record;
  }
}

/** The page as it was read, placed in the pixels of its analysis; null if its file is missing or damaged. */
async function cleanPageOf({ files }: AppContext, { submission, analysis }: PageRecord): Promise<CleanPage | null> {
  const opened = await files
    .use(submission.sha256, (path) => openOwnSheet({ ...pageOf(submission), path }))
    .catch((error: unknown) => {
      if (error instanceof FileMissing) return null;
      throw error;
    });
  if (!opened?.ok) return null;
  const image = turnImage(opened.image, submission.turn);
  const { page } = cleanPage(image, { threshold: analysis.readThreshold ?? "auto" });
  // A page of a PDF has as many pixels as it is opened with.
  const [across, down] = [analysis.width / image.pictureWidth, analysis.height / image.pictureHeight];
  return { ...page, toPicture: scaleTarget(page.toPicture, across, down) };
}

/** A drawing for a person to look at: everything that would be exported, and nothing else. */
function svgOf({ strokes }: TrainingSketch): string {
  const points = strokes.flat();
  const [width, height] = [0, 1].map((axis) => Math.max(...points.map((point) => point[axis]!)) + 20);
  const lines = strokes.map((stroke) => `<polyline points="${stroke.map((point) => point.join(",")).join(" ")}"/>`);
  const view = `viewBox="-10 -10 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${view} fill="none" stroke="black" stroke-width="2">${lines.join("")}</svg>\n`;
}
