import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { OTHER_TASK } from "../../../core/stack/claim-page.ts";
import { WorkFailed } from "../../../workers/worker-pool.ts";
import { jobs, stackPages, stacks, tasks } from "../../db/schema.ts";
import type { SortedPage } from "../../recogniser/messages.ts";
import { makeClass, makeTask } from "../../testing/fixtures.ts";
import { qrTextOf } from "../../testing/pages.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";
import { recordStack } from "../submissions/hand-in-records.ts";
import { restorePage } from "./stack-pages.ts";
import { queueForgottenPages, sortingHandler } from "./stack-sorting.ts";

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;
let taskId: string;
/** The task whose sheets the pages are on. */
let printedFor: string;
/** The pages that the worker was asked for, each time. */
let asked: number[][];
/** Pages that bring the worker down. */
let bad: number[];
/** Pages without a code on which nothing is drawn. */
let blank: number[];
/** Pages that show two sheets. */
let double: number[];

beforeEach(async () => {
  server = await serverOfTest();
  const { context } = server;
  ana = await server.instructor();
  const studentList = Array.from({ length: 8 }, (_, index) => String(20230001 + index));
  taskId = await makeTask(ana, await makeClass(ana, { studentList }));
  printedFor = taskId;
  await context.files.write(SHA256, Buffer.from("scan"));
  [asked, bad, blank, double] = [[], [], [], []];
  const ask = context.recogniser.ask.bind(context.recogniser);
  vi.spyOn(context.recogniser, "ask").mockImplementation(async (kind, request, ...rest) => {
    if (kind !== "sort") return ask(kind, request, ...rest);
    const { pages } = request as unknown as { pages: number[] };
    asked.push(pages);
    const lost = pages.find((page) => bad.includes(page));
    if (lost !== undefined) throw new WorkFailed(`page ${lost} is too much`);
    return pages.flatMap((page): SortedPage[] => {
      const studentId = String(20230000 + page);
      const seen = { page, ok: true, isBlurred: false, turn: 2 } as const;
      if (blank.includes(page)) return [{ ...seen, codes: [], noAnswer: "blank" }];
      const items = double.includes(page) ? [1, 2] : [1];
      return items.map((item) => ({
        ...seen,
        codes: [qrTextOf(context, { taskId: printedFor, item, studentId })],
        noAnswer: null,
      }));
    }) as never;
  });
});

const SHA256 = "c".repeat(64);

/** Eight pages that wait, as an earlier version or a restored backup leaves them: without a job. */
async function insertStack(): Promise<void> {
  const file = {
    filename: "scan.pdf",
    mimetype: "application/pdf",
    size: 4,
    sha256: SHA256,
    state: "waiting" as const,
  };
  const pages = [1, 2, 3, 4, 5, 6, 7, 8].map((page) => ({
    id: `p${page}`,
    stackId: "s",
    position: page,
    page,
    ...file,
  }));
  await server.context.db.write((query) =>
    query.batch([
      query.insert(stacks).values({ id: "s", taskId, filename: "scan.pdf", createdAt: 0 }),
      query.insert(stackPages).values(pages),
    ]),
  );
}

async function start(): Promise<void> {
  const { context } = server;
  context.jobs.handle("sort", sortingHandler(context));
  await context.jobs.start();
  await queueForgottenPages(context);
  await context.jobs.idle();
}

function pages() {
  return server.context.db.query.select().from(stackPages).orderBy(asc(stackPages.position));
}

it("pages that wait without a job get one, and are sorted a stretch at a time", async () => {
  await insertStack();
  await start();
  expect(asked).toEqual([
    [1, 2, 3, 4, 5, 6],
    [7, 8],
  ]);
  expect((await pages()).map(({ state, studentId, turn }) => [state, studentId, turn])).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((page) => ["placed", String(20230000 + page), 2]),
  );
  await queueForgottenPages(server.context);
  const sorting = await server.context.db.query.select().from(jobs).where(eq(jobs.kind, "sort"));
  expect(sorting).toEqual([]);
});

