import { isNull } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { PASSWORD_TEXTS } from "../../../core/rules/accounts/password.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { emailTokens } from "../../db/schema.ts";
import { RATES } from "../../rates.ts";
import { sendReset } from "../../services/accounts/recovery.ts";
import { resendVerification } from "../../services/accounts/sign-up.ts";
import { ANA, loggedIn, mailedToken, register, verified } from "../../testing/accounts.ts";
import { openTestServer, serverOfTest, type TestServer } from "../../testing/test-server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest();
});

describe("recovery", () => {
  beforeEach(() => verified(server));

  it("offers masked addresses, the same for an unknown one", async () => {
    const ask = async (email: string) => (await server.visitor().call("checkRecoveryInfo", { body: { email } })).body;
    const expected = { email: "a•••@e•••.edu", recovery_email: "•••@•••", contact_number: null };
    expect(await ask(ANA.email)).toEqual(expected);
    expect(await ask("abe@example.edu")).toEqual(expected);
  });

  it.each([
    ["", "Email field is required."],
    ["ana", "Not a valid email address"],
  ])("refuses the address %j", async (email, message) => {
    for (const call of ["checkRecoveryInfo", "forgotPassword"] as const) {
      const { status, body } = await server.visitor().call(call, { body: { email } });
      expect([status, body.error.message]).toEqual([400, message]);
    }
  });

  it("mails a link only to known addresses, with the same response", async () => {
    const known = await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    const unknown = await server.visitor().call("forgotPassword", { body: { email: "bo@example.edu" } });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await server.context.lifecycle.settled();
    expect(server.mails.slice(1).map(({ to, subject }) => [to, subject])).toEqual([
      [ANA.email, "Reset your CircuitGrade password"],
    ]);
    expect(server.mails.at(-1)?.text).toContain("https://grading.example.edu/reset-password?token=");
  });

  it("does the same work for known and unknown addresses before the response", async () => {
    const forget = (email: string) => workOf((context) => sendReset(context, { email, destination: "email" }));
    const [known, unknown] = [await forget(ANA.email), await forget("bo@example.edu")];
    const shared = ["select", "write", "insert", "answered"];
    expect([known, unknown]).toEqual([[...shared, "mail"], shared]);
    // A token for nobody is not valid.
    const rows = await server.context.db.query.select().from(emailTokens).where(isNull(emailTokens.userId));
    expect(rows).toMatchObject([{ purpose: "reset-password", passwordHash: null }]);
  });

  it("does the same work for a waiting address and any other before the response", async () => {
    const waiting = { email: "cy@example.edu", password: ANA.password };
    await register(server, waiting);
    const shared = ["select", "selectDistinct", "write", "insert", "answered"];
    const resend = (email: string) => workOf((context) => resendVerification(context, email));
    expect(await resend(waiting.email)).toEqual([...shared, "mail"]);
    for (const email of [ANA.email, "bo@example.edu"]) expect(await resend(email)).toEqual(shared);
  });

  /** What a request does to the database and the mails, in order, and where among that its answer comes. */
  async function workOf(ask: (context: AppContext) => Promise<void>): Promise<string[]> {
    const steps: string[] = [];
    const { db, mailer } = server.context;
    const watched = (query: Query): Query =>
      new Proxy(query, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== "function") return value;
          return (...words: unknown[]) => {
            steps.push(String(name));
            return value.apply(target, words) as unknown;
          };
        },
      });
    const context: AppContext = {
      ...server.context,
      mailer: {
        send(mail) {
          steps.push("mail");
          return mailer.send(mail);
        },
      },
      db: {
        ...db,
        query: watched(db.query),
        write(work) {
          steps.push("write");
          return db.write((query) => work(watched(query)));
        },
      },
    };
    await ask(context);
    steps.push("answered");
    await context.lifecycle.settled();
    return steps;
  }

  it("mails to the recovery address if one is set, otherwise to the account's", async () => {
    const forgot = { email: ANA.email, destination: "recovery_email" } as const;
    await server.visitor().call("forgotPassword", { body: forgot });
    await server.context.lifecycle.settled();
    expect(server.mails.at(-1)?.to).toBe(ANA.email);
    const client = await loggedIn(server);
    await client.call("validatePassword", { body: ANA });
    await client.call("updateUserInfo", { body: { recoveryEmail: "ana@mail.example" } });
    await server.visitor().call("forgotPassword", { body: forgot });
    await server.context.lifecycle.settled();
    expect(server.mails.at(-1)?.to).toBe("ana@mail.example");
  });

  it("sets a new password once, ends every session and notifies the owner", async () => {
    const elsewhere = await loggedIn(server);
    await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    await server.context.lifecycle.settled();
    const token = mailedToken(server);
    const visitor = server.visitor();
    expect((await visitor.call("verifyResetToken", { body: { token } })).status).toBe(200);
    const reset = await visitor.call("resetPassword", { body: { token, new_password: "Xor-Gate-1!" } });
    expect(reset.body).toEqual({ message: "Your password was reset. You can log in now." });
    expect((await elsewhere.call("checkSession", {})).status).toBe(401);
    expect((await visitor.call("login", { body: ANA })).status).toBe(401);
    expect((await visitor.call("login", { body: { ...ANA, password: "Xor-Gate-1!" } })).status).toBe(200);
    await server.context.lifecycle.settled();
    expect(server.mails.at(-1)?.subject).toBe("Your CircuitGrade password was changed");
    const again = await visitor.call("resetPassword", { body: { token, new_password: "Xor-Gate-2!" } });
    expect([again.status, again.body.error.code]).toEqual([400, "token-invalid"]);
  });

  it("a valid link works, however many wrong ones its address has sent", async () => {
    await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    await server.context.lifecycle.settled();
    const body = { token: mailedToken(server) };
    const { limit, seconds } = RATES.wrongLinkByAddress;
    await server.context.limiter.take("wrong-link:unknown", { limit, seconds }, limit);
    const visitor = server.visitor();
    expect((await visitor.call("verifyResetToken", { body: { token: "guess" } })).status).toBe(429);
    expect((await visitor.call("verifyResetToken", { body })).status).toBe(200);
    const reset = await visitor.call("resetPassword", { body: { ...body, new_password: "Xor-Gate-1!" } });
    expect(reset.status).toBe(200);
  });

  it.each([
    ["Abc12!x", "Password must be at least 8 characters long."],
    ["secret1!", "Password must contain at least one uppercase letter."],
    ["SECRET1!", "Password must contain at least one lowercase letter."],
    ["Secrets!", "Password must contain at least one number."],
    ["Secret12", "Password must contain at least one special character."],
    ["Password1!", "This password is among the most common ones. Please choose another."],
  ])("refuses the new password %s and keeps the link", async (password, message) => {
    await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    await server.context.lifecycle.settled();
    const token = mailedToken(server);
    const { status, body } = await server.visitor().call("resetPassword", { body: { token, new_password: password } });
    expect([status, body.error.message]).toEqual([400, message]);
    expect((await server.visitor().call("verifyResetToken", { body: { token } })).status).toBe(200);
  });

  it("refuses a token that is wrong, of another purpose, or an hour old", async () => {
    const check = async (token: string) => (await server.visitor().call("verifyResetToken", { body: { token } })).body;
    expect((await check("x")).error.message).toBe("This link is invalid or has expired. Please request a new one.");
    expect((await check(mailedToken(server))).error.code).toBe("token-invalid");
    await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    await server.context.lifecycle.settled();
    server.clock.advance(HOUR);
    expect((await check(mailedToken(server))).error.code).toBe("token-invalid");
  });

  it("keeps each link until one is used, so that requests by others invalidate none", async () => {
    const tokens: string[] = [];
    for (const _ of [1, 2]) {
      await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
      await server.context.lifecycle.settled();
      tokens.push(mailedToken(server));
    }
    const reset = async (token: string) =>
      (await server.visitor().call("resetPassword", { body: { token, new_password: "Xor-Gate-1!" } })).status;
    expect([await reset(tokens[0]!), await reset(tokens[1]!)]).toEqual([200, 400]);
  });

  it("is not locked for the owner by others' requests, but for strangers after twenty mails", async () => {
    const behindProxy = await openTestServer({ TRUST_PROXY: "1" });
    try {
      await verified(behindProxy);
      const known = await loggedIn(behindProxy);
      const ask = async (address: string, client = behindProxy.visitor()) => {
        const headers = { "content-type": "application/json", "x-forwarded-for": address };
        const body = JSON.stringify({ email: ANA.email });
        return (await client.fetch("/auth/forgot-password", { method: "POST", headers, body })).status;
      };
      for (let time = 0; time < 5; time++) expect(await ask("198.51.100.1")).toBe(200);
      expect([await ask("198.51.100.1"), await ask("203.0.113.7")]).toEqual([429, 200]);
      // The sign-up was one, too.
      for (let time = 0; time < 13; time++) expect(await ask(`198.51.100.${100 + time}`)).toBe(200);
      expect([await ask("203.0.113.8"), await ask("203.0.113.8", known)]).toEqual([429, 200]);
    } finally {
      await behindProxy.close();
    }
  });

  it("is not locked by requests with an invalid address", async () => {
    const behindProxy = await openTestServer({ TRUST_PROXY: "1" });
    try {
      const ask = async (address: string, email: string) => {
        const headers = { "content-type": "application/json", "x-forwarded-for": address };
        const body = JSON.stringify({ email });
        return (await behindProxy.visitor().fetch("/auth/forgot-password", { method: "POST", headers, body })).status;
      };
      for (let time = 0; time < 5; time++) expect(await ask("198.51.100.1", `${ANA.email} 203.0.113.7`)).toBe(400);
      expect(await ask("203.0.113.7", ANA.email)).toBe(200);
    } finally {
      await behindProxy.close();
    }
  });

  it("mails to one account at most five times an hour, whether there is one or not", async () => {
    server.clock.advance(HOUR);
    for (const email of [ANA.email, "bo@example.edu"]) {
      for (let time = 0; time < 5; time++) {
        expect((await server.visitor().call("forgotPassword", { body: { email } })).status).toBe(200);
      }
      expect((await server.visitor().call("forgotPassword", { body: { email } })).status).toBe(429);
    }
  });
});

