import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach } from "vitest";
import { openPages } from "./browser.ts";

/** Where pictures of the open tabs are saved when a test fails. */
const FAILURES = fileURLToPath(new URL("../../.cache/failures", import.meta.url));

// What the browser showed when a test failed says more than a timeout.
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  await mkdir(FAILURES, { recursive: true });
  const name = task.name.replace(/\W+/g, "-").slice(0, 60);
  for (const [index, page] of [...openPages].entries()) {
    await page.screenshot({ path: join(FAILURES, `${name}-${index}.png`), timeout: 10_000 }).catch(() => undefined);
    // What the test left must not fail those after it: an open dialog, a call that is held, no connection.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().setOffline(false);
    await page.reload({ timeout: 10_000 }).catch(() => undefined);
  }
});
