import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { SpawnedServer, spawnServer } from "../../server/testing/spawned/spawned-server.ts";
import { type HandIn, handInFrom, type LoadedCourse, makeCourse } from "./course.ts";
import { gradeFile } from "./grade-file.ts";
import { Latencies } from "./latencies.ts";
import { familyOf } from "./processes.ts";

const COURSES = 3;
const UPLOADS = 60;
const GRADERS = 60;
const BUSY_PROCESSES = 20;
/** Milliseconds for which a grader looks, twice in the seven calls of a turn. */
const LOOKS = 5000;
/** Milliseconds after which uploads without an answer count as not answered. */
const PATIENCE = 150_000;
/** What must hold: how many times as long uploads take with graders, and the inspecting processes that are started. */
const MOST = { times: 3, inspectors: 2 };

/** What happened to `UPLOADS` pages that were handed in at once. */
interface Outcome {
  readonly taken: number;
  /** Until the last answer. */
  readonly seconds: number;
  readonly inspectors: number;
}

interface Measured {
  readonly alone: Outcome;
  readonly withGraders: Outcome;
  readonly reads: Latencies;
}

/** Uploads next to 20 busy programs, without and with 60 graders; tables of the results. */
export async function measureCrowded({ against }: { against?: string }) {
  const stopBusy = startBusy();
  try {
    const before = against === undefined ? null : await measure(against);
    const now = await measure(".");
    const times = now.withGraders.seconds / now.alone.seconds;
    const started = Math.max(now.alone.inspectors, now.withGraders.inspectors);
    return {
      holds:
        [now.alone, now.withGraders].every(({ taken }) => taken === UPLOADS) &&
        times <= MOST.times &&
        started <= MOST.inspectors,
      lines: [
        `| ${UPLOADS} uploads at once, next to ${BUSY_PROCESSES} busy programs | taken | last answer | inspectors started |`,
        "| --- | --- | --- | --- |",
        ...(before ? rowsOf("before", before) : []),
        ...rowsOf("now", now),
        "",
        `With graders they took ${times.toFixed(1)} times as long. The graders' calls meanwhile:`,
        "",
        ...now.reads.rows(),
      ],
    };
  } finally {
    stopBusy();
  }
}

function rowsOf(when: string, { alone, withGraders }: Measured): string[] {
  const row = (who: string, { taken, seconds, inspectors }: Outcome) =>
    `| ${when}, ${who} | ${taken} | ${seconds.toFixed(1)} s | ${inspectors} |`;
  return [row("no graders", alone), row(`${GRADERS} graders`, withGraders)];
}

/**
 * Starts programs that only take processor time, each in its own session: Linux may divide it by sessions. They end
 * with this process, too.
 */
function startBusy(): () => void {
  const words = ["-c", `while kill -0 ${process.pid} 2>/dev/null; do :; done`];
  const busy = Array.from({ length: BUSY_PROCESSES }, () =>
    spawn("/bin/sh", words, { detached: true, stdio: "ignore" }),
  );
  return () => {
    for (const each of busy) each.kill();
  };
}

/** Measures the server of a folder that holds the project. */
async function measure(folder: string): Promise<Measured> {
  const path = join(resolve(folder), "server/testing/spawned/spawned-server.ts");
  const spawned = (await import(pathToFileURL(path).href)) as { spawnServer: typeof spawnServer };
  const server = await spawned.spawnServer({ TRUST_PROXY: "1" });
  const inspectors = watchInspectors(server);
  const students = Math.ceil((2 * UPLOADS) / (3 * COURSES));
  try {
    const numbers = Array.from({ length: COURSES }, (_, index) => index + 1);
    const courses = await Promise.all(numbers.map((number) => makeCourse(server, { number, students })));
    const pages = courses.flatMap(({ handIns }) => handIns);
    const handIn = async (files: readonly HandIn[]): Promise<Outcome> => {
      const before = inspectors.started();
      const outcome = await handAllIn(server, files);
      return { ...outcome, inspectors: inspectors.started() - before };
    };
    // From every course; what is left over starts the first inspectors.
    const [first, second] = [0, 1].map((half) => pages.filter((_, index) => index % 2 === half)) as [
      HandIn[],
      HandIn[],
    ];
    await handAllIn(server, [...first.slice(UPLOADS), ...second.slice(UPLOADS)]);
    const alone = await handIn(first.slice(0, UPLOADS));
    const reads = new Latencies();
    const graders = Array.from({ length: GRADERS }, (_, index) => index);
    let isOver = false;
    const looking = graders.map((turn) => {
      return look(courses[turn % COURSES]!, { latencies: reads, turn, isOver: () => isOver });
    });
    await pause(2 * LOOKS);
    const withGraders = await handIn(second.slice(0, UPLOADS));
    isOver = true;
    await Promise.all(looking);
    return { alone, withGraders, reads };
  } finally {
    inspectors.stop();
    await server.stop();
  }
}

async function handAllIn(server: SpawnedServer, pages: readonly HandIn[]): Promise<Omit<Outcome, "inspectors">> {
  const begun = performance.now();
  let [taken, seconds] = [0, 0];
  const all = pages.map(async (page) => {
    const answer = await handInFrom(server, page).catch(() => null);
    if (answer?.status === 200) taken++;
    seconds = (performance.now() - begun) / 1000;
  });
  await Promise.race([Promise.all(all), pause(PATIENCE)]);
  return { taken, seconds };
}

/** A grader looks at one page after the other, and gives points, until `isOver`. */
async function look(
  { instructor, taskId }: LoadedCourse,
  { latencies, turn: first, isOver }: { latencies: Latencies; turn: number; isOver(): boolean },
): Promise<void> {
  // They did not all begin at the same moment.
  await pause((first / GRADERS) * 2 * LOOKS);
  for (let turn = first; !isOver(); turn++) {
    let files: readonly { id: string }[] = [];
    await latencies.time("read: tasks", () => instructor.call("getTasks", {}));
    await latencies.time("read: submissions of a task", async () => {
      const answer = await instructor.call("getFiles", { params: { taskId } });
      files = answer.body.files ?? [];
      return answer;
    });
    await latencies.time("read: answer groups", () =>
      instructor.call("getAnswerGroups", { params: { taskId }, query: {} }),
    );
    await pause(LOOKS);
    const file = files[turn % files.length];
    if (file === undefined) continue;
    await gradeFile({ instructor, latencies, fileId: file.id, looksFor: LOOKS });
  }
}

/** Counts the processes that inspect uploads as they start. */
function watchInspectors(server: SpawnedServer) {
  const seen = new Set<number>();
  const look = setInterval(() => {
    for (const pid of familyOf(server.process.pid!)) if (!seen.has(pid) && isInspector(pid)) seen.add(pid);
  }, 100);
  return { started: () => seen.size, stop: () => clearInterval(look) };
}

function isInspector(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("inspection/process");
  } catch {
    // It has ended.
    return false;
  }
}
