import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { platform } from "node:process";
import { stepBack } from "../../workers/step-back.mjs";

/**
 * Kilobytes of data that the system lets an inspecting process have. The runtime reserves 566 MiB of address space for
 * itself, mostly for compiled code, and fills 70 MiB of it. A PDF with a photo of 12 megapixels takes 145 MiB more;
 * a picture that is decoded as a whole (`UPLOAD.wholePictureBytes`) 190 MiB, and a PDF of 17 MB with ten photos 235 MiB.
 */
const DATA_KB = { usual: 750_000, large: 840_000 };
/** Processor time in all, should the launcher be gone: server/inspection/process.ts ends itself before. */
const PROCESSOR_SECONDS = 120;
/**
 * How many times longer by the clock than in processor time, without the time that it waited for a processor: a busy
 * machine is not the file's fault.
 */
const CLOCK_FACTOR = 3;
/** For a process to start, by the clock. */
const START_MS = 30_000;
const LOOK_EVERY_MS = 100;
/**
 * The most processes that wait for work: those of the two files that are inspected at once (`SLOTS` of inspector.ts), and
 * one that takes the place of one that is replaced. With fewer, a busy server, which sends the next file late, would lose
 * a good process after each file.
 */
const SPARES = 3;
/** How often an inspection is repeated whose process was killed from outside. */
const MOST_RETRIES = 2;
/** Clock ticks a second in Linux's /proc. */
const TICKS = 100;
/** Nanoseconds a second. */
const NANO = 1e9;

/** The processes run this many steps of `nice` behind the server, which answers others meanwhile. */
const NICE = 5;

/** The shell commands that apply these limits to a program. */
function limited(memory) {
  return `ulimit -c 0; ulimit -t ${PROCESSOR_SECONDS}; ulimit -d ${DATA_KB[memory]}; exec "$0" "$@"`;
}

/**
 * Starts processes that inspect uploads, each with its memory limited by the system, and replaces one after every file
 * that it refused or did not finish. One with the usual memory is always ready; one for a large file inspects only that.
 */
export function superviseInspectors({ program, words, variables }) {
  const idle = [];
  const all = new Set();
  let closed = false;

  function start(memory) {
    const given = [...words, memory];
    const shell = ["/bin/sh", ["-c", limited(memory), program, ...given]];
    const [name, own] = platform === "win32" ? [program, given] : shell;
    // In its own process group: Ctrl-C reaches only the launcher.
    const options = { stdio: ["ignore", "ignore", "pipe", "ipc"], env: variables, detached: platform !== "win32" };
    const child = spawn(name, own, options);
    // Before the program starts threads, which inherit its priority.
    stepBack(child.pid, NICE);
    const inspector = openInspector(child);
    all.add(inspector);
    inspector.ended.then(() => {
      all.delete(inspector);
      if (idle.includes(inspector)) idle.splice(idle.indexOf(inspector), 1);
    });
    return inspector;
  }

  function keepSpare() {
    if (!closed && idle.length === 0) idle.push(start("usual"));
  }

  function take(memory, { fresh }) {
    if (memory === "large") return start(memory);
    const index = idle.findIndex((inspector) => !fresh || inspector.isFresh());
    return index < 0 ? start(memory) : idle.splice(index, 1)[0];
  }

  /** Lets a process inspect a file. `fresh`: a process that has inspected no other file. */
  async function inspect(request, allowance, { fresh = false, triesLeft = MOST_RETRIES } = {}) {
    const { seconds, memory } = allowance;
    const inspector = take(memory, { fresh });
    keepSpare();
    const wasFresh = inspector.isFresh();
    const { isUsable, wasKilled, ...outcome } = await inspector.ask(request, seconds);
    if (isUsable && memory === "usual" && !closed && idle.length < SPARES) idle.unshift(inspector);
    else inspector.end();
    keepSpare();
    if (closed) return outcome;
    // Killed from outside, perhaps before the file came: that is not the file's fault.
    if (wasKilled && triesLeft > 0) return inspect(request, allowance, { fresh, triesLeft: triesLeft - 1 });
    if (memory === "large" || !mayLackMemory(outcome)) return outcome;
    // The memory that the process kept from earlier files counted as well.
    if (!wasFresh) return inspect(request, allowance, { fresh: true });
    return { failure: "cramped", reason: outcome.reason ?? outcome.answer.code ?? "a page is damaged" };
  }

  keepSpare();
  return {
    /** Does what the server asks for over its channel. */
    serve(server) {
      server.on("message", async ({ id, request, allowance }) => {
        const outcome = await inspect(request, allowance);
        if (server.connected) server.send({ id, ...outcome }, () => undefined);
      });
    },
    close() {
      closed = true;
      for (const inspector of all) inspector.end();
    },
  };
}

