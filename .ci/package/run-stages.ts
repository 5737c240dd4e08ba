import { spawn, spawnSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BuildStage } from "./dockerfile.ts";

/** A stage whose steps were run: its files over those of its base, and how to start a program in it. */
export interface BuiltStage {
  readonly stage: BuildStage;
  /** The folder with the files that its steps made. */
  readonly files: string;
  /** The arguments to spawn so that `words` run in it as Docker would run them. */
  start(words: readonly string[], variables?: Readonly<Record<string, string>>): Started;
}

export interface Started {
  readonly program: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Places {
  /** Where the stages are created. */
  readonly folder: string;
  /** The build's context. */
  readonly context: string;
  /** Folders that replace the images that stages begin with. */
  readonly bases: Readonly<Record<string, string>>;
  /** Variables of the machine's own environment, for its package manager. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Runs a Dockerfile without Docker: each stage is a layer over a folder that replaces its base image, and its steps run
 * with that as their whole file system. Needs root on Linux with overlayfs.
 */
export async function runStages(stages: readonly BuildStage[], places: Places): Promise<BuiltStage[]> {
  const built: BuiltStage[] = [];
  for (const [index, stage] of stages.entries()) {
    const base = places.bases[stage.base];
    if (base === undefined) throw new Error(`Nothing replaces the image ${stage.base}.`);
    built.push(await runStage(stage, { ...places, base, built, folder: join(places.folder, String(index)) }));
  }
  return built;
}

/** Whether this machine allows layers over its files, and programs in them that run as another user. */
export function canRunStages(): boolean {
  const probe =
    'd=$(mktemp -d) && mkdir "$d/a" "$d/b" "$d/c" && mount -t overlay overlay -o "lowerdir=/,upperdir=$d/a,workdir=$d/b" "$d/c"';
  const cleanUp = 'code=$?; umount "$d/c" 2>/dev/null; rm -rf "$d"; exit $code';
  const isRoot = process.getuid?.() === 0;
  return isRoot && spawnSync("unshare", ["--mount", "sh", "-c", `${probe}; ${cleanUp}`]).status === 0;
}

async function runStage(
  stage: BuildStage,
  places: Places & { base: string; built: BuiltStage[] },
): Promise<BuiltStage> {
  const files = join(places.folder, "files");
  for (const name of ["files/etc", "work", "whole"]) await mkdir(join(places.folder, name), { recursive: true });
  // Docker gives a container the machine's name servers.
  await cp("/etc/resolv.conf", join(files, "etc/resolv.conf"), { dereference: true });
  const state = { cwd: "/", user: "0:0", env: { ...places.variables } as Record<string, string> };
  const start: BuiltStage["start"] = (words, variables = {}) => ({
    program: "unshare",
    words: ["--mount", "sh", "-c", ENTER, places.base, places.folder, state.user, state.cwd, ...words],
    env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", ...state.env, ...variables },
  });
  for (const step of stage.steps) {
    if (step.does === "workdir") {
      state.cwd = step.folder;
      await mkdir(join(files, step.folder), { recursive: true });
    } else if (step.does === "env") Object.assign(state.env, step.variables);
    else if (step.does === "user") state.user = step.user;
    else if (step.does === "run") await finished(start(["sh", "-c", step.text]));
    else if (step.does === "copy") {
      const from = step.from === null ? null : places.built.find(({ stage: { name } }) => name === step.from);
      if (from === undefined) throw new Error(`No stage is named ${step.from}.`);
      const to = step.to.startsWith("/") ? join(files, step.to) : join(files, state.cwd, step.to);
      if (from) for (const source of step.sources) await cp(join(from.files, source), to, COPYING);
      else for (const source of step.sources) await copyContext(join(places.context, source), to, places.context);
    }
  }
  return { stage, files, start };
}

const COPYING = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const;

/** A file goes into the folder `to`; of a folder, everything in it that `.dockerignore` does not name. */
async function copyContext(source: string, to: string, context: string): Promise<void> {
  if ((await stat(source)).isFile()) return cp(source, join(to, source.slice(source.lastIndexOf("/") + 1)), COPYING);
  const ignored = (await readFile(join(context, ".dockerignore"), "utf8")).split("\n").filter((line) => line !== "");
  const patterns = ignored.map((line) => new RegExp(`^${line.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`));
  for (const name of await readdir(source)) {
    if (!patterns.some((pattern) => pattern.test(name))) await cp(join(source, name), join(to, name), COPYING);
  }
}

/** $0 base, $1 the stage's folder, $2 user, $3 working folder, then the words. */
const ENTER = `
base=$0 layer=$1 user=$2 cwd=$3; shift 3
mount -t overlay overlay -o "lowerdir=$base,upperdir=$layer/files,workdir=$layer/work" "$layer/whole" &&
  mkdir -p "$layer/whole/dev" "$layer/whole/proc" &&
  mount --rbind /dev "$layer/whole/dev" && mount --rbind /proc "$layer/whole/proc" &&
  exec chroot --userspec="$user" "$layer/whole" sh -c 'cd "$0" && exec "$@"' "$cwd" "$@"`;

function finished({ program, words, env }: Started): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { env: { ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${words.at(-1)} ended with ${code}:\n${output.slice(-4000)}`));
    });
  });
}
