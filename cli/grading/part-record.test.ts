import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workFolder } from "../results/result-files.ts";
import { findPart } from "./part-record.ts";

test("a part of an earlier version says in statements what was corrected in the web", async () => {
  const out = await mkdtemp(join(tmpdir(), "part-"));
  const { folder, part } = workFolder(out);
  await mkdir(folder);
  const invert = { kind: "invert", pin: { x: 1, y: 2 }, inverted: true };
  const corrections = { threshold: 90, predictions: [], removed: [], wires: [invert] };
  const place = { sha256: "aa", page: 1, turn: 0 };
  const settings = { rules: { task: {} }, corrections: [{ ...place, corrections }], chosen: [], lists: {} };
  const old = { schema_version: 1, part: 1, of: 2, files: [], settings, secrets: [], failed: [] };
  await writeFile(part, JSON.stringify(old));
  expect((await findPart(out))?.settings.web).toEqual([
    { ...place, threshold: 90, statements: [{ kind: "wires", add: [invert], drop: [] }] },
  ]);
});
