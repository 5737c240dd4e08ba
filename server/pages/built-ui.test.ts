import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openBuiltUi } from "./built-ui.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-ui-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("waits for a build in progress", async () => {
  const entry = openBuiltUi(folder).entry("app");
  await mkdir(join(folder, ".vite"));
  const manifest = { "main.tsx": { file: "assets/app.js", isEntry: true } };
  await writeFile(join(folder, ".vite", "manifest.json"), JSON.stringify(manifest));
  expect(await entry).toMatchObject({ script: expect.stringContaining("assets/app.js") });
});

it("says what to run if there is no build", async () => {
  const entry = openBuiltUi(folder, { patienceMs: 0 }).entry("app");
  await expect(entry).rejects.toThrow('The web UI is not built: run "npm run build"');
});
