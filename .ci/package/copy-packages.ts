import { cp, readdir, readFile, writeFile } from "node:fs/promises";
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
  "libheif-js": /^(libheif\/|libheif-wasm\/libheif-bundle)/,
  "onnxruntime-node": /^(script|lib|__commit)/,
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

/** A package with native builds for several platforms in itself, and where one of them is. */
const BUILDS: Readonly<Record<string, RegExp>> = {
  "onnxruntime-node": /^bin\/napi-v6\/(?<platform>\w+\/\w+)(\/|$)/,
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Native builds of this machine that are not for Debian's C library. */
const FOREIGN = /musl|wasm32/;

interface Copying {
  readonly from: string;
  readonly to: string;
  /** Those whose builds are copied, if a package has several: `linux/x64`. */
  readonly platforms: readonly string[];
}

/**
 * Copies packages and all their dependencies from `from` to `to` (both `node_modules`), without what is not needed on
 * `platforms`, and without install scripts. A package keeps the versions that it brings in its own `node_modules`.
 * Returns the names of what was copied.
 *
 * @throws {Error} if a package is not installed.
 */
export async function copyPackages(names: readonly string[], { from, to, platforms }: Copying): Promise<string[]> {
  const copied = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (copied.has(name)) continue;
    copied.add(name);
    const folder = join(from, name);
    const { dependencies = {}, optionalDependencies = {} } = await manifestAsCopied(folder, name);
    for (const other of Object.keys(dependencies)) {
      if (!(await isThere(join(folder, "node_modules", other)))) waiting.push(other);
    }
    for (const other of Object.keys(optionalDependencies)) {
      if (!FOREIGN.test(other) && (await isThere(join(from, other)))) waiting.push(other);
    }
    await copyOne(name, { from: folder, to: join(to, name), platforms });
  }
  return [...copied].sort();
}

/** Without its scripts, and without what only they need. */
async function manifestAsCopied(folder: string, name: string): Promise<Manifest> {
  const { scripts: _, ...manifest } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const skipped = NOT_FOLLOWED[name] ?? [];
  const followed = Object.entries(manifest.dependencies ?? {}).filter(([other]) => !skipped.includes(other));
  return { ...manifest, dependencies: Object.fromEntries(followed) };
}

async function copyOne(name: string, { from, to, platforms }: Copying): Promise<void> {
  const leftOut = LEFT_OUT[name];
  await cp(from, to, {
    recursive: true,
    filter: (path) => {
      const inside = relative(from, path);
      if (inside === "") return true;
      const { platform } = BUILDS[name]?.exec(inside)?.groups ?? {};
      if (platform !== undefined && !platforms.includes(platform)) return false;
      return LICENCE.test(basename(path)) || !(NOT_NEEDED.test(inside) || leftOut?.test(inside));
    },
  });
  const manifest = await manifestAsCopied(from, name);
  await writeFile(join(to, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
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
