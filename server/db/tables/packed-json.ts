import { deflateRawSync, inflateRawSync } from "node:zlib";
import { customType } from "drizzle-orm/sqlite-core";

/** A column of JSON that is large and repeats itself: DEFLATE makes it a tenth. Earlier versions stored it as it is. */
export function packedJson<Value>() {
  return customType<{ data: Value; driverData: Uint8Array | ArrayBuffer | string }>({
    dataType: () => "text",
    toDriver: (value) => deflateRawSync(JSON.stringify(value)),
    fromDriver: (stored) => JSON.parse(typeof stored === "string" ? stored : unpack(stored)) as Value,
  })();
}

function unpack(stored: Uint8Array | ArrayBuffer): string {
  return inflateRawSync(stored).toString("utf8");
}
