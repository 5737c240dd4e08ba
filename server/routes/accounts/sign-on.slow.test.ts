import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SIGN_ON_FAILURES, signOnFailureText } from "../../contract/sign-on-failures.ts";
import { auditLog, sessions, signOnAttempts, signOnLinks, users } from "../../db/schema.ts";
import { RATES } from "../../rates.ts";
import { registerClockwork } from "../../services/tasks/clock.ts";
import { ANA, loggedIn, turnOnSecondFactor, verified } from "../../testing/accounts.ts";
import {
  comeBack,
  goToProvider,
  type OpenIdProvider,
  openOpenIdProvider,
  signOn,
} from "../../testing/services/openid-provider.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { openTestServer, type TestServer } from "../../testing/test-server.ts";

const ORIGIN = "https://grading.example.edu";
const ANA_CLAIMS = { email: ANA.email, email_verified: true, name: "Ana Cruz" };

let provider: OpenIdProvider;
let server: TestServer;

beforeAll(async () => {
  provider = await openOpenIdProvider({ origin: ORIGIN });
  return () => provider.stop();
});

beforeEach(async () => {
  server = await openTestServer(provider.variables);
  registerClockwork(server.context);
  provider.people.clear();
  provider.people.set("ana", ANA_CLAIMS);
});

afterEach(async () => {
  provider.forge = null;
  provider.signWithOther = false;
  await server.close();
});

/** Signs a new browser on as this person; gives where it ends. */
function arrive(subject: string): Promise<string | null> {
  return signOn(server.visitor(), subject);
}

async function accountOf(email: string) {
  const [row] = await server.context.db.query.select().from(users).where(eq(users.email, email));
  return row;
}

async function dashboardOf(email: string): Promise<string> {
  return `/dashboard/${(await accountOf(email))?.id}`;
}

/** Kind, detail or refusal, and account of what the audit log has, oldest first. */
async function audited() {
  const rows = await server.context.db.query.select().from(auditLog);
  return rows.map(({ call, detail, outcome, about }) => [call, detail ?? outcome, about]);
}

function failure(code: string): string {
  return `/auth?sign-on=${code}`;
}

/** Another server in place of the usual one. */
async function reopen(variables: Readonly<Record<string, string>>): Promise<void> {
  await server.close();
  server = await openTestServer({ ...provider.variables, ...variables });
}

