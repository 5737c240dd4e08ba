import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lockFile } from "./file-lock.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "circuitgrade-lock-"));
  path = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("is taken once, until it is released", async () => {
  const release = await lockFile(path);
  expect(release).not.toBeNull();
  expect(await lockFile(path)).toBeNull();
  expect(await lockFile(path)).toBeNull();
  release?.();
  const again = await lockFile(path);
  expect(again).not.toBeNull();
  again?.();
});

it("keeps other processes out, and ends when its process is killed", async () => {
  const script = `
    const { lockFile } = await import(${JSON.stringify(new URL("file-lock.ts", import.meta.url).href)});
    globalThis.kept = await lockFile(${JSON.stringify(path)});
    console.log(globalThis.kept === null ? "refused" : "locked");
    setInterval(() => undefined, 1000);`;
  const other = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [words] = await once(other.stdout.setEncoding("utf8"), "data");
  expect(words).toBe("locked\n");
  expect(await lockFile(path)).toBeNull();
  other.kill("SIGKILL");
  await once(other, "exit");
  const release = await lockFile(path);
  expect(release).not.toBeNull();
  release?.();
});

it("says what is wrong with a path that cannot be created", async () => {
  await expect(lockFile(join(folder, "missing", "lock"))).rejects.toThrow();
});
