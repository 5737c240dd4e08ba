import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { GroupDecision } from "../grading/decide-groups.ts";
import { loadDecisions, requireDecisionsTaken } from "./load-decisions.ts";

const GROUP = "g0123456789ab";

const folder = await mkdtemp(join(tmpdir(), "decisions-"));

afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(text: string) {
  const path = join(folder, "groups.csv");
  await writeFile(path, text);
  return loadDecisions(path);
}

test("lines with a grade or a comment are decisions, whatever else is in the list", async () => {
  const text = `\uFEFFitem,group,verdict,grade,comment\n1,${GROUP},wrong,"3,00","Look, at OR 1."\n2,${GROUP},wrong,,'=Well\u202e\n1,fedcba987654,right,,\n`;
  expect([...(await load(text))]).toEqual([
    [`1 ${GROUP}`, { grade: 3, comment: "Look, at OR 1." }],
    [`2 ${GROUP}`, { grade: null, comment: "=Well" }],
  ]);
  expect((await load("item,group,grade,comment\n")).size).toBe(0);
});

test("groups as earlier versions named them are known, and the list may have mixed line ends", async () => {
  const text = `item,group,grade,comment\r\n1,${GROUP},3,\n2,${GROUP.slice(1)},4,\n`;
  expect([...(await load(text)).keys()]).toEqual([`1 ${GROUP}`, `2 ${GROUP}`]);
});

test.each([
  [`1,${GROUP},-1,`, 'line 2: "-1" is not a grade'],
  [`1,${GROUP},2.5,`, '"2.5" is not a grade'],
  [`one,${GROUP},2,`, '"one" is not an item'],
  ["1,first,2,", '"first" is not a group'],
  [`1,${GROUP},2,${"x".repeat(501)}`, "more than 500 characters"],
  [`1,${GROUP},2,\n1,${GROUP},3,`, "line 3: the group is listed twice"],
])("a wrong line is named: %s", async (line, words) => {
  await expect(load(`item,group,grade,comment\n${line}\n`)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(words),
  });
});

test("a list without the columns, and none at all", async () => {
  await expect(load("group,grade\nx,1\n")).rejects.toThrow("item, group, grade, comment");
  await expect(loadDecisions(join(folder, "none.csv"))).rejects.toMatchObject({ exitCode: 3 });
});

test("what was typed into the folder's own list is not overwritten by a run that does not take it", async () => {
  const group = { item: 1, group: GROUP, grade: null, comment: null };
  await writeFile(
    join(folder, "results.json"),
    JSON.stringify({ schema_version: 1, students: [], files: [], answer_groups: [group] }),
  );
  await load(`item,group,grade,comment\n1,${GROUP},,\n`);
  const said: string[] = [];
  const terminal = { warn: (text: string) => void said.push(text) } as never;
  const run = (taken?: ReadonlyMap<string, GroupDecision>) => requireDecisionsTaken(folder, { taken, terminal });
  await run();
  const typed = await load(`item,group,grade,comment\n1,${GROUP},3,\n`);
  await expect(run()).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("add --decisions"),
  });
  await run(typed);
  // A run that took them has written them: without them it undoes them.
  await writeFile(
    join(folder, "results.json"),
    JSON.stringify({ schema_version: 1, students: [], files: [], answer_groups: [{ ...group, grade: 3 }] }),
  );
  await run(typed);
  expect(said).toEqual([]);
  await run();
  expect(said).toEqual(["! Without --decisions this run undoes the decisions on 1 group"]);
});
