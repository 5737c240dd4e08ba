import { beforeEach, describe, expect, it } from "vitest";
import { MOST_TOKENS, TOKEN_PREFIX, TOKEN_TEXTS } from "../../../core/rules/accounts/access-token.ts";
import { accessTokens } from "../../db/schema.ts";
import { registerClockwork } from "../../services/tasks/clock.ts";
import { ANA, loggedIn, mailedToken, verified } from "../../testing/accounts.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";

const DAY = 24 * 60 * 60 * 1000;
const WISH = { name: "Laptop", scope: "grade" as const, days: 90 as const, password: ANA.password };

let server: TestServer;
let ana: Awaited<ReturnType<typeof loggedIn>>;

beforeEach(async () => {
  server = await serverOfTest();
  await verified(server);
  ana = await loggedIn(server);
});

async function made(body: Partial<Omit<typeof WISH, "days">> & { days?: 7 | 90 | 365 } = {}) {
  const answer = await ana.call("createAccessToken", { body: { ...WISH, ...body } });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function listed() {
  return (await ana.call("getAccessTokens", {})).body.tokens;
}

describe("making a token", () => {
  it("shows it once, stores its hash, notifies the owner, and logs it without the token", async () => {
    const { token, access_token } = await made();
    expect(token).toMatch(new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`));
    const now = server.clock.now;
    expect(access_token).toEqual({
      id: access_token.id,
      name: "Laptop",
      scope: "grade",
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + 90 * DAY).toISOString(),
      expired: false,
      last_used_at: null,
    });
    expect(await listed()).toEqual([access_token]);
    const rows = await server.context.db.query.select().from(accessTokens);
    expect(rows[0]?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).not.toContain(token);
    await server.context.lifecycle.settled();
    const { to, subject, text } = server.mails.at(-1)!;
    expect([to, subject]).toEqual([ANA.email, "A new access token for your CircuitGrade account"]);
    expect(text).toContain('"Laptop"');
    const log = server.logged.join("\n");
    expect(log).toContain(`"event":"access-token-made","user":"${ana.userId}","token":"${access_token.id}"`);
    for (const place of [log, text]) expect(place).not.toContain(token);
  });

  it("asks for the password again", async () => {
    const answer = await ana.call("createAccessToken", { body: { ...WISH, password: "Wrong-1!" } });
    expect([answer.status, answer.body.error.message]).toEqual([400, "Current password is incorrect."]);
    expect(await listed()).toEqual([]);
    for (let time = 0; time < 9; time++) {
      await ana.call("createAccessToken", { body: { ...WISH, password: "Wrong-1!" } });
    }
    expect((await ana.call("createAccessToken", { body: WISH })).status).toBe(429);
  });

  it.each([
    ["", TOKEN_TEXTS.nameRequired],
    ["   ", TOKEN_TEXTS.nameRequired],
    ["x".repeat(41), TOKEN_TEXTS.nameTooLong],
  ])("refuses the name %j", async (name, message) => {
    const { status, body } = await ana.call("createAccessToken", { body: { ...WISH, name } });
    expect([status, body.error.message, body.error.issues?.[0]?.field]).toEqual([400, message, "name"]);
  });

  it.each([{ days: 1000 }, { days: 0 }, { scope: "admin" }, { scope: undefined }])("refuses %j", async (part) => {
    const { status } = await ana.callLoosely("createAccessToken", { body: { ...WISH, ...part } });
    expect(status).toBe(400);
  });

  it("stops at the limit; expired ones do not count", async () => {
    for (let index = 0; index < MOST_TOKENS; index++) await made({ days: 7 });
    const full = await ana.call("createAccessToken", { body: WISH });
    expect([full.status, full.body.error.message]).toEqual([409, TOKEN_TEXTS.tooMany]);
    server.clock.advance(7 * DAY);
    ana = await loggedIn(server);
    expect((await ana.call("createAccessToken", { body: WISH })).status).toBe(200);
  });
});

describe("revoking a token", () => {
  it("removes it from the list and logs it; a second time it is unknown", async () => {
    const { access_token } = await made();
    const other = await made({ name: "Desk", scope: "grade" });
    const params = { tokenId: access_token.id };
    expect((await ana.call("revokeAccessToken", { params })).body.message).toBe(TOKEN_TEXTS.revokedToast);
    expect(await listed()).toEqual([other.access_token]);
    expect(server.logged.join("\n")).toContain('"event":"access-token-revoked"');
    const again = await ana.call("revokeAccessToken", { params });
    expect([again.status, again.body.error.message]).toEqual([404, TOKEN_TEXTS.notFound]);
  });

  it("does not apply to another user's tokens", async () => {
    const { access_token } = await made();
    const bo = await server.instructor("bo@example.edu");
    expect((await bo.call("revokeAccessToken", { params: { tokenId: access_token.id } })).status).toBe(404);
    expect((await bo.call("getAccessTokens", {})).body.tokens).toEqual([]);
    expect(await listed()).toHaveLength(1);
  });

  it("applies to all of them when the password is recovered", async () => {
    await made();
    await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    await server.context.lifecycle.settled();
    const body = { token: mailedToken(server), new_password: "Xor-Gate-1!" };
    expect((await server.visitor().call("resetPassword", { body })).status).toBe(200);
    expect(await server.context.db.query.select().from(accessTokens)).toMatchObject([{ revokedAt: server.clock.now }]);
    await server.context.lifecycle.settled();
    expect(server.mails.at(-1)?.text).toContain("Your access tokens were revoked with it.");
  });

  describe("at a change of password", () => {
    /** What the owner's mail says between its first and last paragraph. */
    async function change(choice: { revokeTokens?: boolean }) {
      await ana.call("validatePassword", { body: ANA });
      const answer = await ana.call("changePassword", { body: { newPassword: "Xor-Gate-1!", ...choice } });
      expect(answer.status).toBe(200);
      await server.context.lifecycle.settled();
      expect(server.mails.at(-1)?.subject).toBe("Your CircuitGrade password was changed");
      return server.mails.at(-1)!.text.split("\n\n").slice(1, -1);
    }

    it("revokes all of them, and nobody else's, unless declined", async () => {
      await made();
      await made({ name: "Desk" });
      const bo = await server.instructor("bo@example.edu");
      await server.program(bo.userId);
      expect(await change({})).toEqual([
        "Your access tokens were revoked with it. Programs that used them need new ones from Settings.",
      ]);
      expect(await listed()).toEqual([]);
      expect((await bo.call("getAccessTokens", {})).body.tokens).toHaveLength(1);
      expect(server.logged.join("\n")).toContain(
        `"event":"password-changed","user":"${ana.userId}","tokens":"revoked"`,
      );
    });

    it("revokes none if declined, and the mail says that they work", async () => {
      await made();
      expect(await change({ revokeTokens: false })).toEqual([
        "Your access tokens still work. Revoke those that you do not know in Settings.",
      ]);
      expect(await listed()).toHaveLength(1);
    });

    it("is not mentioned in the mail if none works", async () => {
      await made({ days: 7 });
      server.clock.advance(8 * DAY);
      ana = await loggedIn(server);
      expect(await change({ revokeTokens: false })).toEqual([]);
    });
  });
});

it("is listed as expired, and forgotten a month later", async () => {
  registerClockwork(server.context);
  await made({ days: 7 });
  server.clock.advance(8 * DAY);
  await server.context.lifecycle.tick();
  ana = await loggedIn(server);
  expect((await listed()).map(({ expired }) => expired)).toEqual([true]);
  // Nothing is deleted by its age within a day of such a jump.
  for (const days of [31, 1]) {
    server.clock.advance(days * DAY);
    await server.context.lifecycle.tick();
  }
  ana = await loggedIn(server);
  expect(await listed()).toEqual([]);
});
