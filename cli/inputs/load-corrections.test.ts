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

test("lists of this and of earlier versions say the same, the latter without times", async () => {
  const old = { threshold: "auto", predictions: [], removed: [], wires: [CUT] };
  const first = await load({ schema_version: 1, pages: [{ ...PLACE, corrections: old }] });
  const second = await load({ schema_version: 2, pages: [{ ...PLACE, threshold: "auto", statements: [WORD] }] });
  expect([first, second]).toEqual(Array(2).fill([{ ...PLACE, threshold: "auto", statements: [WORD] }]));
  const dated = { ...PLACE, threshold: "auto", statements: [{ ...WORD, at: 5 }] };
  expect(await load({ schema_version: 3, pages: [dated] })).toEqual([dated]);
});

test("a list of a later version is refused with what to do", async () => {
  await expect(load({ schema_version: 4, pages: [] })).rejects.toThrow("update circuitgrade on this machine");
});
