import { expect, test } from "vitest";
import { stageTable } from "./stage-table.ts";
import { INFERENCE } from "./stage-times.ts";

test("the networks are below the stages that they are part of, and are not added to the whole", () => {
  const times = new Map([
    ["decode", [10, 12, 11]],
    [INFERENCE, [30, 31, 32]],
    ["marks", [40, 50, 90]],
  ]);
  expect(stageTable([{ name: "photos", times }])).toEqual([
    "| mean / median / 95th percentile, ms | photos |",
    "| --- | --- |",
    "| decode | 11 / 11 / 12 |",
    "| marks | 60 / 50 / 90 |",
    "| whole | 71 / 62 / 101 |",
    "| of which networks | 31 / 31 / 32 |",
  ]);
});
