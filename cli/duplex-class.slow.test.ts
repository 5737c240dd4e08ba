import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, describe, expect, test } from "vitest";
import type { DuplexPage } from "../core/testdata/drawn-pages/draw-duplex-stack.ts";
import type { GradedPage, GradeRecord } from "./grading/grade-record.ts";
import { gradeDuplexClass } from "./testdata/grade-duplex-class.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

const folder = await mkdtemp(join(tmpdir(), "duplex-"));
const drawn = await gradeDuplexClass(folder, { run: (words) => runInProcess(words, folder), students: 60 });
const record = JSON.parse(await readFile(join(folder, "out/results.json"), "utf8")) as GradeRecord;
const settled: Record<string, string>[] = parse(await readFile(join(folder, "out/settled.csv")), {
  columns: true,
  bom: true,
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The graded pages of which this is true. */
function pagesThat(isMeant: (page: DuplexPage) => boolean): GradedPage[] {
  return record.files.filter((_, index) => isMeant(drawn[index]!));
}

/** Of these pages, those that were in the queue. */
function asked(pages: readonly GradedPage[]): GradedPage[] {
  return pages.filter(({ page }) => settled.some((line) => line.page === String(page)));
}

describe("a class of 60 with 3 items, scanned on both sides, with a foreign sheet", () => {
  test("no page is lost, and nothing is left to do", () => {
    const { pages, graded: done, extra, set_aside: aside, queued } = record.summary;
    expect([pages, done, queued, extra + aside]).toEqual([362, 180, 0, 182]);
  });

  test("every blank back is set aside, no answer is, and few of the other pages need a person", () => {
    const blank = pagesThat(({ kind }) => kind === "blank");
    expect(blank.map(({ no_answer }) => no_answer)).toEqual(Array(120).fill("blank"));
    expect(pagesThat(({ kind }) => kind === "front").every((page) => page.counts)).toBe(true);
    const others = pagesThat(({ kind }) => kind === "scribble" || kind === "foreign");
    expect(others).toHaveLength(62);
    expect(asked(others).length).toBeLessThanOrEqual(6);
  });

  test("pages with an unreadable code and doubtful drawings were asked about, most others were not", () => {
    const fronts = (isMeant: (front: { unreadable: boolean; doubtful: boolean; empty: boolean }) => boolean) =>
      pagesThat((page) => page.kind === "front" && isMeant(page.front));
    expect(asked(fronts(({ unreadable }) => unreadable))).toHaveLength(6);
    expect(asked(fronts(({ doubtful }) => doubtful))).toHaveLength(10);
    expect(asked(fronts(({ empty }) => empty))).toMatchObject([{ proposed: 0, grade: 0, by: "person" }]);
    const ordinary = fronts(({ unreadable, doubtful, empty }) => !(unreadable || doubtful || empty));
    expect(ordinary.length - asked(ordinary).length).toBeGreaterThan(130);
  });
});
