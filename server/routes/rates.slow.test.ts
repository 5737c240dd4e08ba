import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EndpointName } from "../contract/endpoints.ts";
import { tasks } from "../db/schema.ts";
import type { Recipient } from "../services/submissions/recipient.ts";
import { countFile } from "../services/submissions/upload-rates.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { uploadForm } from "../testing/pages.ts";
import { openTestServer, type TestServer } from "../testing/test-server.ts";

const MINUTE = 60_000;
const BLANK = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#fff" } })
  .png()
  .toBuffer();

let server: TestServer;

beforeEach(async () => {
  server = await openTestServer();
});
afterEach(() => server.close());

/** The limiter's key of the one address that all requests here come from. */
function ofAddress(kind: string): string {
  return `${kind}:unknown`;
}

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

  /** As if this many had been sent: here they are only counted. */
  async function count(key: string, times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      await server.context.limiter.take(key, { limit: times, seconds: 600 });
    }
  }

  it("are accepted 30 times in ten minutes for one student and item, and still for others", async () => {
    for (let time = 0; time < 30; time++) expect(await upload()).toBe(200);
    expect(await upload()).toBe(429);
    expect([await upload("20230001_quiz[2].png"), await upload("20230002_quiz[1].png")]).toEqual([200, 200]);
    server.clock.advance(10 * MINUTE);
    expect(await upload()).toBe(200);
  });

  it("that no student can have meant are refused after 300 in ten minutes, and do not affect others", async () => {
    const strays = ["IMG_1.png", "20230001_quiz[9].png", "20239999_quiz[1].png", ""];
    for (let time = 0; time < 300; time++) expect(await upload(strays[time % strays.length])).not.toBe(429);
    for (const stray of strays) expect(await upload(stray)).toBe(429);
    expect(await upload("20230001_quiz[1].png", "nothing")).toBe(429);
    expect(await upload()).toBe(200);
    server.clock.advance(10 * MINUTE);
    expect(await upload("IMG_1.png")).toBe(200);
  });

  it("that cannot be read count as junk only, and lock out nobody", async () => {
    const rubbish = Buffer.from("no picture");
    for (let time = 0; time < 40; time++) expect(await upload(undefined, taskId, rubbish)).toBe(200);
    await count(ofAddress("upload"), 11_999);
    expect(await upload(undefined, taskId, rubbish)).toBe(200);
    expect(await upload()).toBe(200);
    for (let time = 41; time < 300; time++) {
      await server.context.limiter.take(ofAddress("upload-stray"), { limit: 300, seconds: 600 });
    }
    expect(await upload(undefined, other, rubbish)).toBe(429);
  });

  it("that break off before their first file count as junk", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const body = `--x\r\nContent-Disposition: form-data; name="task_id"\r\n\r\n${taskId}\r\n--x\r\n`;
    await count(ofAddress("upload-stray"), 299);
    expect((await server.visitor().fetch("/files/upload-files", { method: "POST", headers, body })).status).toBe(400);
    expect(await upload("IMG_1.png")).toBe(429);
    expect(await upload()).toBe(200);
  });

  it("after the due date get that message, whatever else came from the address, 12000 times in ten minutes", async () => {
    server.clock.advance(60 * 24 * 60 * MINUTE);
    await count(ofAddress("upload-stray"), 300);
    await count(ofAddress("upload-late"), 11_999);
    expect([await upload(), await upload()]).toEqual([403, 429]);
  });

  it("from one address never lock a task for others", async () => {
    const { context } = server;
    const ids = Array.from({ length: 201 }, (_, index) => String(20240000 + index));
    const ana = await server.instructor();
    const classId = await makeClass(ana, { classGroup: "3", studentList: [...ids, "20230001"] });
    const crowded = await makeTask(ana, classId);
    const [task] = await context.db.query.select().from(tasks).where(eq(tasks.id, crowded));
    const address = "198.51.100.1";
    const recipient: Recipient = { task: task!, items: new Set([1]), uploadedBy: "student", address };
    for (let time = 0; time < 30; time++) {
      for (const id of ids) await countFile(context, { recipient, filename: `${id}_quiz[1].png` });
    }
    expect(await upload("20230001_quiz[1].png", crowded)).toBe(200);
  });

  it("are accepted 12000 times in ten minutes from one address", async () => {
    await count(ofAddress("upload"), 11_999);
    expect([await upload(), await upload()]).toEqual([200, 429]);
    expect(await upload("20230001_quiz[1].png", other)).toBe(429);
  });

  it("of a lecture of 500 behind one address are accepted: its page opens, and four items are sent three times", async () => {
    const params = { taskId };
    for (let student = 0; student < 500; student++) {
      expect((await server.visitor().call("getPublicTask", { params })).status).toBe(200);
    }
    await count(ofAddress("upload"), 500 * 4 * 3 - 1);
    expect(await upload()).toBe(200);
  });
});

it.each(["getPublicTask", "getTemplate"] as const)("%s accepts 2000 calls from an address per minute", async (name) => {
  const params = { taskId: "unknown" };
  const key = ofAddress(name === "getTemplate" ? "templateByAddress" : "publicTaskByAddress");
  for (let time = 0; time < 1999; time++) await server.context.limiter.take(key, { limit: 2000, seconds: 60 });
  expect((await server.visitor().call(name, { params })).status).toBe(404);
  expect((await server.visitor().call(name, { params })).status).toBe(429);
});
