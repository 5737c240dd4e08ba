import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { argv } from "node:process";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { PLATFORMS } from "../../workers/platform.mjs";
import { buildUi } from "../build-ui.ts";
import { listDependencies } from "../dependencies/list-dependencies.ts";
import { KERNEL_FOLDERS } from "../kernel-folders.ts";
import { bundleApp, FOLDER_PACKAGES } from "./bundle-app.ts";
import { copyLicences, copyPackages } from "./copy-packages.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Makes the one file that runs on a bare Linux; returns a table of its content. */
export async function makePackage(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  const draft = await mkdtemp(join(dirname(file), ".package-"));
  try {
    const app = join(draft, "app");
    await makeFolder(app);
    const archive = join(draft, "app.tar.gz");
    const { bytes: unpacked, hash } = await writeArchive(app, archive);
    const { size } = await stat(archive);
    await writeFile(join(draft, "circuitgrade"), await startingText({ size, hash, unpacked }));
    await pipeline(createReadStream(archive), createWriteStream(join(draft, "circuitgrade"), { flags: "a" }));
    await chmod(join(draft, "circuitgrade"), 0o755);
    await rename(join(draft, "circuitgrade"), file);
    return await sizes(app, { file, unpacked });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Makes the folder that the one file unpacks. Files that the program finds by their path, such as the models, are at
 * the same path as in the repository.
 */
async function makeFolder(app: string): Promise<void> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("The package is for linux-x64 and is made there: npm installs native parts for its own machine.");
  }
  await makeProgram(app, "ts");
  const folders = { from: join(ROOT, "node_modules"), to: join(app, "node_modules") };
  await copyPackages([...FOLDER_PACKAGES, "deno"], { ...folders, platforms: ["linux/x64"] });
  await copyLicences(ROOT, join(app, "licences"));
  await cp(join(HERE, "fonts.conf"), join(app, "fonts.conf"));
  for (const [script, name] of Object.entries({ "start.sh": "circuitgrade", "health.sh": "health" })) {
    await cp(join(HERE, script), join(app, name));
    await chmod(join(app, name), 0o755);
  }
  await writeFile(join(app, "package.json"), `${JSON.stringify(await appManifest(), null, 2)}\n`);
}

/**
 * Makes the folder that `npm pack` packs: the program as JavaScript, since neither Node nor Deno takes TypeScript from
 * `node_modules`. npm installs the packages with native code for its machine; only onnxruntime-node is in the package:
 * its install script would ask another host than npm's registry for what CircuitGrade does not use.
 */
