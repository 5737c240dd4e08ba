import { beforeEach, describe, expect, it } from "vitest";
import { emailTokens, sessions, users } from "../../db/schema.ts";
import { ANA, loggedIn, mailedToken, register, verified } from "../../testing/accounts.ts";
import { openTestServer, serverOfTest, type TestServer } from "../../testing/test-server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest();
});

async function passwordHash(): Promise<string | undefined> {
  return (await server.context.db.query.select().from(users))[0]?.passwordHash;
}

describe("log-in", () => {
  beforeEach(() => verified(server));

  it("stores argon2id at OWASP's parameters, and of tokens only hashes", async () => {
    expect(await passwordHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const client = await loggedIn(server);
    const token = client.cookies.get("__Host-session");
    const stored = JSON.stringify([
      await server.context.db.query.select().from(sessions),
      await server.context.db.query.select().from(emailTokens),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(mailedToken(server));
  });

  it("answers the same to a wrong password and an unknown address", async () => {
    const wrong = await server.visitor().call("login", { body: { ...ANA, password: "Wrong1" } });
    const unknown = await server.visitor().call("login", { body: { ...ANA, email: "bo@example.edu" } });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ error: { code: "login-failed", message: "Invalid email or password." } });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  it("never shows the password's hash", async () => {
    const client = await loggedIn(server);
    const { body } = await client.call("getUser", { params: { userId: client.userId } });
    expect(Object.keys(body.user).sort()).toEqual(
      ["admin", "contact_number", "email", "id", "name", "profile_image_url", "recovery_email"].sort(),
    );
  });

  it("refuses empty fields and overlong ones", async () => {
    const { body } = await server.visitor().call("login", { body: { email: "", password: "" } });
    expect(body.error.message).toBe("Email is required.");
    const long = await server.visitor().call("login", { body: { ...ANA, password: "x".repeat(16) } });
    expect(long.body.error.message).toBe("Password cannot exceed 15 characters.");
  });

  it("sets a cookie that scripts and other sites cannot use, and that ends with the browser", async () => {
    const { headers } = await server.visitor().call("login", { body: ANA });
    const [session, device] = headers.getSetCookie();
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(device).toMatch(
      /^__Host-device=[\w-]{43}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it("remembers for thirty days if asked to", async () => {
    const { headers } = await server.visitor().call("login", { body: { ...ANA, remember: true } });
    expect(headers.getSetCookie()[0]).toContain("Max-Age=2592000");
  });

  it("creates a new token at each log-in and ends the earlier one", async () => {
    const client = await loggedIn(server);
    const first = client.cookies.get("__Host-session")!;
    await client.call("login", { body: ANA });
    expect(client.cookies.get("__Host-session")).not.toBe(first);
    client.cookies.set("__Host-session", first);
    expect((await client.call("checkSession", {})).status).toBe(401);
  });

  it("keeps an unremembered session for 8 idle hours and one day in total", async () => {
    const idle = await loggedIn(server);
    server.clock.advance(8 * HOUR);
    const { status, body } = await idle.call("checkSession", {});
    expect([status, body.error.message]).toEqual([401, "Your session expired. Login again."]);

    const busy = await loggedIn(server);
    for (let hour = 0; hour < 23; hour++) {
      server.clock.advance(HOUR);
      expect((await busy.call("checkSession", {})).body).toEqual({ user_id: busy.userId });
    }
    server.clock.advance(HOUR);
    expect((await busy.call("checkSession", {})).status).toBe(401);
  });

  it("keeps a remembered session for 14 idle days and thirty days in total", async () => {
    const idle = await loggedIn(server, true);
    server.clock.advance(14 * DAY);
    expect((await idle.call("checkSession", {})).status).toBe(401);
    const busy = await loggedIn(server, true);
    for (let day = 0; day < 29; day++) {
      server.clock.advance(DAY);
      expect((await busy.call("checkSession", {})).status).toBe(200);
    }
    server.clock.advance(DAY);
    expect((await busy.call("checkSession", {})).status).toBe(401);
  });

  it("ends the session at log-out, on the server too", async () => {
    const client = await loggedIn(server);
    const token = client.cookies.get("__Host-session")!;
    const { body, response } = await client.call("logout", {});
    expect(body).toEqual({ message: "Logout Successfully", sign_off_url: null });
    expect(response.headers.get("clear-site-data")).toBe('"cache"');
    expect([...client.cookies.keys()]).toEqual(["__Host-device"]);
    client.cookies.set("__Host-session", token);
    expect((await client.call("checkSession", {})).status).toBe(401);
  });

  it("lists the sessions, and logs out everywhere else", async () => {
    const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const client = server.visitor();
    const headers = { "content-type": "application/json", "user-agent": firefox };
    await client.fetch("/auth/login", { method: "POST", headers, body: JSON.stringify(ANA) });
    server.clock.advance(HOUR);
    const elsewhere = await loggedIn(server);
    await (await server.instructor("bo@example.edu")).call("logoutElsewhere", {});
    const { body } = await client.call("getSessions", {});
    expect(body.sessions.map(({ current, device }) => [current, device])).toEqual(
      expect.arrayContaining([
        [true, "Firefox on Linux"],
        [false, "A browser"],
      ]),
    );
    expect(body.sessions).toHaveLength(2);
    expect(JSON.stringify(body)).not.toMatch(/[\w-]{43}/);
    expect((await client.call("logoutElsewhere", {})).body.message).toBe("Logged out everywhere else.");
    expect((await elsewhere.call("checkSession", {})).status).toBe(401);
    expect((await client.call("getSessions", {})).body.sessions).toMatchObject([{ current: true }]);
  });

  it("does not list expired sessions", async () => {
    await loggedIn(server, true);
    await loggedIn(server);
    server.clock.advance(9 * HOUR);
    const client = await loggedIn(server);
    expect((await client.call("getSessions", {})).body.sessions).toHaveLength(2);
  });

  it("is in the log, right or wrong, without what was typed", async () => {
    const { userId } = await loggedIn(server);
    const guess = { email: "Typed-Secret-1@example.edu", password: "Wrong-Secret-1" };
    await server.visitor().call("login", { body: { ...ANA, password: guess.password } });
    await server.visitor().call("login", { body: guess });
    const events = server.logged.map((line) => JSON.parse(line)).filter(({ event }) => /^login/.test(event));
    expect(events).toMatchObject([
      { event: "login", user: userId, remembered: false },
      { event: "login-failed", user: userId },
      { event: "login-failed" },
    ]);
    expect(events[2]).not.toHaveProperty("user");
    expect(server.logged.join("\n")).not.toMatch(/secret-1|half-adder/i);
  });

  it("blocks guessing at one account after ten tries, for a quarter of an hour", async () => {
    for (let guess = 0; guess < 10; guess++) {
      expect((await server.visitor().call("login", { body: { ...ANA, password: "Wrong1" } })).status).toBe(401);
    }
    const { status, headers, body } = await server.visitor().call("login", { body: ANA });
    expect([status, headers.get("retry-after")]).toEqual([429, "900"]);
    expect(body.error.message).toBe("Too many attempts. Please try again in 15 minutes.");
    server.clock.advance(15 * MINUTE);
    await loggedIn(server);
  });

  it("blocks guesses at one account from many addresses after fifty", async () => {
    const behindProxy = await openTestServer({ TRUST_PROXY: "1" });
    try {
      await verified(behindProxy);
      const from = async (address: string, password: string) => {
        const headers = { "content-type": "application/json", "x-forwarded-for": address };
        const body = JSON.stringify({ ...ANA, password });
        return (await behindProxy.visitor().fetch("/auth/login", { method: "POST", headers, body })).status;
      };
      for (let guess = 0; guess < 50; guess++) expect(await from(`198.51.100.${guess % 5}`, "Wrong1")).toBe(401);
      expect(await from("203.0.113.7", ANA.password)).toBe(429);
      behindProxy.clock.advance(15 * MINUTE);
      for (let guess = 0; guess < 10; guess++) expect(await from("198.51.100.1", "Wrong1")).toBe(401);
      expect(await from("198.51.100.1", ANA.password)).toBe(429);
      expect(await from("203.0.113.7", ANA.password)).toBe(200);
    } finally {
      await behindProxy.close();
    }
  });

  it("does not let others' guesses lock out a known browser, whose own guesses are counted", async () => {
    const client = await loggedIn(server);
    await client.call("logout", {});
    await useUpGuesses();
    expect((await client.call("login", { body: ANA })).status).toBe(200);
    const wrong = { ...ANA, password: "Wrong1" };
    for (let guess = 0; guess < 10; guess++) expect((await client.call("login", { body: wrong })).status).toBe(401);
    expect((await client.call("login", { body: ANA })).status).toBe(429);
  });

  it("recognises a browser only by a cookie for the same account", async () => {
    const credentials = { ...ANA, email: "bo@example.edu" };
    await register(server, credentials);
    await server.visitor().call("verifyEmail", { body: { token: mailedToken(server) } });
    const bo = server.visitor();
    expect((await bo.call("login", { body: credentials })).status).toBe(200);
    const forger = server.visitor();
    forger.cookies.set("__Host-device", `${"a".repeat(43)}.${"b".repeat(43)}`);
    await useUpGuesses();
    for (const client of [bo, forger]) expect((await client.call("login", { body: ANA })).status).toBe(429);
  });

  it("recognises a browser for each account that logged in from it, the last ten", async () => {
    const credentials = { ...ANA, email: "bo@example.edu" };
    await register(server, credentials);
    await server.visitor().call("verifyEmail", { body: { token: mailedToken(server) } });
    const shared = await loggedIn(server);
    expect((await shared.call("login", { body: credentials })).status).toBe(200);
    await useUpGuesses();
    expect((await shared.call("login", { body: ANA })).status).toBe(200);
    const other = `${"a".repeat(43)}.${"b".repeat(43)}`;
    shared.cookies.set("__Host-device", ["rubbish", ...Array.from({ length: 10 }, () => other)].join("~"));
    server.clock.advance(15 * MINUTE);
    await shared.call("login", { body: ANA });
    const kept = shared.cookies.get("__Host-device")!.split("~");
    expect([kept.length, kept.lastIndexOf(other), kept.indexOf("rubbish")]).toEqual([10, 9, -1]);
  });

  /** Of everybody who comes from the tests' address without a known browser. */
  async function useUpGuesses(): Promise<void> {
    for (let guess = 0; guess < 60; guess++) {
      await server.visitor().call("login", { body: { ...ANA, password: "Wrong1" } });
    }
    expect((await server.visitor().call("login", { body: ANA })).status).toBe(429);
  }

  it("blocks an address that tries many accounts", async () => {
    const login = (index: number) =>
      server.visitor().call("login", { body: { ...ANA, email: `x${index}@example.edu`, password: "x".repeat(16) } });
    for (let guess = 0; guess < 60; guess++) expect((await login(guess)).status).toBe(400);
    expect((await login(61)).status).toBe(429);
  });
});

describe("calls from other sites", () => {
  beforeEach(() => verified(server));

  const post = async (headers: Record<string, string>) => {
    const client = await loggedIn(server);
    return (await client.fetch("/auth/logout", { method: "POST", headers })).status;
  };

  it("refuses them by the browser's headers", async () => {
    expect(await post({ origin: "https://evil.example" })).toBe(403);
    expect(await post({ origin: "null" })).toBe(403);
    expect(await post({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await post({ "sec-fetch-site": "same-site" })).toBe(403);
  });

  it("accepts those from its own pages", async () => {
    expect(await post({ origin: "https://grading.example.edu" })).toBe(200);
    expect(await post({ "sec-fetch-site": "same-origin" })).toBe(200);
  });

  it("refuses a cookie without a word about where it comes from", async () => {
    const client = await loggedIn(server);
    const cookie = `__Host-session=${client.cookies.get("__Host-session")}`;
    const request = (headers: Record<string, string>) =>
      server.app.hono.request("https://grading.example.edu/auth/logout", { method: "POST", headers });
    expect((await request({ cookie })).status).toBe(403);
    expect((await request({})).status).toBe(200);
  });
});
