import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadCorrections } from "./load-corrections.ts";

const PLACE = { sha256: "ab".repeat(32), page: 1, turn: 0 };
const CUT = { kind: "cut", at: { x: 1, y: 2 } };
const WORD = { kind: "wires", add: [CUT], drop: [] };

async function load(json: unknown) {
  const path = join(await mkdtemp(join(tmpdir(), "corrections-")), "corrections.json");
  await writeFile(path, JSON.stringify(json));
  return loadCorrections(path);
}

test("a list of this version is read; one of another version is refused with what to do", async () => {
  const dated = { ...PLACE, threshold: "auto", statements: [{ ...WORD, at: 5 }] };
  expect(await load({ schema_version: 3, pages: [dated] })).toEqual([dated]);
  await expect(load({ schema_version: 2, pages: [dated] })).rejects.toThrow("pull again");
  await expect(load({ schema_version: 4, pages: [] })).rejects.toThrow("pull again, or update circuitgrade");
});
