import { seededRandom } from "../../core/testdata/render/random.ts";
import { anyDensePage, drawDensePage } from "./dense-pages.ts";

// A separate process that draws pages, so that drawing does not count as memory of the process that reads them.

process.on("message", async (seed: string) => {
  const random = seededRandom(seed);
  // The asking process may have been ended in the meantime.
  process.send!(await drawDensePage(anyDensePage(random), random), () => undefined);
});
