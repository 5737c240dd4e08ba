import { expect, it } from "vitest";
import { generator } from "../../testdata/render/random.ts";
import { cutInto, padded, slide } from "./slide.ts";

it.each([
  [3, "largest"],
  [9, "largest"],
  [3, "smallest"],
  [9, "smallest"],
] as const)("gives the extreme of each window of %i cells: %s", (window, keep) => {
  const random = generator(window);
  const size = { width: 23, height: 17 };
  const bytes = Uint8Array.from({ length: size.width * size.height }, () => random() * 256);
  const plane = padded({ ...size, bytes }, (window - 1) / 2);
  slide(plane, { window, keep });
  const got = new Uint8Array(bytes.length);
  cutInto(got, plane, size);
  const reach = (window - 1) / 2;
  const wanted = bytes.map((_, i) => {
    const values: number[] = [];
    for (let y = Math.floor(i / size.width) - reach; y <= Math.floor(i / size.width) + reach; y++) {
      for (let x = (i % size.width) - reach; x <= (i % size.width) + reach; x++) {
        if (x >= 0 && y >= 0 && x < size.width && y < size.height) values.push(bytes[y * size.width + x]!);
      }
    }
    return keep === "largest" ? Math.max(...values) : Math.min(...values);
  });
  expect([...got]).toEqual([...wanted]);
});
