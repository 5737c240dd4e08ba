import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { keyVersion } from "../../core/results/key-version.ts";
import type { PageResult } from "../../core/results/page-result.ts";
import { resultsManifest } from "../../core/results/results-manifest.ts";
import { TOKEN_TEXTS } from "../../core/rules/accounts/access-token.ts";
import { PROGRAM_VERSION } from "../../core/rules/program-version.ts";
import { checkQrText, formatQrText } from "../../core/template/qr-text.ts";
import { hashToken, newId } from "../adapters/random.ts";
import { EXCHANGE_FORM, type PushedPage, type SentPage } from "../contract/tasks/exchange.ts";
import { accessTokens, analyses, gradeBatches, submissions, tasks } from "../db/schema.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { insertSubmission, makeClass, makeTask } from "../testing/fixtures.ts";
import { samplePage } from "../testing/pages.ts";
import type { TestClient } from "../testing/test-client.ts";
import { openTestServer } from "../testing/test-server.ts";

const PAGE = "20230001_quiz[1].png";
const STUDENTS = Array.from({ length: 60 }, (_, index) => String(20230001 + index));
const ITEM = { item: "Item 1", keys: [{ expression: "A & B", grade: "5" }] };
const ITEMS = [{ item: 1, keys: [{ expression: "A & B", grade: 5 }] }];

let taskId: string;

const server = await openTestServer();
const ana = await server.instructor();
const program = await server.program(ana.userId);
const classId = await makeClass(ana, { studentList: STUDENTS, studentNames: { 20230001: "Ana Cruz" } });

afterAll(() => server.close());

beforeEach(async () => {
  taskId = await makeTask(ana, classId, { answerKeys: [ITEM] });
});

const manifest = (items = ITEMS) => resultsManifest({ model: "a".repeat(64), keyVersion: keyVersion(items) });

/** A page of each student as a push names it, the grade of the student at `index` being `gradeOf(index)`. */
function pushed(gradeOf: (index: number) => number | null = () => 5): PushedPage[] {
  return STUDENTS.map((student_id, index) => ({
    student_id,
    item: 1,
    sha256: hashToken(student_id),
    page: 1,
    turn: 0,
    grade: gradeOf(index),
    comment: null,
    graded_by: "machine",
    said: null,
  }));
}

