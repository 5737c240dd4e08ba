import sharp from "sharp";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { EndpointName } from "../contract/endpoints.ts";
import { studentMark } from "../services/privacy/erasure-list.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { qrTextOf, sheetWithQr, uploadForm } from "../testing/pages.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

const MINUTE = 60_000;
const BLANK = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#fff" } })
  .png()
  .toBuffer();

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest();
});

type Request = { body?: unknown; params?: Record<string, string> };

it.each<[name: EndpointName, allowed: number, minutes: number, request: (count: number) => Request]>([
  ["register", 30, 60, () => ({ body: { email: "", password: "" } })],
  ["resendVerification", 30, 60, (count) => ({ body: { email: `student${count}@example.edu` } })],
  ["checkRecoveryInfo", 30, 60, () => ({ body: { email: "ana@example.edu" } })],
  ["forgotPassword", 30, 60, (count) => ({ body: { email: `student${count}@example.edu` } })],
  ["verifyResetToken", 60, 15, () => ({ body: { token: "guess" } })],
  ["resetPassword", 60, 15, () => ({ body: { token: "guess", new_password: "Xor-Gate-1!" } })],
  ["verifyEmail", 60, 15, () => ({ body: { token: "guess" } })],
  ["uploadProfileImage", 20, 60, () => ({ body: new FormData() })],
  ["describeStudent", 100, 60, () => ({ params: { studentId: "20230001" } })],
])("%s accepts %i calls in %i minutes", async (name, allowed, minutes, request) => {
  const client = await server.instructor();
  for (let count = 0; count < allowed; count++) {
    expect((await client.callLoosely(name, request(count))).status).not.toBe(429);
  }
  const { status, headers, body } = await client.callLoosely(name, request(allowed));
  expect([status, headers.get("retry-after")]).toEqual([429, String(minutes * 60)]);
  expect(body.error.message).toBe(`Too many attempts. Please try again in ${minutes} minutes.`);
  server.clock.advance(minutes * MINUTE);
  expect((await client.callLoosely(name, request(allowed))).status).not.toBe(429);
});

