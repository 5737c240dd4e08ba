import { parentPort } from "node:worker_threads";
import type { WorkMessage } from "./messages.ts";
import { doWork } from "./work.ts";

// A worker thread: does one piece of work after the other, as it is sent.
const port = parentPort;
if (port === null) throw new Error("This module runs as a worker thread only.");

port.on("message", async (message: WorkMessage) => {
  try {
    port.postMessage({ ok: true, answer: await doWork(message) });
  } catch (error) {
    port.postMessage({ ok: false, message: error instanceof Error ? error.message : String(error) });
  }
});
port.postMessage({ ready: true });
