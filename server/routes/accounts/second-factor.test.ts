import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { RECOVERY_CODES, SECOND_FACTOR_TEXTS as TEXTS } from "../../../core/rules/accounts/second-factor.ts";
import { recoveryCodes, secondFactors, users } from "../../db/schema.ts";
import { RATES } from "../../rates.ts";
import { ANA, appCode, loggedIn, turnOnSecondFactor, verified } from "../../testing/accounts.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";

const STEP = 30_000;
const MINUTE = 60_000;

let server: TestServer;
let ana: TestClient & { readonly userId: string };

beforeEach(async () => {
  server = await serverOfTest();
  await verified(server);
  ana = await loggedIn(server);
});

const now = () => server.clock.now;
const proof = (code: string) => ({ body: { password: ANA.password, code } });

function turnOn() {
  return turnOnSecondFactor(ana, { password: ANA.password, now: now() });
}

/** A log-in from a browser that nobody knows. */
async function logIn(code?: string, client = server.visitor()) {
  const { status, body } = await client.call("login", { body: { ...ANA, ...(code !== undefined && { code }) } });
  return { status, body, client, refusal: body.error?.code };
}

async function newestMail() {
  await server.context.lifecycle.settled();
  return server.mails.at(-1)!;
}

/** The command on the server's machine. */
function command() {
  return Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
}

