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
    message: `Another grade, merge or review uses ${out}: wait until it ends, or end it with Ctrl-C.`,
  });
  release();
  const again = await claimFolder(out);
  again();
});
