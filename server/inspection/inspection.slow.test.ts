import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { zipSync } from "fflate";
import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { curvesBomb, doubleFlateBomb } from "../testing/bombs.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { pdfOf, samplePage, sheetWithQr, uploadForm } from "../testing/pages.ts";
import { createInstructor, spawnedQrText } from "../testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "../testing/spawned/spawned-server.ts";

let server: SpawnedServer;
let taskId: string;
let page: Buffer;
let ana: ReturnType<SpawnedServer["visitor"]>;

beforeAll(async () => {
  // Ten photos in one PDF take 3 seconds of processor time: on a busy machine the clock has time, too.
  server = await spawnServer({ INSPECTION_SECONDS: "10" });
  ana = server.visitor();
  const { email, password } = await createInstructor(server);
  await ana.call("login", { body: { email, password, remember: false } });
  const dueDate = new Date(Date.now() + 86_400_000).toISOString();
  taskId = await makeTask(ana, await makeClass(ana), { dueDate });
  page = await sheetWithQr("20230001_quiz[1].png", await spawnedQrText(server, { taskId, item: 1 }));
}, 120_000);
afterAll(() => server?.stop());

async function handIn(bytes: Uint8Array, type = "png") {
  const form = uploadForm(taskId, [{ name: `20230001_quiz[1].${type}`, bytes }]);
  return (await server.visitor().call("uploadFiles", { body: form })).body;
}

/** The processes that inspect uploads. */
async function inspectors(): Promise<number[]> {
  const found: number[] = [];
  for (const name of (await readdir("/proc")).filter((each) => /^\d+$/.test(each))) {
    const [stat, words] = await Promise.all(
      ["stat", "cmdline"].map((file) => readFile(`/proc/${name}/${file}`, "latin1").catch(() => "")),
    );
    const parent = Number(stat!.slice(stat!.lastIndexOf(")") + 4).split(" ")[0]);
    if (parent === server.process.pid && words!.includes("inspection/process.ts")) found.push(Number(name));
  }
  return found;
}

/** Which limit it meets first depends on the machine. */
const HEAVY = /takes too (much memory|long)|is damaged/;

describe.skipIf(process.platform !== "linux")("looking into uploads", { timeout: 120_000 }, () => {
  it.each([
    ["unfolds to more than the system allows", doubleFlateBomb(600), HEAVY],
    ["is too much to draw", curvesBomb(300_000), /takes too long/],
    ["has too many curves to hold", curvesBomb(3_000_000), HEAVY],
  ])("refuses a file that %s, with a message, and accepts an honest file after it", async (_, bomb, words) => {
    const before = await inspectors();
    const refused = await handIn(bomb, "pdf");
    expect(refused.invalid_files_other).toMatchObject([{ message: expect.stringMatching(words) }]);
    const taken = await handIn(page);
    expect(taken.files_uploaded).toHaveLength(1);
    // The process that inspected it is gone.
    const after = await inspectors();
    expect(before.filter((pid) => !after.includes(pid)).length).toBeGreaterThan(0);
    expect(server.output()).not.toContain("inspector-unavailable");
  });

  it("reads a large file that needs more than the usual memory", async () => {
    const large = sharp(page).resize(6000, 8000, { fit: "fill" }).removeAlpha();
    const taken = await handIn(await large.png({ progressive: true }).toBuffer());
    expect(taken).toMatchObject({ files_uploaded: [{}], invalid_files_other: [] });
  });

  it("reads the code of a HEIC picture", async () => {
    const bytes = await readFile(new URL("../../core/testdata/heic/page.heic", import.meta.url));
    const { invalid_files_codes } = await handIn(bytes, "heic");
    expect(invalid_files_codes).toMatchObject([{ code: "forged-code" }]);
  });

  it("finds the code on the last of ten pages with photos of 12 megapixels", async () => {
    const photo = (bytes: Buffer) => sharp(bytes).resize(3000, 4000, { fit: "fill" }).jpeg().toBuffer();
    const [other, last] = await Promise.all([samplePage("20230003_quiz[2].png"), page].map(photo));
    // Files of the same bytes would be one picture in the PDF.
    const others = Array.from({ length: 9 }, (_, k) => Buffer.concat([other!, Buffer.from([k])]));
    const taken = await handIn(await pdfOf([...others, last!]), "pdf");
    expect(taken).toMatchObject({ files_uploaded: [{}], invalid_files_other: [] });
  });

  it("finds all sheets of an item in a file that needs more than the usual memory", async () => {
    const scan = await sharp(page).resize(1654, 2340, { fit: "contain", background: "white" }).png().toBuffer();
    // Files of the same bytes would be one picture in the PDF.
    const scans = Array.from({ length: 4 }, (_, k) => Buffer.concat([scan, Buffer.from([k])]));
    const refused = await handIn(await pdfOf(scans), "pdf");
    expect(refused.invalid_files_other).toMatchObject([
      { message: "Pages 1, 2, 3 and 4 of the file are sheets of item 1. Send only the one that counts." },
    ]);
  });

  it("keeps a process ready, with its memory limited by the system", async () => {
    const pids = await inspectors();
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) {
      const limits = await readFile(`/proc/${pid}/limits`, "utf8");
      expect(Number(/Max data size +(\d+)/.exec(limits)?.[1])).toBeLessThan(1024 ** 3);
    }
  });

  it("survives the end of its processes", async () => {
    for (const pid of await inspectors()) process.kill(pid, "SIGKILL");
    const taken = await handIn(page);
    expect(taken.files_uploaded).toHaveLength(1);
    expect(server.output()).not.toContain("inspector-unavailable");
  });
});

