import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("npm pack in the checkout makes no package, and names what does", { timeout: 300_000 }, async () => {
  // Without the settings of the npm that runs the tests.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
  await expect(promisify(execFile)("npm", ["pack"], { env })).rejects.toThrow(/npm run package makes/);
  await expect(access("circuitgrade-0.1.0.tgz")).rejects.toThrow("ENOENT");
});
