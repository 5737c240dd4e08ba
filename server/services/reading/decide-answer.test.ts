import { expect, it } from "vitest";
import type { AppContext } from "../../context.ts";
import { decideAnswer } from "./decide-answer.ts";
import type { Analysis } from "./page-record.ts";

it("decides each page of 1,500 students and four items once, however often the queue is opened", async () => {
  let decided = 0;
  const where = async () => {
    decided++;
    return [];
  };
  const db = { query: { select: () => ({ from: () => ({ where }) }) } } as unknown as AppContext["db"];
  const read = { state: "done", reading: "a", revision: 0, updatedAt: 0, chosen: null, netlist: null };
  const nothing = { problems: [], inputs: [], outputs: [] };
  for (let opened = 0; opened < 2; opened++) {
    for (let page = 0; page < 6000; page++) {
      const analysis = { ...read, ...nothing, id: String(page) } as unknown as Analysis;
      await decideAnswer({ db }, analysis, { keys: [], rubric: null, certainty: 0.98 });
    }
  }
  expect(decided).toBe(6000);
});
