import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callServer } from "../../cli/server/call-server.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { ANA, handInAPage } from "./hand-in-a-page.ts";
import { makePackage } from "./main.ts";
import { canRunStages } from "./run-stages.ts";

/**
 * systemd as the first process of a world of its own: this machine's files with a layer over them. $0 is the layer's
 * folder.
 */
const BOOT = `
mount -t overlay overlay -o "lowerdir=/,upperdir=$0/files,workdir=$0/work" "$0/whole" && cd "$0/whole" &&
  mount -t tmpfs tmpfs run && mount -t tmpfs tmpfs tmp && mount --rbind /dev dev && mount -t proc proc proc && mount -t sysfs sysfs sys &&
  mount -t cgroup2 none sys/fs/cgroup && container=other exec chroot . /lib/systemd/systemd --system --unit=only.target`;

const canBoot = canRunStages() && existsSync("/lib/systemd/systemd");

describe.skipIf(!canBoot)("under systemd, with the unit of docs/installing", { timeout: 240_000 }, () => {
  let folder: string;
  let world: ChildProcess;
  let origin: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "circuitgrade-service-"));
    const files = join(folder, "files");
    for (const name of ["files/usr/local/bin", "files/etc/systemd/system", "work", "whole"]) {
      await mkdir(join(folder, name), { recursive: true });
    }
    // The layer's top is the root of the world, where services of other users have to get in.
    for (const name of [folder, files]) await chmod(name, 0o755);
    await makePackage(join(files, "usr/local/bin/circuitgrade"));
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const units = join(files, "etc/systemd/system");
    await writeFile(join(files, "etc/circuitgrade.env"), `PORT=${port}\n`);
    await writeFile(join(units, "circuitgrade.service"), await readFile("docs/installing/circuitgrade.service"));
    await writeFile(join(units, "only.target"), "[Unit]\nWants=circuitgrade.service\nAllowIsolate=yes\n");
    await writeFile(join(units, "network-online.target"), "[Unit]\n");
    const alone = ["--mount", "--pid", "--fork", "--kill-child", "--cgroup", "--uts"];
    world = spawn("unshare", [...alone, "sh", "-c", BOOT, folder], { stdio: "ignore" });
  }, 300_000);
  afterAll(async () => {
    const ended = new Promise((resolve) => world.once("exit", resolve));
    world.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  });

  function inside(...words: string[]): { stdout: string; status: number | null } {
    const [first] = spawnSync("pgrep", ["-P", String(world.pid)], { encoding: "utf8" }).stdout.split("\n");
    const whole = join(folder, "whole");
    return spawnSync("nsenter", ["-t", first ?? "", "-m", "-p", "chroot", whole, ...words], { encoding: "utf8" });
  }

  it("starts as nobody else's user, reads what is handed in, and stops in good order", async () => {
    await expect
      .poll(() => fetch(`${origin}/healthz`).then(({ status }) => status, String), { timeout: 120_000 })
      .toBe(200);
    const data = join(folder, "files/var/lib/private/circuitgrade");
    await callServer("createUser", { data, body: ANA });
    const { file } = await handInAPage(origin);
    expect(file).toMatchObject({ student_id: "20230001", proposed_grade: 5 });

    // The range of users that systemd makes for a service's life.
    const { uid } = await stat(join(data, "circuitgrade.db"));
    expect(uid).toBeGreaterThanOrEqual(61_184);
    expect(uid).toBeLessThanOrEqual(65_519);

    expect(inside("systemctl", "stop", "circuitgrade").status).toBe(0);
    const properties = inside("systemctl", "show", "circuitgrade", "-p", "ActiveState,Result,NRestarts").stdout;
    expect(properties.trim().split("\n").sort()).toEqual(["ActiveState=inactive", "NRestarts=0", "Result=success"]);
    await expect(fetch(origin)).rejects.toThrow();
  });
});
