import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** A program that a test runs next to the server. */
export interface Service {
  readonly pid: number;
  /** Kills it, whatever it is doing. */
  kill(): Promise<void>;
}

/** Starts a program and waits until it answers at `url`; if it ends instead, throws with its output. */
export async function spawnService(program: string, words: readonly string[], url: string): Promise<Service> {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<void>((resolve, reject) => child.on("close", () => resolve()).on("error", reject));
  const early = ended.then(() => Promise.reject(new Error(`${program} ended:\n${output}`)));
  await Promise.race([answers(url), early]);
  early.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** A program that keeps its data in a separate folder. */
export interface LastingService {
  pid(): number;
  /** Kills it, whatever it is doing; what it acknowledged is kept for `restart`. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Ends it for good and removes its folder. */
  close(): Promise<void>;
}

/** Starts a program that keeps its data in `folder`. */
export async function openLastingService(folder: string, start: () => Promise<Service>): Promise<LastingService> {
  let service = await start();
  return {
    pid: () => service.pid,
    kill: () => service.kill(),
    async restart() {
      service = await start();
    },
    async close() {
      await service.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<void> {
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; ) {
    if (await fetch(url).catch(() => null)) return;
    await pause(30);
  }
  throw new Error(`${url} does not answer`);
}
