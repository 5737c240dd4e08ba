import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PROGRAM_VERSION } from "./program-version.ts";

it("is the one of package.json", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(PROGRAM_VERSION).toBe(version);
});
