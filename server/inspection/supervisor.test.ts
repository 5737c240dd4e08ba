import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { afterEach, expect, it } from "vitest";
import type { InspectMessage, OutcomeMessage } from "./messages.ts";
import { superviseInspectors } from "./supervisor.mjs";

/** An inspector that answers every file with its own number, after doing `work`. */
function fake(work = ""): string {
  return `
process.on("message", async () => {
  ${work}
  process.send({ answer: { ok: true, codes: [String(process.pid)] }, isWorn: false });
});
process.send({ isReady: true });`;
}

let close: () => void;
afterEach(() => close());

class Server extends EventEmitter {
  readonly connected = true;

  constructor(words: readonly string[]) {
    super();
    const [program = "", ...rest] = words;
    const inspectors = superviseInspectors({ program, words: rest, variables: process.env });
    close = inspectors.close;
    inspectors.serve(this);
  }

  send(outcome: OutcomeMessage): void {
    this.emit("outcome", outcome);
  }

  /** Has this many files inspected at once; returns the processes that did, or why one did not. */
  async inspect(files: number, seconds = 60): Promise<string[]> {
    const found: string[] = [];
    for (let id = 0; id < files; id++) {
      const request = { path: "", wanted: { taskId: "", item: 1, studentId: "" } };
      const message: InspectMessage = {
        id,
        request: { kind: "inspect", request },
        allowance: { seconds, memory: "usual" },
      };
      this.emit("message", message);
    }
    while (found.length < files) {
      const [outcome] = (await once(this, "outcome")) as [OutcomeMessage];
      if ("answer" in outcome && "codes" in outcome.answer) found.push(outcome.answer.codes[0]!);
      else found.push(JSON.stringify(outcome));
    }
    return found;
  }
}

it("keeps the processes of two files that end before the next ones come", async () => {
  const server = new Server([process.execPath, "-e", fake(), "--"]);
  const used = new Set<string>();
  for (let round = 0; round < 6; round++) for (const pid of await server.inspect(2)) used.add(pid);
  // One more starts when both are busy.
  expect(used.size).toBeLessThanOrEqual(3);
});

it("ends a file that hangs after three times its seconds", async () => {
  const server = new Server([process.execPath, "-e", fake("await new Promise(() => undefined);"), "--"]);
  expect(await server.inspect(1, 0.1)).toEqual([expect.stringContaining('"failure":"late"')]);
});

it.runIf(process.platform === "linux")("does not blame a file for a processor that others use", async () => {
  const busy = ["-c", "0", "sh", "-c", "while :; do :; done"];
  // Each in a session of its own: Linux may divide a processor by sessions.
  const others = Array.from({ length: 8 }, () => spawn("taskset", busy, { detached: true }));
  try {
    // 200 ms of work, of at most 500; by the clock it takes more than 1.5 seconds.
    const work = "while (process.cpuUsage(begun).user < 200_000) for (let step = 0; step < 1e6; step++);";
    const server = new Server([
      "taskset",
      "-c",
      "0",
      process.execPath,
      "-e",
      fake(`const begun = process.cpuUsage(); ${work}`),
      "--",
    ]);
    expect(await server.inspect(1, 0.5)).toEqual([expect.stringMatching(/^\d+$/)]);
  } finally {
    for (const other of others) other.kill();
  }
});

it("wants more memory for a file of which a page was not decoded", async () => {
  const answer = "process.send({ answer: { ok: true, isWhole: false, codes: [] }, isWorn: false }); return;";
  const server = new Server([process.execPath, "-e", fake(answer), "--"]);
  expect(await server.inspect(1)).toEqual([expect.stringContaining('"failure":"cramped"')]);
});
