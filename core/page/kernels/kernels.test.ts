import { describe, expect, it } from "vitest";
import { generator } from "../../testdata/render/random.ts";
import { kernels, put, take, takeCounts, withBytes, withRoom } from "./kernels.ts";

function noise(length: number): Uint8Array {
  const random = generator(length);
  return Uint8Array.from({ length }, () => random() * 256);
}

describe("withRoom", () => {
  it("keeps rooms apart, also within each other, and gives the memory back", () => {
    const outer = withRoom([10, 20], (first, second) => {
      put(new Uint8Array(10).fill(1), first);
      put(new Uint8Array(20).fill(2), second);
      const inner = withRoom([1 << 20], (place) => {
        put(new Uint8Array(1 << 20).fill(3), place);
        return place;
      });
      expect([...take(first, 10), ...take(second, 20)]).toEqual([...Array(10).fill(1), ...Array(20).fill(2)]);
      return [first, second, inner];
    });
    expect(outer.every((place) => place % 16 === 0)).toBe(true);
    expect(withRoom([1], (place) => place)).toBe(outer[0]);
  });

  it("gives the memory back after an error, too", () => {
    const first = withRoom([1], (place) => place);
    expect(() =>
      withRoom([1 << 16], () => {
        throw new Error("broken");
      }),
    ).toThrow("broken");
    expect(withRoom([1], (place) => place)).toBe(first);
  });
});

it("withBytes finds what an outer call has put there, and nothing afterwards", () => {
  const bytes = noise(50);
  withBytes(bytes, (place) => {
    withBytes(bytes, (again) => expect(again).toBe(place));
    withBytes(bytes.slice(), (other) => expect(other).not.toBe(place));
    expect(take(place, 50)).toEqual(bytes);
  });
  bytes.fill(7);
  withBytes(bytes, (place) => expect(take(place, 50)).toEqual(bytes));
});

// Widths on both sides of what is done sixteen bytes at a time.
describe.each([
  [1, 1],
  [3, 2],
  [4, 4],
  [17, 5],
  [32, 7],
  [67, 33],
])("a picture of %i x %i", (width, height) => {
  const rgb = noise(3 * width * height);
  const greys = noise(width * height);

  it.each([1, 2, 3])("is shrunk to its brightness by %i", (step) => {
    const [columns, rows] = [Math.min(step, width), Math.min(step, height)];
    const [w, h] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))];
    const got = withRoom([rgb.length, w * h], (from, out) => {
      put(rgb, from);
      kernels.grey(from, width, w, h, step, columns, rows, out);
      return take(out, w * h);
    });
    const wanted = got.map((_, i) => {
      let sum = 0;
      for (let v = 0; v < rows; v++) {
        for (let u = 0; u < columns; u++) {
          const p = 3 * ((Math.floor(i / w) * step + v) * width + (i % w) * step + u);
          sum += rgb[p]! + 2 * rgb[p + 1]! + rgb[p + 2]!;
        }
      }
      return Math.floor(sum / (4 * columns * rows));
    });
    expect([...got]).toEqual([...wanted]);
  });

  it("is averaged cell by cell, the last cells from whole ones", () => {
    const [columns, rows] = [Math.ceil(width / 4), Math.ceil(height / 4)];
    const got = withRoom([greys.length, columns * rows], (from, out) => {
      put(greys, from);
      kernels.greyCells(from, width, height, out);
      return take(out, columns * rows);
    });
    const wanted = got.map((_, i) => {
      const left = Math.max(0, Math.min((i % columns) * 4, width - 4));
      const top = Math.max(0, Math.min(Math.floor(i / columns) * 4, height - 4));
      const values: number[] = [];
      for (let y = top; y < Math.min(height, top + 4); y++) {
        for (let x = left; x < Math.min(width, left + 4); x++) values.push(greys[y * width + x]!);
      }
      return Math.floor(values.reduce((sum, value) => sum + value, 0) / values.length);
    });
    expect([...got]).toEqual([...wanted]);
  });

  it("is the same where it is carried to its own place", () => {
    const wide = width + 1;
    const source = noise(3 * wide * (height + 1));
    const got = withRoom([source.length, rgb.length], (from, out) => {
      put(source, from);
      kernels.warp(from, wide, height + 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, width, height, out);
      return take(out, rgb.length);
    });
    const row = (y: number) => source.subarray(3 * y * wide, 3 * (y * wide + width));
    expect([...got]).toEqual(Array.from({ length: height }, (_, y) => [...row(y)]).flat());
  });

  it("has its pairs counted, and its ink by them where it is dark enough", () => {
    const colours = noise(width * height).reverse();
    const table = noise(65_536);
    const { counts, ink } = withRoom(
      [greys.length, greys.length, 65_536 * 4, 65_536, greys.length],
      (dark, colour, histogram, inks, out) => {
        put(greys, dark);
        put(colours, colour);
        put(table, inks);
        kernels.pairHistogram(dark, colour, width, height, 1, histogram);
        kernels.scaleInk(dark, colour, greys.length, 150, inks, out);
        return { counts: takeCounts(histogram, 65_536), ink: take(out, greys.length) };
      },
    );
    const pairs = [...greys].map((value, i) => 256 * value + colours[i]!);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(greys.length);
    expect(pairs.every((pair) => counts[pair]! > 0)).toBe(true);
    expect([...ink]).toEqual(pairs.map((pair) => (pair >= 151 * 256 ? table[pair] : 0)));
  });
});
