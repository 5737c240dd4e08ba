import { createServer } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import { ANA } from "./testing/accounts.ts";
import { freePort } from "./testing/services/free-port.ts";
import { type OpenIdProvider, openOpenIdProvider, signOn } from "./testing/services/openid-provider.ts";
import { createInstructor } from "./testing/spawned/spawned-instructor.ts";
import { type SpawnedServer, spawnServer } from "./testing/spawned/spawned-server.ts";
import { TestClient } from "./testing/test-client.ts";

// Under load the runtime alone may take half a minute to start.
vi.setConfig({ testTimeout: 240_000 });

const ORIGIN = "http://grading.example.edu";

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openProvider(): Promise<OpenIdProvider> {
  const provider = await openOpenIdProvider({ origin: ORIGIN });
  provider.people.set("ana", { email: ANA.email, email_verified: true, name: "Ana Cruz" });
  closing.push(() => provider.stop());
  return provider;
}

/** Starts the server as people do: its launcher asks the provider first. */
async function start(variables: Readonly<Record<string, string>>): Promise<SpawnedServer> {
  const server = await spawnServer({ ORIGIN, CLOCK_SECONDS: "1", ...variables });
  closing.push(() => server.stop());
  return server;
}

function visitorOf({ address }: SpawnedServer): TestClient {
  return new TestClient((url, init) => fetch(url.replace(ORIGIN, address), init), ORIGIN);
}

it("a person signs on at a real provider, comes back to the account with the address, and logs out of both", async () => {
  const provider = await openProvider();
  const server = await start(provider.variables);
  await createInstructor(server);
  const client = visitorOf(server);
  expect(await signOn(client, "ana")).toMatch(/^\/dashboard\/[\w-]+$/);
  const { user_id: userId } = (await client.call("checkSession", {})).body;
  expect((await client.call("getUser", { params: { userId } })).body.user).toMatchObject({ email: ANA.email });
  const { sign_off_url } = (await client.call("logout", {})).body;
  expect(sign_off_url).toContain(`${provider.issuer}/session/end?`);
  expect(server.output()).toContain('"signOn":"linked"');
  expect(server.output()).not.toMatch(/eyJ|code=|state=/);
});

it("a provider that is down at the start disables sign-on, not the server; when it is back, sign-on works", async () => {
  const provider = await openProvider();
  await provider.stop();
  const server = await start(provider.variables);
  await createInstructor(server);
  const client = visitorOf(server);
  await vi.waitUntil(() => server.output().includes('"event":"sign-on-unavailable"'), { timeout: 60_000 });
  expect((await client.call("getSite", {})).body.sign_on).toEqual({ name: "Campus Login", reachable: false });
  expect((await client.call("login", { body: ANA })).status).toBe(200);
  await provider.start();
  await vi.waitUntil(async () => (await client.call("getSite", {})).body.sign_on?.reachable, { timeout: 60_000 });
  expect(await signOn(client, "ana")).toMatch(/^\/dashboard\/[\w-]+$/);
});

it("hosts that the provider names only after the start stay closed, and the log says to restart the server", async () => {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const server = await start({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "c", OIDC_CLIENT_SECRET: "s" });
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: "https://tokens.example.edu/token",
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
  const late = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(metadata));
  });
  await new Promise<void>((resolve) => late.listen(port, "localhost", resolve));
  closing.push(() => late.close());
  const words = "connections to tokens.example.edu:443 are not allowed: restart the server";
  await vi.waitUntil(() => server.output().includes(words), { timeout: 60_000 });
});
