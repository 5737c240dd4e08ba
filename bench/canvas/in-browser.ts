// What the browser runs, in one file.
export { measureFrames } from "./frames.ts";
export { measurePace } from "./pace.ts";
