import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { PageImage } from "../../scan/page-image.ts";
import { generator } from "../../testdata/render/random.ts";
import { extractInk } from "./extract-ink.ts";

const WIDTH = 600;
const HEIGHT = 400;

/** A page of paper colour with a 500 px long horizontal stroke at y = 200, whatever `under` draws below it. */
async function page({ ink = "#202020", under = "", width = 3 }): Promise<PageImage> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="#f4f2ec"/>${under}
    <path d="M50 200H550M300 120V200" stroke="${ink}" stroke-width="${width}"/></svg>`;
  const rgb = new Uint8Array(await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer());
  return { width: WIDTH, height: HEIGHT, rgb, pictureWidth: WIDTH, pictureHeight: HEIGHT };
}

/** The share of the stroke's length that is ink, and the count of ink pixels anywhere else. */
function judge(ink: Uint8Array | null): { stroke: number; elsewhere: number } {
  if (ink === null) return { stroke: 0, elsewhere: 0 };
  let stroke = 0;
  let elsewhere = 0;
  for (let x = 52; x < 548; x++) if ((ink[200 * WIDTH + x] as number) > 64) stroke++;
  for (let i = 0; i < ink.length; i++) {
    const x = i % WIDTH;
    const y = Math.floor(i / WIDTH);
    const onStroke = (Math.abs(y - 200) < 5 && x > 45 && x < 555) || (Math.abs(x - 300) < 5 && y > 115 && y < 205);
    if ((ink[i] as number) > 64 && !onStroke) elsewhere++;
  }
  return { stroke: stroke / 496, elsewhere };
}

function grid(colour: string, step: number): string {
  let path = "";
  for (let x = step; x < WIDTH; x += step) path += `M${x} 0V${HEIGHT}`;
  for (let y = step; y < HEIGHT; y += step) path += `M0 ${y}H${WIDTH}`;
  return `<path d="${path}" stroke="${colour}" stroke-width="1.5"/>`;
}

function changed(image: PageImage, change: (value: number, x: number, y: number) => number): PageImage {
  const rgb = image.rgb.map((value, i) => {
    const at = Math.floor(i / 3);
    return Math.max(0, Math.min(255, Math.round(change(value, at % WIDTH, Math.floor(at / WIDTH)))));
  });
  return { ...image, rgb };
}

describe("extractInk", () => {
  it.each(["#202020", "#2a3a9c", "#c02c2c", "#1f7a3a", "#6e6e6e", "#8a8a8a"])(
    "keeps a whole stroke of %s",
    async (ink) => {
      expect(judge(extractInk(await page({ ink })))).toEqual({ stroke: 1, elsewhere: 0 });
    },
  );

  it.each([
    ["the template's grid", "#c9e8f4", "#202020"],
    ["the template's grid under a pencil", "#c9e8f4", "#7a7a7a"],
    ["the template's grid under blue ink", "#c9e8f4", "#2a3a9c"],
    ["blue squares", "#a9c3e6", "#202020"],
    ["blue squares under a pencil", "#a9c3e6", "#707070"],
    ["grey squares", "#d0d0d0", "#202020"],
    ["grey squares under a pencil", "#d4d4d4", "#707070"],
  ])("removes %s and leaves the stroke", async (_, colour, ink) => {
    const { stroke, elsewhere } = judge(extractInk(await page({ ink, under: grid(colour, 29) })));
    expect(stroke).toBe(1);
    expect(elsewhere).toBe(0);
  });

  it.each(["#d03030", "#2a50c8", "#2c9048", "#e07a28", "#4f8fe0", "#a0a0a0"])(
    "keeps a short stroke of %s next to black ones as dark as they are",
    async (colour) => {
      const under = `${grid("#c9e8f4", 29)}<path d="M60 330H150" stroke="${colour}" stroke-width="3"/>`;
      const ink = extractInk(await page({ under })) as Uint8Array;
      expect(ink.subarray(330 * WIDTH + 62, 330 * WIDTH + 148).every((value) => value > 200)).toBe(true);
    },
  );

  it.each([
    ["#202020", "#7fa9d8"],
    ["#8a8a8a", "#7fa9d8"],
    ["#2a3a9c", "#a9c3e6"],
  ])("removes a ruling and its red margin from under %s", async (ink, colour) => {
    let lines = "";
    for (let y = 20; y < HEIGHT; y += 45) lines += `M0 ${y}H${WIDTH}`;
    const under = `<path d="${lines}" stroke="${colour}" stroke-width="2"/>
      <path d="M90 0L94 ${HEIGHT}" stroke="#d66060" stroke-width="2.5"/>`;
    const { stroke, elsewhere } = judge(extractInk(await page({ ink, under })));
    expect(stroke).toBeGreaterThan(0.99);
    expect(elsewhere).toBe(0);
  });

  it("removes a turned ruling, but for a line that cuts a corner off", async () => {
    let lines = "";
    for (let y = -70; y < HEIGHT + 70; y += 45) lines += `M-50 ${y}H${WIDTH + 50}`;
    const turned = `transform="rotate(4 ${WIDTH / 2} ${HEIGHT / 2})"`;
    const under = `<path ${turned} d="${lines}" stroke="#7f94b4" stroke-width="2"/>`;
    const { stroke, elsewhere } = judge(extractInk(await page({ ink: "#8a8a8a", under })));
    expect(stroke).toBeGreaterThan(0.99);
    expect(elsewhere).toBeLessThan(WIDTH);
  });

  it("keeps a straight red stroke that does not go from edge to edge", async () => {
    const ink = extractInk(
      await page({ under: '<path d="M40 330H560" stroke="#d03030" stroke-width="3"/>' }),
    ) as Uint8Array;
    expect(ink.subarray(330 * WIDTH + 42, 330 * WIDTH + 558).every((value) => value > 64)).toBe(true);
  });

  it.each([
    ["a scanner's streaks", "M170 0V400M420.5 0V400M480 0V400", "#707070"],
    ["streaks as dark as the pen", "M170 0V400M420 0V400", "#202020"],
    ["a streak on a sheet that lay askew", "M170 0L178 400", "#606060"],
    ["a digital page's ruling", Array.from({ length: 13 }, (_, row) => `M0 ${10 + 30 * row}H600`).join(""), "#909090"],
  ])("removes %s, and no stroke that crosses them", async (_, path, colour) => {
    const under = `<path d="${path}" stroke="${colour}" stroke-width="2"/>`;
    const { stroke, elsewhere } = judge(extractInk(await page({ under })));
    expect(stroke).toBeGreaterThan(0.99);
    expect(elsewhere).toBe(0);
  });

  it("keeps a straight grey stroke that does not go from edge to edge", async () => {
    const under = '<path d="M170 20V380" stroke="#606060" stroke-width="3"/>';
    const ink = extractInk(await page({ under })) as Uint8Array;
    for (let y = 22; y < 378; y++) expect(ink[y * WIDTH + 170]).toBeGreaterThan(64);
  });

  it("keeps strokes that cross a streak at a slant", async () => {
    const slanted = '<path d="M120 260L220 360M160 60L240 140" stroke="#202020" stroke-width="3"/>';
    const inkWith = async (under: string) => extractInk(await page({ under: under + slanted })) as Uint8Array;
    const [plain, streaked] = [
      await inkWith(""),
      await inkWith('<path d="M170 0V400" stroke="#606060" stroke-width="2"/>'),
    ];
    const lost = plain.filter((value, i) => value > 128 && streaked[i]! < 64).length;
    expect(lost).toBeLessThan(6);
  });

  it("removes squares in a deep colour, although a pen might have it", async () => {
    const { stroke, elsewhere } = judge(extractInk(await page({ under: grid("#6f9bd4", 29) })));
    expect(stroke).toBe(1);
    expect(elsewhere).toBe(0);
  });

  it("treats light strokes on a dark ground as ink", async () => {
    const board = changed(await page({}), (value) => 255 - value);
    expect(judge(extractInk(board))).toEqual({ stroke: 1, elsewhere: 0 });
  });

  it("reads through a lamp's falloff, noise and a soft shadow", async () => {
    const random = generator(11);
    const photo = changed(await page({ ink: "#6e6e6e" }), (value, x, y) => {
      const shadow = 1 - 0.35 / (1 + Math.exp(-(x + y - 520) / 6));
      return value * (1 - (0.5 * x) / WIDTH) * shadow + (random() - 0.5) * 10;
    });
    const { stroke, elsewhere } = judge(extractInk(photo));
    expect(stroke).toBeGreaterThan(0.99);
    expect(elsewhere).toBe(0);
  });

  it.each([
    [0.3, 0.5],
    [0.2, 0.15],
  ])("keeps a pencil's grainy stroke whole, from %d of the darkest one's ink on", async (least, grain) => {
    const random = generator(5);
    const under = '<path d="M50 60V160" stroke="#101010" stroke-width="4"/>';
    const pencil = changed(await page({ under, width: 4 }), (value, x, y) => {
      return x > 100 && y > 190 ? 242 - (242 - value) * (least + grain * random()) : value;
    });
    const ink = extractInk(pencil) as Uint8Array;
    const across = Array.from({ length: 440 }, (_, k) => [198, 199, 200, 201].map((y) => ink[y * WIDTH + 105 + k]!));
    // Wires are followed from 70 on.
    expect(across.filter((column) => Math.max(...column) < 70)).toEqual([]);
  });

  it("leaves the edge of a hard shadow out", async () => {
    const photo = changed(await page({}), (value, x) => (x > 400 ? value * 0.6 : value));
    const { stroke, elsewhere } = judge(extractInk(photo));
    expect(stroke).toBeGreaterThan(0.97);
    expect(elsewhere).toBe(0);
  });

  it("drops specks and what shows through from behind", async () => {
    const under =
      '<path d="M80 80H400V300" fill="none" stroke="#dcdad4" stroke-width="3"/><circle cx="500" cy="60" r="1.2"/>';
    expect(judge(extractInk(await page({ under }))).elsewhere).toBe(0);
  });

  it("gives soft values that rise with cover", async () => {
    const ink = extractInk(await page({ width: 2.5 })) as Uint8Array;
    const column = [197, 198, 199, 200, 201, 202].map((y) => ink[y * WIDTH + 100] as number);
    expect(column[2]).toBe(255);
    expect(column[0]).toBe(0);
    expect(column.some((value) => value > 0 && value < 255)).toBe(true);
  });

  it("returns nothing for a blank page", async () => {
    const random = generator(3);
    const blank = changed(await page({ ink: "#f4f2ec" }), (value) => value + (random() - 0.5) * 8);
    expect(extractInk(blank)).toBeNull();
  });

  it("returns nothing for a blank page with the template's squares", async () => {
    const random = generator(3);
    const squares = await page({ ink: "#f4f2ec", under: grid("#c9e8f4", 29) });
    expect(extractInk(squares)).toBeNull();
    expect(extractInk(changed(squares, (value) => value + (random() - 0.5) * 8))).toBeNull();
  });

  it("does not take a page full of thick strokes for printed squares", async () => {
    let path = "";
    for (let x = 40; x < WIDTH - 30; x += 22) path += `M${x} 40V${HEIGHT - 40}`;
    const under = `<path d="${path}" stroke="#202020" stroke-width="6"/>`;
    expect(judge(extractInk(await page({ under }))).stroke).toBe(1);
  });

  it("finds a short stroke on the template's squares", async () => {
    const under = `${grid("#c9e8f4", 29)}<path d="M300 60H340" stroke="#202020" stroke-width="3"/>`;
    const { elsewhere } = judge(extractInk(await page({ ink: "#f4f2ec", under })));
    expect(elsewhere).toBeGreaterThan(80);
    expect(elsewhere).toBeLessThan(200);
  });
});
