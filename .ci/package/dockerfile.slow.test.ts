import { execFile, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../server/testing/services/free-port.ts";
import { makeBareRoot } from "./bare-root.ts";
import { type BuildStage, readDockerfile } from "./dockerfile.ts";
import { type BuiltStage, canRunStages, runStages } from "./run-stages.ts";

const run = promisify(execFile);
const stages = readDockerfile(await readFile("Dockerfile", "utf8"));

describe("the Dockerfile", () => {
  it("builds an image without Node that runs as an unprivileged user, with a health check", () => {
    const last = stages.at(-1);
    expect(last?.base).toMatch(/^debian:12-slim$/);
    expect(stepsOf(last, "user")).toEqual([{ does: "user", user: "10001:10001" }]);
    expect(stepsOf(last, "volume")).toEqual([{ does: "volume", folder: "/data" }]);
    for (const step of ["health", "entrypoint", "command", "expose"]) expect(stepsOf(last, step)).toHaveLength(1);
  });

  it("has no step that is not tested here", () => {
    expect(() => readDockerfile("FROM debian:12-slim\nADD https://example.edu/x /x")).toThrow(
      "Dockerfile: this step is not known: ADD https://example.edu/x /x",
    );
  });
});

describe.skipIf(!canRunStages())("its steps, run without Docker", { timeout: 120_000 }, () => {
  let folder: string;
  let image: BuiltStage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "circuitgrade-image-"));
    await makeBareRoot(join(folder, "debian"), ["chmod", "chown"]);
    const npm = Object.entries(process.env).filter(([name]) =>
      /^(npm_config_(registry|cache)|https?_proxy)$/i.test(name),
    );
    const built = await runStages(stages, {
      folder: join(folder, "stages"),
      context: process.cwd(),
      // This machine, with its Node, replaces Node's image; files that steps write go into a layer over it.
      bases: { "node:20-bookworm-slim": "/", "debian:12-slim": join(folder, "debian") },
      variables: { HOME: homedir(), ...(Object.fromEntries(npm) as Record<string, string>) },
    });
    image = built.at(-1) as BuiltStage;
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("starts, is healthy, keeps everything in its volume, and stops on a signal", async () => {
    const variables = { PORT: String(await freePort()), HOME: "/" };
    const [entrypoint, command, health] = ["entrypoint", "command", "health"].map((step) => wordsOf(image.stage, step));
    const { program, words, env } = image.start([...entrypoint!, ...command!], variables);
    const server = spawn(program, words, { env: { ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (output += text));
    const ended = new Promise((resolve) => server.once("exit", resolve));
    const check = image.start(health!, variables);
    try {
      await expect
        .poll(() => run(check.program, [...check.words], { env: { ...check.env } }).then(() => "healthy", String), {
          timeout: 60_000,
          interval: 500,
        })
        .toBe("healthy");
      const page = await fetch(`http://127.0.0.1:${variables.PORT}/auth`, { headers: { accept: "text/html" } });
      expect(await page.text(), output).toMatch(/src="\/assets\//);
      const { uid } = await stat(join(image.files, "data/circuitgrade.db"));
      expect(uid).toBe(10_001);
      expect((await readdir(image.files)).sort()).toEqual(expect.arrayContaining(["app", "data"]));
    } finally {
      server.kill("SIGTERM");
      expect(await ended).toBe(0);
    }
    expect(output).toContain('"event":"stopped"');
    const late = run(check.program, [...check.words], { env: { ...check.env } });
    await expect(late).rejects.toMatchObject({ code: 1 });
  });
});

function stepsOf(stage: BuildStage | undefined, does: string) {
  return stage?.steps.filter((step) => step.does === does) ?? [];
}

function wordsOf(stage: BuildStage, does: string): readonly string[] {
  return stepsOf(stage, does).flatMap((step) => ("words" in step ? step.words : []));
}
