import { expect, test } from "vitest";
import { drawCircuit } from "../core/testdata/drawn-pages/draw-circuit.ts";
import { renderAnswer } from "../core/testdata/drawn-pages/render-answer.ts";
import { gradingFolder } from "./testdata/grading-folder.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

const TASK = {
  schema_version: 1,
  id: "names",
  title: "Names",
  type: "quiz",
  items: [
    {
      item: 1,
      names: { inputs: ["S1", "S0", "D3"], outputs: ["Y"] },
      keys: [{ expression: "S1 S0' + D_{3}", grade: 5 }],
    },
  ],
};

/** By hand, with the names next to the wires. */
async function drawn(id: string, expression: string): Promise<Uint8Array> {
  const outputs = [{ name: "Y", expression }];
  const { sketch } = drawCircuit({ id, drafter: id, outputs, inputs: "shared" });
  const template = { width: 0, height: 0, rgb: new Uint8Array(0) };
  return renderAnswer({ sketch, paper: "clean", template, studentId: "", format: "png" });
}

// The machine may be busy, and the command loads the model.
test("drawn names of several letters are those of the item, in any order; others are asked about", {
  timeout: 300_000,
}, async () => {
  const work = await gradingFolder();
  await work.put("named.json", JSON.stringify(TASK));
  const expressions = ["S1 & ~S0 | D3", "D3 | ~S0 & S1", "S0 & ~S1 | D3", "S1 & ~S0 | D5"];
  for (const [k, expression] of expressions.entries()) {
    await work.put(`pages/2024010${k}_quiz[1].png`, await drawn(`inks-${k}`, expression));
  }
  const { code, stderr } = await runInProcess(["grade", "pages", "--task", "named.json", "--out", "out"], work.folder);
  expect(stderr).toContain("Item 1, key 1: S1 S0' + D_{3} is understood as S1 & ~S0 | D3");
  expect(code).toBe(1);
  const { files } = await work.results("out");
  // A name that is not read surely is asked about, never guessed.
  const [right, alsoRight, wrong, stranger] = files;
  for (const page of [right, alsoRight]) expect([5, null]).toContain(page!.grade);
  expect([0, null]).toContain(wrong!.grade);
  expect(stranger).toMatchObject({ status: "review", grade: null });
  expect(files.filter(({ status }) => status === "graded").length).toBeGreaterThanOrEqual(2);
});
