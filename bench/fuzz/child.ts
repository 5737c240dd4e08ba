import { randomOf, TARGETS, type TargetName } from "./targets.ts";

/** What a child process reports: that it draws or begins an input, how it ended, and that all have ended. */
export type ChildMessage =
  | { readonly kind: "draw"; readonly index: number }
  | { readonly kind: "begin"; readonly index: number }
  | { readonly kind: "end"; readonly end: string }
  | { readonly kind: "defect"; readonly error: string }
  | { readonly kind: "done"; readonly peakBytes: number };

const [name, seed, from, to] = process.argv.slice(2) as [TargetName, string, string, string];
const tell = (message: ChildMessage) => process.send!(message);

const target = await TARGETS[name].open();
for (let index = Number(from); index < Number(to); index++) {
  const begin = () => tell({ kind: "begin", index });
  if (target.drawsInputs) tell({ kind: "draw", index });
  else begin();
  try {
    tell({ kind: "end", end: await target.run(randomOf(Number(seed), name, index), begin) });
  } catch (error) {
    tell({ kind: "defect", error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
await target.close();
const done: ChildMessage = { kind: "done", peakBytes: process.resourceUsage().maxRSS * 1024 };
// What is not yet written when the channel is closed is lost.
process.send!(done, () => process.disconnect());
