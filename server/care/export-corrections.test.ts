import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import type { TrainingSketch } from "../../core/corrections/training-sketch.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { eraseStudent } from "../services/privacy/erase-student.ts";
import { describeStudent } from "../services/privacy/stored-about.ts";
import { drawOn } from "../testing/draw-on.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { uploadForm } from "../testing/pages.ts";
import { openTestServer } from "../testing/test-server.ts";
import { writeSketches } from "./export-corrections.ts";

/** On our sheet, on own paper, ungraded, and erased. */
const STUDENTS = ["20230001", "20230002", "20230003", "20230004"] as const;
/** What `drawOn` draws, in mm. */
const CIRCUIT = { width: 130, height: 40 };

const folder = await mkdtemp(join(tmpdir(), "circuitgrade-sketches-"));
const server = await openTestServer();
const ana = await server.instructor();
const taskId = await makeTask(ana, await makeClass(ana, { studentList: STUDENTS }));
await ana.call("setGradingView", { params: { taskId }, body: { own_paper: true } });
const template = await (await ana.call("getTemplate", { params: { taskId } })).response.arrayBuffer();
const { png } = await drawOn(new Uint8Array(template));
const pages = [await written(png, 1), await onOwnPaper(png), await written(png, 2), await written(png, 3)];
for (const [index, bytes] of pages.entries()) {
  const files = [{ name: `${STUDENTS[index]}_quiz[1].png`, bytes }];
  const { body } = await server.visitor().call("uploadFiles", { body: uploadForm(taskId, files) });
  expect(body).toMatchObject({ files_uploaded: [{ item_number: 1 }] });
}
await startJobs(server.context);
await server.context.jobs.idle();
const { body } = await ana.call("getFiles", { params: { taskId } });
for (const { id, student_id } of body.files) {
  if (student_id === STUDENTS[2]) continue;
  await ana.call("updateGrade", { params: { fileId: id }, body: { total_grade: 1, comment: "Said of Juan Cruz" } });
}
const asking = { studentId: STUDENTS[3], userId: null };
await eraseStudent(server.context, asking, (await describeStudent(server.context, asking)).fingerprint);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The page with handwriting in its header, above a wire and under the circuit, `count` lines of it there. */
async function written(png: Buffer, count: number): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(png).metadata();
  const word = "h3l-2 6 -1 -6h4v6l3 -6 2 6 2 -6v6m3 0v-6h3v3h-3m5 3l2 -6 2 6";
  const places = ["M60 12", "M100 96", ...Array.from({ length: count }, (_, line) => `M120 ${160 + 12 * line}`)];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 297 ${(297 * height) / width}">
    <path fill="none" stroke="#112" stroke-width="0.6" d="${places.map((place) => place + word).join("")}"/></svg>`;
  return sharp(png)
    .composite([{ input: Buffer.from(drawing) }])
    .png()
    .toBuffer();
}

/** The sheet's drawing area, in which a name is written, without the sheet's frame, marks and code. */
async function onOwnPaper(png: Buffer): Promise<Buffer> {
  const { width = 0 } = await sharp(png).metadata();
  const unit = width / 297;
  const box = { left: 75 * unit, top: 75 * unit, width: 160 * unit, height: 110 * unit };
  const [left, top, across, down] = [box.left, box.top, box.width, box.height].map(Math.round);
  return sharp(await written(png, 1))
    .extract({ left: left!, top: top!, width: across!, height: down! })
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: "white" })
    .png()
    .toBuffer();
}

async function textsIn(out: string): Promise<Map<string, string>> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(files.map(async (path) => [path, await readFile(path, "utf8")] as const)));
}

/** The lines as they are drawn into an SVG. */
function polylines({ strokes }: TrainingSketch): string[] {
  return strokes.map((stroke) => `<polyline points="${stroke.map((point) => point.join(",")).join(" ")}"/>`);
}

/** Pixels with ink in a part of the drawing, in mm from its corner. */
async function inkIn(sketch: TrainingSketch, { x, y, width, height }: Record<"x" | "y" | "width" | "height", number>) {
  const right = Math.max(...sketch.strokes.flat().map(([across]) => across));
  const unit = CIRCUIT.width / right;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${8 * width}" height="${8 * height}" viewBox="${x} ${y} ${width} ${height}">
    <g transform="scale(${unit})" fill="none" stroke="white" stroke-width="2">${polylines(sketch).join("")}</g></svg>`;
  const pixels = await sharp(Buffer.from(svg)).flatten({ background: "black" }).toColourspace("b-w").raw().toBuffer();
  return pixels.filter((value) => value > 0).length;
}