describe("a whole sign-on", () => {
  it("asks the provider with a code, PKCE, state and nonce, all new each time", async () => {
    const visitor = server.visitor();
    const urls = [];
    for (let time = 0; time < 2; time++) {
      const begun = await visitor.fetch("/auth/sign-on", { redirect: "manual" });
      expect(begun.status).toBe(302);
      expect(begun.headers.get("cache-control")).toBe("no-store");
      expect(begun.headers.getSetCookie()[0]).toMatch(
        /^__Host-sign-on=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      urls.push(new URL(begun.headers.get("location")!));
    }
    const [first, second] = urls as [URL, URL];
    expect(first.origin).toBe(provider.issuer);
    const { state, nonce, code_challenge, ...fixed } = Object.fromEntries(first.searchParams);
    expect(fixed).toEqual({
      client_id: "circuitgrade",
      response_type: "code",
      redirect_uri: `${ORIGIN}/auth/sign-on/callback`,
      scope: "openid email profile",
      code_challenge_method: "S256",
    });
    for (const [name, value] of Object.entries({ state, nonce, code_challenge })) {
      expect(value, name).toMatch(/^[\w-]{43}$/);
      expect(second.searchParams.get(name), name).not.toBe(value);
    }
  });

  it("links the account with the verified address, tells its owner, and is in the logs without any secret", async () => {
    await verified(server);
    const client = server.visitor();
    const back = await goToProvider(client, "ana");
    expect(await comeBack(client, back)).toBe(await dashboardOf(ANA.email));
    const { id, lastSignInAt } = (await accountOf(ANA.email))!;
    expect(lastSignInAt).toBe(server.clock.now);
    expect((await client.call("checkSession", {})).body).toEqual({ user_id: id });
    expect((await client.call("getSignOnLink", {})).body.linked_at).toBe(new Date(server.clock.now).toISOString());
    await server.context.lifecycle.settled();
    expect(server.mails.at(-1)).toMatchObject({
      to: ANA.email,
      subject: "Your CircuitGrade account is linked to Campus Login",
    });
    expect(await arrive("ana")).toBe(`/dashboard/${id}`);
    expect(server.mails.filter(({ subject }) => subject.includes("linked"))).toHaveLength(1);
    expect((await audited()).slice(-2)).toEqual([
      ["finishSignOn", "linked the account", ANA.email],
      ["finishSignOn", "done", ANA.email],
    ]);
    const log = server.logged.join("\n");
    expect(log).toContain('"event":"login"');
    for (const secret of [back.searchParams.get("code")!, back.searchParams.get("state")!, "eyJ"]) {
      expect(log).not.toContain(secret);
    }
  });

  it("starts a new session, and ends the one that the browser had", async () => {
    await verified(server);
    const client = await loggedIn(server);
    const before = client.cookies.get("__Host-session");
    await signOn(client, "ana");
    expect(client.cookies.get("__Host-session")).not.toBe(before);
    const rows = await server.context.db.query.select().from(sessions);
    expect(rows.map(({ signedOnAt, remember }) => [signedOnAt, remember])).toEqual([[server.clock.now, false]]);
  });

  it("finds the address at the userinfo endpoint if ID tokens do not have it", async () => {
    const other = await openOpenIdProvider({ origin: ORIGIN, addressInToken: false });
    other.people.set("ana", ANA_CLAIMS);
    await reopen(other.variables);
    expect(await arrive("ana")).toBe(await dashboardOf(ANA.email));
    await other.stop();
  });

  it("leaves the second factor to the provider", async () => {
    await verified(server);
    const client = await loggedIn(server);
    await turnOnSecondFactor(client, { password: ANA.password, now: server.clock.now });
    expect(await arrive("ana")).toBe(await dashboardOf(ANA.email));
    const { body } = await server.visitor().call("login", { body: ANA });
    expect(body.error.code).toBe("second-factor-needed");
  });
});

describe("whose account it is", () => {
  it("stays so when the address changes at the provider, there and for the next person with it", async () => {
    await verified(server);
    await arrive("ana");
    provider.people.set("ana", { ...ANA_CLAIMS, email: "ana.cruz@example.edu" });
    expect(await arrive("ana")).toBe(await dashboardOf(ANA.email));
    expect(await accountOf("ana.cruz@example.edu")).toBeUndefined();
    provider.people.set("ana", { email: "bo@example.edu", email_verified: false });
    expect(await arrive("ana")).toBe(await dashboardOf(ANA.email));
    provider.people.set("other", ANA_CLAIMS);
    expect(await arrive("other")).toBe(failure("other-person"));
    expect((await audited()).at(-1)).toEqual(["finishSignOn", "other-person", ANA.email]);
  });

  it("can be settled again by an administrator, which ends the sessions that began there", async () => {
    await verified(server);
    const client = server.visitor();
    await signOn(client, "ana");
    const local = await loggedIn(server);
    const dean = Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
    const params = { accountId: (await accountOf(ANA.email))!.id };
    expect((await dean.call("getAccounts", {})).body.accounts[0]?.sign_on).toBe(true);
    const { body } = await dean.call("unlinkSignOn", { params });
    expect(body.message).toBe("ana@example.edu is no longer linked to single sign-on.");
    expect((await client.call("checkSession", {})).status).toBe(401);
    expect((await local.call("checkSession", {})).status).toBe(200);
    expect((await dean.call("getAccounts", {})).body.accounts[0]?.sign_on).toBe(false);
    const again = await dean.call("unlinkSignOn", { params });
    expect([again.status, again.body.error.code]).toEqual([409, "not-linked"]);
    provider.people.set("ana-2026", ANA_CLAIMS);
    expect(await arrive("ana-2026")).toBe(await dashboardOf(ANA.email));
  });

  it.each([
    ["no address", { name: "Ana" }, "no-address"],
    ["an address that is none", { ...ANA_CLAIMS, email: "ana" }, "no-address"],
    ["an address that is not verified", { ...ANA_CLAIMS, email_verified: false }, "unverified"],
    ["an address of which it does not say so", { email: ANA.email }, "unverified"],
    ["an address that is verified in other words", { ...ANA_CLAIMS, email_verified: "yes" }, "unverified"],
  ])("is not told by %s", async (_, claims, code) => {
    await verified(server);
    provider.people.set("ana", claims);
    expect(await arrive("ana")).toBe(failure(code));
    expect(await server.context.db.query.select().from(signOnLinks)).toEqual([]);
  });

  it("matches by any address if the administrator says that the provider verifies, or by a word for true", async () => {
    provider.people.set("bo", { email: "bo@example.edu", email_verified: "true" });
    expect(await arrive("bo")).toBe(await dashboardOf("bo@example.edu"));
    await reopen({ OIDC_VERIFIES_ADDRESSES: "yes" });
    provider.people.set("cy", { email: "Cy@Example.EDU" });
    expect(await arrive("cy")).toBe(await dashboardOf("cy@example.edu"));
  });

  it("is never that of somebody who signed up with the address and could not confirm it", async () => {
    await server.visitor().call("register", { body: ANA });
    expect(await arrive("ana")).toBe(await dashboardOf(ANA.email));
    const { status, body } = await server.visitor().call("login", { body: ANA });
    expect([status, body.error.code]).toEqual([401, "login-failed"]);
  });
});

describe("a new account", () => {
  it("has the provider's name, and no password", async () => {
    expect(await arrive("ana")).toBe(await dashboardOf(ANA.email));
    expect(await accountOf(ANA.email)).toMatchObject({ name: "Ana Cruz", isAdmin: false, awaitsApproval: false });
    expect((await audited()).at(-1)).toEqual(["finishSignOn", "made the account", ANA.email]);
  });

  it("has a name of one line, whatever the provider calls the person", async () => {
    provider.people.set("bo", {
      email: "bo@example.edu",
      email_verified: true,
      name: ' Bo,\r\n\u202e"Li" <x@y.example> ',
    });
    await arrive("bo");
    expect(await accountOf("bo@example.edu")).toMatchObject({ name: 'Bo, "Li" <x@y.example>' });
    provider.people.set("cy", { email: "cy@example.edu", email_verified: true, name: "\u202e" });
    await arrive("cy");
    expect(await accountOf("cy@example.edu")).toMatchObject({ name: "cy" });
  });

  it("is made only for the university's domain", async () => {
    provider.people.set("eve", { email: "eve@elsewhere.example", email_verified: true });
    expect(await arrive("eve")).toBe(failure("domain"));
    provider.people.set("eve", { email: "eve@not-example.edu", email_verified: true });
    expect(await arrive("eve")).toBe(failure("domain"));
  });

  it("waits for an administrator, who gets one mail, if sign-ups are approved", async () => {
    await reopen({ SIGN_UP: "approve" });
    const dean = await server.instructor("dean@example.edu");
    await server.context.db.write((query) =>
      query.update(users).set({ isAdmin: true }).where(eq(users.id, dean.userId)),
    );
    expect(await arrive("ana")).toBe(failure("awaits-approval"));
    expect(await arrive("ana")).toBe(failure("awaits-approval"));
    await server.context.lifecycle.settled();
    expect(server.mails.map(({ to }) => to)).toEqual(["dean@example.edu"]);
    const params = { accountId: (await accountOf(ANA.email))!.id };
    await dean.call("changeAccount", { params, body: { disabled: false } });
    expect(await arrive("ana")).toBe(await dashboardOf(ANA.email));
  });

  it("is made by nobody but the administrator if sign-up is closed; known addresses are linked", async () => {
    await reopen({ SIGN_UP: "closed" });
    expect(await arrive("ana")).toBe(failure("closed"));
    await server.instructor(ANA.email);
    expect(await arrive("ana")).toBe(await dashboardOf(ANA.email));
  });
});

it("keeps disabled accounts out, linked or not", async () => {
  const { userId } = await server.instructor(ANA.email);
  const disabled = { disabledAt: server.clock.now };
  const change = (columns: object) =>
    server.context.db.write((query) => query.update(users).set(columns).where(eq(users.id, userId)));
  await change(disabled);
  expect(await arrive("ana")).toBe(failure("account-disabled"));
  expect(await server.context.db.query.select().from(signOnLinks)).toEqual([]);
  await change({ disabledAt: null });
  expect(await arrive("ana")).toBe(await dashboardOf(ANA.email));
  await change(disabled);
  expect(await arrive("ana")).toBe(failure("account-disabled"));
  expect((await audited()).at(-1)).toEqual(["finishSignOn", "account-disabled", ANA.email]);
});

describe("an answer is refused", () => {
  /** Comes back with something changed in the provider's answer; gives where that leads. */
  async function comeBackWith(change: (answer: URLSearchParams) => void): Promise<string | null> {
    const client = server.visitor();
    const back = await goToProvider(client, "ana");
    change(back.searchParams);
    return comeBack(client, back);
  }

  it("with another state, or none", async () => {
    expect(await comeBackWith((answer) => answer.set("state", "x".repeat(43)))).toBe(failure("refused"));
    expect(await comeBackWith((answer) => answer.delete("state"))).toBe(failure("refused"));
  });

  it("with another issuer", async () => {
    expect(await comeBackWith((answer) => answer.set("iss", "https://login.elsewhere.example"))).toBe(
      failure("refused"),
    );
  });

  it("with a code that the provider did not give", async () => {
    expect(await comeBackWith((answer) => answer.set("code", "made-up"))).toBe(failure("refused"));
  });

  it("the second time: the code and the browser's part are used up", async () => {
    const client = server.visitor();
    const back = await goToProvider(client, "ana");
    const cookie = client.cookies.get("__Host-sign-on")!;
    await comeBack(client, back);
    expect(await comeBack(client, back)).toBe(failure("expired"));
    client.cookies.set("__Host-sign-on", cookie);
    expect(await comeBack(client, back)).toBe(failure("expired"));
    // The code alone, within another sign-on of the same browser.
    const begun = await client.fetch("/auth/sign-on", { redirect: "manual" });
    back.searchParams.set("state", new URL(begun.headers.get("location")!).searchParams.get("state")!);
    expect(await comeBack(client, back)).toBe(failure("refused"));
  });

  it("in a browser that did not begin, and after a quarter of an hour", async () => {
    const back = await goToProvider(server.visitor(), "ana");
    expect(await comeBack(server.visitor(), back)).toBe(failure("expired"));
    const other = server.visitor();
    await other.fetch("/auth/sign-on", { redirect: "manual" });
    expect(await comeBack(other, back)).toBe(failure("refused"));

    const slow = server.visitor();
    const late = await goToProvider(slow, "ana");
    server.clock.advance(15 * 60 * 1000);
    expect(await comeBack(slow, late)).toBe(failure("expired"));
    server.clock.advance(1);
    await server.context.lifecycle.tick();
    expect(await server.context.db.query.select().from(signOnAttempts)).toEqual([]);
    expect(await accountOf(ANA.email)).toBeUndefined();
  });

  const seconds = () => Math.floor(Date.now() / 1000);

  it.each<[string, OpenIdProvider["forge"]]>([
    ["another nonce", (claims) => ({ ...claims, nonce: "x".repeat(43) })],
    ["no nonce", ({ nonce: _, ...claims }) => claims],
    ["another client as its audience", (claims) => ({ ...claims, aud: "another-client" })],
    ["two audiences and another authorized party", (c) => ({ ...c, aud: ["circuitgrade", "b"], azp: "b" })],
    ["another issuer", (claims) => ({ ...claims, iss: "https://login.elsewhere.example" })],
    ["an end a minute ago", (claims) => ({ ...claims, iat: seconds() - 3660, exp: seconds() - 60 })],
    ["a start in a minute", (claims) => ({ ...claims, nbf: seconds() + 60 })],
    ["no end", ({ exp: _, ...claims }) => claims],
    ["no subject", ({ sub: _, ...claims }) => claims],
  ])("whose ID token has %s", async (_, forge) => {
    provider.forge = forge;
    expect(await arrive("ana")).toBe(failure("refused"));
    expect(await accountOf(ANA.email)).toBeUndefined();
  });

  it.each<[string, OpenIdProvider["forge"]]>([
    ["ended 20 seconds ago", (claims) => ({ ...claims, exp: seconds() - 20 })],
    ["begins in 20 seconds", (claims) => ({ ...claims, nbf: seconds() + 20, iat: seconds() + 20 })],
  ])("but not if the clocks differ by less than half a minute: a token that %s", async (_, forge) => {
    provider.forge = forge;
    expect(await arrive("ana")).toBe(await dashboardOf(ANA.email));
  });

  it("whose ID token has another key's signature", async () => {
    provider.signWithOther = true;
    expect(await arrive("ana")).toBe(failure("refused"));
    expect(server.logged.join("\n")).not.toContain("eyJ");
  });

  it("if the person cancelled", async () => {
    const answer = (given: Record<string, string>) => (params: URLSearchParams) => {
      params.delete("code");
      for (const [name, value] of Object.entries(given)) params.set(name, value);
    };
    expect(await comeBackWith(answer({ error: "access_denied" }))).toBe(failure("cancelled"));
    expect(await comeBackWith(answer({ error: "temporarily_unavailable" }))).toBe(failure("unavailable"));
    expect(await comeBackWith(answer({ error: "invalid_scope" }))).toBe(failure("refused"));
  });

  it("with a sentence for each reason, and none for others", async () => {
    const { body: site } = await server.visitor().call("getSite", {});
    expect(site.sign_on).toEqual({ name: "Campus Login", reachable: true });
    for (const code of SIGN_ON_FAILURES) expect(signOnFailureText(code, site), code).toMatch(/^[A-Z].*\.$/);
    for (const other of ["toString", "", null]) expect(signOnFailureText(other, site)).toBeNull();
    expect(signOnFailureText("refused", { ...site, sign_on: null })).toBeNull();
  });
});

describe("an outage of the provider", () => {
  afterEach(() => provider.start().catch(() => undefined));

  const reachable = async () => (await server.visitor().call("getSite", {})).body.sign_on?.reachable;

  it("at the start disables sign-on, not the server, until the provider answers", async () => {
    await provider.stop();
    for (let minute = 0; minute < 4; minute++) await server.context.lifecycle.tick();
    expect(await reachable()).toBe(false);
    const warnings = server.logged
      .filter((line) => line.includes("sign-on-unavailable"))
      .map((line) => JSON.parse(line));
    expect(warnings[0]).toMatchObject({ level: "warn", issuer: provider.issuer });
    // Each reason once: the first may be a connection that ended, the next that there is none.
    expect(warnings.length).toBeLessThan(3);
    const begun = await server.visitor().fetch("/auth/sign-on", { redirect: "manual" });
    expect([begun.status, begun.headers.get("location")]).toEqual([302, failure("unavailable")]);
    expect(await server.context.db.query.select().from(signOnAttempts)).toEqual([]);
    await verified(server);
    await loggedIn(server);

    await provider.start();
    await server.context.lifecycle.tick();
    expect(await reachable()).toBe(true);
    expect(await arrive("ana")).toBe(await dashboardOf(ANA.email));
  });

  it("later, between the way there and the way back", async () => {
    const client = server.visitor();
    const back = await goToProvider(client, "ana");
    await provider.stop();
    expect(await comeBack(client, back)).toBe(failure("unavailable"));
    expect((await audited()).at(-1)).toEqual(["finishSignOn", "unavailable", null]);
  });
});

it("leads nobody anywhere if there is no single sign-on", async () => {
  await server.close();
  server = await openTestServer();
  expect((await server.visitor().call("getSite", {})).body).toMatchObject({ sign_on: null, local_passwords: true });
  for (const path of ["/auth/sign-on", "/auth/sign-on/callback?code=a&state=b"]) {
    const { headers } = await server.visitor().fetch(path, { redirect: "manual" });
    expect(headers.get("location")).toMatch(/^\/auth\?sign-on=(unavailable|expired)$/);
  }
});

describe("log-out", () => {
  async function signOffUrlOf(client: TestClient): Promise<string | null> {
    return (await client.call("logout", {})).body.sign_off_url;
  }

  it("ends the session here and leads to the provider's own end, without a token in the address", async () => {
    const client = server.visitor();
    await signOn(client, "ana");
    const url = new URL((await signOffUrlOf(client))!);
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/session/end`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "circuitgrade",
      post_logout_redirect_uri: `${ORIGIN}/auth`,
    });
    expect((await fetch(url)).status).toBe(200);
    expect((await client.call("checkSession", {})).status).toBe(401);
    expect(await signOffUrlOf(client)).toBeNull();
  });

  it("does not lead there from a session that began with a password, or if the provider does not offer it", async () => {
    await verified(server);
    expect(await signOffUrlOf(await loggedIn(server))).toBeNull();
    const other = await openOpenIdProvider({ origin: ORIGIN, signOff: false });
    other.people.set("ana", ANA_CLAIMS);
    await reopen(other.variables);
    const client = server.visitor();
    await signOn(client, "ana");
    expect(await signOffUrlOf(client)).toBeNull();
    await other.stop();
  });
});

describe("without local passwords", () => {
  beforeEach(() => reopen({ LOCAL_PASSWORDS: "off" }));

  it("every call about a password is refused", async () => {
    const client = await server.instructor();
    const bodies = { email: ANA.email, password: ANA.password, token: "x", code: "123456", new_password: "x" };
    for (const name of [
      "login",
      "register",
      "resendVerification",
      "verifyEmail",
      "checkRecoveryInfo",
      "forgotPassword",
      "verifyResetToken",
      "resetPassword",
      "validatePassword",
      "changePassword",
      "startSecondFactor",
      "confirmSecondFactor",
      "renewRecoveryCodes",
      "turnOffSecondFactor",
    ] as const) {
      const { status, body } = await client.callLoosely(name, { body: bodies });
      expect([name, status, body.error.code]).toEqual([name, 403, "passwords-off"]);
    }
  });

  it("an administrator creates accounts without one, which sign on; the command's link still logs in", async () => {
    const command = Object.assign(server.visitor(), { bearer: server.context.secrets.admin });
    const body = { email: ANA.email, admin: true };
    const { user_id: accountId } = (await command.call("createUser", { body })).body;
    expect(await arrive("ana")).toBe(`/dashboard/${accountId}`);
    const { url } = (await command.call("makeEntrance", { params: { accountId } })).body;
    const client = server.visitor();
    await client.fetch(url.slice(ORIGIN.length), { method: "POST", redirect: "manual" });
    expect((await client.call("checkSession", {})).body).toEqual({ user_id: accountId });
    const refused = await command.call("createUser", { body: { email: "bo@elsewhere.example" } });
    expect(refused.body.error.code).toBe("email-domain");
  });

  it("a sign-on of the last five minutes makes an access token", async () => {
    const client = server.visitor();
    await signOn(client, "ana");
    const body = { name: "Laptop", scope: "read", days: 7 } as const;
    expect((await client.call("createAccessToken", { body })).status).toBe(200);
    server.clock.advance(5 * 60 * 1000 + 1);
    const late = await client.call("createAccessToken", { body });
    expect([late.status, late.body.error.code]).toEqual([403, "sign-on-again"]);
    const linked = await server.instructor("bo@example.edu");
    expect((await linked.call("createAccessToken", { body })).body.error.code).toBe("sign-on-again");
  });
});

/** As if the address had sent this many. */
async function useUp(key: string): Promise<void> {
  const { limit, seconds } = RATES.signOnByAddress;
  await server.context.limiter.take(key, { limit: Number.POSITIVE_INFINITY, seconds }, limit);
}

it("a campus that shares an address is not locked out by one device: browsers that signed on before still may", async () => {
  const client = server.visitor();
  await signOn(client, "ana");
  await useUp("sign-on:unknown");
  const begin = (browser: TestClient) => browser.fetch("/auth/sign-on", { redirect: "manual" });
  expect((await begin(server.visitor())).status).toBe(429);
  expect(await signOn(client, "ana")).toBe(await dashboardOf(ANA.email));
  for (let time = 0; time < RATES.signOnByDevice.limit - 2; time++) expect((await begin(client)).status).toBe(302);
  expect((await begin(client)).status, "that browser's own limit").toBe(302);
  expect((await begin(client)).status).toBe(429);
});

it("ends of sign-ons that nobody began are counted, and keep nobody from ending their own", async () => {
  const { limit, seconds } = RATES.signOnByAddress;
  for (let time = 0; time < limit; time++)
    await server.context.limiter.take("sign-on-none:unknown", { limit, seconds });
  expect((await server.visitor().fetch("/auth/sign-on/callback?code=x&state=y")).status).toBe(429);
  expect(await arrive("ana")).toBe(await dashboardOf(ANA.email));
});
