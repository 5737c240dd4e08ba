import { existsSync, writeFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";

// Sends a worker's messages without reading anything, so that crashes can be produced on demand: the job's path says
// what to do, "<pages>[:crash-<page>|:crash-once-<page>:<marker
// file>|:hang-<page>|:slow-<page>|:full-<page>|:crash-0]".
const post = (message) => parentPort.postMessage(message);
const tell = (news) => post({ news });
const answer = (value) => post({ ok: true, answer: value });
let endSlowPage = () => undefined;

async function readPages(job) {
  const [pages, fault = "", marker = ""] = job.path.split(":");
  const [kind, at] = [fault.replace(/-\d+$/, ""), Number(fault.match(/\d+$/)?.[0] ?? -1)];
  if (kind === "crash" && at === 0) process.exit(7);
  for (let page = 1; page <= Number(pages); page++) {
    if (page < job.from || page > job.to || job.skip.includes(page)) continue;
    tell({ started: page });
    const first = marker && !existsSync(marker);
    if (kind === "crash" && at === page) throw new Error("out of memory, say");
    if (kind === "crash-once" && at === page && first) {
      writeFileSync(marker, "");
      throw new Error("once");
    }
    if (kind === "hang" && at === page) return;
    if (kind === "full" && at === page) return answer({ refused: { message: "no space left", exitCode: 5 } });
    const isSlow = kind === "slow" && at === page;
    if (isSlow) {
      await new Promise((resolve) => {
        endSlowPage = () => setTimeout(resolve, 200);
      });
    }
    const empty = {
      fileHash: "h",
      pageCount: Number(pages),
      qr: null,
      width: 0,
      height: 0,
      reading: null,
      failure: null,
      seconds: 0,
    };
    tell({ page: { page, ...empty } });
    if (isSlow) break;
  }
  answer({ pageCount: Number(pages) });
}

parentPort.on("message", async (message) => {
  if (message === "begin-no-more") endSlowPage();
  else if (message.kind === "model") answer("m0de1");
  else await readPages(message.request);
});
post({ ready: true });
