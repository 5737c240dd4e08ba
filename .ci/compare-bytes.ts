import { expect } from "vitest";

// A picture has a million bytes: they are compared at once, and one by one only to say how they differ.
expect.addEqualityTesters([(a: unknown, b: unknown) => (haveSameBytes(a, b) ? true : undefined)]);

function haveSameBytes(a: unknown, b: unknown): boolean {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a.constructor !== b.constructor) return false;
  return bytesOf(a).equals(bytesOf(b));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
