import { rm } from "node:fs/promises";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { WRONG_STUDENT_ID } from "../../core/rules/students/student-id.ts";
import { ERROR_PAGES } from "../contract/error-pages.ts";
import { studentUploadPath } from "../contract/pages.ts";
import type { HandInForm } from "../contract/results/hand-in.ts";
import { TEXTS } from "../contract/texts.ts";
import { RATES } from "../rates.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr } from "../testing/pages.ts";
import { dataOf, makeUi } from "../testing/services/make-ui.ts";
import type { TestClient } from "../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

const STUDENT = "20230001";
const SECRET = "s".repeat(22);

let server: TestServer;
let ana: TestClient & { readonly userId: string };
let taskId: string;
let page: Buffer;

const folder = await makeUi();
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  server = await serverOfTest({ TEMPLATE_SECRET: "a secret of the tests", UI_DIR: folder });
  ana = await server.instructor();
  taskId = await makeTask(ana, await makeClass(ana));
  page = await sheetWithQr(`${STUDENT}_quiz[1].png`, qrTextOf(server.context, { taskId, item: 1 }));
});

interface Sent {
  readonly studentId?: string;
  readonly name?: string;
  readonly item?: string;
  readonly receipts?: string;
  readonly headers?: Record<string, string>;
}

/** Sends the form as a browser does: the fields in the page's order, an empty input as a file without a name. */
function send({ studentId = STUDENT, name = "IMG_0001.PNG", item = "1", receipts = "", headers }: Sent = {}) {
  const body = new FormData();
  body.append("hand_in", SECRET);
  body.append("receipts", receipts);
  body.append("student_id", studentId);
  body.append("item_number", item);
  body.append("files", new Blob(name === "" ? [] : [new Uint8Array(page)]), name);
  body.append("files", new Blob([]), "");
  const init = { method: "POST", body, headers: { accept: "text/html,*/*", ...headers } };
  return server.visitor().fetch(`/student-upload/${taskId}`, init);
}

async function formOf(response: Response): Promise<HandInForm> {
  const html = await response.text();
  expect(html).toContain(`<div id="root">${studentUploadPath(taskId)}`);
  return dataOf(html).handIn!;
}

async function names(): Promise<string[]> {
  const { files } = (await ana.call("getFiles", { params: { taskId } })).body;
  return files.map(({ filename }) => filename);
}

it("names the file by the typed Student ID, and answers with the page and the receipt", async () => {
  const response = await send({ studentId: "2023-0001" });
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const form = await formOf(response);
  const { receipts } = form;
  const [receipt] = receipts;
  expect(receipt).toMatchObject({ filename: `${STUDENT}_quiz[1].png`, link: expect.stringContaining("/results/") });
  expect(form).toMatchObject({ secret: SECRET, studentId: STUDENT, receipts: [receipt], isGone: false });
  expect(await names()).toEqual([`${STUDENT}_quiz[1].png`]);
  // The page that answers is a form again: it belongs to the same hand-in.
  const again = await formOf(await send({ name: "", receipts: receipt!.token! }));
  expect(again).toMatchObject({ receipts: [receipt], sent: { refusal: { code: "no-files" } } });
  const forged = await formOf(await send({ name: "", receipts: `${receipt!.token}x,made-up` }));
  expect(forged.receipts).toEqual([]);
});

it("keeps a name that follows the convention, with or without a Student ID, and no other", async () => {
  const named = `${STUDENT}_quiz[1].jpg`;
  expect((await formOf(await send({ studentId: "", name: named }))).sent).toMatchObject({
    answer: { files_uploaded: [{ filename: named }] },
  });
  expect((await formOf(await send({ studentId: "20230002", name: named }))).sent).toMatchObject({
    answer: { files_uploaded: [], invalid_files_other: [{ filename: named, code: "other-student" }] },
  });
  expect((await formOf(await send({ studentId: "" }))).sent).toMatchObject({
    answer: { files_uploaded: [], invalid_files_other: [{ filename: "IMG_0001.PNG", code: "file-name" }] },
  });
  expect(await names()).toEqual([named]);
});

it("half a Student ID, a form without files, and a task that is closed are refused on the page", async () => {
  const half = await send({ studentId: "2023" });
  expect(half.status).toBe(400);
  expect((await formOf(half)).sent).toEqual({ refusal: { code: "student-id", message: WRONG_STUDENT_ID } });
  const none = await send({ name: "" });
  expect((await formOf(none)).sent).toEqual({
    refusal: { code: "no-files", message: TEXTS.files.noFileForItems },
  });
  expect(await names()).toEqual([]);
  server.clock.advance(400 * 24 * 3_600_000);
  const late = await send();
  expect(late.status).toBe(403);
  expect((await formOf(late)).sent).toEqual({ refusal: { code: "closed", message: TEXTS.task.closed } });
});

it("counts like every upload, and takes nothing that another site's page sends", async () => {
  const take = vi.spyOn(server.context.limiter, "take");
  await send();
  expect(take.mock.calls.map(([, rate]) => rate)).toEqual(expect.arrayContaining([RATES.ownPageBytes]));
  const foreign = await send({ headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example" } });
  expect([foreign.status, foreign.headers.get("content-type")]).toEqual([403, "text/html; charset=UTF-8"]);
  expect(await foreign.text()).toContain(ERROR_PAGES["403"].title);
  expect(await names()).toHaveLength(1);
});

it("a task that was removed is said to be gone", async () => {
  await ana.call("deleteTask", { params: { taskId } });
  const response = await send();
  expect(response.status).toBe(404);
  expect(await formOf(response)).toMatchObject({ isGone: true, sent: { refusal: { message: TEXTS.task.removed } } });
});

it("takes the receipts of a student who handed in often, and says so if a field is too long", async () => {
  const first = (await formOf(await send())).receipts[0]!.token!;
  const others = Array.from({ length: 300 }, () => `${"a".repeat(22)}.${"b".repeat(43)}`);
  page = Buffer.concat([page, Buffer.from("another")]);
  const again = await formOf(await send({ receipts: [...others, first].join() }));
  expect(again.receipts).toHaveLength(2);
  const { files } = (await ana.call("getFiles", { params: { taskId } })).body;
  expect(files).toMatchObject([{ from_elsewhere: false, earlier: 1 }]);
  const message = "The field receipts is too long: at most 262144 characters.";
  const long = await send({ receipts: "a".repeat(262_145) });
  expect([long.status, (await formOf(long)).sent]).toEqual([413, { refusal: { code: "field-too-long", message } }]);
  const typed = await send({ studentId: "1".repeat(1001) });
  expect((await formOf(typed)).sent).toMatchObject({ refusal: { code: "field-too-long" } });
});
