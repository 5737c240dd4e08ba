import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emailTokens, sessions, users } from "../db/schema.ts";
import { firstUserToken } from "../services/sign-up.ts";
import { openTestServer, type TestServer } from "../testing/test-server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ANA = { email: "ana@example.edu", password: "Secret1" };

let server: TestServer;

beforeEach(async () => {
  server = await openTestServer();
});

afterEach(() => server.close());

/** The token in the newest mail. */
function mailedToken(): string {
  return /token=([\w-]+)/.exec(server.mails.at(-1)?.text ?? "")?.[1] ?? "no token";
}

async function register(credentials = ANA): Promise<void> {
  expect((await server.visitor().call("register", { body: credentials })).status).toBe(200);
}

/** Somebody who signed up and confirmed. */
async function verified(credentials = ANA): Promise<void> {
  await register(credentials);
  expect((await server.visitor().call("verifyEmail", { body: { token: mailedToken() } })).status).toBe(200);
}

async function loggedIn(remember = false) {
  const client = server.visitor();
  const { status, body } = await client.call("login", { body: { ...ANA, remember } });
  expect(status).toBe(200);
  return Object.assign(client, { userId: body.user.id });
}

async function passwordHash(): Promise<string | undefined> {
  return (await server.context.db.query.select().from(users))[0]?.passwordHash;
}

