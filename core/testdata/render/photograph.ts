import sharp from "sharp";
import type { Quad } from "../../geometry/coordinates.ts";
import { fitHomography } from "../../geometry/fit-homography.ts";
import { applyHomography, type Homography } from "../../geometry/homography.ts";
import type { Random } from "./random.ts";

/** A flat sheet of paper: interleaved RGB, 3 bytes a pixel, row by row. */
export interface SheetRaster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

export interface PhotoSettings {
  /** Pixels of the photo for one of the sheet. */
  readonly scale?: number;
  /** Range of the noise's standard deviation, in grey levels. */
  readonly noise?: readonly [low: number, high: number];
  /** Range of the JPEG's quality. */
  readonly quality?: readonly [low: number, high: number];
}

export interface Photo {
  /** A JPEG file. */
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** From the sheet's pixels to the photo's. */
  readonly toPhoto: Homography<"Page", "Picture">;
}

/** The sheet on a table as a phone sees it: perspective, a lamp's light, a shadow's edge, blur, noise and JPEG. */
export async function photograph(sheet: SheetRaster, random: Random, settings: PhotoSettings = {}): Promise<Photo> {
  const { scale = 1.12, noise: noises = [2, 7], quality = [55, 85] } = settings;
  const width = Math.round(sheet.width * scale);
  const height = Math.round(sheet.height * scale);
  const corner = (x: number, y: number) => ({
    x: width * (x ? 0.95 : 0.05) + random.range(-0.045, 0.045) * width,
    y: height * (y ? 0.95 : 0.05) + random.range(-0.045, 0.045) * height,
  });
  const inPhoto: Quad<"Picture"> = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
  const { toPhoto, toSheet } = mapsBetween(sheet, inPhoto);
  const raw = Buffer.alloc(width * height * 3);
  const table = [random.range(60, 150), random.range(50, 120), random.range(40, 100)];
  const lamp = { x: random.range(0, width), y: random.range(0, height), fall: random.range(0.25, 0.55) };
  const shadow = {
    angle: random.range(0, 6.28),
    at: random.range(0.2, 0.8),
    depth: random.range(0.08, 0.4),
    soft: random.range(8, 60),
  };
  const noise = random.range(noises[0], noises[1]);
  const diagonal = Math.hypot(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const s = applyHomography(toSheet, { x, y });
      const light = 1.02 - lamp.fall * (Math.hypot(x - lamp.x, y - lamp.y) / diagonal);
      const across = (x * Math.cos(shadow.angle) + y * Math.sin(shadow.angle)) / diagonal;
      const edge = ((across - shadow.at + 0.5) * diagonal) / shadow.soft;
      const shade = light * (1 - shadow.depth / (1 + Math.exp(-edge)));
      const grain = random.normal() * noise;
      for (let c = 0; c < 3; c++) {
        const inside = s.x >= 0 && s.y >= 0 && s.x < sheet.width - 1 && s.y < sheet.height - 1;
        const value = inside ? samplePaper(sheet, { x: s.x, y: s.y, c }) : table[c]!;
        raw[(y * width + x) * 3 + c] = clampByte(value * shade + grain);
      }
    }
  }
  const bytes = await sharp(raw, { raw: { width, height, channels: 3 } })
    .blur(random.range(0.5, 1.3))
    .jpeg({ quality: Math.round(random.range(quality[0], quality[1])) })
    .toBuffer();
  return { bytes, width, height, toPhoto };
}

/** The colour `c` (0 … 2) at a place between the sheet's pixels: 0 <= x < width - 1, 0 <= y < height - 1. */
function samplePaper({ width, rgb }: SheetRaster, { x, y, c }: { x: number; y: number; c: number }): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const at = (y0 * width + x0) * 3 + c;
  const top = rgb[at]! * (1 - fx) + rgb[at + 3]! * fx;
  const bottom = rgb[at + width * 3]! * (1 - fx) + rgb[at + width * 3 + 3]! * fx;
  return top * (1 - fy) + bottom * fy;
}

/** The nearest whole number in 0 … 255. */
export function clampByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value);
}

function mapsBetween({ width, height }: SheetRaster, inPhoto: Quad<"Picture">) {
  const onSheet: Quad<"Page"> = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  const toPhoto = fitHomography({ space: "Page", quad: onSheet }, { space: "Picture", quad: inPhoto });
  const toSheet = fitHomography({ space: "Picture", quad: inPhoto }, { space: "Page", quad: onSheet });
  if (toPhoto === null || toSheet === null) throw new RangeError("The corners lie on a line");
  return { toPhoto, toSheet };
}
