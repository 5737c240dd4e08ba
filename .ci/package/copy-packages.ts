import { cp, readdir, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";

/** Files in a package that no program needs at run time. */
const NOT_NEEDED = /\.(map|md|markdown|flow|h|[cm]?ts|tsx|html|css|png|yml)$/i;
/** What a package must contain to be passed on. */
const LICENCE = /^(licen[cs]e|copying|notice|thirdpartynotices)/i;

/** Parts of a package for other machines, other loaders or its developers. */
const LEFT_OUT: Readonly<Record<string, RegExp>> = {
  "@hyzyla/pdfium":
    /^dist\/(index\.cjs|index\.esm\.(base64|browser|cdn|worker)\.js|pdfium\.wasm\.base64|worker\.bundle|vendor)/,
  // The runtime itself is a platform package; this one leaves a copy next to itself if npx ran it.
  deno: /^(?!package\.json$)/,
  "dejavu-fonts-ttf": /^(?!ttf$|ttf\/DejaVuSans(-Bold)?\.ttf$|package\.json$|LICENSE$)/,
  fontkit: /^(src|dist\/browser)/,
  "onnxruntime-node": /^(script|lib|__commit|bin\/napi-v6\/(darwin|win32|linux\/arm64))/,
  "onnxruntime-common": /^(lib|dist\/(esm|ort))/,
  pdfkit: /^(\.yarn|js\/pdfkit\.(browser|old|standalone))/,
  "zxing-wasm": /^(node_modules|dist\/(full|writer|iife|cjs|miniprogram|es\/(full|writer|bindings\/(full|writer))))/,
};

/** Dependencies that only an installation needs: they fetch what is already there. */
const NOT_FOLLOWED: Readonly<Record<string, readonly string[]>> = {
  "onnxruntime-node": ["adm-zip", "global-agent"],
  qrcode: ["yargs"],
  "zxing-wasm": ["@types/emscripten", "type-fest"],
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Native builds of this machine that are not for Debian's C library. */
const FOREIGN = /musl|wasm32/;

/**
 * Copies packages and all their dependencies from `from` to `to` (both `node_modules`), without what is not needed on
 * linux-x64 with glibc. A package keeps the versions that it brings in its own `node_modules`.
 *
 * @throws {Error} if a package is not installed.
 */
export async function copyPackages(
  names: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  const copied = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (copied.has(name)) continue;
    copied.add(name);
    const folder = join(from, name);
    const { dependencies = {}, optionalDependencies = {} }: Manifest = JSON.parse(
      await readFile(join(folder, "package.json"), "utf8"),
    );
    const skipped = NOT_FOLLOWED[name] ?? [];
    for (const other of Object.keys(dependencies)) {
      const brought = await isThere(join(folder, "node_modules", other));
      if (!brought && !skipped.includes(other)) waiting.push(other);
    }
    for (const other of Object.keys(optionalDependencies)) {
      if (!FOREIGN.test(other) && (await isThere(join(from, other)))) waiting.push(other);
    }
    await copyOne(name, { from: folder, to: join(to, name) });
  }
}

async function copyOne(name: string, { from, to }: { from: string; to: string }): Promise<void> {
  const leftOut = LEFT_OUT[name];
  await cp(from, to, {
    recursive: true,
    filter: (path) => {
      const inside = relative(from, path);
      if (inside === "") return true;
      return LICENCE.test(basename(path)) || !(NOT_NEEDED.test(inside) || leftOut?.test(inside));
    },
  });
}

async function isThere(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length > 0;
}

/** Copies the licences of all packages that `package-lock.json` lists for use, also of those within the bundles. */
export async function copyLicences(root: string, to: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(lock.packages)) {
    if (dev || path === "") continue;
    const names = await readdir(join(root, path)).catch(() => []);
    const folder = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    for (const name of names.filter((text) => LICENCE.test(text))) {
      await cp(join(root, path, name), join(to, folder, name), { recursive: true });
    }
  }
}