describe("turning it on", () => {
  it("asks for the password, shows a secret with its QR code, and counts after the first code", async () => {
    const wrong = await ana.call("startSecondFactor", { body: { password: "Wrong-1!" } });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, "password-incorrect"]);
    const { secret, uri, qr } = (await ana.call("startSecondFactor", { body: { password: ANA.password } })).body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/CircuitGrade:ana%40example.edu?issuer=CircuitGrade&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(qr.size).toBeGreaterThanOrEqual(21);
    expect((await ana.call("getSecondFactor", {})).body).toEqual({ on: false, since: null, recovery_codes_left: 0 });
    expect((await logIn()).status).toBe(200);
    const early = await ana.call("confirmSecondFactor", { body: { code: appCode(secret, now(), 7) } });
    expect([early.status, early.body.error]).toMatchObject([400, { code: "code-incorrect", message: TEXTS.wrong }]);
    const elsewhere = await loggedIn(server);
    const done = await ana.call("confirmSecondFactor", { body: { code: appCode(secret, now()) } });
    expect([done.status, done.body.message]).toEqual([200, TEXTS.turnedOn]);
    expect(new Set(done.body.recovery_codes).size).toBe(RECOVERY_CODES);
    expect((await ana.call("getSecondFactor", {})).body).toEqual({
      on: true,
      since: new Date(now()).toISOString(),
      recovery_codes_left: RECOVERY_CODES,
    });
    // Somebody who knew the password may be signed in elsewhere.
    expect((await elsewhere.call("checkSession", {})).status).toBe(401);
    expect(await newestMail()).toMatchObject({ to: ANA.email, subject: "Your CircuitGrade second factor was changed" });
  });

  it("stores the secret encrypted and the recovery codes hashed, and logs neither", async () => {
    const { secret, codes } = await turnOn();
    const { query } = server.context.db;
    const stored = JSON.stringify([await query.select().from(secondFactors), await query.select().from(recoveryCodes)]);
    const [row] = await query.select().from(recoveryCodes);
    expect(row!.codeHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    for (const place of [stored, server.logged.join("\n"), JSON.stringify(server.mails)]) {
      for (const text of [secret, ...codes, ...codes.map((code) => code.replace("-", ""))]) {
        expect(place).not.toContain(text);
      }
    }
  });

  it("does not wait for ever, and a new start replaces the secret", async () => {
    const first = (await ana.call("startSecondFactor", { body: { password: ANA.password } })).body.secret;
    server.clock.advance(15 * MINUTE);
    const late = await ana.call("confirmSecondFactor", { body: { code: appCode(first, now()) } });
    expect([late.status, late.body.error.message]).toEqual([409, TEXTS.notStarted]);
    const { secret } = (await ana.call("startSecondFactor", { body: { password: ANA.password } })).body;
    const old = await ana.call("confirmSecondFactor", { body: { code: appCode(first, now()) } });
    expect(old.body.error.code).toBe("code-incorrect");
    expect((await ana.call("confirmSecondFactor", { body: { code: appCode(secret, now()) } })).status).toBe(200);
    const again = await ana.call("startSecondFactor", { body: { password: ANA.password } });
    expect([again.status, again.body.error.message]).toEqual([409, TEXTS.on]);
    const twice = await ana.call("confirmSecondFactor", { body: { code: appCode(secret, now(), 1) } });
    expect([twice.status, twice.body.error.message]).toEqual([409, TEXTS.on]);
  });

  it("takes one of two confirmations at once, whose recovery codes are the valid ones", async () => {
    const { secret } = (await ana.call("startSecondFactor", { body: { password: ANA.password } })).body;
    const confirm = (steps: number) =>
      ana.call("confirmSecondFactor", { body: { code: appCode(secret, now(), steps) } });
    const both = await Promise.all([confirm(0), confirm(1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [code = ""] = both.find(({ status }) => status === 200)!.body.recovery_codes;
    expect((await logIn(code)).status).toBe(200);
  });
});

describe("log-in", () => {
  it("asks for the code only after the correct password", async () => {
    const { secret } = await turnOn();
    const wrong = await server.visitor().call("login", { body: { ...ANA, password: "Wrong1" } });
    expect(wrong.body.error.code).toBe("login-failed");
    const asked = await logIn();
    expect([asked.status, asked.body.error]).toEqual([401, { code: "second-factor-needed", message: TEXTS.needed }]);
    expect([...asked.client.cookies.keys()]).toEqual([]);
    server.clock.advance(STEP);
    const { status, client } = await logIn(appCode(secret, now()), asked.client);
    expect([status, (await client.call("checkSession", {})).body.user_id]).toEqual([200, ana.userId]);
  });

  it("takes the code of the step before and after, and of no other", async () => {
    const { secret } = await turnOn();
    server.clock.advance(10 * STEP);
    for (const steps of [-2, 2]) expect((await logIn(appCode(secret, now(), steps))).refusal).toBe("code-incorrect");
    expect((await logIn(appCode(secret, now(), -1))).status).toBe(200);
    expect((await logIn(appCode(secret, now(), 1))).status).toBe(200);
  });

  it("takes no code twice, also not the one that turned it on, and tells the owner", async () => {
    const { secret } = await turnOn();
    const replay = await logIn(appCode(secret, now()));
    expect([replay.status, replay.body.error]).toEqual([400, { code: "code-used", message: TEXTS.used }]);
    expect((await newestMail()).subject).toBe("A used code was entered for your CircuitGrade account");
    server.clock.advance(STEP);
    const code = appCode(secret, now());
    const both = await Promise.all([logIn(code), logIn(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    // A code before the last one is not taken either, although it is within the drift.
    expect((await logIn(appCode(secret, now(), -1))).refusal).toBe("code-used");
  });

  it("takes each recovery code once, and tells the owner how many are left", async () => {
    const { codes } = await turnOn();
    expect((await logIn(` ${codes[0]!.toUpperCase().replace("-", " ")} `)).status).toBe(200);
    const { subject, text } = await newestMail();
    expect([subject, text]).toEqual([
      "A recovery code of your CircuitGrade account was used",
      expect.stringContaining("9 of them are left"),
    ]);
    const again = await logIn(codes[0]);
    expect([again.status, again.body.error.message]).toEqual([400, TEXTS.wrongRecovery]);
    const both = await Promise.all([logIn(codes[1]), logIn(codes[1])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await ana.call("getSecondFactor", {})).body.recovery_codes_left).toBe(8);
    expect((await logIn("aaaaa-aaaaa")).body.error.message).toBe(TEXTS.wrongRecovery);
    expect((await logIn("12345")).body.error.message).toBe(TEXTS.codeForm);
  });

  it("slows guessing down, for a quarter of an hour and for a day; a known browser is counted separately", async () => {
    const { secret } = await turnOn();
    server.clock.advance(STEP);
    const known = (await logIn(appCode(secret, now()))).client;
    const { secondFactor, secondFactorADay } = RATES;
    for (let guess = 0; guess < secondFactor.limit; guess++) expect((await logIn("000000")).status).toBe(400);
    server.clock.advance(STEP);
    expect((await logIn(appCode(secret, now()))).status).toBe(429);
    expect((await logIn(appCode(secret, now()), known)).status).toBe(200);
    for (let guess = secondFactor.limit; guess < secondFactorADay.limit; guess++) {
      if (guess % secondFactor.limit === 0) server.clock.advance(secondFactor.seconds * 1000);
      expect((await logIn("000000")).status).toBe(400);
    }
    server.clock.advance(secondFactor.seconds * 1000);
    expect((await logIn(appCode(secret, now()))).status).toBe(429);
    server.clock.advance(24 * 60 * MINUTE);
    expect((await logIn(appCode(secret, now()))).status).toBe(200);
  });

  it("still asks after a new password by mail; access tokens need no code", async () => {
    const token = await ana.call("createAccessToken", {
      body: { name: "Laptop", scope: "read", days: 7, password: ANA.password },
    });
    const program = Object.assign(server.visitor(), { bearer: token.body.token });
    await turnOn();
    const pulled = await program.call("pullTask", { params: { taskId: "0".repeat(22) } });
    expect([pulled.status, pulled.body.error.code]).toEqual([404, "not-found"]);
    await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    const mailed = /token=([\w-]+)/.exec((await newestMail()).text)![1]!;
    await server.visitor().call("resetPassword", { body: { token: mailed, new_password: "Xor-Gate-1!" } });
    const body = { email: ANA.email, password: "Xor-Gate-1!" };
    expect((await server.visitor().call("login", { body })).body.error.code).toBe("second-factor-needed");
  });

  it("says what to do if the server's secret is another one; recovery codes still work", async () => {
    const { secret, codes } = await turnOn();
    const other = { sealedSecret: "AAAA" };
    await server.context.db.write((query) => query.update(secondFactors).set(other));
    server.clock.advance(STEP);
    const { status, body } = await logIn(appCode(secret, now()));
    expect([status, body.error.code]).toEqual([503, "second-factor-unreadable"]);
    expect(body.error.message).toContain("Use a recovery code, or ask support@example.edu.");
    expect((await logIn(codes[0])).status).toBe(200);
  });
});

describe("in the settings", () => {
  it("new recovery codes need the password and a code, and replace the old ones", async () => {
    const { secret, codes } = await turnOn();
    server.clock.advance(STEP);
    const noPassword = await ana.call("renewRecoveryCodes", {
      body: { password: "Wrong-1!", code: appCode(secret, now()) },
    });
    expect(noPassword.body.error.code).toBe("password-incorrect");
    expect((await ana.call("renewRecoveryCodes", proof("000000"))).body.error.code).toBe("code-incorrect");
    expect((await ana.call("renewRecoveryCodes", proof(""))).body.error.message).toBe(TEXTS.codeRequired);
    const { status, body } = await ana.call("renewRecoveryCodes", proof(appCode(secret, now())));
    expect([status, body.message, body.recovery_codes.length]).toEqual([200, TEXTS.renewed, RECOVERY_CODES]);
    expect((await logIn(codes[0])).refusal).toBe("code-incorrect");
    expect((await logIn(body.recovery_codes[0])).status).toBe(200);
  });

  it("turning it off needs both as well, and leaves nothing behind", async () => {
    const { secret, codes } = await turnOn();
    expect((await ana.call("turnOffSecondFactor", proof("000000"))).status).toBe(400);
    server.clock.advance(STEP);
    const { body } = await ana.call("turnOffSecondFactor", proof(appCode(secret, now())));
    expect(body.message).toBe(TEXTS.turnedOff);
    expect((await logIn()).status).toBe(200);
    const { query } = server.context.db;
    expect([await query.select().from(secondFactors), await query.select().from(recoveryCodes)]).toEqual([[], []]);
    const off = await ana.call("turnOffSecondFactor", proof(codes[0]!));
    expect([off.status, off.body.error.message]).toEqual([409, TEXTS.off]);
  });

  it("guesses there are counted, too", async () => {
    const { secret } = await turnOn();
    for (let guess = 0; guess < RATES.secondFactor.limit; guess++)
      await ana.call("turnOffSecondFactor", proof("000000"));
    server.clock.advance(STEP);
    expect((await ana.call("turnOffSecondFactor", proof(appCode(secret, now())))).status).toBe(429);
    expect((await logIn(appCode(secret, now()))).status).toBe(200);
  });
});

describe("an administrator", () => {
  it("sees who has one and resets it, and the owner gets a mail", async () => {
    await turnOn();
    const params = { accountId: ana.userId };
    const { accounts } = (await command().call("getAccounts", {})).body;
    expect(accounts).toMatchObject([{ email: ANA.email, second_factor: true }]);
    const { body } = await command().call("resetSecondFactor", { params });
    expect(body.message).toBe("ana@example.edu can log in with the password alone now.");
    expect((await newestMail()).subject).toBe("Your CircuitGrade second factor was changed");
    expect((await logIn()).status).toBe(200);
    const again = await command().call("resetSecondFactor", { params });
    expect([again.status, again.body.error.message]).toEqual([409, "ana@example.edu has no second factor."]);
    const unknown = await command().call("resetSecondFactor", { params: { accountId: "0".repeat(22) } });
    expect(unknown.status).toBe(404);
  });

  it("cannot spare themselves their own code", async () => {
    await turnOn();
    await server.context.db.write((query) =>
      query.update(users).set({ isAdmin: true }).where(eq(users.id, ana.userId)),
    );
    const own = await ana.call("resetSecondFactor", { params: { accountId: ana.userId } });
    expect([own.status, own.body.error.code]).toEqual([409, "own-second-factor"]);
    expect((await logIn()).refusal).toBe("second-factor-needed");
  });
});

it("is in the audit log: turned on, refused and taken codes, reset", async () => {
  const { secret } = await turnOn();
  await logIn();
  await logIn("000000");
  server.clock.advance(STEP);
  await logIn(appCode(secret, now()));
  await command().call("resetSecondFactor", { params: { accountId: ana.userId } });
  const { entries } = (await command().call("getAuditLog", { query: { person: ANA.email } })).body;
  expect(entries.slice(0, 5).map(({ what, outcome, person }) => [what, outcome, person])).toEqual([
    ["Reset the second factor of an account", "done", "command"],
    ["Logged in", "done", null],
    ["Logged in", "code-incorrect", null],
    ["Logged in", "second-factor-needed", null],
    ["Turned the second factor on", "done", ANA.email],
  ]);
});
