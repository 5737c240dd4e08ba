import type { ScanFailure } from "../../core/scan/decoded-file.ts";
import type { Unreadable } from "./messages.ts";

/** Why a file cannot be read, as a worker reports it. */
export function unreadable({ code, message }: ScanFailure): Unreadable {
  return { ok: false, code, message };
}
