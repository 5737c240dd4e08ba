import { readFile, stat } from "node:fs/promises";
import { join, normalize, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import { type PageRenderer, RENDERERS } from "../contract/pages.ts";

/** Where `npm run build` puts the browser's files. */
const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/** How long the first page waits for a build in progress, in milliseconds: on a slow or busy machine one takes a minute. */
const PATIENCE_MS = 120_000;
const POLL_MS = 250;

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
    isEntry: z.boolean().default(false),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

/** The files that an entry needs at once, as paths on this server. */
export interface EntryFiles {
  readonly script: string;
  /** Modules that the script imports, to be preloaded. */
  readonly modules: readonly string[];
  readonly styles: readonly string[];
  /** The text of the styles, for a document that contains them: the student's page is painted without another request. */
  readonly styleText: string;
}

export interface BuiltAsset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: "br" | "gzip" | null;
}

export interface BuiltUi {
  /** The files of an entry and of the page's own module; waits for a build in progress, throws if there is none. */
  entry(name: "app" | "student", module?: string): Promise<EntryFiles>;
  /** A page of this entry as HTML. */
  renderPage(entry: keyof typeof RENDERERS, page: Parameters<PageRenderer>[0]): Promise<string>;
  /** A built file, compressed as `accepted` (Accept-Encoding) allows, or null. */
  asset(path: string, accepted: string): Promise<BuiltAsset | null>;
}

/** Reads what the build of the web UI left in `folder`, by default `dist/`; waits `patienceMs` for it. */
export function openBuiltUi(folder: string = DIST, { patienceMs = PATIENCE_MS } = {}): BuiltUi {
  const file = join(folder, ".vite", "manifest.json");
  let build: { readonly at: number; readonly manifest: Manifest } | null = null;

  /** A start after an update serves the earlier build until the new one takes its place. */
  async function currentBuild() {
    for (const giveUp = Date.now() + patienceMs; ; ) {
      const at = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      );
      if (at !== null && at === build?.at) return build;
      const text = at === null ? null : await readOrNull(file);
      if (at !== null && text !== null) {
        build = { at, manifest: manifestSchema.parse(JSON.parse(new TextDecoder().decode(text))) };
        return build;
      }
      if (Date.now() > giveUp) throw new Error(`The web UI is not built: run "npm run build" (${folder} is empty).`);
      await pause(POLL_MS);
    }
  }

  return {
    async entry(name, module) {
      const { manifest } = await currentBuild();
      const files = filesOf(manifest, [
        name === "app" ? "main.tsx" : "student.tsx",
        ...(module === undefined ? [] : [module]),
      ]);
      if (name === "app") return { ...files, styleText: "" };
      const texts = files.styles.map((path) => readFile(join(folder, path), "utf8"));
      return { ...files, styles: [], styleText: (await Promise.all(texts)).join("") };
    },
    async renderPage(entry, page) {
      const { at } = await currentBuild();
      const { renderPage } = await import(`${pathToFileURL(join(folder, RENDERERS[entry])).href}?${at}`);
      return (renderPage as PageRenderer)(page);
    },
    async asset(path, accepted) {
      const file = normalize(join(folder, path));
      if (!file.startsWith(folder + sep)) return null;
      for (const [encoding, suffix] of ENCODINGS) {
        if (!accepted.includes(encoding)) continue;
        const bytes = await readOrNull(file + suffix);
        if (bytes !== null) return { bytes, encoding };
      }
      const bytes = await readOrNull(file);
      return bytes === null ? null : { bytes, encoding: null };
    },
  };
}

const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

function filesOf(manifest: Manifest, sources: readonly string[]): Omit<EntryFiles, "styleText"> {
  const modules = new Set<string>();
  const styles = new Set<string>();
  function visit(key: string): void {
    const chunk = manifest[key];
    if (chunk === undefined || modules.has(chunk.file)) return;
    modules.add(chunk.file);
    for (const imported of chunk.imports) visit(imported);
    for (const style of chunk.css) styles.add(style);
  }
  for (const source of sources) {
    if (manifest[source] === undefined) throw new Error(`The build has no ${source}.`);
    visit(source);
  }
  const [script, ...others] = modules;
  return { script: rooted(script!), modules: others.map(rooted), styles: [...styles].map(rooted) };
}

function rooted(file: string): string {
  return `/${file}`;
}

async function readOrNull(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch {
    return null;
  }
}
