import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { buildUi, newestSource } from "../../.ci/build-ui.ts";
import { ENDPOINTS, type EndpointName, type RequestOf, type ResponseOf } from "../../server/contract/endpoints.ts";
import { freePort } from "../../server/testing/services/free-port.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Starts the server as `npm start` does: under Deno, with the permissions that it has in use. */
const START = join(ROOT, "server", "start.mjs");

/** The real server under Deno, with the UI as it is now. */
export interface TestSite {
  readonly origin: string;
  /** Where this test file's requests come from, for the server's rates; a tab sends it with every request. */
  readonly address: string;
  /** Whole mails in the outbox, oldest first. */
  mails(): Promise<string[]>;
  /** A new, verified instructor with a session; `call` speaks for that instructor. */
  instructor(email: string): Promise<Instructor>;
  close(): Promise<void>;
}

/** A server that one test file has for itself. */
export interface OwnSite extends TestSite {
  /** What the server has written so far. */
  output(): string;
}

/** Where the server is that all test files share. */
export interface SharedSite {
  readonly origin: string;
  readonly dataDir: string;
}

declare module "vitest" {
  interface ProvidedContext {
    readonly sharedSite: SharedSite;
  }
}

export interface Instructor {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  /** `name=value` of the session's cookie. */
  readonly cookie: string;
  /** Makes a call of the contract over HTTP; throws if it fails. */
  call<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<ResponseOf<Name>>;
}

/**
 * The server that `shared-site.ts` started for all test files. Each file's data is separate: its instructors are new,
 * and its requests come from its own address, so that no file uses up another one's rates.
 */
export async function openSite(): Promise<TestSite> {
  const { origin, dataDir } = inject("sharedSite");
  const site = { origin, address: randomAddress(), mails: () => mailsIn(dataDir) };
  const mark = randomBytes(3).toString("hex");
  return {
    ...site,
    // Each file calls its first instructor Ana: the mark keeps the accounts apart.
    instructor: (email) => signUp(site, email.replace("@", `-${mark}@`)),
    close: async () => undefined,
  };
}

interface Packaged {
  /** The words that start the packaged program's server, which has its own UI. */
  readonly command: readonly [string, ...string[]];
  /** Where the program's data folder is for this process. */
  readonly dataDir: string;
}

/**
 * Starts a server for one test file, on a separate data folder that goes with it, or on that in DATA_DIR, which stays.
 * `variables` are settings as in the environment. With `packaged` it is not the server of the sources.
 */