/**
 * Whether a file may be read with more memory: decoders call a file, or a page of it, damaged when they get none, and a
 * picture may be too large for the usual memory alone.
 */
function mayLackMemory({ answer, failure }) {
  if (!answer) return failure === "died";
  if (answer.ok) return answer.isWhole === false;
  return answer.code.startsWith("damaged") || answer.code === "picture-too-large";
}

/** A process and what it is asked for. */
function openInspector(child) {
  let isFresh = true;
  let words = "";
  let hear = () => undefined;
  let isReady = false;
  child.stderr.setEncoding("utf8").on("data", (text) => {
    words = (words + text).slice(-1000);
  });
  const ready = new Promise((resolve) => {
    child.on("message", (message) => {
      if (!message.isReady) return hear(message);
      isReady = true;
      resolve();
    });
  });
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve({ reason: String(error), wasKilled: false }));
    child.on("exit", (code, signal) =>
      resolve({ reason: `it ended with ${signal ?? code}: ${words.trim()}`, wasKilled: signal === "SIGKILL" }),
    );
  });

  async function ask(request, seconds) {
    const failed = ended.then((end) => ({ failure: isReady ? "died" : "unavailable", ...end }));
    const tooSlow = pause(START_MS).then(() => ({ failure: "unavailable", reason: "it does not start" }));
    const early = await Promise.race([ready, failed, tooSlow]);
    if (early) return { ...early, isUsable: false };
    isFresh = false;
    const answered = new Promise((resolve) => {
      hear = resolve;
    }).then(({ answer, isWorn }) => ({ answer, isUsable: answer.ok && !isWorn }));
    child.send(request, () => undefined);
    const watch = watchTime(child.pid, seconds);
    return Promise.race([answered, failed, watch.late]).finally(watch.stop);
  }

  return { ask, ended, isFresh: () => isFresh, end: () => child.kill("SIGKILL") };
}

/** `late` resolves when a process has worked for this many seconds, or far longer by the clock; `stop` ends this. */
function watchTime(pid, seconds) {
  const [begun, used, delayed] = [Date.now(), processorSeconds(pid), delayedSeconds(pid)];
  let timer;
  const late = new Promise((resolve) => {
    timer = setInterval(() => {
      const now = processorSeconds(pid);
      const clock = (Date.now() - begun) / 1000;
      const ran = clock - (delayedSeconds(pid) - delayed);
      const isLate = ran > seconds * CLOCK_FACTOR || (now === null ? clock : now - used) > seconds;
      if (isLate) resolve({ failure: "late", reason: `it took more than ${seconds} seconds` });
    }, LOOK_EVERY_MS);
  });
  return { late, stop: () => clearInterval(timer) };
}

/** Processor time of a process so far; null if the system does not say. */
function processorSeconds(pid) {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === "") return null;
  // After the name, which may have spaces and brackets of its own.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** How long a process's threads were ready so far while no processor was free; 0 if the system does not say. */
function delayedSeconds(pid) {
  const folder = `/proc/${pid}/task`;
  const threads = existsSync(folder) ? readdirSync(folder) : [];
  const delays = threads.map((id) => Number(textOf(`${folder}/${id}/schedstat`).split(" ")[1] ?? 0));
  return delays.reduce((sum, delay) => sum + delay, 0) / NANO;
}

/** Empty if the system has no such file, or no longer. */
function textOf(path) {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
