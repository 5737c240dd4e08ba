import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isIPv6 } from "node:net";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { argv, env, platform } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { platformFault } from "../workers/platform.mjs";
import { superviseInspectors } from "./inspection/supervisor.mjs";
import { providerHosts } from "./sign-on/provider-hosts.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);

/**
 * The settings of server/config.ts, and what programs expect of their environment: the server sees no other variable.
 */
export const PASSED_VARIABLES = [
  "HOST",
  "PORT",
  "ORIGIN",
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_AUTH_TOKEN",
  "DATABASE_BACKED_UP",
  "S3_BUCKET",
  "S3_ENDPOINT",
  "S3_REGION",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "UNIVERSITY_DOMAIN",
  "SIGN_UP",
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "OIDC_NAME",
  "OIDC_VERIFIES_ADDRESSES",
  "LOCAL_PASSWORDS",
  "SUPPORT_EMAIL",
  "MANUAL_URL",
  "SMTP_URL",
  "MAIL_FROM",
  "TIMEZONE",
  "TRASH_DAYS",
  "AUDIT_DAYS",
  "RETENTION_MONTHS",
  "INSPECTION_SECONDS",
  "TEMPLATE_SECRET",
  "TRUST_PROXY",
  "UPLOAD_IDLE_SECONDS",
  "HEARTBEAT_SECONDS",
  "CLOCK_SECONDS",
  "PAGE_SECONDS",
  "METRICS_TOKEN",
  "BACKUP_DIR",
  "BACKUP_TIME",
  "BACKUP_KEEP",
  "BACKUP_DAYS",
  "BACKUP_RECIPIENT",
  "FONTS_DIR",
  "UI_DIR",
  "DENO_DIR",
  "FONTCONFIG_FILE",
  "HOME",
  "LANG",
  "NO_COLOR",
  "PATH",
  "SSL_CERT_FILE",
  "TMPDIR",
  "TZ",
];

/**
 * Starts the server under Deno and passes on signals; returns its exit code. `npx deno` loses SIGTERM, so the binary of
 * the platform's package is started directly. With `stop` nothing but that signal ends it. `output` is a file descriptor
 * for what it prints.
 */
export async function startServer(variables = env, { stop, output } = {}) {
  const attend = (server) => attendInspections(server, variables);
  const hosts = await providerHosts(variables);
  if (stop?.aborted) return 0;
  const ended = runProgram([], { variables, attend, stop, output, hosts });
  buildUi();
  return ended;
}

/**
 * Lets the server's program check or repair the data of a server that is not running, see `server/care`; returns its
 * exit code. `readable` and `writable` are additional paths that it needs.
 */
export async function careForData(task, options, { variables = env, readable = [], writable = [] } = {}) {
  return runProgram([task, JSON.stringify(options)], { variables, readable, writable });
}

/** `attend` gets the program with a channel to it. */
function runProgram(words, { variables, attend, stop, output = "inherit", ...paths }) {
  const flags = denoFlags(variables, paths);
  const child = spawn(denoBinary(), ["run", ...flags, entry("main"), ...words], {
    stdio: attend ? ["inherit", output, output, "ipc"] : "inherit",
    env: { ...passed(variables), ...FEWER_POOLS, ...openFiles(), DENO_NO_UPDATE_CHECK: "1" },
    // Ctrl-C reaches the whole process group: only this process passes it on, so that the server gets it once.
    detached: platform !== "win32",
  });
  // Not `child.kill`: if Deno runs this, a child that was signalled that way counts as killed, however cleanly it ended.
  const send = (signal) => child.pid && child.exitCode === null && process.kill(child.pid, signal);
  stop?.addEventListener("abort", () => send("SIGTERM"));
  for (const signal of stop ? [] : ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => send(signal === "SIGHUP" ? "SIGTERM" : signal));
  }
  attend?.(child);
  // Nothing outlives the launcher, however it ends.
  process.on("exit", () => child.kill("SIGKILL"));
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("exit", (code, signal) => done(code ?? (signal === "SIGINT" ? 130 : 1)));
  });
}

/** A program of the server: of the sources, or as npm's package has it, in JavaScript. */
function entry(name) {
  const built = join(ROOT, "server", `${name}.mjs`);
  return existsSync(built) ? built : join(ROOT, "server", `${name}.ts`);
}

