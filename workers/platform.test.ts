import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { PLATFORMS, platformFault } from "./platform.mjs";

interface Locked {
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const { packages } = JSON.parse(await readFile("package-lock.json", "utf8")) as { packages: Record<string, Locked> };

/** Whether npm installs a build of a package on a platform; musl: with that C library. */
function hasBuild(builds: RegExp, [os = "", cpu = ""]: readonly string[], isMusl = false): boolean {
  return Object.entries(packages).some(([path, locked]) => {
    const fits = locked.os?.includes(os) && locked.cpu?.includes(cpu);
    const isForMusl = locked.libc?.includes("musl") ?? path.endsWith("musl");
    return builds.test(path) && fits && (os !== "linux" || isForMusl === isMusl);
  });
}

/** The packages with native code, by the folders of their builds. */
const NATIVE = {
  deno: /^node_modules\/@deno\//,
  libsql: /^node_modules\/@libsql\//,
  sharp: /^node_modules\/@img\/sharp-(?!libvips)/,
  "@node-rs/argon2": /^node_modules\/@node-rs\/argon2-/,
};

function hasRuntime([os, cpu]: readonly string[]): boolean {
  return existsSync(`node_modules/onnxruntime-node/bin/napi-v6/${os}/${cpu}/onnxruntime_binding.node`);
}

it.each(PLATFORMS)("every package with native code has a build for %s", (platform) => {
  const parts = platform.split("-");
  for (const [name, builds] of Object.entries(NATIVE)) expect(hasBuild(builds, parts), name).toBe(true);
  expect(hasRuntime(parts)).toBe(true);
  expect(platformFault(platform)).toBeNull();
});

it("names the package that has none", () => {
  expect(hasRuntime(["darwin", "x64"])).toBe(false);
  expect(platformFault("darwin-x64")).toBe(
    "CircuitGrade can neither read pages nor serve on darwin-x64: there is no build of onnxruntime-node for it. " +
      "Use linux-x64, linux-arm64, darwin-arm64 or win32-x64.",
  );
  expect(hasBuild(NATIVE.libsql, ["win32", "arm64"])).toBe(false);
  expect(platformFault("win32-arm64")).toContain("no build of libsql for it");
  expect(hasBuild(NATIVE.deno, ["linux", "x64"], true)).toBe(false);
  expect(platformFault("linux-x64 without glibc")).toContain("no build of deno and onnxruntime-node for it");
  expect(platformFault("aix-ppc64")).toContain("no build of at least one package with native code for it");
});

it("finds no fault with this machine", () => {
  expect(platformFault()).toBeNull();
});
