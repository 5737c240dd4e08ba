import { curvesBomb, doubleFlateBomb } from "../../server/testing/bombs.ts";
import { uploadForm } from "../../server/testing/pages.ts";
import { type SpawnedServer, spawnServer } from "../../server/testing/spawned/spawned-server.ts";
import { clientAt, type HandIn, makeCourse } from "./course.ts";
import { costOf } from "./processes.ts";

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

async function handInFrom(server: SpawnedServer, address: string, { taskId, name, bytes }: HandIn): Promise<Answered> {
  const begun = performance.now();
  const form = uploadForm(taskId, [{ name, bytes }]);
  const { status, body } = await clientAt(server, address).call("uploadFiles", { body: form });
  return { seconds: (performance.now() - begun) / 1000, status, taken: (body.files_uploaded ?? []).length > 0 };
}

/** 16 expensive PDFs from one address and honest pages at the same time; a table of the results. */
export async function measureHostile(): Promise<{ lines: string[]; holds: boolean }> {
  const kinds = [doubleFlateBomb(600), curvesBomb(3_000_000), curvesBomb(300_000)];
  const server = await spawnServer({ TRUST_PROXY: "1" });
  let peak = 0;
  const pid = server.process.pid!;
  const watch = setInterval(() => {
    peak = Math.max(peak, costOf(pid).bytes);
  }, 200);
  try {
    const { handIns } = await makeCourse(server, { number: 1, students: BOMBS + 4 });
    const students = handIns.filter(({ name }) => name.endsWith("[1].png"));
    // How long a page takes without any bomb, on this machine as it is now.
    const first = await handInFrom(server, ELSEWHERE, students[BOMBS + 2]!);
    const alone = await handInFrom(server, ELSEWHERE, students[BOMBS + 3]!);
    const idle = costOf(pid);
    peak = 0;
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
        row("the server's first page, without bombs", first),
        row("another page, without bombs", alone),
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