/** Fewer memory pools for native code in glibc: each keeps a part of the memory that was returned to it. */
const FEWER_POOLS = { MALLOC_ARENA_MAX: "2" };

/** How many files the server may open. It is the system's hard limit: Node and Deno raise theirs to that at their start. */
function openFiles() {
  const limits = platform === "linux" ? readFileSync("/proc/self/limits", "latin1") : "";
  const most = /^Max open files +\S+ +(\d+)/m.exec(limits)?.[1];
  return most === undefined ? {} : { OPEN_FILES: most };
}

/** Starts the processes that inspect uploads, so that the server needs no permission to start programs. */
function attendInspections(server, variables) {
  const inspectors = superviseInspectors({
    program: denoBinary(),
    words: ["run", ...inspectorFlags(variables), entry("inspection/process")],
    variables: inspectorVariables(variables),
  });
  inspectors.serve(server);
  server.on("exit", inspectors.close);
  process.on("exit", inspectors.close);
}

/** Options that keep Deno from asking, fetching and writing, whatever it runs. */
const QUIET_FLAGS = [
  "--no-prompt",
  "--no-config",
  "--no-lock",
  "--node-modules-dir=manual",
  "--cached-only",
  "--quiet",
];

/** Scopes of the optional fonts in core/fonts/font-packages.ts. */
export const FONT_SCOPES = ["@embedpdf", "@fontsource"];

/** Where optional fonts are installed outside the program: in a folder above it, where `npm i -g` puts them. */
function fontFolders() {
  const own = join(ROOT, "node_modules");
  const folders = (require.resolve.paths(FONT_SCOPES[0]) ?? []).filter((folder) => folder !== own);
  return folders.flatMap((folder) => FONT_SCOPES.map((scope) => join(folder, scope))).filter(existsSync);
}

/**
 * Everything that the server may do. Native packages (libSQL, sharp, argon2, onnxruntime) are not restricted by it.
 * `hosts` are those of single sign-on.
 */
export function denoFlags(variables, { readable = [], writable = [], hosts = [] } = {}) {
  // The server itself reports a wrong setting, so it must not keep Deno from starting.
  const host = isHost(variables.HOST ?? "") ? variables.HOST : "127.0.0.1";
  const port = /^\d{1,5}$/.test(variables.PORT ?? "") && Number(variables.PORT) < 65_536 ? variables.PORT : "8080";
  const dataDir = resolve(variables.DATA_DIR || "data");
  const net = [`${bracketed(host)}:${port}`, ...remoteHosts(variables), ...hosts];
  const backups = variables.BACKUP_DIR ? [resolve(variables.BACKUP_DIR)] : [];
  const written = [dataDir, ...databaseFolder(variables), ...backups, ...writable];
  const read = ["core", "dist", "models", "node_modules", "server", "workers", "package.json"].map((name) =>
    join(ROOT, name),
  );
  read.push(...fontFolders());
  for (const folder of [variables.UI_DIR, variables.FONTS_DIR]) if (folder) read.push(resolve(folder));
  return [
    ...QUIET_FLAGS,
    // Idle workers return memory.
    "--v8-flags=--expose-gc",
    `--allow-net=${net.join(",")}`,
    `--allow-read=${listed([...read, ...readable, ...written])}`,
    `--allow-write=${listed(written)}`,
    // The environment contains only `PASSED_VARIABLES`.
    "--allow-env",
    "--allow-sys=cpus,getPriority,hostname,networkInterfaces,osRelease,setPriority,statfs,systemMemoryInfo,umask",
    `--allow-ffi=${listed([join(ROOT, "node_modules")])}`,
  ];
}