describe("sign-up", () => {
  it("mails a link, and the account works once the link was followed", async () => {
    const visitor = server.visitor();
    const answer = await visitor.call("register", { body: { email: " Ana@Example.edu ", password: ANA.password } });
    expect(answer.body).toEqual({
      message: "Please check your university inbox (and spam) to verify your email.",
      verified: false,
    });
    expect(server.mails[0]).toMatchObject({ to: ANA.email, subject: "Verify your email for CircuitGrade" });
    expect(server.mails[0]?.text).toContain(`https://grading.example.edu/verify-email?token=${mailedToken()}`);

    const early = await visitor.call("login", { body: ANA });
    expect([early.status, early.body.error.code]).toEqual([403, "email-unverified"]);
    expect((await visitor.call("verifyEmail", { body: { token: mailedToken() } })).body).toEqual({
      success: true,
      message: "Your email is verified.",
    });
    expect((await visitor.call("login", { body: ANA })).body.user).toMatchObject({ email: ANA.email, name: "ana" });
  });

  it("takes the link twice, but not after a day", async () => {
    await register();
    for (const _ of [1, 2]) {
      expect((await server.visitor().call("verifyEmail", { body: { token: mailedToken() } })).status).toBe(200);
    }
    server.clock.advance(DAY);
    const { status, body } = await server.visitor().call("verifyEmail", { body: { token: mailedToken() } });
    expect([status, body.success, body.error.message]).toEqual([
      400,
      false,
      "There was an issue verifying your email. Please try again.",
    ]);
  });

  it("says when there is no token", async () => {
    const { body } = await server.visitor().call("verifyEmail", { body: {} });
    expect(body.message).toBe("No token found in URL.");
  });

  it.each([
    [{ email: "ana@example.com" }, "Invalid email domain. Only example.edu emails are allowed."],
    [{ password: "Abc12" }, "Password must be at least 6 characters long."],
    [{ password: "secret1" }, "Password must contain at least one uppercase letter."],
    [{ password: "SECRET1" }, "Password must contain at least one lowercase letter."],
    [{ password: "Secrets" }, "Password must contain at least one number."],
    [{ password: "Secret1890123456" }, "Password cannot exceed 15 characters."],
    [{ email: `${"a".repeat(19)}@example.edu` }, "Email cannot exceed 30 characters."],
  ])("refuses %j", async (wrong, message) => {
    const { status, body } = await server.visitor().call("register", { body: { ...ANA, ...wrong } });
    expect([status, body.error.message]).toEqual([400, message]);
    expect(await server.context.db.query.select().from(users)).toEqual([]);
  });

  it("refuses an empty and a broken body, and an oversized one", async () => {
    const visitor = server.visitor();
    expect((await visitor.callLoosely("register")).status).toBe(400);
    expect((await visitor.callLoosely("register", { body: { email: 1 } })).status).toBe(400);
    const headers = { "content-type": "application/json" };
    expect((await visitor.fetch("/auth/register", { method: "POST", headers, body: "{" })).status).toBe(400);
    const huge = JSON.stringify({ email: "x".repeat(600_000) });
    expect((await visitor.fetch("/auth/register", { method: "POST", headers, body: huge })).status).toBe(413);
    const form = await visitor.fetch("/auth/register", { method: "POST", body: new URLSearchParams(ANA) });
    expect(form.status).toBe(415);
  });

  it("answers the same for an address that has an account, and tells its owner by mail", async () => {
    await verified();
    const before = await passwordHash();
    const other = await server.visitor().call("register", { body: { ...ANA, password: "Another1" } });
    expect(other.body).toEqual({
      message: "Please check your university inbox (and spam) to verify your email.",
      verified: false,
    });
    expect(server.mails.at(-1)).toMatchObject({ to: ANA.email, subject: "You already have a CircuitGrade account" });
    expect(await passwordHash()).toBe(before);
  });

  it("takes the newest password and link of an account that nobody confirmed", async () => {
    await register({ ...ANA, password: "Stranger1" });
    const strangersToken = mailedToken();
    await register();
    expect((await server.visitor().call("verifyEmail", { body: { token: strangersToken } })).status).toBe(400);
    expect((await server.visitor().call("verifyEmail", { body: { token: mailedToken() } })).status).toBe(200);
    await loggedIn();
  });

  it("sends the link anew, and tells nothing of who waits for one", async () => {
    await register();
    const first = mailedToken();
    const known = await server.visitor().call("resendVerification", { body: { email: ANA.email } });
    const unknown = await server.visitor().call("resendVerification", { body: { email: "bo@example.edu" } });
    expect(known.body).toEqual(unknown.body);
    await server.context.lifecycle.settled();
    expect(server.mails.map((mail) => mail.to)).toEqual([ANA.email, ANA.email]);
    expect(mailedToken()).not.toBe(first);
    expect((await server.visitor().call("verifyEmail", { body: { token: mailedToken() } })).status).toBe(200);
    const empty = await server.visitor().call("resendVerification", { body: { email: "" } });
    expect(empty.body.error.message).toBe("Email field is required.");
  });

  it("says when no mail goes out, known address or not", async () => {
    await verified();
    server.breakMail();
    for (const email of [ANA.email, "bo@example.edu"]) {
      const { status, body } = await server.visitor().call("register", { body: { ...ANA, email } });
      expect([status, body.error.message]).toEqual([503, "The email could not be sent. Please try again later."]);
    }
  });

  it("forgets who never confirmed, after a week", async () => {
    const { sweepUnverified } = await import("../services/sign-up.ts");
    await register();
    server.clock.advance(7 * DAY);
    await sweepUnverified(server.context);
    expect(await passwordHash()).toBeDefined();
    server.clock.advance(1);
    await sweepUnverified(server.context);
    expect(await passwordHash()).toBeUndefined();
  });

  it("makes the first account by the link of the first start, once", async () => {
    const token = (await firstUserToken(server.context))!;
    const wrong = await server.visitor().call("register", { body: { ...ANA, setup_token: "guess" } });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, "setup-token-invalid"]);
    const right = await server.visitor().call("register", { body: { ...ANA, setup_token: token } });
    expect(right.body).toEqual({ message: "Your account is ready. You can log in now.", verified: true });
    expect(server.mails).toEqual([]);
    await loggedIn();
    const again = await server
      .visitor()
      .call("register", { body: { ...ANA, email: "bo@example.edu", setup_token: token } });
    expect(again.body.error.code).toBe("setup-token-invalid");
    expect(await firstUserToken(server.context)).toBeNull();
  });
});

