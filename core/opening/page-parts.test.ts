import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { isInside, middleOf } from "../geometry/boxes.ts";
import { openPageReader } from "../read-page.ts";
import { NOTHING_DRAWN, type Problem } from "../rules/problem.ts";
import { decodePages } from "../scan/decode-pages.ts";
import type { PageImage } from "../scan/page-image.ts";
import { type PageOwner, parseQrText } from "../template/parse-qr-text.ts";
import { codedSheet, SHEET_MARGIN, SHEET_WIDTH, sheetsBelow } from "../testdata/two-sheets.ts";
import { type PagePart, pagePart, pageParts } from "./page-parts.ts";
import { readDrawing } from "./read-drawing.ts";
import { readHeader } from "./read-header.ts";

const reader = await openPageReader();
afterAll(() => reader.close());

async function onlyPage(bytes: Uint8Array): Promise<PageImage> {
  const file = await decodePages(bytes);
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) if (page.ok) return page.image;
  throw new Error("no page");
}

const turned = (picture: Buffer, angle: number) =>
  sharp(picture).rotate(angle, { background: "#fff" }).png().toBuffer();

async function partsOf(picture: Buffer): Promise<PagePart[]> {
  const image = await onlyPage(picture);
  return pageParts(image, await readHeader(image));
}

/** Those that matter here, which stay when the page is concluded again. */
async function problemsOf({ image, ...part }: PagePart): Promise<readonly Problem[]> {
  const { sight, reading } = await readDrawing(image, { reader, ...part });
  const again = await reader.conclude(sight);
  const [first, second] = [reading, again].map(({ problems }) =>
    problems.filter(({ code }) => ["several-sheets", "cut-sheet", NOTHING_DRAWN].includes(code)),
  );
  expect(second).toEqual(first);
  return first!;
}

/** The codes of the problems, when the picture is read as a whole. */
async function asked(picture: Buffer): Promise<string[]> {
  const parts = await partsOf(picture);
  expect(parts).toHaveLength(1);
  return (await problemsOf(parts[0]!)).map(({ code }) => code);
}

const ANA = { studentId: "20230001", item: 1 };
const BEN = { studentId: "20230002", item: 1 };
const ASKED = ["several-sheets", "several-sheets"];

describe("several sheets in one picture", { timeout: 120_000 }, () => {
  it.each([
    [0, false],
    [90, false],
    [180, false],
    [270, true],
    [3, false],
    [-3, true],
  ])("are each read by their own code, turned by %i degrees, mirrored: %s", async (angle, isMirrored) => {
    const both = await sheetsBelow(await codedSheet(ANA, { isDrawn: false }), await codedSheet({ ...ANA, item: 2 }));
    const picture = await turned(both, angle);
    const parts = await partsOf(isMirrored ? await sharp(picture).flop().toBuffer() : picture);
    const read = await Promise.all(
      parts.map(async (part) => [
        part.codes.map(({ text }) => parseQrText(text)?.item),
        (await problemsOf(part)).map(({ code }) => code),
      ]),
    );
    expect(read.sort()).toEqual([
      [[1], [NOTHING_DRAWN]],
      [[2], []],
    ]);
  });

  it("are a question at each of them if their codes do not tell them apart", async () => {
    const image = await onlyPage(
      await turned(await sheetsBelow(await codedSheet({ item: 1 }), await codedSheet({ item: 2 })), 90),
    );
    const header = await readHeader(image);
    const [part, ...others] = pageParts(image, header);
    const boxes = (await problemsOf(part!)).map(({ box }) => box!);
    expect([others, boxes.length]).toEqual([[], 2]);
    const [upper, lower] = [...boxes].sort((a, b) => a.y - b.y).map((box) => ({ box, middle: middleOf(box) }));
    expect([isInside(upper!.box, lower!.middle), lower!.middle.y - upper!.middle.y > 500]).toEqual([false, true]);
  });

  it("are a question whichever of them has no code that can be read", async () => {
    const [coded, bare] = [await codedSheet(ANA), await codedSheet(ANA, { isCoded: false })];
    expect(await asked(await sheetsBelow(coded, bare))).toEqual(ASKED);
    expect(await asked(await sheetsBelow(bare, coded))).toEqual(ASKED);
    expect(await asked(await sheetsBelow(bare, bare))).toEqual(ASKED);
  });

  it("are one sheet if the picture shows only a part of the other, which is named", async () => {
    const both = await sheetsBelow(await codedSheet({ item: 1 }), await codedSheet({ item: 2 }));
    const cut = await sharp(both)
      .extract({ left: 0, top: 0, width: SHEET_WIDTH + 2 * SHEET_MARGIN, height: 950 })
      .png()
      .toBuffer();
    const [part, ...others] = await partsOf(cut);
    expect([others, part!.codes.map(({ text }) => parseQrText(text)?.item)]).toEqual([[], [1]]);
    expect((await problemsOf(part!)).map(({ code, box }) => [code, box!.y > 600])).toEqual([["cut-sheet", true]]);
  });

  it("one sheet is none, at any turn", async () => {
    for (const angle of [0, 90, 180, 270]) {
      expect(await asked(await turned(await sheetsBelow(await codedSheet({ item: 1 })), angle)), String(angle)).toEqual(
        [],
      );
    }
  });

  it("of which a student's page is wanted: it is read by its code, or it is a question", async () => {
    const image = await onlyPage(await sheetsBelow(await codedSheet(ANA), await codedSheet(BEN)));
    const { codes } = await readHeader(image);
    const partOf = (owner: Required<Omit<PageOwner, "taskId">>, asksWhich = false) => {
      const part = pagePart(image, { codes, turn: 0, wanted: { taskId: "t1", ...owner }, asksWhich });
      return [part.codes.map(({ text }) => parseQrText(text)?.studentId), part.problems.map(({ code }) => code)];
    };
    expect(partOf(ANA)).toEqual([[ANA.studentId], []]);
    expect(partOf(BEN)).toEqual([[BEN.studentId], []]);
    expect(partOf({ studentId: "20230003", item: 1 })[1]).toEqual(ASKED);
    expect(partOf(ANA, true)[1]).toEqual(ASKED);
  });

  it("of which the wanted one is cut off are a question", async () => {
    const both = await sheetsBelow(await codedSheet(ANA), await codedSheet(BEN));
    const cut = await onlyPage(
      await sharp(both)
        .extract({ left: 0, top: 0, width: SHEET_WIDTH + 2 * SHEET_MARGIN, height: 950 })
        .toBuffer(),
    );
    const { codes } = await readHeader(cut);
    const wanted = { taskId: "t1", ...BEN };
    const { problems } = pagePart(cut, { codes, turn: 0, wanted, asksWhich: false });
    expect(problems.map(({ code }) => code)).toEqual(ASKED);
  });
});
