import { readdirSync, readFileSync } from "node:fs";
import { curvesBomb, doubleFlateBomb } from "../../server/testing/bombs.ts";
import { uploadForm } from "../../server/testing/pages.ts";
import { type SpawnedServer, spawnServer } from "../../server/testing/spawned-server.ts";
import { clientAt, type HandIn, makeCourse } from "./course.ts";

const BOMBS = 16;
const MIB = 1024 ** 2;
const ATTACKER = "198.51.100.7";
const ELSEWHERE = "203.0.113.9";
/** What must hold. */
const MOST = { memory: 900 * MIB, elsewhere: 3, same: 10 };

interface Answered {
  readonly seconds: number;
  readonly status: number;
  readonly taken: boolean;
}

/** Bytes (PSS) and processor seconds of a process and all that it started. */
function costOf(pid: number): { bytes: number; seconds: number } {
  const parents = new Map<number, number>();
  const used = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const stat = readText(`/proc/${name}/stat`);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    parents.set(Number(name), Number(fields[1]));
    // Its own, and what its ended children took.
    used.set(
      Number(name),
      fields.slice(11, 15).reduce((sum, field) => sum + Number(field) / 100, 0),
    );
  }
  const isOurs = (each: number): boolean => each === pid || (parents.has(each) && isOurs(parents.get(each)!));
  const ours = [...parents.keys()].filter(isOurs);
  const pss = ours.map((each) => Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${each}/smaps_rollup`))?.[1] ?? 0));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return { bytes: sum(pss) * 1024, seconds: sum(ours.map((each) => used.get(each) ?? 0)) };
}

/** Empty where the process is gone. */
function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

async function handInFrom(server: SpawnedServer, address: string, { taskId, name, bytes }: HandIn): Promise<Answered> {
  const begun = performance.now();
  const form = uploadForm(taskId, [{ name, bytes }]);
  const { status, body } = await clientAt(server, address).call("uploadFiles", { body: form });
  return { seconds: (performance.now() - begun) / 1000, status, taken: (body.files_uploaded ?? []).length > 0 };
}

/** 16 PDFs that cost much from one address, and honest pages meanwhile; a table of what came of it. */
export async function measureHostile(): Promise<{ lines: string[]; holds: boolean }> {
  const kinds = [doubleFlateBomb(600), curvesBomb(3_000_000), curvesBomb(300_000)];
  const server = await spawnServer({ TRUST_PROXY: "1" });
  let peak = 0;
  const pid = server.process.pid!;
  const watch = setInterval(() => {
    peak = Math.max(peak, costOf(pid).bytes);
  }, 100);
  try {
    const { handIns } = await makeCourse(server, { number: 1, students: BOMBS + 2 });
    const idle = costOf(pid);
    peak = 0;
    const students = handIns.filter(({ name }) => name.endsWith("[1].png"));
    const bombs = students.slice(0, BOMBS).map((each, index) => {
      const name = each.name.replace(".png", ".pdf");
      return handInFrom(server, ATTACKER, { ...each, name, bytes: kinds[index % kinds.length]! });
    });
    // They are all there before the first honest page.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const [elsewhere, same] = await Promise.all([
      handInFrom(server, ELSEWHERE, students[BOMBS]!),
      handInFrom(server, ATTACKER, students[BOMBS + 1]!),
    ]);
    const inFlight = peak;
    const refused = await Promise.all(bombs);
    const spent = costOf(pid).seconds - idle.seconds;
    const row = (what: string, { seconds, status, taken }: Answered) =>
      `| ${what} | ${seconds.toFixed(1)} s | ${status}, ${taken ? "taken" : "not taken"} |`;
    const slowest = refused.toSorted((a, b) => b.seconds - a.seconds)[0]!;
    const holds =
      peak <= MOST.memory &&
      [elsewhere, same].every(({ taken }) => taken) &&
      refused.every(({ taken, status }) => !taken && status === 200) &&
      elsewhere.seconds <= MOST.elsewhere &&
      same.seconds <= MOST.same;
    const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;
    return {
      holds,
      lines: [
        `| ${BOMBS} bombs from one address | answered after | |`,
        "| --- | --- | --- |",
        row("honest page from another address", elsewhere),
        row("honest page from the same address", same),
        row("the last bomb", slowest),
        "",
        `Memory (PSS) of all processes: ${mib(idle.bytes)} before, at most ${mib(inFlight)} until the honest pages were answered and ${mib(peak)} in all.`,
        `Processor time of all processes: ${spent.toFixed(0)} s.`,
      ],
    };
  } finally {
    clearInterval(watch);
    await server.stop();
  }
}
