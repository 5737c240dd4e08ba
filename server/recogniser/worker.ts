import { setPriority } from "node:os";
import process from "node:process";
import { parentPort, workerData } from "node:worker_threads";
import type { WorkerSettings, WorkMessage } from "./messages.ts";
import { doWork } from "./work.ts";

// A worker thread: does one piece of work after the other.
const port = parentPort;
if (port === null) throw new Error("This module runs as a worker thread only.");

/** A `nice` value: a thread at 0 gets about nine times the processor time of one at 10. */
const LOW_PRIORITY = 10;

/** Gives all other threads priority. */
function stepBack(): void {
  // On Linux 0 means the calling thread, elsewhere the whole process.
  if (process.platform !== "linux") return;
  try {
    setPriority(0, LOW_PRIORITY);
  } catch {
    // A sandbox may forbid it: the work is done anyway.
  }
}

if ((workerData as WorkerSettings).lowPriority) stepBack();

port.on("message", async (message: WorkMessage) => {
  try {
    port.postMessage({ ok: true, answer: await doWork(message) });
  } catch (error) {
    port.postMessage({ ok: false, message: error instanceof Error ? error.message : String(error) });
  }
});
port.postMessage({ ready: true });
