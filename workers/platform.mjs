import { existsSync } from "node:fs";
import { arch, platform, report } from "node:process";

/** Where every package with native code has a build. CircuitGrade itself was run on the first one alone. */
export const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-arm64", "win32-x64"];

/** The packages that have no build, by platform. */
const GAPS = {
  "darwin-x64": ["onnxruntime-node"],
  "win32-arm64": ["libsql"],
  "linux-x64 without glibc": ["deno", "onnxruntime-node"],
  "linux-arm64 without glibc": ["deno", "onnxruntime-node"],
};

/**
 * Why pages cannot be read and the server cannot start on a platform (this machine's by default): a sentence that names
 * the packages without a build for it. Null if nothing is known to be missing.
 *
 * @example
 * platformFault("linux-x64"); // null
 */
export function platformFault(name = thisPlatform()) {
  if (PLATFORMS.includes(name)) return null;
  const missing = GAPS[name]?.join(" and ") ?? "at least one package with native code";
  const others = `${PLATFORMS.slice(0, -1).join(", ")} or ${PLATFORMS.at(-1)}`;
  return `CircuitGrade can neither read pages nor serve on ${name}: there is no build of ${missing} for it. Use ${others}.`;
}

function thisPlatform() {
  const name = `${platform}-${arch}`;
  return platform === "linux" && !hasGlibc() ? `${name} without glibc` : name;
}

/** The report takes time, so it is only asked where another C library is installed. */
function hasGlibc() {
  const other = `/lib/ld-musl-${arch === "arm64" ? "aarch64" : "x86_64"}.so.1`;
  return !existsSync(other) || Boolean(report.getReport().header.glibcVersionRuntime);
}
