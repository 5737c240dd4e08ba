import { seededRandom } from "../../core/testdata/render/random.ts";
import { anyDensePage, drawDensePage } from "./dense-pages.ts";

// A process of its own that draws pages: what drawing takes does not count as memory of what reads them.

process.on("message", async (seed: string) => {
  const random = seededRandom(seed);
  // The asking process may have been ended meanwhile.
  process.send!(await drawDensePage(anyDensePage(random), random), () => undefined);
});
