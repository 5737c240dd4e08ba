import { afterAll, expect, test } from "vitest";
import { openPageReader } from "../../read-page.ts";
import { decodePages } from "../../scan/decode-pages.ts";
import { withBoxedGates } from "../../testdata/drawn-pages/boxed-gates.ts";
import { drawCircuit } from "../../testdata/drawn-pages/draw-circuit.ts";
import { renderPage } from "../../testdata/render/render-page.ts";

const reader = await openPageReader();
afterAll(() => reader.close());

/** What is read from a drawing whose gates are boxes. */
async function readBoxed(id: string, expression: string): Promise<Record<string, string>> {
  const outputs = [{ name: "Y", expression }];
  const { sketch } = drawCircuit({ id, drafter: "boxes", outputs, inputs: "own" });
  const { bytes } = await renderPage(withBoxedGates(sketch), "clean", 0);
  const pages = await decodePages(bytes);
  if (!pages.ok) throw new Error(pages.failure.message);
  for await (const page of pages.pages) {
    if (!page.ok) throw new Error(page.failure.message);
    const reading = await reader.read(page.image);
    expect(reading.problems).toEqual([]);
    return Object.fromEntries(reading.outputs.map(({ name, expression: read }) => [name, read]));
  }
  throw new Error("no page");
}

test("a drawing with IEC boxes is read as one with gates in their own shapes", async () => {
  expect(await readBoxed("boxes-1", "(A & B) | (B ^ C)")).toEqual({ Y: "(A & B) | (B ^ C)" });
  expect(await readBoxed("boxes-2", "~(A & ~B)")).toEqual({ Y: "~(A & ~B)" });
});