async function push(pages: PushedPage[], more: { overwrite?: boolean; preview?: boolean } = {}) {
  const body = { manifest: manifest(), pages, preview: false, ...more };
  const answer = await program.call("pushGrades", { params: { taskId }, body });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** How many pages came to what. */
function tally(pages: readonly { change: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { change } of pages) counts[change] = (counts[change] ?? 0) + 1;
  return counts;
}

/** Puts every student's page onto the server, as if it had been handed in. */
async function handInAll(): Promise<string[]> {
  const ids: string[] = [];
  for (const studentId of STUDENTS) {
    const id = await insertSubmission(server.context, { taskId, studentId, sha256: hashToken(studentId) });
    const row = { id: newId(), submissionId: id, state: "done" as const, updatedAt: 0 };
    await server.context.db.write((query) => query.insert(analyses).values(row));
    ids.push(id);
  }
  return ids;
}

async function grades(): Promise<(number | null)[]> {
  const { body } = await ana.call("getFiles", { params: { taskId } });
  return body.files.map(({ total_grade }) => total_grade);
}

it("refuses a command of an earlier version with one sentence, in every call, before anything is changed", async () => {
  const form = new FormData();
  form.set("pages", "[]");
  const bodies = { "send-pages": form, "push-grades": JSON.stringify({ manifest: manifest(), pages: pushed() }) };
  const earlier = async (call: string, init: RequestInit = {}) => {
    const headers = { [EXCHANGE_FORM.header]: "", "content-type": "application/json" };
    const sent = { ...init, headers: init.body instanceof FormData ? { [EXCHANGE_FORM.header]: "" } : headers };
    const answer = await program.fetch(`/api/${call}/${taskId}`, sent);
    return [answer.status, ((await answer.json()) as { error: { message: string } }).error.message];
  };
  const refused = [409, expect.stringContaining("Your circuitgrade is older than this server")];
  expect(await earlier("pull")).toEqual(refused);
  for (const [call, body] of Object.entries(bodies)) {
    expect(await earlier(call, { method: "POST", body })).toEqual(refused);
  }
  expect(await grades()).toEqual([]);
  const { headers } = await program.call("pullTask", { params: { taskId } });
  expect(headers.get(EXCHANGE_FORM.header)).toBe(EXCHANGE_FORM.form);
});

describe("pulling a task", () => {
  it("says if its sheets have terminals", async () => {
    const id = await makeTask(ana, classId, { terminals: true });
    const { body } = await program.call("pullTask", { params: { taskId: id } });
    expect(body.task.terminals).toBe(true);
  });

  it("returns what grading elsewhere needs: a task.json, the roster, the keys' version", async () => {
    const { status, body } = await program.call("pullTask", { params: { taskId } });
    expect(status).toBe(200);
    const { template_key, ...task } = body.task;
    expect(task).toEqual({ schema_version: 1, id: taskId, title: "Half adder", type: "quiz", items: ITEMS });
    expect(body).toMatchObject({
      class_name: "CPE 101 | 1",
      due_date: "2026-11-21T15:59:59.999Z",
      key_version: keyVersion(ITEMS),
      token: { name: "Laptop", scope: "grade" },
    });
    expect(body.roster).toHaveLength(60);
    expect(body.roster[0]).toEqual({ student_id: "20230001", name: "Ana Cruz" });
    // Its key signs what the server accepts, and nothing for other tasks.
    const secret = server.context.secrets.template;
    const origin = "https://grading.example.edu";
    const own = formatQrText({ taskId, item: 1 }, { origin, secret: template_key! });
    expect(checkQrText(own, { secret, taskId }).status).toBe("ok");
    const others = formatQrText({ taskId: "t2", item: 1 }, { origin, secret: template_key! });
    expect(checkQrText(others, { secret, taskId: "t2" }).status).toBe("forged");
    expect(template_key).not.toBe(secret);
  });

  it("leaves out the templates' key for a read-only token", async () => {
    const reader = await server.program(ana.userId, "read");
    const { body } = await reader.call("pullTask", { params: { taskId } });
    expect(body.task.template_key).toBeUndefined();
    expect(body.token.scope).toBe("read");
  });

  it("records when the token was used, and logs by whom", async () => {
    const before = server.clock.now;
    const own = await server.program(ana.userId);
    await own.call("pullTask", { params: { taskId } });
    const { body } = await ana.call("getAccessTokens", {});
    const used = body.tokens.find(({ id }) => id === own.tokenId);
    expect(used?.last_used_at).toBe(new Date(before).toISOString());
    expect(server.logged.at(-2)).toContain(`"user":"${ana.userId}","token":"${own.tokenId}"`);
    expect(server.logged.join("\n")).not.toContain(own.bearer);
  });

  it("reports a wrong task, and for each fault of a token what to do", async () => {
    expect((await program.call("pullTask", { params: { taskId: "nothing" } })).status).toBe(404);
    const answers = async (client: TestClient) => {
      const { status, body } = await client.call("pullTask", { params: { taskId } });
      return [status, body.error.message];
    };
    const nobody = server.visitor();
    expect(await answers(nobody)).toEqual([401, TOKEN_TEXTS.needed]);
    nobody.bearer = "cgt_made-up";
    expect(await answers(nobody)).toEqual([401, TOKEN_TEXTS.unknown]);
    const own = await server.program(ana.userId);
    await ana.call("revokeAccessToken", { params: { tokenId: own.tokenId } });
    expect(await answers(own)).toEqual([401, TOKEN_TEXTS.revoked]);
    const late = await server.program(ana.userId);
    const { db, now } = server.context;
    await db.write((query) =>
      query.update(accessTokens).set({ expiresAt: now() }).where(eq(accessTokens.id, late.tokenId)),
    );
    expect(await answers(late)).toEqual([401, TOKEN_TEXTS.expired]);
  });

  it("is limited by token, and guessing by address", async () => {
    const own = await server.program(ana.userId);
    const nobody = server.visitor();
    nobody.bearer = "cgt_guessed";
    const statuses: number[] = [];
    for (let call = 0; call < 70; call++) {
      statuses.push((await nobody.call("pullTask", { params: { taskId } })).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    // Users with a valid one behind the same address can continue.
    expect((await own.call("pullTask", { params: { taskId } })).status).toBe(200);
    for (let call = 1; call < 6000; call++) {
      await server.context.limiter.take(`token:${own.tokenId}`, { limit: 6000, seconds: 600 });
    }
    expect((await own.call("pullTask", { params: { taskId } })).status).toBe(429);
    server.clock.advance(15 * 60 * 1000);
  });
});

describe("pushing the grades of 60 students", () => {
  it("previews what would change, then changes it as one batch that can be undone", async () => {
    await handInAll();
    const pages = pushed((index) => (index % 10 === 9 ? null : index % 2 ? 5 : 0));
    const preview = await push(pages, { preview: true });
    expect([tally(preview.pages), preview.batch]).toEqual([{ give: 54, none: 6 }, null]);
    expect(new Set(await grades())).toEqual(new Set([null]));
    const done = await push(pages);
    expect(done.pages).toEqual(preview.pages);
    expect(done.batch).toMatchObject({ label: "Pushed with the token Laptop: 54 grades", files: 54 });
    expect((await grades()).slice(0, 10)).toEqual([0, 5, 0, 5, 0, 5, 0, 5, 0, null]);
    const rows = await server.context.db.query.select().from(gradeBatches).where(eq(gradeBatches.taskId, taskId));
    expect(rows.map((row) => row.manifest)).toEqual([manifest()]);
    expect(server.logged.join("\n")).toContain('"event":"grades-pushed"');
    const undone = await ana.call("undoGrades", { params: { batchId: done.batch!.id }, body: {} });
    expect(undone.body).toEqual({ restored: 54, skipped: 0 });
    expect(new Set(await grades())).toEqual(new Set([null]));
  });

  it("sends the comment of a page that waits, until a person in the web has said something", async () => {
    const [fileId] = (await handInAll()) as [string];
    const comments = async (comment: string | null) => {
      const done = await push([{ ...pushed()[0]!, grade: null, comment }]);
      expect([tally(done.pages), done.batch]).toEqual([{ none: 1 }, null]);
      const { body } = await ana.call("getGradeRows", { params: { fileId } });
      return [body.graded, body.comment, body.history.length];
    };
    expect(await comments("Untidy")).toEqual([false, "Untidy", 1]);
    expect(await comments("Untidy")).toEqual([false, "Untidy", 1]);
    expect(await comments(null)).toEqual([false, null, 2]);
    expect(await comments("Neat")).toEqual([false, "Neat", 3]);
    await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 3 } });
    expect(await comments(null)).toEqual([true, "Neat", 4]);
    const seen = { total_grade: 3, comment: "Neat" };
    await ana.call("updateGrade", { params: { fileId }, body: { total_grade: null, comment: "", seen } });
    expect(await comments("Neat")).toEqual([false, null, 5]);
  });

  it("changes nothing the second time, and later results replace earlier ones", async () => {
    await handInAll();
    await push(pushed());
    const again = await push(pushed());
    expect([tally(again.pages), again.batch]).toEqual([{ same: 60 }, null]);
    const other = await push(pushed((index) => (index < 3 ? 2 : 5)));
    expect(tally(other.pages)).toEqual({ replace: 3, same: 57 });
    expect(other.batch?.files).toBe(3);
    expect((await grades()).slice(0, 4)).toEqual([2, 2, 2, 5]);
  });

  it("keeps and reports what a person has graded in the web meanwhile, unless told to overwrite it", async () => {
    const files = await handInAll();
    await push(pushed());
    const body = { total_grade: 3, comment: "Look at the last gate." };
    await ana.call("updateGrade", { params: { fileId: files[0]! }, body });
    await ana.call("updateGrade", { params: { fileId: files[1]! }, body: { total_grade: 5 } });
    const kept = await push(pushed((index) => (index < 2 ? 4 : 5)));
    expect(tally(kept.pages)).toEqual({ conflict: 2, same: 58 });
    expect(kept.pages[0]).toMatchObject({
      previous_grade: 3,
      grade: 4,
      reason: {
        code: "graded-in-web",
        message: 'Graded in the web by ana@example.edu: 3 points, "Look at the last gate.".',
      },
    });
    expect((await grades()).slice(0, 3)).toEqual([3, 5, 5]);
    const told = await push(
      pushed((index) => (index < 2 ? 4 : 5)),
      { overwrite: true },
    );
    expect(tally(told.pages)).toEqual({ replace: 2, same: 58 });
    const { body: rows } = await ana.call("getGradeRows", { params: { fileId: files[0]! } });
    // Results without comments remove nobody's comments.
    expect([rows.total_grade, rows.comment]).toEqual([4, "Look at the last gate."]);
    expect(rows.history.map(({ by }) => by)).toEqual([
      "ana@example.edu, token Laptop: as proposed",
      "ana@example.edu",
      "ana@example.edu, token Laptop: as proposed",
    ]);
  });

  it("removes its own comments, but no person's", async () => {
    const files = await handInAll();
    const { body: shown } = await ana.call("getAnswerGroups", { params: { taskId }, query: { item: 1 } });
    const [group] = shown.groups;
    const words = { item: 1, group: group!.id, comment: "By a person.", preview: false };
    await ana.call("gradeGroup", { params: { taskId }, body: words });
    const told = pushed().map((page, index) => (index === 0 ? { ...page, comment: "By the command." } : page));
    await push(told);
    const commentOf = async (fileId: string) => (await ana.call("getGradeRows", { params: { fileId } })).body.comment;
    expect([await commentOf(files[0]!), await commentOf(files[1]!)]).toEqual(["By the command.", "By a person."]);
    expect(tally((await push(pushed())).pages)).toEqual({ replace: 1, same: 59 });
    expect(await commentOf(files[0]!)).toBe("By a person.");
  });

  it("refuses grades by other keys as a whole, with what to do", async () => {
    await handInAll();
    const others = [{ item: 1, keys: [{ expression: "A | B", grade: 5 }] }];
    const body = { manifest: manifest(others), pages: pushed(), preview: false };
    const { status, body: answer } = await program.call("pushGrades", { params: { taskId }, body });
    expect([status, answer.error.code]).toEqual([409, "keys-changed"]);
    expect(answer.error.message).toContain("Pull the task again, grade with --resume");
    expect(new Set(await grades())).toEqual(new Set([null]));
  });

  it("refuses students who are not enrolled and pages that were not sent, and keeps another page of the web", async () => {
    await handInAll();
    const [first, second, third] = pushed();
    const pages = [
      { ...first!, student_id: "20239999" },
      { ...second!, sha256: "f".repeat(64) },
      { ...third!, item: 7 },
    ];
    const { pages: outcomes } = await push(pages);
    expect(outcomes.map(({ change, reason }) => [change, reason?.code])).toEqual([
      ["refused", "not-enrolled"],
      ["conflict", "other-page"],
      ["refused", "item-unknown"],
    ]);
    await ana.call("deleteFile", {
      params: { fileId: (await ana.call("getFiles", { params: { taskId } })).body.files[0]!.id },
    });
    expect((await push([first!], { preview: true })).pages[0]).toMatchObject({ page: "new", change: "give" });
    expect((await push([first!])).pages[0]).toMatchObject({ change: "refused", reason: { code: "page-missing" } });
  });

  it.each([
    ["an answer twice", (pages: PushedPage[]) => [...pages, pages[0]!]],
    ["no SHA-256", (pages: PushedPage[]) => [{ ...pages[0]!, sha256: "../../etc" }]],
    ["half a point", (pages: PushedPage[]) => [{ ...pages[0]!, grade: 0.5 }]],
    ["a grade below 0", (pages: PushedPage[]) => [{ ...pages[0]!, grade: -1 }]],
  ])("refuses a body with %s", async (_, changed) => {
    const body = { manifest: manifest(), pages: changed(pushed()), preview: false };
    expect((await program.call("pushGrades", { params: { taskId }, body })).status).toBe(400);
  });
});

