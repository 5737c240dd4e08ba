import { asksWhichSheet, pageParts } from "../../core/opening/page-parts.ts";
import { readDrawing } from "../../core/opening/read-drawing.ts";
import { readHeader } from "../../core/opening/read-header.ts";
import { openPageReader, type PageReader } from "../../core/read-page.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { decidePage } from "../../core/results/decide-page.ts";
import type { PageImage } from "../../core/scan/page-image.ts";
import { readQrCodes } from "../../core/scan/read-qr.ts";
import { turnOfQr } from "../../core/scan/turn-image.ts";
import { chooseCode } from "../../core/stack/page-codes.ts";
import { type PageOwner, parseQrText } from "../../core/template/parse-qr-text.ts";
import { firstPage } from "../recognition/read-drawing.ts";
import { type CollectedSketch, loadDrawings, noDrawings, type Part, WRONG_TRUTHS } from "../sketches.ts";
import { drawnItem } from "../verdicts/item-keys.ts";
import { aloneImage, drawnSheet, type Owner, type Scene, sheetScenes, TASK_ID, takePicture } from "./sheet-scenes.ts";

interface Settings {
  readonly part: Part;
  readonly limit: number;
  readonly every: number;
}

interface Counts {
  pictures: number;
  /** Drawings that the machine would grade if each were alone. */
  alone: number;
  /** Of those, graded in the picture, too. */
  graded: number;
  asked: number;
  /** Grades that are not what the sheet's own drawing earns, though it was graded rightly alone. */
  wrong: number;
  /** Hand-ins of the picture, one for each of its two answers, and those whose student is asked for another picture. */
  handIns: number;
  handInsAsked: number;
  /** Hand-ins of a sheet alone that are asked about, and should not be. */
  aloneAsked: number;
}

const STUDENT = "20230001";
const NEIGHBOUR = "20230002";

const NO_HAND_INS = { handIns: 0, handInsAsked: 0, aloneAsked: 0 };

/** Two sheets in one picture, each with a right or a wrong drawing: whether each is graded, and by its own drawing. */
export async function benchSheets({ part, every, limit }: Settings): Promise<string[]> {
  const drawings = loadDrawings(part)?.filter(({ truth }) => !WRONG_TRUTHS.has(truth.id) && isGradable(truth));
  if (drawings === undefined) return [noDrawings()];
  const reader = await openPageReader();
  const kinds = new Map<Scene["kind"], Counts>();
  const scenes = sheetScenes()
    .filter((_, index) => index % every === 0)
    .slice(0, limit);
  for (const [index, scene] of scenes.entries()) {
    process.stderr.write(`\r${index + 1}/${scenes.length}   `);
    const counts = kinds.get(scene.kind) ?? { pictures: 0, alone: 0, graded: 0, asked: 0, wrong: 0, ...NO_HAND_INS };
    kinds.set(scene.kind, counts);
    const pair = [drawings[(7 * index) % drawings.length]!, drawings[(7 * index + 3) % drawings.length]!] as const;
    await countScene(scene, { pair, reader, counts });
  }
  process.stderr.write("\n");
  await reader.close();
  const rows = [...kinds].map(
    ([kind, { pictures, alone, graded, asked, wrong, handIns, handInsAsked, aloneAsked }]) =>
      `| ${kind} | ${pictures} | ${alone} | ${graded} | ${asked} | ${wrong} | ${handInsAsked} of ${handIns} | ${aloneAsked} |`,
  );
  return [
    "| scene | pictures | drawings graded alone | graded in the picture | asked | wrong | asked at the hand-in | one sheet, asked |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
}

function isGradable(truth: CollectedSketch["truth"]): boolean {
  return truth.usable && (drawnItem(truth)?.wrong.length ?? 0) > 0;
}

interface Counting {
  readonly pair: readonly [CollectedSketch, CollectedSketch];
  readonly reader: PageReader;
  readonly counts: Counts;
}

async function countScene(scene: Scene, { pair, reader, counts }: Counting): Promise<void> {
  const owners = ownersIn(scene, counts.pictures);
  const sheets = await Promise.all(pair.map(({ sketch }, index) => drawnSheet(sketch, owners[index]!)));
  const picture = await firstPage(await takePicture(scene, sheets));
  const found = await readSheets(picture, reader);
  counts.pictures++;
  for (const [index, { item, studentId = STUDENT }] of owners.entries()) {
    const wanted = { taskId: TASK_ID, item, studentId };
    counts.handIns++;
    if (await isAskedAtHandIn(picture, wanted)) counts.handInsAsked++;
    if (await isAskedAtHandIn(aloneImage(sheets[index]!), wanted)) counts.aloneAsked++;
  }
  for (const [index, drawing] of pair.entries()) {
    const { drawn, right, wrong } = drawnItem(drawing.truth)!;
    const others = drawnItem(pair[1 - index]!.truth)!.right;
    const [alone] = await readSheets(aloneImage(sheets[index]!), reader);
    const seen = found.filter(({ texts }) => texts.some((text) => isOf(text, owners[index]!)));
    for (const keys of [right, wrong[0]!, others]) {
      const wanted = gradeOf(alone!.reading, keys);
      if (wanted === null) continue;
      counts.alone++;
      const grades = seen.map(({ reading }) => gradeOf(reading, keys)).filter((grade) => grade !== null);
      if (grades.length === 0) counts.asked++;
      else if (grades.every((grade) => grade === wanted)) counts.graded++;
      else {
        counts.wrong++;
        process.stderr.write(`\n${scene.kind} ${drawing.truth.id} ${drawn.outputs.length} ${wanted} ${grades}\n`);
      }
    }
  }
}

/** Of neighbours, one in two has a sheet of their own; the student always has the task's common template. */
function ownersIn({ kind }: Scene, index: number): readonly [Owner, Owner] {
  const own = { item: 1, studentId: STUDENT };
  if (kind === "turned") return [own, { ...own, item: 2 }];
  const neighbour = { item: 1, studentId: NEIGHBOUR };
  if (kind === "desk") return [own, neighbour];
  return [{ item: 1 }, index % 2 === 0 ? { item: 1 } : neighbour];
}

function isOf(text: string, { item, studentId }: Owner): boolean {
  const code = parseQrText(text);
  return code?.item === item && code.studentId === studentId;
}

/** As the server's inspection does. */
async function isAskedAtHandIn(image: PageImage, wanted: Required<PageOwner>): Promise<boolean> {
  const { codes } = await readQrCodes(image);
  const code = chooseCode(codes, wanted);
  return code !== null && asksWhichSheet(image, { codes, turn: turnOfQr(code), wanted });
}

/** What is read, as in the command: each sheet that is a page of its own, with its codes. */
async function readSheets(image: PageImage, reader: PageReader) {
  const pages: { readonly texts: readonly string[]; readonly reading: PageReading }[] = [];
  for (const { image: sheet, ...part } of pageParts(image, await readHeader(image))) {
    const { reading } = await readDrawing(sheet, { reader, ...part });
    pages.push({ texts: part.codes.map(({ text }) => text), reading });
  }
  return pages;
}

/** The points that the machine gives without a person; null if it asks. */
function gradeOf(reading: PageReading, keys: Parameters<typeof decidePage>[1]["keys"]): number | null {
  const { item, faults, doubts } = decidePage(reading, { keys });
  return faults.length + doubts.length > 0 ? null : item.grade;
}
