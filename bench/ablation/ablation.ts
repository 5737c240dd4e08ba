import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { sum } from "../../core/basics/numbers.ts";
import type { PageReader } from "../../core/read-page.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { type Half, isRight, readBytes } from "../recognition/homework.ts";
import { firstPage } from "../recognition/read-drawing.ts";
import { scoreReading } from "../recognition/score-outputs.ts";
import { noDrawings, SKETCH_DATA } from "../sketches.ts";
import { judgeDrawing } from "../verdicts/judge-drawing.ts";
import { type AblationPage, ablationPages } from "./pages.ts";
import { openPatchedReaders, type PatchedReaders } from "./patched-reader.ts";
import { RULES } from "./rules.ts";

export interface AblationSettings {
  /** At most this many drawings of each part. */
  readonly limit: number;
  /** Pages of each drawing and style; those after the first are only for rules that change few pages. */
  readonly renderings: number;
  readonly half: Half;
  readonly folds?: string;
  readonly readings?: string;
}

/**
 * A rule is left out on at most this many pages: first all rules on few pages, then those on more that no page needs.
 */
const PASSES = [6, 15, 40] as const;

/** A rule that is needed on this many pages is left out on no more. */
const NEEDED = 2;

/** A rule that changes at most this many pages is left out on further pages of each drawing, too. */
const FEW_CHANGES = 3;

/** A reading without a problem that is said to be right by this much and is not. */
const SURE = 0.98;

/** What is kept of a reading. */
interface Outcome {
  readonly strict: boolean;
  /** Whether the right answer gets full marks without a person. */
  readonly full: boolean;
  /** Whether a right answer is called wrong, or a wrong one right, without a person. */
  readonly wrong: boolean;
  readonly confidence: number;
  readonly problems: readonly string[];
  readonly outputs: readonly string[];
  /** Of processor time. */
  readonly seconds: number;
}

/** A page, read with all rules and without each of those that changed something. */
interface Ablated {
  readonly kind: string;
  readonly fired: readonly string[];
  readonly all: Outcome;
  readonly without: Record<string, Outcome>;
}

/** What each rule is worth on the pages where it changes something, as lines of Markdown. */
export async function benchAblation(settings: AblationSettings): Promise<string[]> {
  if (!existsSync(`${SKETCH_DATA}/truth.json`)) return [noDrawings()];
  const { folds = "models/training/folds", readings = ".cache/bench/ablation" } = settings;
  const readers = await openPatchedReaders(folds);
  const pages = ablationPages(settings);
  mkdirSync(readings, { recursive: true });
  const ablated = new Map<string, Ablated>();
  for (const most of PASSES) {
    for (const [index, page] of pages.entries()) {
      process.stderr.write(`\r${index + 1}/${pages.length} (${most})   `);
      const before = [...ablated.values()];
      ablated.set(page.name, await ablatePage(page, { readers, before, most, path: `${readings}/${page.name}.json` }));
    }
  }
  process.stderr.write("\n");
  await readers.close();
  return report([...ablated.values()]);
}

interface Ablating {
  readonly readers: PatchedReaders;
  readonly before: readonly Ablated[];
  /** See `PASSES`. */
  readonly most: number;
  /** Where it is kept. */
  readonly path: string;
}

/** Reads what is not kept of a page. */
async function ablatePage(page: AblationPage, { readers, before, most, path }: Ablating): Promise<Ablated> {
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Ablated) : null;
  const open = (fired: readonly string[]) => fired.filter((rule) => isWanted(rule, page, { before, most }));
  if (kept !== null && open(kept.fired).every((rule) => kept.without[rule] !== undefined)) return kept;
  const bytes = await page.bytes();
  const readWithout = async (rule: string | null) => {
    readers.leaveOut(rule);
    return readOnce(page, bytes, readers);
  };
  const all = kept?.all ?? (await readWithout(null));
  const fired = kept?.fired ?? [...readers.fired];
  const without = { ...kept?.without };
  for (const rule of open(fired)) without[rule] ??= await readWithout(rule);
  const ablated = { kind: page.kind, fired, all, without };
  writeFileSync(path, JSON.stringify(ablated));
  return ablated;
}

function isWanted(
  rule: string,
  { rendering }: AblationPage,
  { before, most }: Pick<Ablating, "before" | "most">,
): boolean {
  const own = before.filter(({ without }) => without[rule] !== undefined);
  if (rendering > 0) return own.filter((page) => isChanged(page, rule)).length <= FEW_CHANGES;
  return own.length < most && own.filter((page) => isNeeded(page, rule)).length < NEEDED;
}