it("reads spreadsheets in such a process, also the largest, and refuses one that unpacks to too much", async () => {
  const send = async (bytes: Uint8Array) => {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(bytes)]), "list.xlsx");
    return ana.call("readSpreadsheet", { body });
  };
  const rows = Array.from({ length: 20_000 }, (_, index) => [20_230_000 + index, `Student ${index}`, "a@uni.example"]);
  for (const write of [writeXlsx, writeOds]) {
    const { status, body } = await send((await write({ sheets: [{ name: "List", rows }] })) as Uint8Array);
    expect(status).toBe(200);
    expect(body.sheets[0]?.at(-1)).toEqual({ cells: ["20249999", "Student 19999", "a@uni.example"], line: 20_000 });
  }
  const bomb = await send(zipSync({ "xl/workbook.xml": new Uint8Array(51 * 1024 * 1024) }));
  expect([bomb.status, bomb.body.error.code]).toEqual([400, "spreadsheet-too-large"]);
});

it("unpacks ZIP files in such a process, also as many pages as a class has, and leaves nothing there", async () => {
  // Pictures are hardly compressed: 200 pages of 1 MB are more than the process may hold in its memory.
  const photo = new Uint8Array(1024 * 1024);
  for (let at = 0; at < photo.length; at += 65_536) crypto.getRandomValues(photo.subarray(at, at + 65_536));
  const pages = Object.fromEntries(Array.from({ length: 200 }, (_, k) => [`../${k}/page.png`, photo]));
  const add = async (bytes: Uint8Array) => {
    const body = new FormData();
    body.append("files", new Blob([bytes as Uint8Array<ArrayBuffer>]), "class.zip");
    return (await ana.call("uploadStack", { params: { taskId }, body })).body;
  };
  const noise = await add(zipSync({ "page.png": [page, { level: 0 }], ...pages }, { level: 1 }));
  expect(noise).toMatchObject({ stack: { pages: 1 } });
  expect(noise.refused).toHaveLength(200);
  const bomb = await add(
    zipSync(Object.fromEntries(Array.from({ length: 6 }, (_, k) => [`${k}.png`, new Uint8Array(100 * 1024 * 1024)]))),
  );
  expect(bomb.refused[0]?.code).toBe("archive-too-large");
  expect(server.output()).not.toContain("inspector-unavailable");
  expect(await readdir(join(server.dataDir, "unpacked"))).toEqual([]);
}, 240_000);
