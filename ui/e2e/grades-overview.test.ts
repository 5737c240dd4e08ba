import { afterAll, expect, test } from "vitest";
import { gradeStatistics } from "../../core/gradebook/grade-statistics.ts";
import type { Grades } from "../../server/contract/results/grades.ts";
import {
  capture,
  expectAccessible,
  expectCleanConsole,
  holdCalls,
  OWN_JSON,
  openBrowser,
  openTab,
  PHONE,
} from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { openSite } from "./site.ts";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const taskId = await newTask(ana, { classId: await newClass(ana), title: "Half adder" });
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

const MAXIMA = [5, 10, 20, 4];

/** What the server says of 400 students, of whom the last one has a page that is not confirmed. */
function largeClass(): Grades {
  const points = (student: number, item: number) => Math.round(MAXIMA[item]! * Math.sin(student / 130 + item / 3) ** 2);
  const students = Array.from({ length: 400 }, (_, student): Grades["students"][number] => {
    const isOpen = student === 399;
    const grades = MAXIMA.map((_, item) => (isOpen && item === 1 ? null : points(student, item)));
    return {
      student_id: String(20230001 + student),
      student_name: `Student Number ${student + 1}`,
      grades,
      total: isOpen ? null : grades.reduce<number>((sum, grade) => sum + (grade ?? 0), 0),
      unconfirmed: isOpen ? "item 2 is not confirmed" : "",
    };
  });
  const scale = (maximum: number, grades: (number | null)[]) => ({ maximum, grades });
  const total = scale(
    39,
    students.map((student) => student.total),
  );
  const items = MAXIMA.map((maximum, item) =>
    scale(
      maximum,
      students.map(({ grades }) => grades[item]!),
    ),
  );
  const statistics = gradeStatistics(total, items);
  const writable = (spread: (typeof statistics)["total"]) => spread && { ...spread, histogram: [...spread.histogram] };
  const rows = [{ output: "OUT 1", expression: "A ^ B", drawn: "A | B", matches: false, first_difference: null }];
  return {
    maximum: 39,
    total: writable(statistics.total),
    items: MAXIMA.map((maximum, item) => {
      const mistake = item === 0 ? { id: "g0123456789ab", size: 41, rows } : null;
      return { item: item + 1, maximum, spread: writable(statistics.items[item]!), mistake };
    }),
    hardest: statistics.hardest.map((item) => item + 1),
    students,
  };
}

test("400 students are next to mean, median, histograms, the hardest items and the most common mistake", async () => {
  await page.route("**/task/grades/**", (route) => route.fulfill({ headers: OWN_JSON, json: largeClass() }));
  await page.goto(`/task/${taskId}?tab=grades`);
  const table = page.getByRole("region", { name: "Grades" });
  await table.getByRole("row", { name: "20230400" }).waitFor();
  await expect.poll(() => table.getByRole("row").count()).toBe(401);
  await page.getByText(/^Mean .*, median .* of 39 · 399 students$/).waitFor();
  await page.getByText(/^Hardest: item \d \(\d+ %\), item \d \(\d+ %\)\.$/).waitFor();
  const bars = page.getByRole("list", { name: "Item 3: points" }).getByRole("listitem");
  await expect.poll(() => bars.count()).toBe(10);
  await expect.poll(() => bars.last().innerText()).toMatch(/^19–20 points: \d+ pages/);
  await expectAccessible(page);
  await capture(page, "grades");
  // On paper the list ends with the last student.
  await page.emulateMedia({ media: "print" });
  expect(await table.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await page.emulateMedia({ media: "screen" });
  await page.getByText("Most common mistake: 41 pages compute A + B for OUT 1 instead of A ⊕ B. Show them").waitFor();
  await page.getByRole("link", { name: "Show them" }).click();
  await page.waitForURL(/tab=review&group=1\+g0123456789ab|tab=review&group=1%20g0123456789ab/);
  await page.unrouteAll();
  expectCleanConsole(page);
});

test("on a phone, long names leave room for the total", async () => {
  const { items, students, ...rest } = largeClass();
  const names = ["Santos-Villanueva, Maria Clara de los Ángeles", "Villanueva".repeat(20)] as const;
  const few = names.map((student_name, index) => {
    return { ...students[index]!, student_name, grades: students[index]!.grades.slice(0, 1) };
  });
  const json = { ...rest, items: items.slice(0, 1), students: few, hardest: [] };
  await page.route("**/task/grades/**", (route) => route.fulfill({ headers: OWN_JSON, json }));
  await page.setViewportSize(PHONE);
  await page.goto(`/task/${taskId}?tab=grades`);
  const table = page.getByRole("region", { name: "Grades", exact: true });
  await table.getByText(names[1]).waitFor();
  const total = await table.getByRole("columnheader", { name: /^Total/ }).boundingBox();
  const frame = await table.boundingBox();
  expect(total!.x + total!.width).toBeLessThanOrEqual(frame!.x + frame!.width);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.unroute("**/task/grades/**");
});

test("on a phone, many items scroll past the students, whose column stays", async () => {
  await page.route("**/task/grades/**", (route) => route.fulfill({ headers: OWN_JSON, json: largeClass() }));
  await page.setViewportSize(PHONE);
  await page.goto(`/task/${taskId}?tab=grades`);
  const table = page.getByRole("region", { name: "Grades", exact: true });
  const first = table.getByRole("rowheader").first();
  await first.waitFor();
  const { x } = (await first.boundingBox())!;
  const scrolled = await table.evaluate((frame) => {
    frame.scrollLeft = 1000;
    return frame.scrollLeft;
  });
  expect(scrolled).toBeGreaterThan(50);
  expect((await first.boundingBox())!.x).toBe(x);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.unroute("**/task/grades/**");
});

test("without a page there is nothing to count", async () => {
  await page.goto(`/task/${taskId}?tab=grades`);
  await page.getByText("No confirmed points yet.").first().waitFor();
  await expectAccessible(page);
});

test("the forms come when nothing above them can still move them, and also without a table", async () => {
  const form = page.getByLabel("Gradebook (CSV)");
  const [giveGrades, giveRelease] = await Promise.all(["grades", "release"].map(hold));
  await page.goto(`/task/${taskId}?tab=grades`);
  await page.getByText("Counting the points").waitFor();
  expect(await form.count()).toBe(0);
  await giveGrades!();
  await page.getByText("No confirmed points yet.").first().waitFor();
  expect(await form.count()).toBe(0);
  await giveRelease!();
  await form.waitFor();
  expect(await page.getByText("Looking at the grades").count()).toBe(0);

  const json = { error: { code: "broken", message: "Out of order." } };
  await page.route("**/task/grades/**", (route) => route.fulfill({ status: 500, headers: OWN_JSON, json }));
  await page.reload();
  await page.getByText("Out of order.").waitFor();
  await form.waitFor();
  await page.unroute("**/task/grades/**");
});

function hold(call: string): Promise<() => Promise<void>> {
  return holdCalls(page, `**/task/${call}/**`);
}
