import { expect, it } from "vitest";
import { seal, unseal } from "./seal.ts";

const KEY = { secret: "a secret of the server", owner: "ana" };

it("opens what it sealed, and never writes it twice the same", () => {
  const [first, second] = [seal("JBSWY3DPEHPK3PXP", KEY), seal("JBSWY3DPEHPK3PXP", KEY)];
  expect(unseal(first, KEY)).toBe("JBSWY3DPEHPK3PXP");
  expect(first).not.toBe(second);
  expect(Buffer.from(first, "base64url").toString("latin1")).not.toContain("JBSWY3DPEHPK3PXP");
});

it.each([
  ["another secret", (sealed: string) => unseal(sealed, { ...KEY, secret: "another server's secret" })],
  ["another owner", (sealed: string) => unseal(sealed, { ...KEY, owner: "bo" })],
  ["a changed text", (sealed: string) => unseal(`${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`, KEY)],
  ["a shortened text", (sealed: string) => unseal(sealed.slice(0, 20), KEY)],
  ["nothing", () => unseal("", KEY)],
])("opens nothing with %s", (_, open) => {
  expect(open(seal("JBSWY3DPEHPK3PXP", KEY))).toBeNull();
});
