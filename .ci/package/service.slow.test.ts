import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { callServer } from "../../cli/server/call-server.ts";
import { ANA } from "../../server/testing/accounts.ts";
import { freePort } from "../../server/testing/services/free-port.ts";
import { openGroup } from "../../server/testing/spawned/spawned-group.ts";
import { TestClient } from "../../server/testing/test-client.ts";
import { handInAPage } from "./hand-in-a-page.ts";
import { makePackage } from "./main.ts";

type Variables = Readonly<Record<string, string>>;

/**
 * systemd as the first process of a separate system: this machine's files with a layer over them. $0 is the layer's
 * folder.
 */
const BOOT = `
mount -t overlay overlay -o "lowerdir=/,upperdir=$0/files,workdir=$0/work" "$0/whole" && cd "$0/whole" &&
  mount -t tmpfs tmpfs run && mount -t tmpfs tmpfs tmp && mount --rbind /dev dev && mount -t proc proc proc && mount -t sysfs sysfs sys &&
  mount -t cgroup2 none sys/fs/cgroup && container=other exec chroot . /lib/systemd/systemd --system --unit=only.target`;

/** Whether this machine allows layers over its files. */
function canLayer(): boolean {
  const probe =
    'd=$(mktemp -d) && mkdir "$d/a" "$d/b" "$d/c" && mount -t overlay overlay -o "lowerdir=/,upperdir=$d/a,workdir=$d/b" "$d/c"';
  const cleanUp = 'code=$?; umount "$d/c" 2>/dev/null; rm -rf "$d"; exit $code';
  const isRoot = process.getuid?.() === 0;
  return isRoot && spawnSync("unshare", ["--mount", "sh", "-c", `${probe}; ${cleanUp}`]).status === 0;
}

const canBoot = canLayer() && existsSync("/lib/systemd/systemd");

/** The output of the services is written to a file: this system has no journal. */
const LOG = "var/log/circuitgrade.log";
const LOG_CONF = `[Service]\nStandardOutput=append:/${LOG}\nStandardError=append:/${LOG}\n`;

/** A booted system. */
interface World {
  /** Runs a program in it. */
  inside(...words: string[]): { stdout: string; status: number | null };
  /** A path of it, as this machine sees it. */
  path(name: string): string;
  close(): Promise<void>;
}

/** Boots a system with the program `binary`, these settings and unit files; starts `wanted`. */
async function boot(
  binary: string,
  { settings, units, wanted }: { settings: Variables; units: Variables; wanted: string },
): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "circuitgrade-service-"));
  const files = join(folder, "files");
  for (const name of ["files/usr/local/bin", "work", "whole"]) await mkdir(join(folder, name), { recursive: true });
  // The layer's top is the root of the system, which services of other users must be able to enter.
  for (const name of [folder, files]) await chmod(name, 0o755);
  await copyFile(binary, join(files, "usr/local/bin/circuitgrade"));
  const texts: Variables = {
    ...units,
    "only.target": `[Unit]\nWants=${wanted}\nAllowIsolate=yes\n`,
    "network-online.target": "[Unit]\n",
  };
  for (const [name, text] of Object.entries(texts)) {
    const path = join(files, "etc/systemd/system", name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(files, "etc/circuitgrade.env"), lines.join(""));
  const alone = ["--mount", "--pid", "--fork", "--kill-child", "--cgroup", "--uts"];
  const world = spawn("unshare", [...alone, "sh", "-c", BOOT, folder], { stdio: "ignore" });
  return {
    inside(...words) {
      const [first] = spawnSync("pgrep", ["-P", String(world.pid)], { encoding: "utf8" }).stdout.split("\n");
      const whole = join(folder, "whole");
      return spawnSync("nsenter", ["-t", first ?? "", "-m", "-p", "chroot", whole, ...words], { encoding: "utf8" });
    },
    path: (name) => join(files, name),
    async close() {
      const ended = new Promise((resolve) => world.once("exit", resolve));
      world.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
    },
  };
}

async function untilAnswers(origin: string): Promise<void> {
  const status = () => fetch(`${origin}/healthz`).then((answer) => answer.status, String);
  await expect.poll(status, { timeout: 120_000 }).toBe(200);
}

describe.skipIf(!canBoot)("under systemd, with the units of docs/installing", { timeout: 240_000 }, () => {
  let folder: string;
  let binary: string;
  let unit: string;
  let instance: string;
  let world: World | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "circuitgrade-service-"));
    binary = join(folder, "circuitgrade");
    await makePackage(binary);
    unit = await readFile("docs/installing/circuitgrade.service", "utf8");
    instance = await readFile("docs/installing/instance.conf", "utf8");
  }, 300_000);
  afterEach(() => world?.close());
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("starts as a separate user, reads what is handed in, and stops cleanly", async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const units = { "circuitgrade.service": unit, "circuitgrade.service.d/log.conf": LOG_CONF };
    world = await boot(binary, { settings: { PORT: String(port) }, units, wanted: "circuitgrade.service" });
    await untilAnswers(origin);
    const data = world.path("var/lib/private/circuitgrade");
    await callServer("createUser", { data, body: ANA });
    const { file } = await handInAPage(origin);
    expect(file).toMatchObject({ student_id: "20230001", proposed_grade: 5 });

    // The range of users that systemd makes for a service's life.
    const { uid } = await stat(join(data, "circuitgrade.db"));
    expect(uid).toBeGreaterThanOrEqual(61_184);
    expect(uid).toBeLessThanOrEqual(65_519);

    expect(world.inside("systemctl", "stop", "circuitgrade").status).toBe(0);
    const properties = world.inside("systemctl", "show", "circuitgrade", "-p", "ActiveState,Result,NRestarts").stdout;
    const said = await readFile(world.path(LOG), "utf8");
    const inOrder = ["ActiveState=inactive", "NRestarts=0", "Result=success"];
    expect(properties.trim().split("\n").sort(), said).toEqual(inOrder);
    // The unit lets processes inspect what is handed in.
    expect(said).not.toContain("inspector-unavailable");
    await expect(fetch(origin)).rejects.toThrow();
  });

  it("runs as several processes that share a database and a bucket, one of which may be lost", async () => {
    const group = await openGroup();
    try {
      const ports = [await freePort(), await freePort()] as const;
      const [first, second] = ports.map((port) => `http://localhost:${port}`) as [string, string];
      const units = { "circuitgrade@.service": unit, "circuitgrade@.service.d/instance.conf": instance };
      const wanted = ports.map((port) => `circuitgrade@${port}.service`).join(" ");
      world = await boot(binary, { settings: { ...group.variables, ORIGIN: first }, units, wanted });
      await untilAnswers(first);
      await untilAnswers(second);
      await callServer("createUser", { data: world.path(`var/lib/private/circuitgrade-${ports[0]}`), body: ANA });
      const { ana, taskId, file } = await handInAPage(first);

      expect(world.inside("systemctl", "kill", "-s", "KILL", `circuitgrade@${ports[0]}`).status).toBe(0);
      const other = new TestClient((url, init) => fetch(url.replace(first, second), init), first);
      for (const [name, value] of ana.cookies) other.cookies.set(name, value);
      const { body } = await other.call("getFiles", { params: { taskId } });
      expect(body.files).toMatchObject([{ id: file.id, proposed_grade: 5 }]);
      expect((await other.call("getPagePicture", { params: { fileId: file.id }, query: {} })).status).toBe(200);
      await untilAnswers(first);
    } finally {
      await group.close();
    }
  });
});
