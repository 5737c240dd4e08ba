import { availableParallelism, totalmem } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { Command } from "commander";
import { seededRandom } from "../../core/testdata/render/random.ts";
import { uploadForm } from "../../server/testing/pages.ts";
import { type SpawnedServer, spawnServer } from "../../server/testing/spawned/spawned-server.ts";
import { wholeNumber } from "../whole-number.ts";
import { CAMPUS, clientAt, type HandIn, handInFrom, type LoadedCourse, makeCourse } from "./course.ts";
import { measureCrowded } from "./crowded.ts";
import { gradeFile } from "./grade-file.ts";
import { measureHostile } from "./hostile.ts";
import { Latencies } from "./latencies.ts";
import { costOf } from "./processes.ts";

const INSTRUCTORS = 3;
/** Milliseconds for which an instructor looks before the next call. */
const LOOKS = 400;
/** Uploads that one who floods the server sends at a time. */
const FLOODS = 5;
const GIB = 1024 ** 3;

interface Settings {
  readonly students: number;
  readonly minutes: number;
  readonly burst: number;
  readonly flood?: boolean;
  readonly hostile?: boolean;
  readonly crowded?: boolean;
  readonly against?: string;
}

/** An instructor goes through the task and grades what was read, until `isOver`. */
async function grade(
  { instructor, taskId }: LoadedCourse,
  { latencies, isOver }: { latencies: Latencies; isOver(): boolean },
) {
  for (let turn = 0; !isOver(); turn++) {
    await latencies.time("read: tasks", () => instructor.call("getTasks", {}));
    let read: readonly { id: string }[] = [];
    await latencies.time("read: submissions of a task", async () => {
      const answer = await instructor.call("getFiles", { params: { taskId } });
      read = answer.body.files.filter(({ analysis, graded }) => analysis === "done" && !graded);
      return answer;
    });
    await pause(LOOKS);
    const file = read[turn % Math.max(1, read.length)];
    if (file === undefined) continue;
    await gradeFile({ instructor, latencies, fileId: file.id, looksFor: LOOKS });
  }
}

/** Somebody at the students' address sends rubbish without a pause: misnamed files, and pages of another item. */
async function flood(
  server: SpawnedServer,
  { handIns: [page, other] }: LoadedCourse,
  { latencies, isOver }: { latencies: Latencies; isOver(): boolean },
) {
  const client = clientAt(server, CAMPUS);
  const senders = Array.from({ length: FLOODS }, async () => {
    for (let turn = 0; !isOver(); turn++) {
      const name = turn % 2 === 0 ? "IMG_1.png" : other!.name;
      const body = uploadForm(page!.taskId, [{ name, bytes: page!.bytes }]);
      await latencies.time(`rubbish: ${turn % 2 === 0 ? "misnamed" : "of another item"}`, () =>
        client.call("uploadFiles", { body }),
      );
    }
  });
  await Promise.all(senders);
}

/** Hands pages in, spread evenly over `milliseconds`, or all at once. */
async function handAllIn(
  server: SpawnedServer,
  pages: readonly HandIn[],
  { latencies, milliseconds, name }: { latencies: Latencies; milliseconds: number; name: string },
): Promise<Map<string, string>> {
  const random = seededRandom("load");
  const acknowledged = new Map<string, string>();
  await Promise.all(
    pages.map(async (page) => {
      await pause(random.range(0, milliseconds));
      await latencies.time(name, async () => {
        const answer = await handInFrom(server, page, CAMPUS);
        for (const { sha256 } of answer.body.files_uploaded ?? []) acknowledged.set(page.name, sha256);
        return answer;
      });
    }),
  );
  return acknowledged;
}

async function untilRead(courses: readonly LoadedCourse[]): Promise<number> {
  const begun = Date.now();
  for (;;) {
    const answers = await Promise.all(
      courses.map(({ instructor, taskId }) => instructor.call("getFiles", { params: { taskId } })),
    );
    const open = answers
      .flatMap(({ body }) => body.files)
      .filter(({ analysis }) => analysis !== "done" && analysis !== "failed");
    if (open.length === 0) return (Date.now() - begun) / 1000;
    await pause(1000);
  }
}