it.each([
  [{}, 8],
  [{ title: "Full adder" }, 0],
] as const)("sheets of another group are placed if they are of the same task: %j", async (body, placed) => {
  printedFor = await makeTask(ana, await makeClass(ana, { classGroup: "2" }), body);
  await insertStack();
  await start();
  expect((await pages()).filter(({ state }) => state === "placed")).toHaveLength(placed);
});

it("says where sheets of the owner's other tasks belong, and nothing about somebody else's", async () => {
  taskId = await makeTask(ana, await makeClass(ana, { classGroup: "3", studentList: ["20239999"] }));
  const own = await makeTask(ana, await makeClass(ana, { classGroup: "2" }));
  const ben = await server.instructor("ben@example.edu");
  const foreign = await makeTask(ben, await makeClass(ben));
  const place = "The sheet is of Half adder, CPE 101 | 2. Add the file there, and take the page out here.";
  for (const [printed, message] of [
    [own, place],
    [foreign, OTHER_TASK.message],
  ] as const) {
    printedFor = printed;
    await insertStack();
    await start();
    expect((await pages()).map(({ reasons }) => reasons)).toEqual(Array(8).fill([{ ...OTHER_TASK, message }]));
    await server.context.db.write((query) => query.delete(stacks));
  }
});

it("after a failure each page is looked at alone; one that fails three times goes to the queue", async () => {
  bad = [3];
  await insertStack();
  await start();
  const alone = asked.slice(2).flat();
  expect(
    asked
      .slice(0, 2)
      .map((each) => each.length)
      .sort(),
  ).toEqual([2, 6]);
  expect(alone.sort()).toEqual([1, 2, 3, 3, 4, 5, 6]);
  const rows = await pages();
  expect(rows.map(({ state }) => state)).toEqual(rows.map(({ page }) => (page === 3 ? "queued" : "placed")));
  expect(rows[2]!.reasons).toEqual([
    {
      code: "reader-crashed",
      message: "The page could not be processed: page 3 is too much. Scan it again, or assign it.",
    },
  ]);
});

it("a page that cannot be an answer is taken out with a reason, and can be put back into the queue", async () => {
  blank = [2];
  await insertStack();
  await start();
  const { context } = server;
  const page = (await pages())[1]!;
  expect(page).toMatchObject({ state: "rejected" });
  expect(page.reasons).toEqual([{ code: "set-aside", message: "The page is blank and has no code." }]);
  const [task] = await context.db.query.select().from(tasks).where(eq(tasks.id, taskId));
  await restorePage(context, task!.userId, page.id);
  expect((await pages())[1]).toMatchObject({ state: "queued", reasons: [{ code: "no-student" }] });
});

it("each sheet of a page gets a row, once, and the stack's record has as many pages as before", async () => {
  double = [3];
  await insertStack();
  await start();
  const { context } = server;
  const sheets = async () =>
    (await pages()).filter(({ page }) => page === 3).map(({ position, item, state }) => [position, item, state]);
  const placed = [
    [3, 1, "placed"],
    [3, 2, "placed"],
  ];
  expect((await sheets()).sort()).toEqual(placed);
  // As if the server had stopped before it was done with the page.
  await context.db.run((query) => query.update(stackPages).set({ state: "waiting" }).where(eq(stackPages.id, "p3")));
  await queueForgottenPages(context);
  await context.jobs.idle();
  expect((await sheets()).sort()).toEqual(placed);
  await recordStack(context, "s");
  const records: string[] = [];
  for await (const name of context.records.names({ fresh: true }))
    records.push(String(await context.records.read(name)));
  expect(records.map((text) => JSON.parse(text)).filter(({ kind }) => kind === "stack")).toMatchObject([{ pages: 8 }]);
});

it("nothing is done for a stack that was deleted", async () => {
  await insertStack();
  await queueForgottenPages(server.context);
  await server.context.db.write((query) => query.delete(stacks));
  await start();
  expect(asked).toEqual([]);
});