/** Everything that a process that inspects uploads may do: read code and uploads and unpack ZIP files, without network access. */
export function inspectorFlags(variables) {
  const dataDir = resolve(variables.DATA_DIR || "data");
  const code = ["core", "node_modules", "server", "package.json"].map((name) => join(ROOT, name));
  const uploads = ["files", "bucket"].map((name) => join(dataDir, name));
  // As `unpackedFolder` in server/uploads/unpack-upload.ts says.
  const unpacked = join(dataDir, "unpacked");
  return [
    ...QUIET_FLAGS,
    // Memory outside JavaScript's heap, as decoders take it, is returned when the process asks for it. Threads for the
    // heap and the compiler would take as much address space each as a photo.
    "--v8-flags=--expose-gc,--single-threaded",
    `--allow-read=${listed([...code, ...uploads, unpacked])}`,
    `--allow-write=${listed([unpacked])}`,
    "--allow-env",
    "--allow-sys=cpus,hostname,networkInterfaces,osRelease",
    `--allow-ffi=${listed([join(ROOT, "node_modules")])}`,
  ];
}

/** The environment of such a process: no secrets. */
function inspectorVariables(variables) {
  const names = ["DENO_DIR", "FONTCONFIG_FILE", "HOME", "LANG", "PATH", "TMPDIR"];
  const given = names.filter((name) => variables[name] !== undefined);
  return {
    ...Object.fromEntries(given.map((name) => [name, variables[name]])),
    DENO_NO_UPDATE_CHECK: "1",
    NO_COLOR: "1",
    ...FEWER_POOLS,
    // Large pieces are returned to the system immediately.
    MALLOC_MMAP_THRESHOLD_: "131072",
  };
}

/** Whether a setting is an address or a name, without a port and a zone, as in server/config.ts. */
function isHost(text) {
  return /^[\w.-]+$/.test(text) || (isIPv6(text) && !text.includes("%"));
}

/** Paths in one option: a comma within a path is doubled. */
function listed(paths) {
  return paths.map((path) => path.replaceAll(",", ",,")).join(",");
}

/** The mail server, and a database and a bucket over the network. */
function remoteHosts({ SMTP_URL, DATABASE_URL, S3_BUCKET, S3_ENDPOINT, S3_REGION }) {
  const bucket = S3_BUCKET ? S3_ENDPOINT || `https://s3.${S3_REGION || "us-east-1"}.amazonaws.com` : undefined;
  // The server refuses an address without a host itself, with words.
  const urls = [SMTP_URL, DATABASE_URL, bucket].filter((url) => url && URL.canParse(url) && new URL(url).hostname);
  return urls.map((text) => {
    const url = new URL(text);
    // If no port is named, mail may use 465 or 587 of the same host.
    return url.port ? `${url.hostname}:${url.port}` : url.hostname;
  });
}

function databaseFolder({ DATABASE_URL }) {
  if (!DATABASE_URL?.startsWith("file:")) return [];
  const path = DATABASE_URL.slice("file:".length);
  return [dirname(isAbsolute(path) ? fileURLToPath(DATABASE_URL) : resolve(path))];
}

function bracketed(host) {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function passed(variables) {
  const given = PASSED_VARIABLES.filter((name) => variables[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, variables[name]]));
}

/** The path of the program that runs the server. */
export function denoBinary() {
  const cpu = process.arch === "arm64" ? "arm64" : "x64";
  const target = platform === "linux" ? `linux-${cpu}-glibc` : `${platform}-${cpu}`;
  const fault = platformFault();
  if (fault !== null) throw new Error(fault);
  const folder = dirname(
    require.resolve(`@deno/${target}/package.json`, { paths: [dirname(require.resolve("deno/package.json"))] }),
  );
  return join(folder, platform === "win32" ? "deno.exe" : "deno");
}

/** Builds the web UI if its sources are newer than the build; the server answers meanwhile. */
function buildUi() {
  const script = join(ROOT, ".ci", "build-ui.ts");
  if (env.UI_DIR || !existsSync(script) || !existsSync(join(ROOT, "node_modules", "vite"))) return;
  if (!existsSync(join(ROOT, "dist", ".vite", "manifest.json"))) {
    console.error("The web UI is being built: the first page takes a moment.");
  }
  const tsx = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");
  const child = spawn(process.execPath, [tsx, script], { stdio: ["ignore", "ignore", "inherit"] });
  process.on("exit", () => child.kill());
}

/**
 * Stops the server when the shell ends that `npm start` puts between npm and this process: signals end that shell,
 * which passes none of them on.
 */
function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 200);
  watch.unref();
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  if (env.npm_lifecycle_event === "start") endWithParent();
  process.exitCode = await startServer();
}
