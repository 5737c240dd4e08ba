import { afterAll, expect, test } from "vitest";
import { CLASS_BODY } from "../../server/testing/fixtures.ts";
import { capture, expectAccessible, expectCleanConsole, OWN_JSON, openBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { openSite } from "./site.ts";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const classId = await newClass(ana);
const taskId = await newTask(ana, { classId, title: "Half adder" });
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

const WARNING = /^No font here has all letters of the name of 1 student, which are left out: \d+ ไทย\.$/;

async function putNames(name: string): Promise<void> {
  const student = { studentList: ["20230001"], studentNames: { 20230001: name } };
  await ana.call("editClass", { params: { classId }, body: { ...CLASS_BODY, ...student } });
  await page.goto(`/stacks/${taskId}`);
  await page.getByRole("button", { name: "Download the templates" }).waitFor();
}

test("the page where templates are made says which name no font has, until the name is changed", async () => {
  await putNames("Ana Ćirić");
  expect(await page.getByText("No font here").count()).toBe(0);
  await putNames("ไทย");
  await page.getByText(WARNING).waitFor();
  await page
    .getByText(/^For the administrator of the server: Put the TTF or OTF file of a font that has them into a folder/)
    .waitFor();
  await expectAccessible(page);
  await capture(page, "unprintable-names");
  await putNames("Ana");
  await page.getByText(WARNING).waitFor({ state: "detached" });
  expectCleanConsole(page);
});

test("and where feedback is made, of students who handed in; not for a page, which browsers show", async () => {
  const lacking = ["No font here has ก: \ufffd is printed instead"];
  const nothing = { lacking: [], advice: null };
  const feedback = { lacking, advice: "Put the TTF or OTF file of a font." };
  await page.route("**/task/unprintable/**", (route) =>
    route.fulfill({ headers: OWN_JSON, json: { templates: nothing, feedback } }),
  );
  await page.route("**/files/get-files/**", (route) =>
    route.fulfill({ headers: OWN_JSON, json: { files: [{ student_id: "20230001" }] } }),
  );
  await page.goto("/dashboard");
  // Without a document that brings the answers of the task's page with it.
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/task/${taskId}?tab=grades`);
  await page.getByText(`${lacking[0]}.`).waitFor();
  await page.getByRole("radio", { name: "HTML" }).click();
  await page.getByText(`${lacking[0]}.`).waitFor({ state: "detached" });
});
