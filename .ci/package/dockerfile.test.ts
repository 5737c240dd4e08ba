import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const lines = readFileSync("Dockerfile", "utf8").split("\n");

it("copies only paths that exist: files of the project, and the folder that packaging makes", () => {
  const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(" ") ?? []);
  expect(copied.length).toBeGreaterThan(3);
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  const [, folder] = /^RUN npm run package -- --folder (\S+)$/m.exec(lines.join("\n")) ?? [];
  const built = lines.flatMap((line) => /^COPY --from=build (\S+) \S+$/.exec(line)?.[1] ?? []);
  expect(built).toEqual([folder]);
});

it("starts what packaging puts into that folder, as an unprivileged user", () => {
  const scripts = readFileSync(".ci/package/main.ts", "utf8");
  for (const program of ["circuitgrade", "health"]) {
    expect(lines.some((line) => line.includes(`["/app/${program}"]`))).toBe(true);
    expect(scripts).toContain(`"${program}"`);
  }
  expect(lines).toContain("USER 10001:10001");
});