describe("log-in", () => {
  beforeEach(() => verified());

  it("stores argon2id at OWASP's parameters, and of tokens only hashes", async () => {
    expect(await passwordHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const client = await loggedIn();
    const token = client.cookies.get("__Host-session");
    const stored = JSON.stringify([
      await server.context.db.query.select().from(sessions),
      await server.context.db.query.select().from(emailTokens),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(mailedToken());
  });

  it("answers the same to a wrong password and an unknown address", async () => {
    const wrong = await server.visitor().call("login", { body: { ...ANA, password: "Wrong1" } });
    const unknown = await server.visitor().call("login", { body: { ...ANA, email: "bo@example.edu" } });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ error: { code: "login-failed", message: "Invalid email or password." } });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  it("never shows the password's hash", async () => {
    const client = await loggedIn();
    const { body } = await client.call("getUser", { params: { userId: client.userId } });
    expect(Object.keys(body.user).sort()).toEqual(
      ["contact_number", "email", "id", "name", "profile_image_url", "recovery_email"].sort(),
    );
  });

  it("refuses empty fields and overlong ones", async () => {
    const { body } = await server.visitor().call("login", { body: { email: "", password: "" } });
    expect(body.error.message).toBe("Email is required.");
    const long = await server.visitor().call("login", { body: { ...ANA, password: "x".repeat(16) } });
    expect(long.body.error.message).toBe("Password cannot exceed 15 characters.");
  });

  it("gives a cookie that scripts and other sites cannot use, forgotten with the browser", async () => {
    const { headers } = await server.visitor().call("login", { body: ANA });
    expect(headers.get("set-cookie")).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it("remembers for thirty days where it is asked to", async () => {
    const { headers } = await server.visitor().call("login", { body: { ...ANA, remember: true } });
    expect(headers.get("set-cookie")).toContain("Max-Age=2592000");
  });

  it("gives a new token at each log-in and ends the one that came with it", async () => {
    const client = await loggedIn();
    const first = client.cookies.get("__Host-session")!;
    await client.call("login", { body: ANA });
    expect(client.cookies.get("__Host-session")).not.toBe(first);
    client.cookies.set("__Host-session", first);
    expect((await client.call("checkSession", {})).status).toBe(401);
  });

  it("holds an unremembered session for 8 idle hours and a day in all", async () => {
    const idle = await loggedIn();
    server.clock.advance(8 * HOUR);
    const { status, body } = await idle.call("checkSession", {});
    expect([status, body.error.message]).toEqual([401, "Your session expired. Login again."]);

    const busy = await loggedIn();
    for (let hour = 0; hour < 23; hour++) {
      server.clock.advance(HOUR);
      expect((await busy.call("checkSession", {})).body).toEqual({ user_id: busy.userId });
    }
    server.clock.advance(HOUR);
    expect((await busy.call("checkSession", {})).status).toBe(401);
  });

  it("holds a remembered session for 14 idle days and thirty in all", async () => {
    const idle = await loggedIn(true);
    server.clock.advance(14 * DAY);
    expect((await idle.call("checkSession", {})).status).toBe(401);
    const busy = await loggedIn(true);
    for (let day = 0; day < 29; day++) {
      server.clock.advance(DAY);
      expect((await busy.call("checkSession", {})).status).toBe(200);
    }
    server.clock.advance(DAY);
    expect((await busy.call("checkSession", {})).status).toBe(401);
  });

  it("ends the session at log-out, on the server too", async () => {
    const client = await loggedIn();
    const token = client.cookies.get("__Host-session")!;
    expect((await client.call("logout", {})).body).toEqual({ message: "Logout Successfully" });
    expect(client.cookies.size).toBe(0);
    client.cookies.set("__Host-session", token);
    expect((await client.call("checkSession", {})).status).toBe(401);
  });

  it("stops guessing at one account after ten tries, and lets go after a quarter of an hour", async () => {
    for (let guess = 0; guess < 10; guess++) {
      expect((await server.visitor().call("login", { body: { ...ANA, password: "Wrong1" } })).status).toBe(401);
    }
    const { status, headers, body } = await server.visitor().call("login", { body: ANA });
    expect([status, headers.get("retry-after")]).toEqual([429, "900"]);
    expect(body.error.message).toBe("Too many attempts. Please try again in 15 minutes.");
    server.clock.advance(15 * MINUTE);
    await loggedIn();
  });

  it("stops an address that tries many accounts", async () => {
    const login = (index: number) =>
      server.visitor().call("login", { body: { ...ANA, email: `x${index}@example.edu`, password: "x".repeat(16) } });
    for (let guess = 0; guess < 60; guess++) expect((await login(guess)).status).toBe(400);
    expect((await login(61)).status).toBe(429);
  });
});

describe("recovery", () => {
  beforeEach(() => verified());

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

  it("mails a link to a known address only, and answers the same", async () => {
    const known = await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    const unknown = await server.visitor().call("forgotPassword", { body: { email: "bo@example.edu" } });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await server.context.lifecycle.settled();
    expect(server.mails.slice(1).map(({ to, subject }) => [to, subject])).toEqual([
      [ANA.email, "Reset your CircuitGrade password"],
    ]);
    expect(server.mails.at(-1)?.text).toContain("https://grading.example.edu/reset-password?token=");
  });

  it("mails to the recovery address where one is set, else to the account's", async () => {
    const forgot = { email: ANA.email, destination: "recovery_email" } as const;
    await server.visitor().call("forgotPassword", { body: forgot });
    await server.context.lifecycle.settled();
    expect(server.mails.at(-1)?.to).toBe(ANA.email);
    const client = await loggedIn();
    await client.call("updateUserInfo", { body: { recoveryEmail: "ana@mail.example" } });
    await server.visitor().call("forgotPassword", { body: forgot });
    await server.context.lifecycle.settled();
    expect(server.mails.at(-1)?.to).toBe("ana@mail.example");
  });

  it("sets a new password once, ends every session and tells the owner", async () => {
    const elsewhere = await loggedIn();
    await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    await server.context.lifecycle.settled();
    const token = mailedToken();
    const visitor = server.visitor();
    expect((await visitor.call("verifyResetToken", { body: { token } })).status).toBe(200);
    const reset = await visitor.call("resetPassword", { body: { token, new_password: "Better1!" } });
    expect(reset.body).toEqual({ message: "Your password was reset. You can log in now." });
    expect((await elsewhere.call("checkSession", {})).status).toBe(401);
    expect((await visitor.call("login", { body: ANA })).status).toBe(401);
    expect((await visitor.call("login", { body: { ...ANA, password: "Better1!" } })).status).toBe(200);
    await server.context.lifecycle.settled();
    expect(server.mails.at(-1)?.subject).toBe("Your CircuitGrade password was changed");
    const again = await visitor.call("resetPassword", { body: { token, new_password: "Better2!" } });
    expect([again.status, again.body.error.code]).toEqual([400, "token-invalid"]);
  });

  it.each([
    ["Abc12!x", "Password must be at least 8 characters long."],
    ["secret1!", "Password must contain at least one uppercase letter."],
    ["SECRET1!", "Password must contain at least one lowercase letter."],
    ["Secrets!", "Password must contain at least one number."],
    ["Secret12", "Password must contain at least one special character."],
  ])("refuses the new password %s and keeps the link", async (password, message) => {
    await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    await server.context.lifecycle.settled();
    const token = mailedToken();
    const { status, body } = await server.visitor().call("resetPassword", { body: { token, new_password: password } });
    expect([status, body.error.message]).toEqual([400, message]);
    expect((await server.visitor().call("verifyResetToken", { body: { token } })).status).toBe(200);
  });

  it("refuses a token that is wrong, of another purpose, or an hour old", async () => {
    const check = async (token: string) => (await server.visitor().call("verifyResetToken", { body: { token } })).body;
    expect((await check("x")).error.message).toBe("This link is invalid or has expired. Please request a new one.");
    expect((await check(mailedToken())).error.code).toBe("token-invalid");
    await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    await server.context.lifecycle.settled();
    server.clock.advance(HOUR);
    expect((await check(mailedToken())).error.code).toBe("token-invalid");
  });

  it("mails to one account at most five times an hour, whether there is one or not", async () => {
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
  const change = { body: { newPassword: "Better1!" } };

  beforeEach(() => verified());

  it("wants the current one first, in the same session, within five minutes", async () => {
    const client = await loggedIn();
    const other = await loggedIn();
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

  it("ends the other sessions, goes on in a new one, and tells the owner", async () => {
    const other = await loggedIn();
    const client = await loggedIn();
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

  it("refuses a wrong current password, and a right one with another's address", async () => {
    const client = await loggedIn();
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
    const client = await loggedIn();
    await client.call("validatePassword", current);
    const { body } = await client.call("changePassword", { body: { newPassword: "Secret12" } });
    expect(body.error.message).toBe("Password must contain at least one special character.");
  });

  it("stops guessing at the current password", async () => {
    const client = await loggedIn();
    const guess = () => client.call("validatePassword", { body: { email: ANA.email, password: "Wrong1" } });
    for (let time = 0; time < 10; time++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });
});

describe("calls from other sites", () => {
  beforeEach(() => verified());

  const post = async (headers: Record<string, string>) => {
    const client = await loggedIn();
    return (await client.fetch("/auth/logout", { method: "POST", headers })).status;
  };

  it("refuses them by what browsers tell", async () => {
    expect(await post({ origin: "https://evil.example" })).toBe(403);
    expect(await post({ origin: "null" })).toBe(403);
    expect(await post({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await post({ "sec-fetch-site": "same-site" })).toBe(403);
  });

  it("takes those of its own pages", async () => {
    expect(await post({ origin: "https://grading.example.edu" })).toBe(200);
    expect(await post({ "sec-fetch-site": "same-origin" })).toBe(200);
  });

  it("refuses a cookie without a word about where it comes from", async () => {
    const client = await loggedIn();
    const cookie = `__Host-session=${client.cookies.get("__Host-session")}`;
    const request = (headers: Record<string, string>) =>
      server.app.hono.request("https://grading.example.edu/auth/logout", { method: "POST", headers });
    expect((await request({ cookie })).status).toBe(403);
    expect((await request({})).status).toBe(200);
  });
});