/** Pages that were handed in but are not stored as they were sent, and pages that are stored more than once. */
async function losses(courses: readonly LoadedCourse[], acknowledged: ReadonlyMap<string, string>) {
  let [lost, doubled, unread] = [0, 0, 0];
  for (const { instructor, taskId, handIns } of courses) {
    const { body } = await instructor.call("getFiles", { params: { taskId } });
    for (const { name, sha256 } of handIns) {
      if (!acknowledged.has(name)) continue;
      const found = body.files.filter(({ filename }) => filename === name);
      if (!found.some((file) => file.sha256 === sha256)) lost++;
      if (found.length > 1) doubled++;
      if (found.some(({ analysis }) => analysis !== "done")) unread++;
    }
  }
  return { lost, doubled, unread };
}

const program = new Command("npm run load --")
  .description(
    "Students at one address hand in while instructors grade, on a separate server on this machine; a table of the results.",
  )
  .option("--students <n>", "each hands in three files", wholeNumber(1), 500)
  .option("--minutes <n>", "in which they do", wholeNumber(1), 5)
  .option("--burst <n>", "uploads at once after that", wholeNumber(1), 200)
  .option("--flood", "somebody at the students' address sends rubbish all the while")
  .option("--hostile", "files that cost much instead, and honest ones meanwhile")
  .option("--crowded", "60 uploads instead, next to busy programs, without and with 60 graders")
  .option("--against <folder>", "crowded: an earlier state of the project, as git worktree makes it");
program.parse();
const { students, minutes, burst, flood: isFlooded, hostile, crowded, against } = program.opts<Settings>();

if (hostile || crowded) {
  const { lines, holds } = await (hostile
    ? measureHostile()
    : measureCrowded(against === undefined ? {} : { against }));
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exit(holds ? 0 : 1);
}

const server = await spawnServer({ TRUST_PROXY: "1" });
const latencies = new Latencies();
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, costOf(server.process.pid!).bytes);
}, 250);
try {
  const each = Math.ceil((students + burst / 3) / INSTRUCTORS);
  const courses = await Promise.all(
    Array.from({ length: INSTRUCTORS }, (_, number) => makeCourse(server, { number: number + 1, students: each })),
  );
  const pages = courses.flatMap(({ handIns }) => handIns);
  const [steady, atOnce] = [pages.slice(0, 3 * students), pages.slice(3 * students, 3 * students + burst)];
  let isOver = false;
  const rubbish = new Latencies();
  const flooding = isFlooded && flood(server, courses[0]!, { latencies: rubbish, isOver: () => isOver });
  const graders = courses.map((course) => grade(course, { latencies, isOver: () => isOver }));
  const acknowledged = new Map([
    ...(await handAllIn(server, steady, { latencies, milliseconds: minutes * 60_000, name: "upload" })),
    ...(await handAllIn(server, atOnce, { latencies, milliseconds: 0, name: `upload, ${atOnce.length} at once` })),
  ]);
  const drained = await untilRead(courses);
  isOver = true;
  await Promise.all([...graders, flooding]);
  const { lost, doubled, unread } = await losses(courses, acknowledged);
  const lines = [
    `${availableParallelism()} cores, ${Math.round(totalmem() / GIB)} GiB; ${students} students, ${minutes} minutes.`,
    "",
    ...latencies.rows(),
    ...(isFlooded ? ["", ...rubbish.rows()] : []),
    "",
    `Handed in ${steady.length + atOnce.length}, acknowledged ${acknowledged.size}, lost ${lost}, doubled ${doubled}, not read ${unread}.`,
    `Failed calls: ${latencies.failures}. The last page was read ${Math.round(drained)} s after the burst.`,
    `Memory (PSS) of all processes at most: ${Math.round(peak / 1024 ** 2)} MiB.`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exitCode =
    lost + doubled + latencies.failures > 0 || acknowledged.size < steady.length + atOnce.length ? 1 : 0;
} finally {
  clearInterval(watch);
  await server.stop();
}
