import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { dependenciesDocument, sizeLine } from "./document.ts";
import { licenceFaults } from "./licences.ts";
import { listDependencies } from "./list-dependencies.ts";

it("lists what package-lock.json has, the same each time, and without development's packages", async () => {
  const [used, again, all] = await Promise.all([
    listDependencies({ production: true }),
    listDependencies({ production: true }),
    listDependencies({ production: false }),
  ]);
  expect(JSON.stringify(again)).toBe(JSON.stringify(used));
  const names = (list: typeof used) => list.components.map(({ name }) => name);
  expect(names(used)).toEqual(expect.arrayContaining(["hono", "sharp", "@img/sharp-win32-x64"]));
  expect(names(used)).not.toContain("vitest");
  expect(names(all)).toContain("vitest");
});

it("refuses a package without a licence, with a new one, and tools' licences in what is passed on", () => {
  const licensed = (name: string, id: string) => ({ name, version: "1.0.0", licenses: [{ license: { id } }] });
  const components = [
    licensed("fine", "MIT"),
    licensed("tool", "MPL-2.0"),
    licensed("strong", "AGPL-3.0-only"),
    { name: "silent", version: "2.0.0" },
    { name: "png-js", version: "1.0.0" },
    { name: "either", version: "1.0.0", licenses: [{ expression: "(MIT OR CC0-1.0)" }] },
  ];
  const bad = ["strong 1.0.0: AGPL-3.0-only", "silent 2.0.0: names no licence"];
  expect(licenceFaults({ components }, { passedOn: false })).toEqual(bad);
  expect(licenceFaults({ components }, { passedOn: true })).toEqual(["tool 1.0.0: MPL-2.0", ...bad]);
});

it("docs/dependencies.md matches package-lock.json", async () => {
  const written = await readFile("docs/dependencies.md", "utf8");
  const [, packages, megabytes] = /: (\d+) packages, (\d+) MB/.exec(written) ?? [];
  const installed = { packages: Number(packages), megabytes: Number(megabytes) };
  expect(written).toContain(sizeLine(installed));
  expect(written, 'Run "npm run docs" after a change of packages.').toBe(await dependenciesDocument(installed));
});
