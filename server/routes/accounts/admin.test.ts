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

it("does not answer an instructor's session", async () => {
  const client = await server.instructor();
  expect((await client.callLoosely("createUser", { body: ANA })).status).toBe(403);
});
