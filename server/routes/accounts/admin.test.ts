import { afterEach, beforeEach, expect, it } from "vitest";
import { PASSWORD_TEXTS } from "../../../core/rules/accounts/password.ts";
import { openTestServer, type TestServer } from "../../testing/test-server.ts";

const ANA = { email: "ana@example.edu", password: "Half-Adder-1" };

let server: TestServer;

beforeEach(async () => {
  server = await openTestServer();
});

afterEach(() => server.close());

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

it("a link signs in once, goes to the page it names, and to no other site", async () => {
  const { user_id: accountId } = (await (await createUser(ANA)).json()) as { user_id: string };
  const command = Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
  const { token } = (await command.call("makeEntrance", { params: { accountId } })).body;
  const enter = (visitor: ReturnType<typeof server.visitor>, page: string) => {
    return visitor.fetch(`/auth/enter?${new URLSearchParams({ token, page })}`, { redirect: "manual" });
  };
  for (const page of ["//evil.example", "https://evil.example", "/a?b", "queue"]) {
    expect((await enter(server.visitor(), page)).status).toBe(400);
  }
  const ana = server.visitor();
  const first = await enter(ana, "/queue/t1");
  expect([first.status, first.headers.get("location")]).toEqual([302, "/queue/t1"]);
  expect((await ana.call("checkSession", {})).status).toBe(200);
  const other = server.visitor();
  expect((await enter(other, "/queue/t1")).headers.get("location")).toBe("/auth");
  expect((await other.callLoosely("checkSession")).status).toBe(401);
  // The same browser may open it again.
  expect((await enter(ana, "/queue/t1")).headers.get("location")).toBe("/queue/t1");
});

it("a link is void after an hour, for a disabled account, and for none", async () => {
  const { user_id: accountId } = (await (await createUser(ANA)).json()) as { user_id: string };
  const command = Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
  const make = async () => (await command.call("makeEntrance", { params: { accountId } })).body.token;
  const leadsTo = async (token: string) => {
    const opened = await server.visitor().fetch(`/auth/enter?token=${token}`, { redirect: "manual" });
    return opened.headers.get("location");
  };
  const old = await make();
  server.clock.now += 60 * 60 * 1000 + 1;
  expect(await leadsTo(old)).toBe("/auth");
  const own = await make();
  await command.call("changeAccount", { params: { accountId }, body: { disabled: true } });
  expect(await leadsTo(own)).toBe("/auth");
  const none = await command.callLoosely("makeEntrance", { params: { accountId: "0".repeat(32) } });
  expect(none.status).toBe(404);
});

it("does not answer an instructor's session", async () => {
  const client = await server.instructor();
  expect((await client.callLoosely("createUser", { body: ANA })).status).toBe(403);
});
