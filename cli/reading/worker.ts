import { parentPort } from "node:worker_threads";
import { openPageReader } from "../../core/read-page.ts";
import type { FileJob, WorkerMessage } from "./messages.ts";
import { readFilePages } from "./read-file.ts";

// A worker thread of the reading pool: opens the reader once, then reads the files it is sent.
const port = parentPort;
if (port === null) throw new Error("This module runs as a worker thread only.");

function post(message: WorkerMessage): void {
  port?.postMessage(message);
}

try {
  const reader = await openPageReader();
  port.on("message", async (job: FileJob) => {
    for await (const message of readFilePages(job, reader)) post(message);
  });
  post({ type: "ready", model: reader.model });
} catch (error) {
  post({ type: "broken", message: error instanceof Error ? error.message : String(error) });
}
