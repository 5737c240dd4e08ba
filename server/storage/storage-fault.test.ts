import { expect, it } from "vitest";
import { isOutOfFiles, storageFault } from "./storage-fault.ts";

function errorOf(code: string, cause?: Error): Error {
  return Object.assign(new Error("something", { cause }), { code });
}

it("finds why something cannot be written, however deep the cause is nested", () => {
  expect(storageFault(errorOf("ENOSPC"))).toBe("full");
  expect(storageFault(new Error("query", { cause: errorOf("SQLITE_FULL") }))).toBe("full");
  expect(storageFault(errorOf("UNKNOWN", errorOf("EROFS")))).toBe("read-only");
  expect(storageFault(new Error("query", { cause: errorOf("SQLITE_IOERR") }))).toBe("broken");
  expect(storageFault(errorOf("ENOTDIR"))).toBe("in-the-way");
});

it("knows Deno's errors, and leaves others alone", () => {
  expect(storageFault(new Error("No space left on device (os error 28)"))).toBe("full");
  expect(storageFault(Object.assign(new Error("Requires write access"), { name: "NotCapable" }))).toBe("read-only");
  expect(storageFault(new Error("anything"))).toBeNull();
  expect(storageFault("toString")).toBeNull();
});

it("knows when too many files are open", () => {
  expect(isOutOfFiles(new Error("upload", { cause: errorOf("EMFILE") }))).toBe(true);
  expect(isOutOfFiles(errorOf("ENOSPC"))).toBe(false);
});
