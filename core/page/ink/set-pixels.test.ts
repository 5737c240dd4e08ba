import { expect, it } from "vitest";
import { setPixels } from "./set-pixels.ts";

it.each([
  [0, 0],
  [7, 0],
  [40, 0],
  [41, 3],
  [43, 4],
])("finds what is set among %i bytes from byte %i on", (length, from) => {
  const bytes = new Uint8Array(new ArrayBuffer(64), from, length);
  const places = [0, 3, 5, 6, 17, 38, 40, 42].filter((at) => at < length);
  for (const at of places) bytes[at] = 1 + at;
  expect([...setPixels(bytes)]).toEqual(places);
});
