import { expect, it } from "vitest";
import { makeClass, makeTask } from "../../testing/fixtures.ts";
import { insertReadPage } from "../../testing/read-page.ts";
import { openTestServer } from "../../testing/test-server.ts";
import { loadSaid } from "./page-record.ts";

it("finds what was said of more pages than a statement may have values", async () => {
  const server = await openTestServer();
  const ana = await server.instructor();
  const taskId = await makeTask(ana, await makeClass(ana));
  const fileId = await insertReadPage(server.context, { taskId, studentId: "20230001", lines: ["Y = AND(A, B)"] });
  await ana.call("updateGrade", { params: { fileId }, body: { total_grade: 3 } });
  const others = Array.from({ length: 33_000 }, (_, index) => `page-${index}`);
  const said = await loadSaid(server.context.db.query, [...others, fileId]);
  expect([...said].map(([id, all]) => [id, all.map(({ statement }) => statement.kind)])).toEqual([[fileId, ["grade"]]]);
  await server.close();
});
