import { parentPort } from "node:worker_threads";
import { openPageReader, type PageReader } from "../../core/read-page.ts";
import { commandFailure } from "../exit-codes.ts";
import type { FileJob, PoolMessage, WorkerMessage } from "./messages.ts";
import { readFilePages } from "./read-file.ts";

// A worker thread of the reading pool: opens the reader once, then reads the files it is sent.
const port = parentPort;
if (port === null) throw new Error("This module runs as a worker thread only.");

function post(message: WorkerMessage): void {
  port?.postMessage(message);
}

let beginsNoMore = false;

async function read(job: FileJob, reader: PageReader): Promise<void> {
  try {
    for await (const message of readFilePages(job, reader)) {
      post(message);
      if (beginsNoMore) break;
    }
    if (beginsNoMore) post({ type: "done", pageCount: 0 });
  } catch (error) {
    const failure = commandFailure(error);
    if (failure === null) throw error;
    post({ type: "refused", message: failure.message, exitCode: failure.exitCode });
  }
}

try {
  const reader = await openPageReader();
  port.on("message", async (message: PoolMessage) => {
    if (message === "begin-no-more") beginsNoMore = true;
    else await read(message, reader);
  });
  post({ type: "ready", model: reader.model });
} catch (error) {
  post({ type: "broken", message: error instanceof Error ? error.message : String(error) });
}