it("records each push, and which was only a preview", async () => {
  const before = server.clock.now;
  server.clock.now += 1000;
  await push([], { preview: true });
  await push([]);
  const command = Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
  const { entries } = (await command.call("getAuditLog", { query: {} })).body;
  const latest = entries.filter(({ at }) => Date.parse(at) > before);
  expect(latest.map(({ kind, what, person, about }) => [kind, what, person, about])).toEqual([
    ["release", "Sent grades with a program", "ana@example.edu", `task ${taskId}`],
    ["release", "Sent grades with a program: only a preview", "ana@example.edu", `task ${taskId}`],
  ]);
});

describe("sending pages", () => {
  function form(pages: unknown, { bytes = samplePage(PAGE), overwrite = false } = {}): FormData {
    const data = new FormData();
    data.set("pages", typeof pages === "string" ? pages : JSON.stringify(pages));
    if (overwrite) data.set("overwrite", "1");
    data.append("files", new Blob([new Uint8Array(bytes)]), "scan 1.png");
    return data;
  }

  const page = (index = 0, more: Partial<SentPage> = {}): SentPage => {
    return { student_id: STUDENTS[index]!, item: 1, page: 1, turn: 0, ...more };
  };

  async function send(data: FormData) {
    return program.call("sendPages", { params: { taskId }, body: data });
  }

  it("makes them submissions, and changes nothing the second time", async () => {
    const first = await send(form([page(0), page(1, { turn: 2 })]));
    expect(first.body.pages.map(({ outcome }) => outcome)).toEqual(["taken", "taken"]);
    const again = await send(form([page(0), page(1, { turn: 2 })]));
    expect(again.body.pages.map(({ outcome }) => outcome)).toEqual(["known", "known"]);
    const { body } = await ana.call("getFiles", { params: { taskId } });
    expect(body.files).toMatchObject([
      { student_id: STUDENTS[0], filename: `${STUDENTS[0]}_quiz[1].png`, uploaded_by: "command", graded: false },
      { student_id: STUDENTS[1], analysis: "queued" },
    ]);
    const rows = await server.context.db.query.select().from(submissions).where(eq(submissions.taskId, taskId));
    expect(rows.map(({ turn }) => turn).sort()).toEqual([0, 2]);
  });

  it("replaces no other page unless asked to, which then becomes history", async () => {
    await insertSubmissionWithReading(STUDENTS[0]!);
    const kept = await send(form([page()]));
    expect(kept.body.pages[0]).toMatchObject({ outcome: "refused", reason: { code: "other-page" } });
    const preview = await push([pushed()[0]!], { overwrite: true, preview: true });
    expect(preview.pages[0]).toMatchObject({ page: "other", change: "give" });
    const told = await send(form([page()], { overwrite: true }));
    expect(told.body.pages[0]?.outcome).toBe("taken");
    const { body } = await ana.call("getFiles", { params: { taskId } });
    expect(body.files).toMatchObject([{ student_id: STUDENTS[0], earlier: 1, graded: false }]);
    const graded = { ...pushed()[0]!, sha256: body.files[0]!.sha256 };
    expect((await push([graded], { overwrite: true })).pages[0]).toMatchObject({ page: "known", change: "give" });
  });

  it("refuses pages without a student, without an item or beyond the file's end, and takes the others", async () => {
    const pages = [page(0, { student_id: "20239999" }), page(1, { item: 9 }), page(2, { page: 2 }), page(3)];
    const { body } = await send(form(pages));
    expect(body.pages.map(({ outcome, reason }) => [outcome, reason?.code])).toEqual([
      ["refused", "not-enrolled"],
      ["refused", "item-unknown"],
      ["refused", "no-such-page"],
      ["taken", undefined],
    ]);
  });

  it("refuses anything that is not a page, a list or a form", async () => {
    const bad = await send(form([page()], { bytes: Buffer.from("no picture") }));
    expect([bad.status, bad.body.error.code]).toEqual([400, "unknown-type"]);
    for (const list of ["", "[]", "{}", [{ ...page(), turn: 8 }]]) expect((await send(form(list))).status).toBe(400);
    const none = new FormData();
    none.set("pages", JSON.stringify([page()]));
    expect((await send(none)).body.error.code).toBe("no-files");
    const json = await program.callLoosely("sendPages", { params: { taskId }, body: { pages: [] } });
    expect(json.status).toBe(400);
    expect((await ana.call("getFiles", { params: { taskId } })).body.files).toEqual([]);
  });

  async function insertSubmissionWithReading(studentId: string): Promise<void> {
    const id = await insertSubmission(server.context, { taskId, studentId });
    const row = { id: newId(), submissionId: id, state: "done" as const, updatedAt: 0 };
    await server.context.db.write((query) => query.insert(analyses).values(row));
  }

  it("has them read, and their results contain what they are based on", async () => {
    await startJobs(server.context);
    await send(form([page()]));
    await server.context.jobs.idle();
    const answer = await ana.call("getTaskResults", { params: { taskId }, query: {} });
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    const [line = ""] = (await answer.response.text()).split("\n");
    const result = JSON.parse(line) as PageResult;
    expect(result).toMatchObject({ student_id: STUDENTS[0], item: 1, page: 1, corrected: false });
    expect(result.manifest).toEqual({
      program: PROGRAM_VERSION,
      model: expect.stringMatching(/^[0-9a-f]{64}$/),
      key_version: keyVersion(ITEMS),
      settings: { threshold: "auto", certainty: 98 },
    });
    const query = { certainty: 99 };
    const strict = await ana.call("getTaskResults", { params: { taskId }, query });
    const settings = (JSON.parse((await strict.response.text()).split("\n")[0]!) as PageResult).manifest.settings;
    expect(settings.certainty).toBe(99);
    await server.context.db.write((query) => query.update(tasks).set({ hideNames: true }).where(eq(tasks.id, taskId)));
    const hidden = await (await ana.call("getTaskResults", { params: { taskId }, query: {} })).response.text();
    expect(hidden).not.toContain(STUDENTS[0]);
    expect((JSON.parse(hidden.split("\n")[0]!) as PageResult).sha256).toBe(result.sha256);
    const wrong = await ana.callLoosely("getTaskResults", { params: { taskId }, query: { certainty: 1000 } });
    expect(wrong.status).toBe(400);
  });
});
