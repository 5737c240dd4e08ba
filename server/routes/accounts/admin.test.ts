import { beforeEach, expect, it } from "vitest";
import { PASSWORD_TEXTS } from "../../../core/rules/accounts/password.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";

const ANA = { email: "ana@example.edu", password: "Half-Adder-1" };

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest();
});

function createUser(body: object, token = server.context.secrets.admin): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return server.visitor().fetch("/admin/create-user", { method: "POST", headers, body: JSON.stringify(body) });
}

it("makes an account that can log in at once", async () => {
  const response = await createUser({ ...ANA, name: "Ana Cruz" });
  expect(await response.json()).toMatchObject({ message: "ana@example.edu can log in now." });
  const { body } = await server.visitor().call("login", { body: ANA });
  expect(body.user.name).toBe("Ana Cruz");
  expect(server.mails).toEqual([]);
});

it("takes over an account that waits for its mail, but not one in use", async () => {
  await server.visitor().call("register", { body: { ...ANA, password: "Stranger1" } });
  expect((await createUser(ANA)).status).toBe(200);
  expect((await server.visitor().call("login", { body: ANA })).status).toBe(200);
  const again = await createUser({ ...ANA, password: "Half-Adder-2" });
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ error: { message: "ana@example.edu already has an account." } });
});

it("follows the rules of the sign-up", async () => {
  const response = await createUser({ ...ANA, password: "secret1" });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { message: "Password must contain at least one uppercase letter." },
  });
  const common = await createUser({ ...ANA, password: "Password1" });
  expect(await common.json()).toMatchObject({ error: { message: PASSWORD_TEXTS["password-common"] } });
});

it.each(["", "x", "0".repeat(43)])("answers nobody with the token %j", async (token) => {
  expect((await createUser(ANA, token)).status).toBe(401);
});

/** Presses the button of a link that logs in; with GET and HEAD, opens it as browsers and chat previews do. */
function open(visitor: TestClient, query: Record<string, string>, method = "POST"): Promise<Response> {
  return visitor.fetch(`/auth/enter?${new URLSearchParams(query)}`, { method, redirect: "manual" });
}

it("a link's button signs in once, goes to the page it names, and to no other site", async () => {
  const { user_id: accountId } = (await (await createUser(ANA)).json()) as { user_id: string };
  const command = Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
  const { token } = (await command.call("makeEntrance", { params: { accountId } })).body;
  for (const page of ["//evil.example", "https://evil.example", "/a?b", "queue"]) {
    for (const method of ["GET", "POST"]) {
      expect((await open(server.visitor(), { token, page }, method)).status).toBe(400);
    }
  }
  const ana = server.visitor();
  for (const method of ["HEAD", "GET"]) {
    const shown = await open(ana, { token, page: "/queue/t1" }, method);
    expect([shown.status, shown.headers.get("set-cookie")]).toEqual([200, null]);
    expect((await shown.text()).match(/<form.*<\/form>/)?.[0]).toBe(
      method === "GET" ? '<form method="post"><button>Log In</button></form>' : undefined,
    );
  }
  const first = await open(ana, { token, page: "/queue/t1" });
  expect([first.status, first.headers.get("location")]).toEqual([303, "/queue/t1"]);
  expect((await ana.call("checkSession", {})).status).toBe(200);
  const other = server.visitor();
  const second = await open(other, { token, page: "/queue/t1" });
  expect([second.status, await second.text()]).toEqual([400, expect.stringContaining("prints a new one")]);
  expect((await other.callLoosely("checkSession")).status).toBe(401);
  // The same browser may open it again.
  expect((await open(ana, { token, page: "/queue/t1" })).headers.get("location")).toBe("/queue/t1");
});

it("another site's page does not press a link's button", async () => {
  const { user_id: accountId } = (await (await createUser(ANA)).json()) as { user_id: string };
  const command = Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
  const { token } = (await command.call("makeEntrance", { params: { accountId } })).body;
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const pressed = await server.visitor().fetch(`/auth/enter?token=${token}`, { method: "POST", headers });
  expect(pressed.status).toBe(403);
  expect((await open(server.visitor(), { token })).status).toBe(303);
});

it("a link is void after an hour, for a disabled account, and for none", async () => {
  const { user_id: accountId } = (await (await createUser(ANA)).json()) as { user_id: string };
  const command = Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
  const make = async () => (await command.call("makeEntrance", { params: { accountId } })).body.token;
  const old = await make();
  server.clock.now += 60 * 60 * 1000 + 1;
  expect((await open(server.visitor(), { token: old })).status).toBe(400);
  const own = await make();
  await command.call("changeAccount", { params: { accountId }, body: { disabled: true } });
  expect((await open(server.visitor(), { token: own })).status).toBe(400);
  const none = await command.callLoosely("makeEntrance", { params: { accountId: "0".repeat(32) } });
  expect(none.status).toBe(404);
});

it("does not answer an instructor's session", async () => {
  const client = await server.instructor();
  expect((await client.callLoosely("createUser", { body: ANA })).status).toBe(403);
});
