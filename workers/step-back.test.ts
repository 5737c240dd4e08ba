import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const MODULE = fileURLToPath(new URL("step-back.mjs", import.meta.url));

/** The priority of a program that starts at `nice` and steps back by 10. */
function steppedBack(nice: number): number {
  const words = `
    const { setPriority, getPriority } = await import("node:os");
    const { stepBack } = await import(${JSON.stringify(MODULE)});
    setPriority(0, Math.max(${nice}, getPriority()));
    stepBack(0, 10);
    console.log(getPriority());`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", words], { encoding: "utf8" });
  return Number(stdout);
}

it.runIf(process.platform === "linux").each([
  [10, 19],
  [15, 19],
  [19, 19],
])("a program at nice %i steps back to %i", (nice, expected) => {
  expect(steppedBack(nice)).toBe(expected);
});