export async function makeNpmFolder(app: string): Promise<void> {
  await makeProgram(app, "mjs");
  await writeFile(join(app, "cli/circuitgrade.mjs"), '#!/usr/bin/env node\nimport "./packaged.js";\n');
  await chmod(join(app, "cli/circuitgrade.mjs"), 0o755);
  await cp(join(ROOT, "docs/circuitgrade.1"), join(app, "docs/circuitgrade.1"));
  await cp(join(ROOT, "README.md"), join(app, "README.md"));
  const folders = { from: join(ROOT, "node_modules"), to: join(app, "node_modules") };
  const bundleDependencies = await copyPackages(["onnxruntime-node"], { ...folders, platforms: NPM_PLATFORMS });
  const { description, engines, bin, man } = await projectManifest();
  const manifest = { ...(await appManifest()), description, engines, bin, man, bundleDependencies };
  await writeFile(join(app, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** As onnxruntime-node names its folders. */
const NPM_PLATFORMS = PLATFORMS.map((name) => name.replace("-", "/"));

/**
 * The program itself: bundles, models, database migrations, the web UI and the list of its packages. `ending` is that
 * of the server's entries.
 */
async function makeProgram(app: string, ending: "ts" | "mjs"): Promise<void> {
  const places = { root: ROOT, app };
  await bundleApp({ place: "cli", entries: { packaged: "cli/packaged.mjs", worker: "cli/reading/worker.ts" } }, places);
  await bundleApp(
    {
      place: "server/bundle",
      entries: {
        main: "server/main.ts",
        worker: "server/recogniser/worker.ts",
        inspector: "server/inspection/process.ts",
      },
    },
    places,
  );
  for (const folder of ["recogniser", "inspection"]) await mkdir(join(app, "server", folder), { recursive: true });
  await writeFile(join(app, `server/main.${ending}`), 'import "./bundle/main.js";\n');
  await writeFile(join(app, "server/recogniser/worker.mjs"), 'import "../bundle/worker.js";\n');
  await writeFile(join(app, `server/inspection/process.${ending}`), 'import "../bundle/inspector.js";\n');
  await cp(join(ROOT, "server/db/migrations"), join(app, "server/db/migrations"), { recursive: true });
  await cp(join(ROOT, "server/sample"), join(app, "server/sample"), { recursive: true });
  await mkdir(join(app, "models"));
  const models = (await readdir(join(ROOT, "models"))).filter((name) => /\.(onnx|json)$/.test(name));
  for (const name of models) await cp(join(ROOT, "models", name), join(app, "models", name));
  for (const folder of KERNEL_FOLDERS) {
    await cp(join(ROOT, folder, "kernels.wasm"), join(app, folder, "kernels.wasm"));
  }
  await buildUi(join(ROOT, "dist"));
  await cp(join(ROOT, "dist"), join(app, "dist"), { recursive: true });
  await cp(join(ROOT, "LICENSE"), join(app, "LICENSE"));
  await writeFile(
    join(app, "sbom.cdx.json"),
    `${JSON.stringify(await listDependencies({ production: true }), null, 1)}\n`,
  );
}

/** Deno takes a package from `node_modules` only if `package.json` names it. */
async function appManifest(): Promise<object> {
  const { name, version, license, dependencies } = await projectManifest();
  const named = await Promise.all(
    [...FOLDER_PACKAGES, "deno"].map(async (folder) => [folder, dependencies[folder] ?? (await installed(folder))]),
  );
  return { name, version, license, private: true, type: "module", dependencies: Object.fromEntries(named) };
}

/** The version of a package that another one brings. */
async function installed(name: string): Promise<string> {
  return JSON.parse(await readFile(join(ROOT, "node_modules", name, "package.json"), "utf8")).version;
}

async function projectManifest() {
  return JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
}

/**
 * Packs `folder`, with the same bytes for the same files; returns the archive's SHA-256 and the size of the files in
 * bytes.
 */
async function writeArchive(folder: string, archive: string): Promise<{ bytes: number; hash: string }> {
  const tar = pack();
  const writing = pipeline(tar, createGzip({ level: 9 }), createWriteStream(archive));
  let bytes = 0;
  for (const path of await filesIn(folder)) {
    const { size, mode } = await stat(path);
    bytes += size;
    const entry = tar.entry({
      name: relative(folder, path),
      size,
      mode: mode & 0o100 ? 0o755 : 0o644,
      mtime: new Date(0),
    });
    await pipeline(createReadStream(path), entry);
  }
  tar.finalize();
  await writing;
  const hash = createHash("sha256");
  await pipeline(createReadStream(archive), hash);
  return { bytes, hash: hash.digest("hex") };
}

/** The shell's part of the file, which has to know where it ends itself. */
async function startingText(archive: { size: number; hash: string; unpacked: number }): Promise<string> {
  const { version } = await projectManifest();
  const model = await readFile(join(HERE, "stub.sh"), "utf8");
  // Files take whole blocks on disk, and the archive's reader a little more.
  const needed = Math.ceil((archive.unpacked / 1024) * 1.05);
  const fill = (length: number): string =>
    model
      .replaceAll("@VERSION@", version)
      .replaceAll("@HASH@", archive.hash)
      .replaceAll("@FIRST@", String(length + 1))
      .replaceAll("@BYTES@", String(length + archive.size))
      .replaceAll("@NEEDED@", String(needed));
  let length = 0;
  while (Buffer.byteLength(fill(length)) !== length) length = Buffer.byteLength(fill(length));
  return fill(length);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

async function sizes(app: string, { file, unpacked }: { file: string; unpacked: number }): Promise<string> {
  const folders = [
    ["runtime (Deno)", ["node_modules/@deno"]],
    ["detector's runtime (onnxruntime)", ["node_modules/onnxruntime-node", "node_modules/onnxruntime-common"]],
    ["pictures (sharp, libvips)", ["node_modules/sharp", "node_modules/@img"]],
    ["database (libSQL)", ["node_modules/libsql", "node_modules/@libsql"]],
    ["models", ["models"]],
    ["web UI", ["dist"]],
    ["command and server", ["cli", "server"]],
    ["licences", ["licences"]],
  ] as const;
  const lines = [];
  let rest = unpacked;
  for (const [what, places] of folders) {
    const parts = await Promise.all(places.map((place) => sizeOf(join(app, place))));
    const size = parts.reduce((sum, part) => sum + part, 0);
    rest -= size;
    lines.push(line(what, size));
  }
  lines.push(line("the rest (PDF, QR, fonts, passwords)", rest), line("unpacked", unpacked));
  return [...lines, line(relative(process.cwd(), file), (await stat(file)).size)].join("\n");
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all((await filesIn(folder)).map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function line(what: string, bytes: number): string {
  return `${what.padEnd(40)}${(bytes / 1e6).toFixed(1).padStart(7)} MB`;
}

// npm run package [-- FILE | --folder FOLDER | --npm FOLDER]
if (argv[1] === fileURLToPath(import.meta.url)) {
  const [word, folder] = argv.slice(2);
  const make = { "--folder": makeFolder, "--npm": makeNpmFolder }[word ?? ""];
  if (make === undefined) console.log(await makePackage(resolve(word ?? join(ROOT, "out/circuitgrade"))));
  else if (folder === undefined) throw new Error(`${word} wants the name of a folder.`);
  else await make(resolve(folder));
}