describe("uploads", () => {
  let taskId: string;
  let other: string;

  beforeEach(async () => {
    const ana = await server.instructor();
    taskId = await makeTask(ana, await makeClass(ana));
    other = await makeTask(ana, await makeClass(ana, { classGroup: "2" }));
  });

  /** From the one address that all have here; the file is a picture without a code. */
  async function upload(name = "20230001_quiz[1].png", task = taskId, bytes = BLANK): Promise<number> {
    const body = uploadForm(task, name === "" ? [] : [{ name, bytes }]);
    return (await server.visitor().call("uploadFiles", { body })).status;
  }

  const strayKey = () => `upload-stray:unknown:${taskId}`;

  /** As if this many had been sent: here they are only counted. */
  async function count(key: string, times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      await server.context.limiter.take(key, { limit: Number.POSITIVE_INFINITY, seconds: 600 });
    }
  }

  /** A page with the task's code; each is another file. */
  async function sendPage(secret: string, task = taskId): Promise<number> {
    const text = qrTextOf(server.context, { taskId: task, item: 1 });
    const bytes = Buffer.concat([await sheetWithQr("20230001_quiz[1].png", text), Buffer.from(`${Math.random()}`)]);
    const body = uploadForm(task, [{ name: "20230001_quiz[1].png", bytes }]);
    body.set("hand_in", secret);
    return (await server.visitor().call("uploadFiles", { body })).status;
  }

  const own = "o".repeat(22);

  it("that no student can have meant are refused after 300 in ten minutes, and do not affect others", async () => {
    const strays = ["IMG_1.png", "20230001_quiz[9].png", "20239999_quiz[1].png", ""];
    for (let time = 0; time < 300; time++) expect(await upload(strays[time % strays.length])).not.toBe(429);
    for (const stray of strays) expect(await upload(stray)).toBe(429);
    expect(await sendPage(own)).toBe(200);
    expect(await upload("IMG_1.png", other), "of another task").toBe(200);
    expect(await upload("IMG_1.png", "nothing"), "of no task").toBe(404);
    await count("upload-stray:unknown:", 299);
    expect(await upload("IMG_1.png", "nothing")).toBe(429);
    server.clock.advance(10 * MINUTE);
    expect(await upload("IMG_1.png")).toBe(200);
  });

  it("without a valid code use up nothing of the student's whose name they have, and get their reason", async () => {
    const files = Array.from({ length: 31 }, (_, index) => {
      return { name: "20230001_quiz[1].png", bytes: index % 2 === 0 ? BLANK : Buffer.from(`no picture ${index}`) };
    });
    const send = async () => {
      return (await server.visitor().call("uploadFiles", { body: uploadForm(taskId, files) })).body;
    };
    const reasons = ({ invalid_files_codes: codes, invalid_files_other: others }: Awaited<ReturnType<typeof send>>) => {
      return [codes.map(({ code }) => code), new Set(others.map(({ code }) => code))];
    };
    const first = reasons(await send());
    expect(first).toEqual([Array(16).fill("no-code"), new Set(["unknown-type"])]);
    await count(strayKey(), 300);
    expect(reasons(await send()), "however much came").toEqual(first);
    expect(await upload("IMG_1.png")).toBe(429);
    expect(await sendPage(own)).toBe(200);
  });

  it("are stored although the rest of the same upload is rubbish, and too much of it", async () => {
    await count(strayKey(), 300);
    const page = await sheetWithQr("20230001_quiz[1].png", qrTextOf(server.context, { taskId, item: 1 }));
    const body = uploadForm(taskId, [
      { name: "IMG_1.png", bytes: BLANK },
      { name: "20230001_quiz[2].png", bytes: Buffer.from("no picture") },
      { name: "20230001_quiz[1].png", bytes: page },
    ]);
    const answer = (await server.visitor().call("uploadFiles", { body })).body;
    expect(answer.files_uploaded.map(({ item_number }) => item_number)).toEqual([1]);
    expect(answer.invalid_files_other.map(({ code }) => code)).toEqual(["too-many-requests", "unknown-type"]);
  });

  it("that break off before their first file count as junk", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const body = `--x\r\nContent-Disposition: form-data; name="task_id"\r\n\r\n${taskId}\r\n--x\r\n`;
    await count(strayKey(), 299);
    expect((await server.visitor().fetch("/files/upload-files", { method: "POST", headers, body })).status).toBe(400);
    expect(await upload("IMG_1.png")).toBe(429);
    expect(await upload()).toBe(200);
  });

  it("after the due date get that message, whatever else came from the address", async () => {
    server.clock.advance(60 * 24 * 60 * MINUTE);
    await count(strayKey(), 300);
    expect(await upload()).toBe(403);
  });

  it("of a lecture of 500 behind one address are accepted: its page opens, and no limit counts first pages together", async () => {
    const params = { taskId };
    for (let student = 0; student < 500; student++) {
      expect((await server.visitor().call("getPublicTask", { params })).status).toBe(200);
    }
    const take = vi.spyOn(server.context.limiter, "take");
    expect(await sendPage(own)).toBe(200);
    const answer = `${taskId}:${studentMark(server.context, "20230001")}:1`;
    expect(take.mock.calls.map(([key]) => key)).toEqual([`page-bytes-own:${answer}`]);
  });
});

describe.each(["getPublicTask", "getTemplate"] as const)("%s accepts 2000 calls from an address per minute", (name) => {
  const rate = name === "getTemplate" ? "templateByAddress" : "publicTaskByAddress";
  const call = async (taskId: string) => (await server.visitor().call(name, { params: { taskId } })).status;

  it("for a task, and for all that there are not together", async () => {
    const ana = await server.instructor();
    const classId = await makeClass(ana);
    const [busy, other] = [await makeTask(ana, classId), await makeTask(ana, classId, { title: "Other" })];
    for (const id of [busy, ""]) {
      for (let time = 0; time < 1999; time++) {
        await server.context.limiter.take(`${rate}:unknown:${id}`, { limit: 2000, seconds: 60 });
      }
    }
    expect([await call(busy), await call(busy), await call(other)]).toEqual([200, 429, 200]);
    expect([await call("A".repeat(22)), await call("B".repeat(22))]).toEqual([404, 429]);
  });
});
