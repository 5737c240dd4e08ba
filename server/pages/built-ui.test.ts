import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openBuiltUi } from "./built-ui.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-ui-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** At a time in seconds. */
async function build(file: string, time: number): Promise<void> {
  const draft = join(folder, "draft");
  await mkdir(draft);
  const manifest = { "main.tsx": { file, isEntry: true } };
  await writeFile(join(draft, "manifest.json"), JSON.stringify(manifest));
  await utimes(join(draft, "manifest.json"), time, time);
  await rename(draft, join(folder, ".vite"));
}

it("waits for a build in progress", async () => {
  const entry = openBuiltUi(folder).entry("app");
  await build("assets/app.js", 1);
  expect(await entry).toMatchObject({ script: "/assets/app.js" });
});

it("serves the build that takes the place of another one", async () => {
  const ui = openBuiltUi(folder);
  await build("assets/old.js", 1);
  expect(await ui.entry("app")).toMatchObject({ script: "/assets/old.js" });
  await rm(join(folder, ".vite"), { recursive: true });
  const entry = ui.entry("app");
  await build("assets/new.js", 2);
  expect(await entry).toMatchObject({ script: "/assets/new.js" });
});

it("says what to run if there is no build", async () => {
  const entry = openBuiltUi(folder, { patienceMs: 0 }).entry("app");
  await expect(entry).rejects.toThrow('The web UI is not built: run "npm run build"');
});
