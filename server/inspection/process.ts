import process from "node:process";
import { readQr } from "../../core/scan/read-qr.ts";
import type { Work } from "../recogniser/messages.ts";
import { inspect, readTable, unpack } from "./inspect.ts";
import type { Inspected, InspectorAnswer, InspectRequest } from "./messages.ts";

// A separate process that inspects uploads, one at a time: a file that crashes it affects nothing else.

/** Beyond this much memory a fresh process replaces it: not all of a decoder's memory is returned. */
const MOST_RESIDENT = 128 * 1024 * 1024;
/** After this many seconds of processor time it is replaced, too: the system kills it at twice as many. */
const MOST_SECONDS = 60;

/**
 * What a picture that is decoded as a whole may take if the system allows the usual memory. With too little of it the
 * decoder leaves parts of an interlaced PNG blank without a word.
 */
const USUAL_PICTURE_BYTES = 48_000_000;
/** How much memory the launcher has allowed. */
const limits = process.argv[2] === "usual" ? { wholePictureBytes: USUAL_PICTURE_BYTES } : {};

declare const Deno: { memoryUsage(): { rss: number } };

function isWorn(): boolean {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  return Deno.memoryUsage().rss > MOST_RESIDENT || (user + system) / 1e6 > MOST_SECONDS;
}

/** Loads what every file needs, so that the first one need not wait for it. */
async function warmUp(): Promise<void> {
  const side = 32;
  const rgb = new Uint8Array(side * side * 3);
  await Promise.all([
    import("sharp"),
    import("@hyzyla/pdfium"),
    readQr({ width: side, height: side, rgb, pictureWidth: side, pictureHeight: side }),
  ]);
}

const HANDLERS = {
  inspect: (request: Work["inspect"]["request"]) => inspect(request, limits),
  unpack,
  table: readTable,
};

function send(answer: InspectorAnswer): void {
  process.send?.(answer);
}

process.on("message", async ({ kind, request }: InspectRequest) => {
  const answer: Inspected = await HANDLERS[kind](request as never).catch((error: unknown) => {
    // A defect ends the process with its reason, like a crash of native code.
    console.error(error);
    process.exit(1);
  });
  send({ answer, isWorn: isWorn() });
});
// The launcher is gone.
process.on("disconnect", () => process.exit());
await warmUp();
send({ isReady: true });
