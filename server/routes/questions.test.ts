import sharp from "sharp";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { parseTaskFile } from "../../core/rules/tasks/task-file.ts";
import { decodePages } from "../../core/scan/decode-pages.ts";
import { questionPictures } from "../db/schema.ts";
import { makeClass, makeTask, TASK_BODY } from "../testing/fixtures.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

const keys = [{ expression: "A & B", grade: "5" }];
const item = (question?: object | null) => ({ previousItem: 1, keys, ...(question !== undefined && { question }) });

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let classId: string;
let taskId: string;
let picture: string;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
  classId = await makeClass(ana);
  const photo = sharp({ create: { width: 60, height: 20, channels: 3, background: "#123" } });
  const jpeg = await photo
    .jpeg()
    .withExifMerge({ IFD0: { Artist: "Ana" } })
    .toBuffer();
  picture = `data:image/jpeg;base64,${jpeg.toString("base64")}`;
  const question = { text: "Draw the AND\r\nof both inputs. ", picture };
  taskId = await makeTask(ana, classId, { answerKeys: [item(question)] });
});

async function stored(id = taskId) {
  return (await ana.call("getTask", { params: { taskId: id } })).body.answer_keys[0]?.question;
}

async function edit(question?: object | null) {
  return ana.callLoosely("editTask", {
    params: { taskId },
    body: { ...TASK_BODY, classId, answerKeys: [item(question)] },
  });
}

const pictureRows = () => server.context.db.query.select({ taskId: questionPictures.taskId }).from(questionPictures);

async function template() {
  const { status, response } = await server.visitor().call("getTemplate", { params: { taskId } });
  expect(status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe("an item's question", () => {
  it("is shown to students, with its picture without metadata", async () => {
    const question = await stored();
    expect(question).toEqual({ text: "Draw the AND\nof both inputs.", picture: expect.stringMatching(/^[\w-]+$/) });
    const { body } = await server.visitor().call("getPublicTask", { params: { taskId } });
    const url = `/task/question-picture/${taskId}/${question!.picture}`;
    expect(body.questions).toEqual([{ item: 1, text: "Draw the AND\nof both inputs.", picture_url: url }]);
    expect(JSON.stringify(body)).not.toContain("description");
    const response = await server.visitor().fetch(url);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const { width, exif } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([width, exif]).toEqual([60, undefined]);
    expect((await server.visitor().fetch(`${url}x`)).status).toBe(404);
  });

  it("is looked at like keys, and its sheet made, in worker threads alone: a small file may have 49 megapixels", async () => {
    const ask = vi.spyOn(server.context.recogniser, "ask");
    expect((await edit({ text: "Draw it.", picture })).status).toBe(200);
    await template();
    expect(ask.mock.calls.map(([kind]) => kind)).toEqual(["keys", "question", "templates"]);
  });

  it("is on the sheets, common and personal", async () => {
    const asked = await template();
    expect(asked.includes("/DCTDecode")).toBe(true);
    const personal = await ana.call("getPersonalTemplates", { params: { taskId } });
    const bytes = Buffer.from(await personal.response.arrayBuffer());
    const file = await decodePages(bytes);
    expect(file.ok && file.pageCount).toBe(2);
    expect(bytes.toString("latin1").split("/DCTDecode")).toHaveLength(2);
    await edit(null);
    expect((await template()).includes("/DCTDecode")).toBe(false);
  });

  it("stays if an edit leaves it out, with the picture of an edit that names it, and goes with its picture", async () => {
    const before = await stored();
    expect((await edit()).status).toBe(200);
    expect(await stored()).toEqual(before);
    expect((await edit({ text: "Draw it.", picture: before!.picture })).status).toBe(200);
    expect(await stored()).toEqual({ text: "Draw it.", picture: before!.picture });
    expect((await edit({ text: "Draw it.", picture })).status).toBe(200);
    expect((await stored())!.picture).not.toBe(before!.picture);
    expect(await pictureRows()).toHaveLength(1);
    expect((await edit(null)).status).toBe(200);
    expect([await stored(), await pictureRows()]).toEqual([undefined, []]);
    const { body } = await server.visitor().call("getPublicTask", { params: { taskId } });
    expect(body).not.toHaveProperty("questions");
  });

  it("goes along with a copy, which keeps it when the task is deleted", async () => {
    const other = await makeClass(ana, { classGroup: 2 });
    const body = { classIds: [other], dueDate: TASK_BODY.dueDate };
    const copied = (await ana.call("copyTask", { params: { taskId }, body })).body.task_ids[0]!;
    const question = await stored();
    await ana.call("deleteTask", { params: { taskId } });
    expect(await stored(copied)).toEqual(question);
    expect(await pictureRows()).toEqual([{ taskId: copied }]);
    expect((await server.visitor().fetch(`/task/question-picture/${copied}/${question!.picture}`)).status).toBe(200);
  });

  it("is pulled with its picture, as a task.json that is read", async () => {
    const program = await server.program(ana.userId);
    const { body } = await program.call("pullTask", { params: { taskId } });
    const { question } = body.task.items[0]!;
    expect(question).toEqual({
      text: "Draw the AND\nof both inputs.",
      picture: expect.stringMatching(/^data:image\/jpeg/),
    });
    const parsed = parseTaskFile(JSON.stringify(body.task));
    expect(parsed.ok && parsed.task.items[0]?.question).toEqual(question);
  });

  it.each([
    [{ text: "x".repeat(1001) }, "text", "A question has at most 1000 characters."],
    [{ text: "1.\n2.\n3.\n4.\n5.\n6." }, "text", "The question of item 1 does not fit on its sheet: shorten it."],
    [{ text: "Draw.", picture: "data:image/png;base64,AAAA" }, "picture", "Choose a PNG or JPEG picture"],
    [{ text: "Draw.", picture: "somebody-elses" }, "picture", "Choose a PNG or JPEG picture"],
  ])("of %j is refused, and nothing changes", async (question, field, message) => {
    const before = await stored();
    const { status, body } = await edit(question);
    expect(status).toBe(400);
    expect(body.error.issues).toEqual([
      expect.objectContaining({ field: `items[0].question.${field}`, message: expect.stringContaining(message) }),
    ]);
    expect(await stored()).toEqual(before);
  });
});
