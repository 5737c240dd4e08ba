import { createHash } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PulledTask } from "../../server/contract/tasks/exchange.ts";
import { loadPullNote, writePull } from "./pull-folder.ts";

test("a pull into a folder of an earlier version replaces its corrections; changed ones are kept", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pull-"));
  const old = JSON.stringify({ schema_version: 1, pages: [], chosen: [] });
  const hash = createHash("sha256").update(old).digest("hex");
  const place = { server: "https://x.example", task_id: "t1", title: "Adder", class_name: "CPE 101 | 1" };
  const note = { schema_version: 1, ...place, due_date: "", key_version: "k", files: { "corrections.json": hash } };
  await writeFile(join(folder, "pull.json"), JSON.stringify(note));
  const statements = [{ kind: "wires", add: [{ kind: "cut", at: { x: 1, y: 2 } }], drop: [] }];
  const said = [{ sha256: "0".repeat(64), page: 1, turn: 0, threshold: "auto", statements }];
  const task = { schema_version: 1, id: "t1", title: "Adder", type: "quiz", items: [] };
  const pulled = { ...place, due_date: "", task, roster: [], said } as unknown as PulledTask;
  async function pullOver(text: string) {
    await writeFile(join(folder, "corrections.json"), text);
    const options = { address: { server: place.server, taskId: "t1" }, before: await loadPullNote(folder) };
    const { kept } = await writePull(folder, pulled, options);
    const now = JSON.parse(await readFile(join(folder, "corrections.json"), "utf8"));
    expect(now).toEqual({ schema_version: 3, pages: said });
    return kept;
  }
  expect(await pullOver(old)).toEqual([]);
  expect(await pullOver(`${old}\n`)).toEqual([{ name: "corrections.json", as: "corrections.edited.json" }]);
});
