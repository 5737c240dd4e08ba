import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import type { FilePage, SaidPage } from "../../cli/reading/messages.ts";
import { readFilePages } from "../../cli/reading/read-file.ts";
import type { PictureBox } from "../../core/geometry/coordinates.ts";
import type { Statement } from "../../core/page-record/statement.ts";
import { openPageReader } from "../../core/read-page.ts";
import type { Turn } from "../../core/scan/turn-image.ts";
import { formatQrText } from "../../core/template/qr-text.ts";
import { renderTemplate } from "../../core/template/template-pdf.ts";
import { drawOn } from "../testing/draw-on.ts";
import { pdfOf, samplePage } from "../testing/pages.ts";
import { WORK } from "./work.ts";

const STUDENT = { studentId: "20230001", name: "Ana Diaz" };
const CODE = { taskId: "t1", item: 1, studentId: STUDENT.studentId };
const NOBODY = { tell: () => undefined, isEnding: () => false };

const folder = await mkdtemp(join(tmpdir(), "same-"));
const reader = await openPageReader();
const qrText = formatQrText(CODE, { origin: "https://x.example", secret: "s" });
const items = [{ item: 1, qrText, student: STUDENT }];
const sheet = (await drawOn(await renderTemplate({ title: "Half adder", className: null, items }))).png;

/** The sheet with its QR code and name covered. */
async function covered(): Promise<Buffer> {
  const { width, height } = await sharp(sheet).metadata();
  const paper = { create: { width: width - 40, height: Math.round(height / 10), channels: 3, background: "white" } };
  return sharp(sheet)
    .composite([{ input: paper as never, left: 20, top: 20 }])
    .png()
    .toBuffer();
}

/** What the command makes of a page. */
async function commandReads(path: string, page: number, said: SaidPage[] = []): Promise<FilePage> {
  const job = { path, from: page, to: page, pageCount: 0, skip: [], corrections: said };
  const results: FilePage[] = [];
  const tell = (news: { started: number } | { page: FilePage }) => {
    if ("page" in news) results.push(news.page);
  };
  await readFilePages(job, { reader, tell, isEnding: () => false });
  expect(results).toHaveLength(1);
  return results[0]!;
}

/** What the server makes of it: as a page of a stack it is sorted first, which says how it lies. */
async function serverReads(path: string, page: number) {
  const [sorted] = await WORK.sort({ path, pages: [page] }, NOBODY);
  if (!sorted?.ok) throw new Error(sorted?.message);
  const request = {
    path,
    page,
    turn: sorted.turn,
    threshold: "auto",
    corrections: null,
    owner: CODE,
    asksWhich: true,
  } as const;
  const outcome = await WORK.read({ ...request, sightPath: `${path}.sight` }, NOBODY);
  if (!outcome.ok) throw new Error(outcome.message);
  return { turn: sorted.turn, codes: sorted.codes, reading: outcome.reading, model: outcome.model };
}

const PAGES: readonly [what: string, turn: number, make: () => Promise<Buffer>, page?: number][] = [
  ["a template", 0, async () => sheet],
  ["a template upside down", 2, () => sharp(sheet).rotate(180).png().toBuffer()],
  ["a mirrored template", 4, () => sharp(sheet).flop().png().toBuffer()],
  [
    "a template on its side without a readable code",
    1,
    async () =>
      sharp(await covered())
        .rotate(270)
        .png()
        .toBuffer(),
  ],
  ["a photo on squared paper", 0, async () => samplePage("20230004_quiz[1].jpg")],
  ["the second page of a PDF", 0, async () => pdfOf([null, samplePage("20230001_quiz[1].png")]), 2],
];

it.each(PAGES)("the command and the server read %s equally", async (what, turn, make, page = 1) => {
  const path = join(folder, what.replaceAll(" ", "-"));
  await writeFile(path, await make());
  const command = await commandReads(path, page);
  const server = await serverReads(path, page);
  expect(command.reading).toEqual(server.reading);
  expect(command.reading?.gates.length).toBeGreaterThan(0);
  expect([command.turn, server.turn]).toEqual([turn, turn]);
  expect(command.codes ?? [command.qr].filter((text) => text !== null)).toEqual(server.codes);
  expect(server.model).toBe(reader.model);
});

it.each([
  [5, 90],
  [7, 270],
] as const)("a mirrored page is read and shown as if it had never been mirrored: %i", async (turn, angle) => {
  const [plain, mirrored] = [join(folder, "plain"), join(folder, `mirrored-${turn}`)];
  await writeFile(plain, sheet);
  // Mirrored and turned: the same again undoes it.
  await writeFile(
    mirrored,
    await sharp(await sharp(sheet).flop().toBuffer())
      .rotate(angle)
      .png()
      .toBuffer(),
  );
  const { reading: wanted } = await commandReads(plain, 1);
  const { reading, turn: found, fileHash } = await commandReads(mirrored, 1);
  expect(found).toBe(turn);
  expect(reading).toEqual(wanted);

  const [removed, ...others] = wanted!.gates;
  const { class_name: className, x, y, width, height } = removed!;
  const was = { className, label: "", box: { x, y, width, height } as PictureBox };
  const gone: Statement = { kind: "object", object: 1, called: "", was, is: null };
  const said: SaidPage = { sha256: fileHash, page: 1, turn, threshold: "auto", statements: [gone] };
  const corrected = await commandReads(mirrored, 1, [said]);
  expect(corrected.reading?.gates.map(({ x, y }) => [x, y])).toEqual(others.map(({ x, y }) => [x, y]));

  for (const hideHeader of [false, true]) {
    const pixels = async (path: string, lies: Turn) => {
      const shown = await WORK.picture({ path, page: 1, turn: lies, longSide: 800, hideHeader }, NOBODY);
      if (!shown.ok) throw new Error(shown.message);
      return sharp(shown.bytes).greyscale().raw().toBuffer();
    };
    const upright = await pixels(plain, 0);
    const back = await pixels(mirrored, turn);
    // Shrunk before they were turned, they differ in the rounding.
    expect(back.filter((value, at) => Math.abs(value - upright[at]!) > 60).length).toBeLessThan(back.length / 1000);
  }
});

it("an upload is turned as a page of a stack is", async () => {
  const path = join(folder, "upload");
  await writeFile(path, await sharp(sheet).rotate(90).png().toBuffer());
  const { turn } = await commandReads(path, 1);
  expect(turn).toBe(3);
  expect(await WORK.inspect({ path, wanted: CODE }, NOBODY)).toMatchObject({ ok: true, turn });
});