describe("change of password", () => {
  const current = { body: { email: ANA.email, password: ANA.password } };
  const change = { body: { newPassword: "Xor-Gate-1!" } };

  beforeEach(() => verified(server));

  it("requires the current one first, in the same session, within five minutes", async () => {
    const client = await loggedIn(server);
    const other = await loggedIn(server);
    expect((await client.call("changePassword", change)).body.error.code).toBe("password-not-validated");
    expect((await other.call("validatePassword", current)).status).toBe(200);
    expect((await client.call("changePassword", change)).status).toBe(403);
    expect((await client.call("validatePassword", current)).status).toBe(200);
    server.clock.advance(5 * MINUTE + 1);
    expect((await client.call("changePassword", change)).status).toBe(403);
    expect((await client.call("validatePassword", current)).status).toBe(200);
    server.clock.advance(5 * MINUTE);
    expect((await client.call("changePassword", change)).body).toEqual({ message: "Password changed successfully" });
  });

  it("ends the other sessions, continues in a new one, and notifies the owner", async () => {
    const other = await loggedIn(server);
    const client = await loggedIn(server);
    const before = client.cookies.get("__Host-session")!;
    await client.call("validatePassword", current);
    await client.call("changePassword", change);
    expect((await client.call("checkSession", {})).status).toBe(200);
    expect((await other.call("checkSession", {})).status).toBe(401);
    client.cookies.set("__Host-session", before);
    expect((await client.call("checkSession", {})).status).toBe(401);
    expect((await server.visitor().call("login", { body: ANA })).status).toBe(401);
    await server.context.lifecycle.settled();
    expect(server.mails.at(-1)?.subject).toBe("Your CircuitGrade password was changed");
  });

  it("invalidates earlier mailed links to a new password", async () => {
    await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    await server.context.lifecycle.settled();
    const token = mailedToken(server);
    const client = await loggedIn(server);
    await client.call("validatePassword", current);
    await client.call("changePassword", change);
    const reset = { body: { token, new_password: "Stranger-1!" } };
    expect((await server.visitor().call("resetPassword", reset)).status).toBe(400);
  });

  it("refuses a wrong current password, and a right one with another user's address", async () => {
    const client = await loggedIn(server);
    for (const body of [
      { email: ANA.email, password: "Wrong1" },
      { email: "bo@example.edu", password: ANA.password },
    ]) {
      const { status, body: answer } = await client.call("validatePassword", { body });
      expect([status, answer.error.message]).toEqual([400, "Current password is incorrect."]);
    }
    expect((await client.call("changePassword", change)).status).toBe(403);
  });

  it("refuses a weak new one", async () => {
    const client = await loggedIn(server);
    await client.call("validatePassword", current);
    const { body } = await client.call("changePassword", { body: { newPassword: "Secret12" } });
    expect(body.error.message).toBe("Password must contain at least one special character.");
    const common = await client.call("changePassword", { body: { newPassword: "Password1!" } });
    expect([common.status, common.body.error.message]).toEqual([400, PASSWORD_TEXTS["password-common"]]);
    expect((await server.visitor().call("login", { body: ANA })).status).toBe(200);
  });

  it("blocks guessing at the current password", async () => {
    const client = await loggedIn(server);
    const guess = () => client.call("validatePassword", { body: { email: ANA.email, password: "Wrong1" } });
    for (let time = 0; time < 10; time++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });
});
