import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { AddressRefused, MailPostponed } from "../../adapters/mailer.ts";
import { users } from "../../db/schema.ts";
import { sweepTokens } from "../../services/accounts/mail-tokens.ts";
import { changeAccount } from "../../services/accounts/manage-accounts.ts";
import { createAccount, firstUserToken, sweepUnverified } from "../../services/accounts/sign-up.ts";
import { ANA, loggedIn, mailedToken, register, verified } from "../../testing/accounts.ts";
import { openTestServer, serverOfTest, type TestServer } from "../../testing/test-server.ts";

const DAY = 24 * 60 * 60_000;

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest();
});

async function passwordHash(): Promise<string | undefined> {
  return (await server.context.db.query.select().from(users))[0]?.passwordHash;
}

describe("sign-up", () => {
  it("mails a link, and the account works once the link was opened", async () => {
    const visitor = server.visitor();
    const answer = await visitor.call("register", { body: { email: " Ana@Example.edu ", password: ANA.password } });
    expect(answer.body).toEqual({
      message: "Please check your university inbox (and spam) to verify your email.",
      verified: false,
    });
    expect(server.mails[0]).toMatchObject({ to: ANA.email, subject: "Verify your email for CircuitGrade" });
    expect(server.mails[0]?.text).toContain(`https://grading.example.edu/verify-email?token=${mailedToken(server)}`);

    const early = await visitor.call("login", { body: ANA });
    expect([early.status, early.body.error.code]).toEqual([403, "email-unverified"]);
    expect((await visitor.call("verifyEmail", { body: { token: mailedToken(server) } })).body).toEqual({
      success: true,
      message: "Your email is verified.",
    });
    expect((await visitor.call("login", { body: ANA })).body.user).toMatchObject({ email: ANA.email, name: "ana" });
  });

  it("accepts the link twice, but not after a day", async () => {
    await register(server);
    for (const _ of [1, 2]) {
      expect((await server.visitor().call("verifyEmail", { body: { token: mailedToken(server) } })).status).toBe(200);
    }
    server.clock.advance(DAY);
    const { status, body } = await server.visitor().call("verifyEmail", { body: { token: mailedToken(server) } });
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
    [{ password: "Password1" }, "This password is among the most common ones. Please choose another."],
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

  it("gives the same response for an address with an account, and informs its owner by mail", async () => {
    await verified(server);
    const before = await passwordHash();
    const other = await server.visitor().call("register", { body: { ...ANA, password: "Half-Adder-2" } });
    expect(other.body).toEqual({
      message: "Please check your university inbox (and spam) to verify your email.",
      verified: false,
    });
    expect(server.mails.at(-1)).toMatchObject({ to: ANA.email, subject: "You already have a CircuitGrade account" });
    expect(await passwordHash()).toBe(before);
  });

  describe("of several with one address", () => {
    const stranger = { ...ANA, password: "Stranger1" };
    const follow = async (token: string) => (await server.visitor().call("verifyEmail", { body: { token } })).status;

    it.each([
      ["the first", ANA, stranger],
      ["the last", stranger, ANA],
    ])("gives the account the password of the person whose link is opened: %s", async (_, first, last) => {
      const tokens = new Map<string, string>();
      for (const credentials of [first, last]) {
        await register(server, credentials);
        tokens.set(credentials.password, mailedToken(server));
      }
      expect(await follow(tokens.get(ANA.password)!)).toBe(200);
      await loggedIn(server);
      expect((await server.visitor().call("login", { body: stranger })).status).toBe(401);
      expect(await follow(tokens.get(stranger.password)!)).toBe(400);
      expect(await follow(tokens.get(ANA.password)!)).toBe(200);
    });

    it("does not include a person who signs up again with the same password: the repeated mail confirms", async () => {
      await register(server);
      await register(server);
      await server.visitor().call("resendVerification", { body: { email: ANA.email } });
      await server.context.lifecycle.settled();
      expect(new Set(server.mails.map(({ subject }) => subject)).size).toBe(1);
      expect(await follow(mailedToken(server))).toBe(200);
      await loggedIn(server);
    });

    it("lets the owner choose a password if the mail is requested again, also after a day", async () => {
      await register(server);
      await register(server, stranger);
      server.clock.advance(DAY);
      await sweepTokens(server.context);
      await server.visitor().call("resendVerification", { body: { email: ANA.email } });
      await server.context.lifecycle.settled();
      expect(server.mails.at(-1)).toMatchObject({ to: ANA.email, subject: "Reset your CircuitGrade password" });
      const own = { token: mailedToken(server), new_password: "Xor-Gate-1!" };
      expect((await server.visitor().call("resetPassword", { body: own })).status).toBe(200);
      const login = { body: { email: ANA.email, password: own.new_password } };
      expect((await server.visitor().call("login", login)).status).toBe(200);
    });
  });

  it("mails to one address at most five times an hour, whether it has an account or not", async () => {
    await verified(server);
    for (const [email, mails] of [[ANA.email, 4] as const, ["bo@example.edu", 5] as const]) {
      const before = server.mails.length;
      for (let time = 0; time < mails; time++) await register(server, { ...ANA, email });
      const { status } = await server.visitor().call("register", { body: { ...ANA, email } });
      expect([status, server.mails.length - before]).toEqual([429, mails]);
    }
  });

  it("sends the link again, and does not reveal who waits for one", async () => {
    await register(server);
    const first = mailedToken(server);
    const known = await server.visitor().call("resendVerification", { body: { email: ANA.email } });
    const unknown = await server.visitor().call("resendVerification", { body: { email: "bo@example.edu" } });
    expect(known.body).toEqual(unknown.body);
    await server.context.lifecycle.settled();
    expect(server.mails.map((mail) => mail.to)).toEqual([ANA.email, ANA.email]);
    expect(mailedToken(server)).not.toBe(first);
    expect((await server.visitor().call("verifyEmail", { body: { token: mailedToken(server) } })).status).toBe(200);
    const empty = await server.visitor().call("resendVerification", { body: { email: "" } });
    expect(empty.body.error.message).toBe("Email field is required.");
  });

  it("says if no mail can be sent, whether the address is known or not", async () => {
    await verified(server);
    for (const [error, message] of [
      [new MailPostponed("451 Greylisted"), "The email could not be sent. Please try again later."],
      [new Error("535 Authentication failed"), "The email could not be sent. Please tell the server's administrator."],
      [
        new AddressRefused("550 No such person"),
        expect.stringMatching(/^The mail server does not take .* Check the address;/),
      ],
    ] as const) {
      server.breakMail(error);
      for (const email of [ANA.email, "bo@example.edu"]) {
        const { status, body } = await server.visitor().call("register", { body: { ...ANA, email } });
        expect([status, body.error.message]).toEqual([503, message]);
      }
    }
  });

  it("deletes unconfirmed accounts after a week", async () => {
    await register(server);
    server.clock.advance(7 * DAY);
    await sweepUnverified(server.context);
    expect(await passwordHash()).toBeDefined();
    server.clock.advance(1);
    await sweepUnverified(server.context);
    expect(await passwordHash()).toBeUndefined();
  });

  it("creates the first account with the link of the first start, once", async () => {
    const token = (await firstUserToken(server.context))!;
    const wrong = await server.visitor().call("register", { body: { ...ANA, setup_token: "guess" } });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, "setup-token-invalid"]);
    const right = await server.visitor().call("register", { body: { ...ANA, name: " Ana Cruz ", setup_token: token } });
    expect(right.body).toEqual({ message: "Your account is ready. You can log in now.", verified: true });
    expect(server.mails).toEqual([]);
    const ana = await loggedIn(server);
    const { user } = (await ana.call("getUser", { params: { userId: ana.userId } })).body;
    expect(user.name).toBe("Ana Cruz");
    const again = await server
      .visitor()
      .call("register", { body: { ...ANA, email: "bo@example.edu", setup_token: token } });
    expect(again.body.error.code).toBe("setup-token-invalid");
    expect(await firstUserToken(server.context)).toBeNull();
  });

  describe("without UNIVERSITY_DOMAIN, the first administrator chooses whose addresses may sign up", () => {
    const site = async () => (await server.visitor().call("getSite", {})).body;
    const first = async (body: { email: string; open_domain?: boolean }) => {
      const token = (await firstUserToken(server.context))!;
      const { password } = ANA;
      return (await server.visitor().call("register", { body: { ...body, password, setup_token: token } })).status;
    };
    const signUp = async (email: string) =>
      (await server.visitor().callLoosely("register", { body: { ...ANA, email } })).body;

    it("those of the own domain", async () => {
      expect(await site()).toMatchObject({ university_domain: "example.edu", asks_domain: true });
      expect(await first({ email: "Dean@Circuits.Test.Ph", open_domain: true })).toBe(200);
      expect(await site()).toMatchObject({
        university_domain: "circuits.test.ph",
        asks_domain: false,
        sign_up: "open",
      });
      expect((await signUp("bo@circuits.test.ph")).error).toBeUndefined();
      expect((await signUp("bo@example.edu")).error.message).toBe(
        "Invalid email domain. Only circuits.test.ph emails are allowed.",
      );
    });

    it.each([{ open_domain: false, email: "dean@circuits.test.ph" }, { email: "dean@gmail.com" }])(
      "nobody's: %j",
      async (body) => {
        expect(await first(body)).toBe(200);
        expect(await site()).toMatchObject({ university_domain: null, asks_domain: false, sign_up: "closed" });
        expect((await signUp("bo@gmail.com")).error.code).toBe("sign-up-closed");
        // An administrator creates accounts with any address.
        await createAccount(server.context, { ...ANA, email: "bo@example.org", admin: false });
      },
    );
  });

  it("asks nobody for the domain that UNIVERSITY_DOMAIN names", async () => {
    const named = await openTestServer({ UNIVERSITY_DOMAIN: "example.edu" });
    onTestFinished(() => named.close());
    const token = (await firstUserToken(named.context))!;
    const body = { ...ANA, email: "dean@example.org", open_domain: true, setup_token: token };
    const refused = await named.visitor().call("register", { body });
    expect([refused.status, refused.body.error.code]).toEqual([400, "email-domain"]);
    expect((await named.visitor().call("getSite", {})).body.asks_domain).toBe(false);
  });

  it("keeps the link as long as nobody is an administrator, and lets no known address use it", async () => {
    await server.visitor().call("register", { body: { ...ANA, email: "early@example.edu" } });
    const ana = await createAccount(server.context, { ...ANA, admin: false });
    const token = await firstUserToken(server.context);
    const taken = await server.visitor().call("register", { body: { ...ANA, setup_token: token! } });
    expect([taken.status, taken.body.error]).toEqual([
      409,
      {
        code: "account-exists",
        message: `${ANA.email} already has an account. On the server's machine, 'circuitgrade user admin ${ANA.email}' makes it an administrator's.`,
      },
    ]);
    await changeAccount(server.context, ana, { admin: true });
    const late = await server
      .visitor()
      .call("register", { body: { ...ANA, email: "bo@example.edu", setup_token: token! } });
    expect(late.body.error.code).toBe("setup-token-invalid");
  });
});
