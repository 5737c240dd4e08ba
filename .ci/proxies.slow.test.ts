import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { callServer } from "../cli/server/call-server.ts";
import { ANA } from "../server/testing/accounts.ts";
import { freePort } from "../server/testing/services/free-port.ts";
import { type SpawnedServer, spawnServer } from "../server/testing/spawned/spawned-server.ts";

/** Programs of Debian that not every machine has; `NGINX_PROGRAM` and `CADDY_PROGRAM` name them elsewhere. */
const NGINX = process.env.NGINX_PROGRAM ?? "nginx";
const CADDY = process.env.CADDY_PROGRAM ?? "caddy";

let folder: string;
let server: SpawnedServer;
let origin: string;
let proxyPort: number;
let proxy: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-proxy-"));
  proxyPort = await freePort();
  origin = `http://localhost:${proxyPort}`;
  server = await spawnServer({ ORIGIN: origin, TRUST_PROXY: "1" }, "deno");
  await callServer("createUser", { data: server.dataDir, body: ANA });
});
afterEach(async () => {
  const running = proxy;
  proxy = undefined;
  if (!running) return;
  const ended = new Promise((resolve) => running.once("exit", resolve));
  running.kill("SIGTERM");
  await ended;
});
afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
});

function has(program: string, word: string): boolean {
  return spawnSync(program, [word]).status === 0;
}

/** The settings of docs/installing, but without the certificate and at free ports. */
async function settings(name: string, changes: readonly (readonly [string | RegExp, string])[]): Promise<string> {
  const text = await readFile(join("docs/installing", name), "utf8");
  const upstream = server.address.replace("http://", "");
  return [...changes, [/127\.0\.0\.1:8080/g, upstream] as const].reduce((all, [from, to]) => {
    expect(all).toMatch(from);
    return all.replaceAll(from instanceof RegExp ? from : new RegExp(from, "g"), to);
  }, text);
}

describe.each([
  { name: "nginx", there: has(NGINX, "-v"), start: startNginx },
  { name: "Caddy", there: has(CADDY, "version"), start: startCaddy },
])("behind $name", ({ there, start }) => {
  it.skipIf(!there)("people log in, events arrive at once, and large uploads get through", async () => {
    proxy = await start();
    await expect.poll(() => fetch(`${origin}/healthz`).then(({ status }) => status, String)).toBe(200);
    const login = await fetch(`${origin}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify(ANA),
    });
    expect(login.status, await login.clone().text()).toBe(200);
    const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";

    const stop = new AbortController();
    const events = await fetch(`${origin}/events`, { headers: { cookie }, signal: stop.signal });
    expect(events.headers.get("content-type")).toBe("text/event-stream");
    const reader = events.body!.getReader();
    const first = await Promise.race([
      reader.read(),
      new Promise((resolve) => setTimeout(resolve, 5000, "nothing came")),
    ]);
    expect(first).toMatchObject({ done: false });
    stop.abort();

    const form = new FormData();
    form.append("files", new Blob([new Uint8Array(60_000_000)]), "scan.pdf");
    const upload = await fetch(`${origin}/stacks/upload/none`, {
      method: "POST",
      headers: { cookie, origin },
      body: form,
    });
    // The server's own response: it has inspected the upload.
    expect([upload.status, (await upload.json()).error.code]).toEqual([404, "not-found"]);

    // A caller that never ends the headers is not waited for: in these tests one second.
    const slow = connect({ host: "localhost", port: proxyPort });
    slow.on("error", () => undefined).resume();
    const closed = new Promise((resolve) => slow.once("close", resolve));
    slow.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    await closed;

    // The address is the browser's, as the proxy reports it.
    expect(server.output()).toMatch(/"route":"\/auth\/login".*"address":"(127\.0\.0\.1|::)/);
  });
});

async function startNginx(): Promise<ChildProcess> {
  const site = await settings("nginx.conf", [
    ["client_header_timeout 10s", "client_header_timeout 1s"],
    ["listen 443 ssl;", `listen ${proxyPort};`],
    [/ {4}(listen \[::\]:443 ssl|ssl_certificate\S*) ?[^;]*;\n/g, ""],
    ["server_name grading.example.edu", "server_name localhost"],
  ]);
  const home = join(folder, "nginx");
  await mkdir(join(home, "tmp"), { recursive: true });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = temporary.map((name) => `${name}_temp_path ${home}/tmp/${name};`).join("\n");
  const file = join(home, "nginx.conf");
  const own = `pid ${home}/pid;\ndaemon off;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths}\n${site}\n}\n`;
  await writeFile(file, own);
  return spawn(NGINX, ["-p", home, "-c", file], { stdio: "inherit" });
}

async function startCaddy(): Promise<ChildProcess> {
  const site = await settings("Caddyfile", [
    [/^grading\.example\.edu \{/gm, `${origin} {`],
    ["read_header 10s", "read_header 1s"],
  ]);
  const file = join(folder, "Caddyfile");
  await writeFile(file, site.replace("{\n", "{\n\tadmin off\n"));
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  return spawn(CADDY, ["run", "--adapter", "caddyfile", "--config", file], {
    stdio: ["ignore", "ignore", "ignore"],
    env,
  });
}

it.skipIf(!has("systemd-analyze", "--version"))("systemd accepts the unit, and rates it as secure", () => {
  const unit = "docs/installing/circuitgrade.service";
  const verified = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit], {
    encoding: "utf8",
  });
  // The threshold is in tenths: of 10, at most 2.
  expect(verified.status, verified.stdout + verified.stderr).toBe(0);
});