export async function startSite(
  variables: Readonly<Record<string, string>> = {},
  packaged?: Packaged,
): Promise<OwnSite & SharedSite> {
  const dataDir = packaged?.dataDir ?? variables.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "circuitgrade-e2e-")));
  const port = variables.PORT ?? String(await freePort());
  const origin = `http://localhost:${port}`;
  const [program, ...words] = packaged?.command ?? [process.execPath, START];
  const own = packaged ? {} : { ...process.env, UI_DIR: await builtUi() };
  const server = spawn(program, words, {
    env: { PATH: process.env.PATH, ...own, DATA_DIR: dataDir, PORT: port, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(server);
  await untilHealthy(origin, { server, log: output });
  const site = { origin, address: randomAddress(), mails: () => mailsIn(dataDir) };
  return {
    ...site,
    dataDir,
    output,
    instructor: (email) => signUp(site, email),
    async close() {
      if (server.exitCode === null) {
        const gone = new Promise((resolve) => server.once("exit", resolve));
        server.kill("SIGTERM");
        await gone;
      }
      if (variables.DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

async function mailsIn(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  const letters = names.filter((name) => name.endsWith(".eml")).sort();
  return Promise.all(letters.map((name) => readFile(join(folder, name), "utf8")));
}

/** Builds older than the latest ones serve no run any more. */
const KEPT_BUILDS = 5;

/** A folder for each state of the sources: servers of other runs keep theirs. */
export async function builtUi(): Promise<string> {
  const builds = join(ROOT, ".cache", "ui");
  const folder = join(builds, String(await newestSource()));
  await mkdir(builds, { recursive: true });
  const old = (await readdir(builds)).filter((name) => /^\d+$/.test(name)).sort();
  for (const name of old.slice(0, -KEPT_BUILDS)) await rm(join(builds, name), { recursive: true, force: true });
  await buildUi(folder);
  return folder;
}

function collect(server: ChildProcess): () => string {
  let text = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return () => text;
}

async function untilHealthy(origin: string, { server, log }: { server: ChildProcess; log: () => string }) {
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; ) {
    if (server.exitCode !== null) throw new Error(`The server ended:\n${log()}`);
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server does not answer:\n${log()}`);
}

const PASSWORD = "Circuit1!";

/** Registers, opens the mailed link's token and logs in, as a person would. */
async function signUp(site: Pick<TestSite, "origin" | "address" | "mails">, email: string): Promise<Instructor> {
  const visitor = caller(site, "");
  await visitor("register", { body: { email, password: PASSWORD } });
  await visitor("verifyEmail", { body: { token: await mailedTokenAbout(site, email) } });
  const response = await request(site, { name: "login", given: { body: { email, password: PASSWORD } }, cookie: "" });
  const { user } = (await response.json()) as ResponseOf<"login">;
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { email, password: PASSWORD, userId: user.id, cookie, call: caller(site, cookie) };
}

/** The token in the newest mail to an address about `page`: mails are sent in the background. */
export async function mailedTokenAbout(
  { mails }: Pick<TestSite, "mails">,
  email: string,
  page: "verify-email" | "reset-password" = "verify-email",
): Promise<string> {
  for (const giveUp = Date.now() + 15_000; Date.now() < giveUp; ) {
    const mine = (await mails()).filter((mail) => mail.includes(`To: ${email}`) && mail.includes(`/${page}?`));
    const token = mine.at(-1)?.match(/[?&]token=([A-Za-z0-9_-]+)/)?.[1];
    if (token !== undefined) return token;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail about ${page} for ${email}.`);
}

/** As the command does, with the token in the data folder. */
export async function makeAdministrator({ userId }: Instructor, { origin, dataDir }: SharedSite): Promise<void> {
  const token = (await readFile(join(dataDir, "admin-token"), "utf8")).trim();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ admin: true });
  const answer = await fetch(`${origin}/admin/accounts/${userId}`, { method: "PATCH", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}

/** The instructor who is signed in in this tab. */
export async function instructorIn(site: Place, tab: Page): Promise<Instructor> {
  const kept = await tab.context().cookies(site.origin);
  const cookie = `session=${kept.find(({ name }) => name === "session")?.value}`;
  const call = caller(site, cookie);
  const { user_id: userId } = await call("checkSession", {});
  const { user } = await call("getUser", { params: { userId } });
  return { email: user.email, password: PASSWORD, userId, cookie, call };
}

type Place = Pick<TestSite, "origin" | "address">;

function caller(site: Place, cookie: string): Instructor["call"] {
  return async (name, given) => {
    const response = await request(site, { name, given, cookie });
    return (response.headers.get("content-type")?.startsWith("application/json") ? response.json() : response) as never;
  };
}

interface Given {
  readonly name: EndpointName;
  readonly given: { params?: object; query?: object; body?: unknown };
  readonly cookie: string;
}

async function request({ origin, address }: Place, { name, given, cookie }: Given): Promise<Response> {
  const { method, path } = ENDPOINTS[name];
  const params = (given.params ?? {}) as Readonly<Record<string, string>>;
  const url = new URL(
    path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? ""),
    origin,
  );
  for (const [key, value] of Object.entries(given.query ?? {})) url.searchParams.set(key, String(value));
  const isForm = given.body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: {
      origin,
      cookie,
      "x-forwarded-for": address,
      ...(given.body !== undefined && !isForm && { "content-type": "application/json" }),
    },
    ...(given.body !== undefined && { body: isForm ? (given.body as FormData) : JSON.stringify(given.body) }),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return response;
}
