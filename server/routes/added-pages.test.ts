import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { drawStack } from "../../core/testdata/drawn-pages/draw-stack.ts";
import type { Stack, StackPage, UploadStackResponse } from "../contract/tasks/stack.ts";
import { sortingHandler } from "../services/stacks/stack-sorting.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { openTestServer } from "../testing/test-server.ts";

const PATIENCE = 300_000;

const server = await openTestServer();
server.context.jobs.handle("sort", sortingHandler(server.context));
await server.context.jobs.start();
const ana = await server.instructor();
const classId = await makeClass(ana, { studentList: ["20230001", "20230002", "20230003"] });
const taskId = await makeTask(ana, classId);
afterAll(() => server.close());

/** An AND gate on a sheet without a code; `shade` makes pages differ in their bytes. */
function drawing(shade: number): Promise<Buffer> {
  const lines = "M200 230H400M200 310H400M400 200h60a70 70 0 0 1 0 140h-60zM530 270H720";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="rgb(255,255,${shade})"/><path d="${lines}" fill="none" stroke="#111" stroke-width="4"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function blank(): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 600, channels: 3, background: "white" } })
    .png()
    .toBuffer();
}

/** A drawing on the first personal sheet: student 20230001, item 1. */
async function sheet(): Promise<Uint8Array> {
  const { response } = await ana.call("getPersonalTemplates", { params: { taskId } });
  const templates = new Uint8Array(await response.arrayBuffer());
  const { pages, pictures } = await drawStack(templates, { seed: "added", unreadable: 0, itemOf: () => 1 });
  return pictures[pages.findIndex(({ template }) => template === 1)]!;
}

async function add(files: Readonly<Record<string, Uint8Array>>): Promise<UploadStackResponse> {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(files)) form.append("files", new Blob([bytes as BlobPart]), name);
  return (await ana.call("uploadStack", { params: { taskId }, body: form })).body;
}

async function sorted({ id }: Stack): Promise<readonly StackPage[]> {
  while (true) {
    const { body } = await ana.call("getStack", { params: { stackId: id } });
    if (body.stack.waiting === 0) return body.page_list;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

it(
  "pages say by their codes, else by their names, whose they are; a person is asked where two disagree",
  async () => {
    const inner = zipSync({ "page.png": await drawing(249) });
    const download = zipSync({
      "Santos Ben_2_assignsubmission_file_/20230002_quiz[1].png": await drawing(255),
      "cruzana_555_20230003_quiz[2].png": await sheet(),
      "inner.zip": inner,
      "list.csv": new Uint8Array(3),
    });
    const added = await add({
      "download.zip": download,
      "broken.zip": download.slice(0, 900),
      "20230002_quiz[1] (1).png": await drawing(252),
      "20230009_quiz[1].png": await drawing(246),
      "IMG_1.png": await drawing(243),
      "20230003_quiz[1].png": await blank(),
      "IMG_2.png": await blank(),
    });
    expect(added.message).toBe("7 pages were taken.");
    expect(added.refused.map(({ filename, code }) => [filename, code])).toEqual([
      ["download.zip/inner.zip", "nested-archive"],
      ["broken.zip", "damaged-archive"],
    ]);
    const pages = await sorted(added.stack!);
    const found = pages.map((page) => {
      return [page.place, page.state, page.student_id, page.item_number, ...page.reasons.map(({ code }) => code)];
    });
    expect(found).toEqual([
      ["20230002_quiz[1] (1).png", "placed", "20230002", 1],
      ["20230009_quiz[1].png", "queued", "20230009", 1, "not-enrolled"],
      ["IMG_1.png", "queued", null, null, "unreadable-qr"],
      ["20230003_quiz[1].png", "placed", "20230003", 1],
      ["IMG_2.png", "rejected", null, null, "set-aside"],
      ["download.zip/Santos Ben_2_assignsubmission_file_/20230002_quiz[1].png", "queued", "20230002", 1, "duplicate"],
      ["download.zip/cruzana_555_20230003_quiz[2].png", "queued", null, null, "student-conflict", "item-conflict"],
    ]);
    expect(await readdir(join(server.context.config.dataDir, "unpacked"))).toEqual([]);
  },
  PATIENCE,
);

it("a ZIP file without a page is refused, and nothing is stored", async () => {
  const added = await add({ "lists.zip": zipSync({ "list.csv": new Uint8Array(3) }) });
  expect([added.stack, added.refused[0]?.code]).toEqual([null, "empty-archive"]);
});
