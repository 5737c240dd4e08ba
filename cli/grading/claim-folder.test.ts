import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EXIT } from "../exit-codes.ts";
import { claimFolder } from "./claim-folder.ts";

test("a folder of results belongs to one run at a time", async () => {
  const out = join(await mkdtemp(join(tmpdir(), "claim-")), "new", "grades");
  const release = await claimFolder(out);
  await expect(claimFolder(out)).rejects.toMatchObject({
    exitCode: EXIT.usage,
    message: `Another run writes its results into ${out}: wait until it ends, or name another folder with --out.`,
  });
  release();
  const again = await claimFolder(out);
  again();
});