/** Whether a page is read rightly only with the rule. */
function isNeeded({ all, without }: Ablated, rule: string): boolean {
  return all.strict && without[rule]?.strict === false;
}

function isChanged({ all, without }: Ablated, rule: string): boolean {
  const own = without[rule];
  return own !== undefined && !isDeepStrictEqual(said(own), said(all));
}

function said({ outputs, problems, full, wrong }: Outcome): Omit<Outcome, "strict" | "confidence" | "seconds"> {
  return { outputs, problems, full, wrong };
}

async function readOnce({ shows }: AblationPage, bytes: Uint8Array, readers: PatchedReaders): Promise<Outcome> {
  const before = process.cpuUsage();
  const { reading, ...verdict } =
    "picture" in shows
      ? await judgePicture(shows.picture, bytes, readers.base)
      : await judgePage(shows.drawing, bytes, readers.of(shows.drawing));
  const { user, system } = process.cpuUsage(before);
  return {
    ...verdict,
    confidence: reading.confidence ?? 0,
    problems: reading.problems.map(({ code }) => code).sort(),
    outputs: reading.outputs.map(({ name, truth_table }) => `${name} ${JSON.stringify(truth_table)}`),
    seconds: (user + system) / 1e6,
  };
}

type Judged = Pick<Outcome, "strict" | "full" | "wrong"> & { readonly reading: PageReading };

async function judgePage(
  { truth }: Extract<AblationPage["shows"], { drawing: unknown }>["drawing"],
  bytes: Uint8Array,
  reader: PageReader,
): Promise<Judged> {
  const reading = await reader.read(await firstPage(bytes));
  const judged = judgeDrawing(reading, truth);
  return {
    reading,
    strict: scoreReading(reading, truth).strict,
    full: judged.some(({ isRight: isKey, decided, points, maximum }) => isKey && decided && points === maximum),
    wrong: judged.some(({ decided, points, earned, confidence }) => decided && confidence >= SURE && points !== earned),
  };
}

async function judgePicture(
  picture: Extract<AblationPage["shows"], { picture: unknown }>["picture"],
  bytes: Uint8Array,
  reader: PageReader,
): Promise<Judged> {
  const seen = await readBytes(reader, bytes);
  const strict = isRight(seen, picture);
  const isClear = seen.reading.problems.length === 0;
  return { reading: seen.reading, strict, full: strict && isClear, wrong: !strict && isClear };
}

function report(pages: readonly Ablated[]): string[] {
  const rows = RULES.map(({ name }) => {
    const fired = pages.filter((page) => page.fired.includes(name));
    const own = pages.filter(({ without }) => without[name] !== undefined);
    const changed = own.filter((page) => isChanged(page, name));
    const balance = (what: "strict" | "full" | "wrong") => {
      const lost = own.filter(({ all, without }) => all[what] && !without[name]![what]).length;
      const won = own.filter(({ all, without }) => !all[what] && without[name]![what]).length;
      return `-${lost} +${won}`;
    };
    const more = own.map(({ all, without }) => without[name]!.problems.length - all.problems.length);
    const times = own.map(({ all, without }) => 1000 * (all.seconds - without[name]!.seconds));
    const needing = [...new Set(own.filter((page) => isNeeded(page, name)).map(({ kind }) => kind))];
    return [
      name,
      fired.length,
      own.length,
      changed.length,
      balance("strict"),
      balance("full"),
      balance("wrong"),
      sum(more),
      own.length === 0 ? "–" : Math.round(sum(times) / times.length),
      needing.join("; "),
    ];
  });
  const kinds = [...new Set(pages.map(({ kind }) => kind))].map(
    (kind) => `${kind} ${pages.filter((page) => page.kind === kind).length}`,
  );
  const right = pages.filter(({ all }) => all.strict).length;
  return [
    `${pages.length} pages (${kinds.join(", ")}), ${right} of them right; a rule is left out on at most ${PASSES.at(-1)} of the pages where it fires, fewer if ${NEEDED} need it. Without it pages are lost (-) and won (+).`,
    "",
    "| rule | fires | left out | changes | right | full marks | judged wrongly | more problems | its ms a page | right only with it |",
    `|${" --- |".repeat(10)}`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ];
}
