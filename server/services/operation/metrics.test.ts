import { beforeEach, describe, expect, it } from "vitest";
import { jobs } from "../../db/schema.ts";
import { newJob } from "../../jobs/job.ts";
import { openTestServer, serverOfTest, type TestServer } from "../../testing/test-server.ts";

const TOKEN = "a-token-of-24-characters";

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest({ METRICS_TOKEN: TOKEN });
});

/** The metrics' lines without comments, for a program with the token. */
async function metricLines(): Promise<string[]> {
  const { status, response } = await Object.assign(server.visitor(), { bearer: TOKEN }).call("metrics", {});
  expect([status, response.headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  return (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

async function measured(series: string): Promise<number> {
  const line = (await metricLines()).find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
}

it("counts requests by the route's pattern and status, never by address", async () => {
  const visitor = server.visitor();
  await visitor.call("getPublicTask", { params: { taskId: "secret-task" } });
  await visitor.call("getTasks", {});
  for (const path of ["/no/such/secret", "/"]) await visitor.fetch(path, { method: "BREW" }).catch(() => null);
  const lines = await metricLines();
  const counted = (labels: string) => lines.find((line) => line.includes(`requests_total{${labels}}`))?.split(" ")[1];
  expect(counted('method="GET",route="/task/public/:taskId",status="404"')).toBe("1");
  expect(counted('method="GET",route="/task/get-tasks",status="401"')).toBe("1");
  expect(counted('method="other",route="*",status="404"')).toBe("2");
  expect(lines.join("\n")).not.toMatch(/secret|BREW/);
  const times = 'circuitgrade_http_request_duration_seconds_count{method="GET",route="/task/get-tasks"}';
  expect(await measured(times)).toBe(1);
});

it("measures the queue's length and age", async () => {
  const { db } = server.context;
  expect(await measured('circuitgrade_queue_oldest_seconds{kind="read"}')).toBe(0);
  for (const age of [90_000, 30_000]) {
    await db.write((query) => query.insert(jobs).values(newJob("read", {}, server.clock.now - age)));
  }
  expect(await measured('circuitgrade_queue_jobs{kind="read",state="queued"}')).toBe(2);
  expect(await measured('circuitgrade_queue_jobs{kind="sort",state="queued"}')).toBe(0);
  expect(await measured('circuitgrade_queue_oldest_seconds{kind="read"}')).toBe(90);
});

it("counts mails, and those that the mail server refused", async () => {
  const { mailer } = server.context;
  const mail = { to: "ana@example.edu", subject: "Hello", text: "" };
  await mailer.send(mail);
  server.breakMail();
  await expect(mailer.send(mail)).rejects.toThrow("does not answer");
  expect(await measured('circuitgrade_mails_total{result="sent"}')).toBe(1);
  expect(await measured('circuitgrade_mails_total{result="failed"}')).toBe(1);
});

it("measures how long readings take, by who waits and the result", async () => {
  const { measures } = server.context;
  await measures.reading("queue", Promise.resolve({ ok: true }));
  await measures.reading("person", Promise.resolve({ ok: false }));
  await expect(measures.reading("queue", Promise.reject(new Error("defect")))).rejects.toThrow("defect");
  const counted = (await metricLines()).filter((line) =>
    line.startsWith("circuitgrade_reading_duration_seconds_count"),
  );
  expect(counted).toEqual([
    'circuitgrade_reading_duration_seconds_count{waits="queue",result="read"} 1',
    'circuitgrade_reading_duration_seconds_count{waits="person",result="unreadable"} 1',
    'circuitgrade_reading_duration_seconds_count{waits="queue",result="failed"} 1',
  ]);
});

it("measures disk and memory", async () => {
  const [free, size] = [await measured("circuitgrade_disk_free_bytes"), await measured("circuitgrade_disk_size_bytes")];
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThan(free);
  expect(await measured("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
});

describe("may be read", () => {
  async function statusFor(host: string, connection: string, headers: Record<string, string> = {}): Promise<number> {
    const request = new Request(`http://${host}/metrics`, { headers });
    return (await server.app.hono.fetch(request, { remoteAddr: { hostname: connection } })).status;
  }

  it("with the token from anywhere, by any name", async () => {
    expect(await statusFor("10.0.0.7:8080", "10.0.0.9", { authorization: `Bearer ${TOKEN}` })).toBe(200);
    expect(await statusFor("10.0.0.7:8080", "10.0.0.9", { authorization: `Bearer ${TOKEN}x` })).toBe(401);
    expect(await statusFor("localhost:8080", "127.0.0.1")).toBe(401);
  });

  it("without a token setting on the same machine, but not through a proxy there", async () => {
    await server.close();
    server = await openTestServer();
    for (const connection of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
      expect(await statusFor("localhost:8080", connection)).toBe(200);
    }
    expect(await statusFor("localhost:8080", "10.0.0.9")).toBe(401);
    expect(await statusFor("grading.example.edu", "127.0.0.1")).toBe(401);
    expect(await statusFor("localhost:8080", "127.0.0.1", { "x-forwarded-for": "203.0.113.9" })).toBe(401);
    expect(await statusFor("localhost:8080", "127.0.0.1", { via: "1.1 proxy" })).toBe(401);
  });
});
