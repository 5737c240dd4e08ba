import { beforeEach, expect, it } from "vitest";
import { userSchema } from "./contract/accounts/auth.ts";
import { ENDPOINTS } from "./contract/endpoints.ts";
import { users } from "./db/schema.ts";
import { openTestServer, serverOfTest, type TestServer } from "./testing/test-server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest();
});

it("answers an unknown path with 404 and a message for the user", async () => {
  const response = await server.visitor().fetch("/no/such/call");
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    error: {
      code: "not-found",
      message:
        "Page not found. The page you're looking for might have been removed or you might have entered an incorrect URL.",
    },
  });
});

it("carries the security headers on every response, also on errors", async () => {
  for (const path of ["/healthz", "/no/such/call"]) {
    const { headers } = await server.visitor().fetch(path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    // The theme of the device, and buttons that are pressed before the page's script comes.
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^' ]+'){3};/);
    for (const none of ["object-src", "base-uri", "frame-ancestors"]) expect(policy).toContain(`${none} 'none'`);
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    expect(headers.get("cache-control")).toBe("no-store");
  }
});

it("requires https only if it is served over https", async () => {
  const plain = await openTestServer({ ORIGIN: "http://localhost:8080" });
  const { headers } = await plain.visitor().fetch("/healthz");
  expect(headers.get("strict-transport-security")).toBeNull();
  await plain.close();
});

it("reports its health by asking the database", async () => {
  expect((await server.visitor().call("health", {})).body).toEqual({ status: "ok" });
  await server.context.db.close();
  const { status, body } = await server.visitor().call("health", {});
  expect([status, body.error.code]).toEqual([503, "unhealthy"]);
});

it("describes the installation for pages", async () => {
  expect((await server.visitor().call("getSite", {})).body).toEqual({
    university_domain: "example.edu",
    asks_domain: true,
    sign_up: "open",
    sign_on: null,
    local_passwords: true,
    mails: false,
    manual_url: null,
    support_email: "support@example.edu",
    timezone: "Asia/Manila",
  });
});

it("accepts and returns only the fields of the contract", async () => {
  const ana = await server.instructor();
  const row = async () => (await server.context.db.query.select().from(users))[0];
  const before = await row();
  const body = '{"name":"Ana","passwordHash":"x","verifiedAt":null,"__proto__":{"contactNumber":"1"},"constructor":{}}';
  const headers = { "content-type": "application/json" };
  const { method, path } = ENDPOINTS.updateUserInfo;
  const answer = await ana.fetch(path.replace(":userId", ana.userId), { method, headers, body });
  expect(answer.status).toBe(200);
  expect(await row()).toEqual({ ...before, name: "Ana" });
  const { user } = await answer.json();
  expect(Object.keys(user).sort()).toEqual(Object.keys(userSchema.shape).sort());
  expect(Object.hasOwn(Object.prototype, "contactNumber")).toBe(false);
});

it("logs why a request was refused", async () => {
  const visitor = server.visitor();
  await visitor.call("getTasks", {});
  await visitor.fetch("/auth/logout", { method: "POST", headers: { origin: "https://elsewhere.example" } });
  await visitor.call("login", { body: { email: "", password: "" } });
  await visitor.call("health", {});
  const codes = server.logged.map((line) => JSON.parse(line)).map(({ status, code }) => [status, code]);
  expect(codes).toEqual([
    [401, "session-expired"],
    [403, "cross-site"],
    [400, "email-required"],
    [200, undefined],
  ]);
});

it("logs a request with its pattern, without secrets", async () => {
  const ana = await server.instructor();
  await ana.fetch("/auth/verify-reset-token?token=geheim");
  const line = JSON.parse(server.logged.at(-1)!);
  expect(line).toMatchObject({ event: "request", method: "GET", status: 404, user: ana.userId });
  await ana.call("getTasks", {});
  expect(JSON.parse(server.logged.at(-1)!)).toMatchObject({ route: "/task/get-tasks", status: 200 });
  await ana.call("getTask", { params: { taskId: "secret-task" } });
  expect(JSON.parse(server.logged.at(-1)!)).toMatchObject({ route: "/task/get-task/:taskId", code: "not-found" });
  const everything = server.logged.join("\n");
  expect(everything).not.toContain("geheim");
  expect(everything).not.toContain("secret-task");
  expect(everything).not.toContain(ana.cookies.get("__Host-session")!);
});
