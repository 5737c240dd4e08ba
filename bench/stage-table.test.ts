import { expect, test } from "vitest";
import { INFERENCE, stageTable } from "./stage-table.ts";

test("inference is listed below the stage that it is a part of, whenever it was measured first, and is not added", () => {
  const spent = new Map([
    ["decode", 10],
    ["page", 20],
    [INFERENCE, 30],
    ["marks", 40],
    ["texts", 50],
  ]);
  expect(stageTable(["photos"], [spent])).toEqual([
    "| stage | photos |",
    "| --- | --- |",
    "| decode | 10.0 |",
    "| page | 20.0 |",
    "| marks | 40.0 |",
    "| texts | 50.0 |",
    "| whole | 120.0 |",
    "| of which inference | 30.0 |",
    "| whole over decode and inference | 3.00 |",
    "| pages a minute | 500 |",
  ]);
});
