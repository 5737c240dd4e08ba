import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import type { Legibility } from "../../core/reading/unclear-places.ts";
import { analyses } from "../db/schema.ts";
import { resultToken } from "../services/release/result-link.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { insertReadPage } from "../testing/read-page.ts";
import type { TestClient } from "../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

const STUDENT = "20230001";
const SHA = "1".repeat(64);
const BOX = { x: 100, y: 50, width: 60, height: 40 };
const UNCLEAR: Legibility = { isEmpty: false, places: [{ kind: "meeting", box: BOX }] };
const SHOWN = [{ text: "These lines may cross or join.", box: BOX }];

let server: TestServer;
let ana: TestClient;
let classId: string;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
  classId = await makeClass(ana);
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: "#fff" } });
  await server.context.files.write(SHA, await picture.png().toBuffer());
});

/** A student's page that was read, with what is not clear on it; returns the task and the page, and the link's token. */
async function handIn(expression = "A & B", legibility: Legibility | null = UNCLEAR) {
  const taskId = await makeTask(ana, classId, { answerKeys: [{ keys: [{ expression, grade: "5" }] }] });
  const linkId = `link-${taskId}`;
  const page = { taskId, studentId: STUDENT, sha256: SHA, linkId, uploadedBy: "student" as const };
  const fileId = await insertReadPage(server.context, { ...page, lines: ["Y = AND(A, B)"] });
  await server.context.db.run((query) =>
    query.update(analyses).set({ legibility }).where(eq(analyses.submissionId, fileId)),
  );
  return { taskId, fileId, token: resultToken(server.context, { kind: "hand-in", linkId }) };
}

async function seen(token: string) {
  return (await server.visitor().call("getLegibility", { params: { token } })).body.items;
}

describe("getLegibility", () => {
  it("names the same places for right and for wrong keys, and nothing else", async () => {
    const [right, wrong] = [await handIn("A & B"), await handIn("A ^ B")];
    const [first, second] = [await seen(right.token), await seen(wrong.token)];
    expect(first).toEqual([
      {
        item_number: 1,
        state: "unclear",
        places: SHOWN,
        picture: expect.objectContaining({ view: expect.anything() }),
      },
    ]);
    expect(second.map(({ picture: _, ...rest }) => rest)).toEqual(first.map(({ picture: _, ...rest }) => rest));
  });

  it("shows the page with its places, also without a script, and records that the student saw them", async () => {
    const { token, fileId } = await handIn();
    const html = await (await server.visitor().fetch(`/results/${token}`)).text();
    expect(html).toContain("These lines may cross or join.");
    expect(html).toContain("Replace the page");
    const picture = await server.visitor().fetch(`/results/picture/${token}?item=1`);
    expect(picture.headers.get("content-type")).toBe("image/jpeg");
    const { submissions } = (await ana.call("getSubmissionHistory", { params: { fileId } })).body;
    expect(submissions[0]!.unclear_places_seen).toBe(1);
  });

  it("does not record it as seen by the student when an instructor opens the link", async () => {
    const { token, fileId } = await handIn();
    expect(await (await ana.fetch(`/results/${token}`)).text()).toContain("These lines may cross or join.");
    await ana.call("getLegibility", { params: { token } });
    const { submissions } = (await ana.call("getSubmissionHistory", { params: { fileId } })).body;
    expect(submissions[0]!.unclear_places_seen).toBeNull();
  });

  it("says that a clear page is clear, and hides its picture", async () => {
    const { token } = await handIn("A & B", { isEmpty: false, places: [] });
    expect(await seen(token)).toEqual([{ item_number: 1, state: "clear", places: [], picture: null }]);
    expect((await server.visitor().fetch(`/results/picture/${token}?item=1`)).status).toBe(404);
  });

  it("names the items in their order, whichever was handed in first", async () => {
    const { token, taskId } = await handIn();
    const page = { taskId, studentId: STUDENT, linkId: `link-${taskId}`, uploadedBy: "student" as const };
    for (const item of [3, 2]) {
      server.clock.advance(1000);
      await insertReadPage(server.context, { ...page, item, lines: ["Y = AND(A, B)"] });
    }
    expect((await seen(token)).map((each) => each.item_number)).toEqual([1, 2, 3]);
  });

  it("says of which items there is still a page", async () => {
    const { token, fileId } = await handIn();
    expect((await server.visitor().call("getLegibility", { params: { token } })).body.received).toEqual([1]);
    await ana.call("deleteFile", { params: { fileId } });
    expect((await server.visitor().callLoosely("getLegibility", { params: { token } })).status).toBe(404);
  });

  it("shows nothing if the instructor has switched it off, and after the due date", async () => {
    const { token, taskId } = await handIn();
    await ana.call("setGradingView", { params: { taskId }, body: { show_legibility: false } });
    expect(await seen(token)).toEqual([]);
    await ana.call("setGradingView", { params: { taskId }, body: { show_legibility: true } });
    expect(await seen(token)).toHaveLength(1);
    server.clock.advance(30 * 24 * 60 * 60_000);
    expect(await seen(token)).toEqual([]);
  });
});
