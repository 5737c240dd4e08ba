import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { looksOf } from "../../../core/testdata/looks-of.ts";
import { netlistOf } from "../../../core/testdata/netlist-of.ts";
import { makeClass, makeTask } from "../../testing/fixtures.ts";
import { insertReadPage } from "../../testing/read-page.ts";
import { openTestServer } from "../../testing/test-server.ts";
import { readings } from "../schema.ts";

const server = await openTestServer();
afterAll(() => server.close());

it("is stored in a part of its length, and is the same again; what earlier versions stored is read, too", async () => {
  const { context } = server;
  const ana = await server.instructor();
  const taskId = await makeTask(ana, await makeClass(ana));
  await insertReadPage(context, { taskId, studentId: "20230001", lines: ["S = XOR(A, B)", "C = AND(A, B)"] });
  const { query } = context.db;
  const [packed] = await query.select().from(readings);
  const { reading, looks } = packed!;
  expect(looks).toEqual(looksOf(reading.netlist!, { confidence: 0.98 }));
  expect(reading.netlist).toMatchObject(netlistOf(["S = XOR(A, B)", "C = AND(A, B)"]));
  const stored = await query.get<{ type: string; bytes: number }>(
    sql`SELECT typeof(looks) AS type, length(looks) AS bytes FROM readings`,
  );
  expect(stored?.type).toBe("blob");
  expect(stored!.bytes).toBeLessThan(JSON.stringify(looks).length / 2);

  const plain = [JSON.stringify(reading), JSON.stringify(looks)];
  await context.db.run((each) => each.run(sql`UPDATE readings SET reading = ${plain[0]}, looks = ${plain[1]}`));
  expect(await query.select().from(readings)).toEqual([packed]);
});
