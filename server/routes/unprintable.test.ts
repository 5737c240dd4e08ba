import { afterAll, expect, it } from "vitest";
import { CLASS_BODY, makeClass, makeTask } from "../testing/fixtures.ts";
import { insertReadPage } from "../testing/read-page.ts";
import { openTestServer } from "../testing/test-server.ts";

const [ADA, BEN] = ["20230001", "20230002"] as const;

const server = await openTestServer();
const ana = await server.instructor();
const classId = await makeClass(ana);
const taskId = await makeTask(ana, classId);
await insertReadPage(server.context, { taskId, studentId: ADA, item: 1, lines: ["Y = AND(A, B)"] });
afterAll(() => server.close());

async function named(studentNames: Record<string, string>) {
  await ana.call("editClass", { params: { classId }, body: { ...CLASS_BODY, studentNames } });
  return (await ana.call("getUnprintable", { params: { taskId } })).body;
}

const NOTHING = { lacking: [], advice: null };

it("nothing is lacking where fonts have every letter", async () => {
  expect(await named({ [ADA]: "Ñuñez Γιώργος", [BEN]: "Ћирић" })).toEqual({ templates: NOTHING, feedback: NOTHING });
});

it("says in the command's words which names no font has, for feedback only those of students who handed in", async () => {
  const advice = expect.stringMatching(
    /^Put the TTF or OTF file of a font that has them into a folder, .* FONTS_DIR\.$/,
  );
  expect(await named({ [ADA]: "Ada", [BEN]: "ไทย" })).toEqual({
    templates: {
      lacking: ["No font here has all letters of the name of 1 student, which are left out: 20230002 ไทย"],
      advice,
    },
    feedback: NOTHING,
  });
  expect((await named({ [ADA]: "ไทย" })).feedback.lacking).toEqual([
    "No font here has all letters of the name of 1 student, which are left out: 20230001 ไทย",
  ]);
});

it("says which characters of comments are replaced in feedback", async () => {
  const { body } = await ana.call("getFiles", { params: { taskId } });
  const params = { fileId: body.files[0]!.id };
  await ana.call("updateGrade", { params, body: { total_grade: 1, comment: "Good ก" } });
  const { templates, feedback } = await named({ [ADA]: "Ada", [BEN]: "Ben" });
  expect([templates.lacking, feedback.lacking]).toEqual([[], ["No font here has ก: \ufffd is printed instead"]]);
});
