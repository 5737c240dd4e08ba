import { afterEach, beforeEach, expect, it } from "vitest";
import type { EndpointName } from "../contract/endpoints.ts";
import { makeClass, makeTask } from "../testing/fixtures.ts";
import { uploadForm } from "../testing/pages.ts";
import { openTestServer, type TestServer } from "../testing/test-server.ts";

const MINUTE = 60_000;

let server: TestServer;

beforeEach(async () => {
  server = await openTestServer();
});
afterEach(() => server.close());

type Request = { body?: unknown };

it.each<[name: EndpointName, allowed: number, minutes: number, request: (count: number) => Request]>([
  ["register", 30, 60, () => ({ body: { email: "", password: "" } })],
  ["resendVerification", 30, 60, (count) => ({ body: { email: `student${count}@example.edu` } })],
  ["checkRecoveryInfo", 30, 60, () => ({ body: { email: "ana@example.edu" } })],
  ["forgotPassword", 30, 60, (count) => ({ body: { email: `student${count}@example.edu` } })],
  ["verifyResetToken", 60, 15, () => ({ body: { token: "guess" } })],
  ["resetPassword", 60, 15, () => ({ body: { token: "guess", new_password: "Xor-Gate-1!" } })],
  ["verifyEmail", 60, 15, () => ({ body: { token: "guess" } })],
  ["uploadProfileImage", 20, 60, () => ({ body: new FormData() })],
])("%s takes %i calls in %i minutes", async (name, allowed, minutes, request) => {
  const client = await server.instructor();
  for (let count = 0; count < allowed; count++) {
    expect((await client.callLoosely(name, request(count))).status).not.toBe(429);
  }
  const { status, headers, body } = await client.callLoosely(name, request(allowed));
  expect([status, headers.get("retry-after")]).toEqual([429, String(minutes * 60)]);
  expect(body.error.message).toBe(`Too many attempts. Please try again in ${minutes} minutes.`);
  server.clock.advance(minutes * MINUTE);
  expect((await client.callLoosely(name, request(allowed))).status).not.toBe(429);
});

it("an upload page takes 3000 uploads in ten minutes, from wherever they come", async () => {
  const ana = await server.instructor();
  const [full, other] = [
    await makeTask(ana, await makeClass(ana)),
    await makeTask(ana, await makeClass(ana, { classGroup: "2" })),
  ];
  const upload = (taskId: string) => server.visitor().call("uploadFiles", { body: uploadForm(taskId, []) });
  // Three hundred addresses send ten uploads each: here they are only counted.
  for (let count = 0; count < 3000; count++) {
    await server.context.limiter.take(`upload-task:${full}`, { limit: 3000, seconds: 600 });
  }
  expect((await upload(full)).status).toBe(429);
  expect((await upload(other)).body.error.code).toBe("no-files");
  server.clock.advance(10 * MINUTE);
  expect((await upload(full)).body.error.code).toBe("no-files");
});
