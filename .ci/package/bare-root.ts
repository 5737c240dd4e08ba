import { spawnSync } from "node:child_process";
import { cp, mkdir, realpath, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Those of Debian's essential packages (bash or dash, coreutils, findutils, gzip, tar) that the packaged file uses. */
const PROGRAMS = "sh df env find gzip head mkdir mktemp mv readlink rm sha256sum tail tar uname wc".split(" ");

/** The C library's parts, and what Debian's package manager needs as well. */
const LIBRARIES =
  "libc.so.6 libdl.so.2 libm.so.6 libpthread.so.0 libresolv.so.2 librt.so.1 libgcc_s.so.1 libstdc++.so.6".split(" ");

/**
 * Fills an empty folder with only what the packaged file may expect of a system: the essential programs that it uses
 * (and `more`) and their libraries, copied from this machine. There is no Node, no font and no package manager.
 */
export async function makeBareRoot(root: string, more: readonly string[] = []): Promise<void> {
  for (const folder of ["usr/bin", "usr/lib64", "usr/lib", "dev", "proc", "tmp", "root"]) {
    await mkdir(join(root, folder), { recursive: true });
  }
  for (const name of ["bin", "lib", "lib64"]) await symlink(`usr/${name}`, join(root, name));
  for (const name of [...PROGRAMS, ...more]) {
    const path = output("sh", ["-c", `command -v ${name}`]).trim();
    await cp(await realpath(path), join(root, "usr/bin", name));
    for (const library of librariesOf(path)) await copyLibrary(library, root);
  }
  const known = output("/sbin/ldconfig", ["-p"]);
  for (const name of LIBRARIES) {
    const path = new RegExp(`^\\s*${name.replaceAll("+", "\\+")} .*x86-64.*=> (.*)$`, "m").exec(known)?.[1];
    if (path === undefined) throw new Error(`This machine has no ${name}.`);
    for (const library of [path, ...librariesOf(path)]) await copyLibrary(library, root);
  }
}

function librariesOf(path: string): string[] {
  return [...output("ldd", [path]).matchAll(/(\/\S+) \(0x/g)].map((match) => match[1] ?? "");
}

/** Where the loader expects it; `/lib` is a link to `/usr/lib`, here as on Debian. */
async function copyLibrary(path: string, root: string): Promise<void> {
  const place = join(root, path.startsWith("/usr/") ? path : `/usr${path}`);
  await mkdir(dirname(place), { recursive: true });
  await cp(await realpath(path), place);
}

function output(program: string, words: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(program, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${words.join(" ")}: ${stderr}`);
  return stdout;
}

/**
 * Arguments that run what follows them with `root` as the whole file system, without a network unless it is requested.
 */
export function inBareRoot(root: string, { network = false }: { network?: boolean } = {}): string[] {
  const user = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const alone = [...user, "--mount", ...(network ? [] : ["--net"])];
  const enter = 'mount --rbind /dev "$0/dev" && mount --rbind /proc "$0/proc" && exec chroot "$0" "$@"';
  return ["unshare", ...alone, "sh", "-c", enter, root];
}

/** Arguments that run what follows them, a program's path in `root` first, with the root's `folder` as working folder. */
export function inFolderOf(root: string, folder: string): string[] {
  return [...inBareRoot(root), "sh", "-c", 'cd "$0" && exec "$@"', folder];
}

/** Whether this machine allows chroot into a separate root: some containers do not. */
export function canEnterRoots(): boolean {
  const [program, ...words] = inBareRoot("/tmp");
  const probe = words.slice(0, words.indexOf("sh"));
  return spawnSync(program ?? "", [...probe, "true"]).status === 0;
}
