import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";

/**
 * Packages that stay folders; everything else is bundled. They have native code, wasm or fonts next to their code, or
 * are CommonJS and loaded when needed: a bundle would hide their exports.
 */
export const FOLDER_PACKAGES = [
  "@hyzyla/pdfium",
  "@node-rs/argon2",
  "bidi-js",
  "dejavu-fonts-ttf",
  "fontkit",
  "libheif-js",
  "libsql",
  "linebreak",
  "nodemailer",
  "onnxruntime-node",
  "pdfkit",
  "qrcode",
  "sharp",
  "zxing-wasm",
];

export interface Bundle {
  /** Source files by the names of their outputs. */
  readonly entries: Readonly<Record<string, string>>;
  /** Where the bundle goes, within the program's folder: `server/bundle`. */
  readonly place: string;
}

/**
 * Bundles `entries` and all their imports into `<app>/<place>`, for Deno. A module still finds the files next to its
 * source, such as the models: at the same path under `app`.
 *
 * @throws {Error} if a package must stay a folder and is not in `FOLDER_PACKAGES`.
 */
export async function bundleApp(
  { entries, place }: Bundle,
  { root, app }: { root: string; app: string },
): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { ...entries },
    outdir: join(app, place),
    bundle: true,
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    format: "esm",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    external: FOLDER_PACKAGES.flatMap((name) => [name, `${name}/*`]),
    // Some packages are CommonJS and require Node's own modules at run time.
    banner: { js: 'import{createRequire as __packaged}from"node:module";const require=__packaged(import.meta.url);' },
    logLevel: "warning",
    metafile: true,
    plugins: [urlsOfSources(root, place), nodeModulesByTheirScheme],
  });
  const hidden = hiddenExports(metafile);
  if (hidden.length > 0) throw new Error(`FOLDER_PACKAGES must name whose files these are: ${hidden.join(", ")}`);
}

/** CommonJS that is loaded when needed: esbuild gives such a module only a default export. */
function hiddenExports({ inputs }: Metafile): string[] {
  const loaded = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === "dynamic-import"),
  );
  return loaded.map(({ path }) => path).filter((path) => inputs[path]?.format === "cjs");
}

/** Replaces `import.meta.url` by the address of the source, relative to the bundle. */
function urlsOfSources(root: string, place: string): Plugin {
  return {
    name: "urls-of-sources",
    setup({ onLoad }) {
      onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) => {
        if (path.includes(`${sep}node_modules${sep}`)) return null;
        const source = relative(join(root, place), path);
        const text = await readFile(path, "utf8");
        return {
          contents: text.replaceAll("import.meta.url", `new URL(${JSON.stringify(source)}, import.meta.url).href`),
          loader: path.endsWith(".ts") ? "ts" : "js",
          resolveDir: dirname(path),
        };
      });
    },
  };
}

/** Deno knows `fs` only as `node:fs`. */
const nodeModulesByTheirScheme: Plugin = {
  name: "node-scheme",
  setup({ onResolve }) {
    const names = new Set(builtinModules);
    onResolve({ filter: /^[a-z_/]+$/ }, ({ path }) =>
      names.has(path) ? { path: `node:${path}`, external: true } : null,
    );
  },
};