it("writes the circuits of our sheets alone, without names and IDs, and others after a person has looked", async () => {
  const first = join(folder, "first");
  // Neither the page that nobody graded nor the student who was erased.
  expect(await writeSketches(server.context, { out: first })).toEqual({ written: 1, waiting: 1, unreadable: 0 });
  const names = [...(await textsIn(first)).keys()].map((path) => path.slice(first.length + 1)).sort();
  const [name] = names.flatMap((path) => /^own-paper\/([0-9a-f]{16})\.svg$/.exec(path)?.[1] ?? []);
  const list = join(first, "own-paper.csv");
  expect(names).toHaveLength(3);
  expect(await readFile(list, "utf8")).toBe(`drawing,export\n${name},\n`);

  const seen = join(folder, "seen.csv");
  await writeFile(seen, `drawing;export\r\n${name};Yes\r\n`);
  const second = join(folder, "second");
  expect(await writeSketches(server.context, { out: second, seen })).toEqual({ written: 2, waiting: 0, unreadable: 0 });
  const drawings = [...(await textsIn(second))].filter(([path]) => path.includes(join("sketches", "corrected")));
  expect(drawings).toHaveLength(2);
  for (const [, text] of drawings) {
    const sketch = JSON.parse(text);
    expect(Object.keys(sketch)).toEqual(["id", "set", "drafter", "strokes", "shapes"]);
    const labels: string[] = sketch.shapes.map(({ label }: { label: string }) => label);
    expect(labels.toSorted()).toEqual(["AND", "WIRE", "WIRE", "WIRE"]);
    const down = Math.max(...sketch.strokes.flat().map((point: number[]) => point[1]));
    const across = Math.max(...sketch.strokes.flat().map((point: number[]) => point[0]));
    // Nothing of the sheet around the circuit, and neither the word above its wire nor those under it.
    expect(across / down).toBeCloseTo(CIRCUIT.width / CIRCUIT.height, 0);
    expect(await inkIn(sketch, { x: 8, y: -1, width: 28, height: 9 })).toBe(0);
    expect(await inkIn(sketch, { x: 8, y: 8, width: 28, height: 4 })).toBeGreaterThan(100);
  }
  const ownPaper = JSON.parse(drawings.find(([path]) => path.includes(name!))![1]);
  const shown = await readFile(join(first, "own-paper", `${name}.svg`), "utf8");
  expect(shown.match(/<polyline[^>]*>/g)).toEqual(polylines(ownPaper));

  for (const out of [first, second]) {
    for (const [path, text] of await textsIn(out)) {
      for (const word of [...STUDENTS, "Juan", "ana", "CPE"])
        expect(`${path.slice(out.length)} ${text}`).not.toContain(word);
    }
  }
  await writeFile(seen, `drawing,export\n${name},no\n`);
  const third = join(folder, "third");
  expect(await writeSketches(server.context, { out: third, seen })).toEqual({ written: 1, waiting: 0, unreadable: 0 });
  await expect(writeSketches(server.context, { out: third })).rejects.toThrow("is not empty");
  await expect(writeSketches(server.context, { out: join(folder, "new"), seen: "none" })).rejects.toThrow(
    "cannot be read",
  );
});
